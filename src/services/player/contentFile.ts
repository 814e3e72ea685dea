/**
 * Fetches a content file. Without a connection the service worker serves files of saved lessons; the browser's own downloads bypass it.
 * @throws if there is no response, or not with the file
 */
export async function fetchContentFile(address: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw { code: answer.status, message: '' };
  return answer;
}
