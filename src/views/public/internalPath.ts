/** Stand-in for the product's own origin. A safe path must resolve to it. */
const base = 'https://product.invalid';
const longest = 2_000;
/** Characters that browsers drop or read as a slash. Only an attacker sends them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in an address.
const suspicious = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\u2060\ufeff\\]/;

/** Decoded as often as proxies and routers might decode it; null if the encoding is invalid. */
function decoded(text: string): string | null {
  let current = text;
  for (let round = 0; round < 5; round++) {
    let next: string;
    try {
      next = decodeURIComponent(current);
    } catch {
      return null;
    }
    if (next === current) return current;
    current = next;
  }
  return null;
}

const isInside = (path: string) => {
  if (!path.startsWith('/') || /^\/[/\\]/.test(path) || suspicious.test(path)) return false;
  return URL.canParse(path, base) && new URL(path, base).origin === base;
};

/**
 * A path of this product, or null for anything that could lead elsewhere (OWASP ASVS 5.0, 3.7.2). Parses the text, compares its origin both
 * as given and decoded, and rebuilds the path from the parsed URL.
 */
export function internalPath(text: string): string | null {
  if (text.length > longest || !isInside(text)) return null;
  const { pathname, search, hash } = new URL(text, base);
  const plain = decoded(pathname);
  if (plain === null || !isInside(plain) || !isInside(pathname) || plain.includes('//')) return null;
  return pathname + search + hash;
}

/**
 * The target that `?server=proc` asks to remember (specification, section 2): `redirect`, with the optional `path` below it.
 * Null if the address does not ask for it, or names a place outside the product.
 */
export function rememberedTarget(address: string): string | null {
  const parameters = new URLSearchParams(address);
  if (parameters.get('server') !== 'proc') return null;
  const target = parameters.get('redirect') ?? '';
  const path = parameters.get('path');
  if (path === null || path === '') return internalPath(target);
  if (internalPath(target) === null) return null;
  return internalPath(`${target.replace(/\/$/, '')}/${path.replace(/^\//, '')}`);
}
