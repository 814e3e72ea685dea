import { escapeHtml } from '../../escapeHtml.ts';
import { questionTags, richTextTags } from '../../richText.ts';
import { pictureAddress } from '../richQuestion.ts';
import { elementsIn, wordsOf, type XmlElement } from './xmlTree.ts';

const kept = new Set([...richTextTags, ...questionTags].filter((tag) => tag !== 'img' && tag !== 'math'));
const same: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  h1: 'h3',
  h2: 'h3',
  h5: 'h4',
  h6: 'h4',
  div: 'p',
  section: 'p',
  pre: 'p',
};
const blocks = new Set(['p', 'ul', 'ol', 'table', 'blockquote', 'h3', 'h4']);
/** Elements that say nothing to who answers. */
const silent = new Set(['rubricBlock', 'stylesheet', 'feedbackInline', 'feedbackBlock', 'templateInline', 'templateBlock', 'catalogInfo']);

/** MathML as a formula that people type. */
export function typedFormula(element: XmlElement): string {
  const parts = elementsIn(element).map(typedFormula);
  const [first = '', second = '', third = ''] = parts;
  const grouped = (text: string) => (/^(?:\w+|\(.*\))$/.test(text) ? text : `(${text})`);
  switch (element.name) {
    case 'mfrac':
      return `${grouped(first)}/${grouped(second)}`;
    case 'msup':
      return `${grouped(first)}^${grouped(second)}`;
    case 'msub':
      return `${grouped(first)}_${grouped(second)}`;
    case 'msubsup':
      return `${grouped(first)}_${grouped(second)}^${grouped(third)}`;
    case 'msqrt':
      return `sqrt(${parts.join(' ')})`;
    case 'mtext':
      return `"${wordsOf(element)}"`;
    case 'semantics':
      return first;
    case 'annotation':
    case 'annotationXml':
      return '';
    default:
      return parts.length > 0 ? parts.join(' ') : wordsOf(element);
  }
}

/** What stands in the place of a picture that is left out. `alt` is escaped. */
export const alternativeOf = (alt: string): string => (alt === '' ? '' : `[${alt}]`);

export interface TextParts {
  /** HTML in place of an element; undefined: it is read like others. */
  replace: (element: XmlElement) => string | undefined;
  /** The name of a picture in the document; null: it is left out. */
  picture: (element: XmlElement) => string | null;
}

/** The content of an element as HTML with the elements that a question may have. */
export function htmlOf(element: XmlElement, parts: TextParts): string {
  const inner = (of: XmlElement): string =>
    of.children.map((child) => (typeof child === 'string' ? escapeHtml(child) : one(child))).join('');
  const one = (child: XmlElement): string => {
    const replaced = parts.replace(child);
    if (replaced !== undefined) return replaced;
    if (silent.has(child.name)) return '';
    if (child.name === 'img' || child.name === 'object' || child.name === 'picture') {
      // As the editor and the server take it: without what would end the attribute.
      const alt = escapeHtml((child.attributes.alt ?? '').replace(/[<>"]/g, '').trim());
      const name = parts.picture(child);
      if (name !== null) return `<img src="${pictureAddress(name)}" alt="${alt}">`;
      return alternativeOf(alt);
    }
    if (child.name === 'math') return `<math alttext="${escapeHtml((child.attributes.alttext ?? typedFormula(child)).trim())}"></math>`;
    if (child.name === 'br') return '<br>';
    const tag = same[child.name] ?? child.name;
    if (!kept.has(tag)) return inner(child);
    const { href } = child.attributes;
    return `<${tag}${tag === 'a' && href ? ` href="${escapeHtml(href)}"` : ''}>${inner(child)}</${tag}>`;
  };
  // Words beside blocks get paragraphs of their own.
  const out: string[] = [];
  let loose = '';
  const close = () => {
    if (loose.trim() !== '') out.push(`<p>${loose.trim()}</p>`);
    loose = '';
  };
  for (const child of element.children) {
    const html = typeof child === 'string' ? escapeHtml(child) : one(child);
    const [, tag] = /^\s*<(\w+)/.exec(html) ?? [];
    if (tag !== undefined && blocks.has(tag)) {
      close();
      if (html.replace(/<[^<>]*>/g, '').trim() !== '' || /<math|<img/.test(html)) out.push(html.trim());
    } else loose += html;
  }
  close();
  // A block within a paragraph ends it.
  return out
    .join('')
    .replace(/<p>\s*(?=<(?:p|ul|ol|table|blockquote|h3|h4)\b)/g, '')
    .replace(/(<\/(?:p|ul|ol|table|blockquote|h3|h4)>)\s*<\/p>/g, '$1')
    .replace(/\s+/g, ' ');
}
