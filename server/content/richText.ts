import sanitizeHtml from 'sanitize-html';
import { linkAddress, linkProtocols, listStart, listTypes, richTextTags } from '../../common/richText.ts';

/** Tags that other editors write for what is kept under another name. */
const sameAs: Record<string, string> = { b: 'strong', i: 'em', h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', del: 's', strike: 's', div: 'p' };

/** A link keeps its address alone; one that leads elsewhere than to the web or a mailbox keeps only its words. */
const link: sanitizeHtml.Transformer = (_, { href = '' }) => {
  const address = linkAddress(href);
  const attribs: sanitizeHtml.Attributes = address === null ? {} : { href: address };
  return { tagName: address === null ? 'span' : 'a', attribs };
};

/** A numbered list keeps how it counts, and from where. */
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
 * A person's formatted text as HTML that holds nothing but paragraphs, lists, emphasis and links. Any other tag is taken away and its words
 * stay, except inside scripts, drawings and form fields. Empty when no words are left.
 */
export function cleanRichText(html: string): string {
  let hasWords = false;
  const textFilter = (text: string) => {
    hasWords ||= text.trim() !== '';
    return text;
  };
  // Where a tag was taken away, its neighbours may stand in one another as they must not: the second reading closes them.
  const clean = sanitizeHtml(sanitizeHtml(html, rules), { ...rules, textFilter });
  return hasWords ? clean.replaceAll('<br />', '<br>') : '';
}
