/** Elements of formatted text: what the editor writes and the server keeps. */
export const richTextTags = ['p', 'br', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'blockquote', 'ul', 'ol', 'li', 'h3', 'h4', 'a'];

/** Further elements of the text of a question. */
export const questionTags = ['table', 'tbody', 'tr', 'th', 'td', 'img', 'math'];

/** Protocols allowed in its links. */
export const linkProtocols = ['http:', 'https:', 'mailto:'];

/** @returns the sanitized URL of a link; null if it points to anything but the web or a mailbox. */
export function linkAddress(href: string): string | null {
  const url = URL.parse(href.trim());
  return url && linkProtocols.includes(url.protocol) ? url.href : null;
}

/** Maximum start number of a list. */
const mostStart = 9_999;

/** @returns the start attribute of a list; null for the default of 1 or an invalid number. */
export function listStart(start: string | null | undefined): string | null {
  if (!start || start.length > 4) return null;
  const number = Number(start);
  return Number.isInteger(number) && number >= 0 && number !== 1 && number <= mostStart ? String(number) : null;
}

/** Numbering types other than numbers: letters or Roman numerals. */
export const listTypes = ['a', 'A', 'i', 'I'];
