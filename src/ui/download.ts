/** Downloads text as a file. */
export const downloadText = (name: string, type: string, text: string): void =>
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));

/** Downloads bytes as a file. */
export function downloadBlob(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next task, the browser has read the URL.
  setTimeout(() => URL.revokeObjectURL(url));
}
