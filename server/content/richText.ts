import sanitizeHtml from 'sanitize-html';
import { formulaMarkup, longestFormula } from '../../common/authoring/formulaText.ts';
import { pictureAddress } from '../../common/authoring/richQuestion.ts';
import { linkAddress, linkProtocols, listStart, listTypes, questionTags, richTextTags } from '../../common/richText.ts';
import { pictureName } from '../../contract/authoring.ts';

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

const longestAlternative = 500;
/** An element that does not remain. */
const nothing: sanitizeHtml.Tag = { tagName: 'span', attribs: {} };

/** A picture keeps its name and its alternative text, in this order. One with an address keeps nothing. */
const pictureOf =
  (isKnown: (picture_id: string) => boolean): sanitizeHtml.Transformer =>
  (_, { src = '', alt = '' }) => {
    const name = src.replace(pictureAddress(''), '');
    if (src !== pictureAddress(name) || !pictureName.test(name) || !isKnown(name)) return nothing;
    return { tagName: 'img', attribs: { src, alt: alt.replace(/[<>"]/g, '').slice(0, longestAlternative) } };
  };

/** A formula keeps what was typed. What it looks like follows from that, so no markup of another origin remains. */
const formula: sanitizeHtml.Transformer = (_, { alttext = '' }) =>
  alttext.trim() === '' ? nothing : { tagName: 'math', attribs: { alttext: alttext.slice(0, longestFormula) } };

const unescapes: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const drawnFormulas = (html: string) =>
  html.replace(/<math alttext="([^"<>]*)">(?:(?!<\/math>)[\s\S])*<\/math>/g, (_, text: string) =>
    formulaMarkup(text.replace(/&(amp|lt|gt|quot);/g, (_sign, name: string) => unescapes[name] as string)),
  );

/**
 * Sanitizes formatted text to HTML with only paragraphs, lists, emphasis and links. Other tags are removed and their text stays, except
 * inside scripts, drawings and form fields. Empty if no words remain.
 */
export function cleanRichText(html: string, given: sanitizeHtml.IOptions = rules): string {
  let hasWords = false;
  const textFilter = (text: string) => {
    hasWords ||= text.trim() !== '';
    return text;
  };
  // Removing a tag may leave invalid nesting, which the second pass fixes.
  const clean = sanitizeHtml(sanitizeHtml(html, given), { ...given, textFilter });
  return hasWords || /<(?:img|math) /.test(clean) ? clean.replaceAll('<br />', '<br>') : '';
}

/**
 * Same as `cleanRichText` for the text of a question, which may also have tables, formulas, and pictures that `isKnown` names.
 */
export const cleanQuestionText = (html: string, isKnown: (picture_id: string) => boolean): string =>
  drawnFormulas(
    cleanRichText(html, {
      ...rules,
      allowedTags: [...richTextTags, ...questionTags],
      allowedAttributes: { ...rules.allowedAttributes, img: ['src', 'alt'], math: ['alttext'], th: ['scope'] },
      allowedSchemesByTag: { img: [] },
      nonTextTags: (rules.nonTextTags ?? []).filter((tag) => tag !== 'math'),
      transformTags: {
        ...rules.transformTags,
        img: pictureOf(isKnown),
        math: formula,
        th: () => ({ tagName: 'th', attribs: { scope: 'col' } }),
      },
    }),
  ).replace(/(<img [^<>]*?) \/>/g, '$1>');
