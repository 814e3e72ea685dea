import sanitizeHtml from 'sanitize-html';
import { linkAddress, linkProtocols, listStart, listTypes, richTextTags } from '../../common/richText.ts';

/** Tags from other editors, mapped to the ones we keep. */
const sameAs: Record<string, string> = { b: 'strong', i: 'em', h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', del: 's', strike: 's', div: 'p' };

/** A link keeps only its address. A link to anything but the web or a mailbox keeps only its text. */
const link: sanitizeHtml.Transformer = (_, { href = '' }) => {
  const address = linkAddress(href);
  const attribs: sanitizeHtml.Attributes = address === null ? {} : { href: address };
  return { tagName: address === null ? 'span' : 'a', attribs };
};

/** A numbered list keeps its numbering style and start. */
const numbered: sanitizeHtml.Transformer = (tagName, { start, type = '' }) => {
  const attribs: sanitizeHtml.Attributes = {};
  const number = listStart(start);
  if (number !== null) attribs.start = number;
  if (listTypes.includes(type)) attribs.type = type;
  return { tagName, attribs };
};

const rules: sanitizeHtml.IOptions = {
  allowedTags: richTextTags,
  allowedAttributes: { a: ['href'], ol: ['start', 'type'] },
  allowedSchemes: linkProtocols.map((protocol) => protocol.slice(0, -1)),
  nonTextTags: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title', 'textarea', 'select'],
  transformTags: { ...sameAs, a: link, ol: numbered },
};

/**
 * Sanitizes formatted text to HTML with only paragraphs, lists, emphasis and links. Other tags are removed and their text stays, except
 * inside scripts, drawings and form fields. Empty if no words remain.
 */
export function cleanRichText(html: string): string {
  let hasWords = false;
  const textFilter = (text: string) => {
    hasWords ||= text.trim() !== '';
    return text;
  };
  // Removing a tag may leave invalid nesting, which the second pass fixes.
  const clean = sanitizeHtml(sanitizeHtml(html, rules), { ...rules, textFilter });
  return hasWords ? clean.replaceAll('<br />', '<br>') : '';
}
