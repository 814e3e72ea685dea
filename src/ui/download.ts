/** Offers a text as a file to keep. */
export const downloadText = (name: string, type: string, text: string): void =>
  downloadBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));

/** Offers bytes as a file to keep. */
export function downloadBlob(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address over by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}
