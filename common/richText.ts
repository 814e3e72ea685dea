/** Elements of a person's formatted text: what the editor writes, and what the server keeps. */
export const richTextTags = ['p', 'br', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'blockquote', 'ul', 'ol', 'li', 'h3', 'h4', 'a'];

/** Protocols that a link in it may have. */
export const linkProtocols = ['http:', 'https:', 'mailto:'];

/** @returns the address that a link keeps; null where it leads elsewhere than to the web or a mailbox. */
export function linkAddress(href: string): string | null {
  const url = URL.parse(href.trim());
  return url && linkProtocols.includes(url.protocol) ? url.href : null;
}

/** Largest number that a list begins with. */
const mostStart = 9_999;

/** @returns the number that a list begins with, as an attribute; null where it begins with 1, or with none. */
export function listStart(start: string | null | undefined): string | null {
  if (!start || start.length > 4) return null;
  const number = Number(start);
  return Number.isInteger(number) && number >= 0 && number !== 1 && number <= mostStart ? String(number) : null;
}

/** How a numbered list counts other than by numbers: letters or Roman numerals. */
export const listTypes = ['a', 'A', 'i', 'I'];
