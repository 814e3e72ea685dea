/**
 * A file of the content. Without a connection the service worker answers what saved lessons hold; the browser's own downloads pass it by.
 *
 * @throws where nobody answers, or not with the file
 */
export async function fetchContentFile(address: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw { code: answer.status, message: '' };
  return answer;
}
