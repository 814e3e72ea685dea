import { DomUtils, parseDocument } from 'htmlparser2';
import type { ItemBody } from '../../contract/content.ts';

const named = ['aria-label', 'aria-labelledby', 'aria-hidden'];

/** Whether pictures and drawings in some HTML say in words what they show, or that they show nothing. */
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

/** The parts of an item that are HTML. */
function htmlOf(body: ItemBody): readonly string[] {
  if (body.kind === 'html') return [body.html];
  if (body.kind === 'pages') return body.pages;
  return body.kind === 'interactive' ? [body.instructions_html] : [];
}

/** Whether pictures of an item say in words what they show. */
export function hasTextAlternatives(body: ItemBody): boolean {
  if (body.kind === 'interactive' && body.text_alternative_html.trim() === '') return false;
  if ('captions' in body && body.captions.length === 0) return false;
  return htmlOf(body).every(isDescribed);
}
