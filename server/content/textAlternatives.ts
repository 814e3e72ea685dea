import { DomUtils, parseDocument } from 'htmlparser2';
import type { ItemBody } from '../../contract/content.ts';

const named = ['aria-label', 'aria-labelledby', 'aria-hidden'];

/** Whether every picture and drawing in some HTML has a text alternative or is marked as decorative. */
function isDescribed(html: string): boolean {
  const document = parseDocument(html);
  const within = DomUtils.getElementsByTagName;
  return (
    within('img', document).every(({ attribs }) => 'alt' in attribs) &&
    within('svg', document).every((drawing) =>
      within('*', drawing)
        .concat(drawing)
        .some(({ name, attribs }) => name === 'title' || named.some((attribute) => attribute in attribs)),
    )
  );
}

/** The HTML parts of an item. */
function htmlOf(body: ItemBody): readonly string[] {
  if (body.kind === 'html') return [body.html];
  if (body.kind === 'pages') return body.pages;
  return body.kind === 'interactive' ? [body.instructions_html] : [];
}

/** Whether all pictures of an item have a text alternative. */
export function hasTextAlternatives(body: ItemBody): boolean {
  if (body.kind === 'interactive' && body.text_alternative_html.trim() === '') return false;
  if ('captions' in body && body.captions.length === 0) return false;
  return htmlOf(body).every(isDescribed);
}
