import { escapeHtml } from './escapeHtml.ts';

/** What a teacher's formatted text may hold; everything else loses its tags and keeps its words. */
const kept = new Set(['p', 'br', 'strong', 'em', 'u', 's', 'code', 'blockquote', 'ul', 'ol', 'li', 'h3', 'h4', 'a']);
const sameAs: Record<string, string> = { b: 'strong', i: 'em', h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', del: 's', strike: 's', div: 'p' };
/** What is inside is no text of the writer. */
const dropped = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title', 'textarea', 'select']);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const decode = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));?/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
  });

const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|<[!?/][^>]*>/gi;

function address(attributes: string): string | null {
  const [, double, single, bare] = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  const url = URL.parse(decode(double ?? single ?? bare ?? '').trim());
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}

/**
 * Formatted text of a person as HTML that holds nothing but paragraphs, lists, emphasis and links: it is written anew from what was
 * understood, so that nothing else can be in it. Tags are closed in order; what is no tag is text.
 */
export function cleanRichText(html: string): string {
  const open: string[] = [];
  let out = '';
  let last = 0;
  /** Depth inside an element of which nothing is kept, by its name. */
  let inside: string | null = null;
  const text = (raw: string) => {
    if (inside === null) out += escapeHtml(decode(raw));
  };
  for (const match of html.matchAll(token)) {
    text(html.slice(last, match.index));
    last = match.index + match[0].length;
    const given = match[2]?.toLowerCase();
    if (given === undefined) continue;
    const isEnd = match[1] === '/';
    if (inside !== null) {
      if (isEnd && given === inside) inside = null;
      continue;
    }
    if (dropped.has(given)) {
      if (!isEnd) inside = given;
      continue;
    }
    const tag = sameAs[given] ?? given;
    if (!kept.has(tag)) continue;
    if (tag === 'br') {
      out += '<br>';
    } else if (isEnd) {
      if (!open.includes(tag)) continue;
      for (let closed = open.pop(); closed !== undefined; closed = open.pop()) {
        out += `</${closed}>`;
        if (closed === tag) break;
      }
    } else {
      const href = tag === 'a' ? address(match[3] ?? '') : null;
      if (tag === 'a' && href === null) continue;
      out += href === null ? `<${tag}>` : `<a href="${escapeHtml(href)}">`;
      open.push(tag);
    }
  }
  text(html.slice(last));
  for (const tag of open.reverse()) out += `</${tag}>`;
  return /[^\s\u00a0]/.test(out.replace(/<[^>]*>/g, '')) ? out : '';
}
