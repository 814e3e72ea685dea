/** Longest encoded value that is decoded. */
const longest = 512;

const toBase64Url = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Encodes parts as one base64 route value (specification, section 2): joined by slashes, URL-safe. */
export const encodeRouteValue = (...parts: readonly (string | number)[]): string => toBase64Url(parts.join('/'));

/**
 * Decodes a base64 route value into its slash-separated parts; numeric parts become numbers. Strict: only the canonical encoding (base64 or
 * base64url), valid UTF-8 and safe integers. Anything else is null.
 */
export function decodeRouteValue(value: string): (string | number)[] | null {
  const canonical = value
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
  if (value === '' || value.length > longest || !/^[\w-]+$/.test(canonical)) return null;
  try {
    const bytes = Uint8Array.from(atob(canonical.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (toBase64Url(text) !== canonical) return null;
    const parts = text.split('/').map((part) => (/^(0|[1-9]\d*)$/.test(part) ? Number(part) : part));
    return parts.every((part) => typeof part === 'string' || Number.isSafeInteger(part)) ? parts : null;
  } catch {
    return null;
  }
}

/** Decodes a route value of exactly `count` ids (or one of these counts); null if it is anything else. */
export function decodeIds(value: string | undefined, count: number | readonly number[]): number[] | null {
  const parts = decodeRouteValue(value ?? '');
  return parts && [count].flat().includes(parts.length) && parts.every((part) => typeof part === 'number') ? (parts as number[]) : null;
}
