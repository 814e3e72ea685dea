/**
 * A file of the content, whole. Without a connection the service worker answers what saved lessons hold; the browser's own downloads pass
 * it by.
 *
 * @throws where nobody answers, or not with the file
 */
export async function readContentFile(address: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw { code: answer.status, message: '' };
  return answer.blob();
}
