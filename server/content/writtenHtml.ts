import { hash } from 'node:crypto';
import { pictureAddress, replacePictures } from '../../common/authoring/richQuestion.ts';
import { escapeHtml } from '../../common/escapeHtml.ts';
import { pictureName } from '../../contract/authoring.ts';
import { lowered, raised } from './authoredText.ts';
import { Fault } from './findings.ts';
import type { Figures } from './markdown.ts';
import { cleanQuestionText } from './richText.ts';

/** A text of a course that begins with this line is HTML: the export writes so what Markdown has no sign for. */
const mark = '<!--html-->\n';

export const htmlText = (html: string): string => `${mark}${html}`;
/** The HTML of such a text; null: it is Markdown. */
export const htmlIn = (text: string): string | null => {
  const begun = text.trimStart();
  return begun.startsWith(mark) ? begun.slice(mark.length).trim() : null;
};

/** A drawing in such a text, with the figure around it if it has one; or lines to write on. */
const parts =
  /(<figure class="figure">)?<img src="([a-z0-9._-]+\.svg)" alt="([^"<>]*)">((?:<figcaption>[^<>]*<\/figcaption>)?<\/figure>)?|<div class="write-lines">(?:<div><\/div>)*<\/div>/g;

/** An attribute's text without its references. */
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '"');

/**
 * Reads HTML of a course: sanitized like the texts that administrators write, with drawings from files, and lines to write on.
 *
 * @param isItem whether its headings are those of an item, one level above those of questions
 * @param isPicture whether the course has a picture of this name
 * @throws Fault for a picture that the course does not have
 */
export function readHtml(html: string, figures: Figures, isItem: boolean, isPicture: (picture_id: string) => boolean): string {
  const kept = new Map<string, string>();
  const keep = (part: string) => {
    const name = hash('sha256', part, 'hex').slice(0, 32);
    kept.set(name, part);
    return `<img src="${pictureAddress(name)}" alt="">`;
  };
  const marked = html.replace(parts, (part, open = '', name?: string, alt = '', close = '') =>
    keep(name === undefined ? part : `${open}${figures(name, plain(alt))}${close}`),
  );
  const clean = cleanQuestionText(isItem ? lowered(marked) : marked, (name) => {
    if (!kept.has(name) && (!pictureName.test(name) || !isPicture(name))) throw new Fault('pictureMissing', { value: name });
    return true;
  });
  return replacePictures(
    isItem ? raised(clean) : clean,
    (name, alt) => kept.get(name) ?? `<img src="${pictureAddress(name)}" alt="${alt}">`,
  );
}

/** The HTML of a file, from a text of the catalog. `place` puts a drawing into a file, and names it. */
export function fileHtml(html: string, place: (svg: string) => { name: string; alt: string }): string {
  return html.replace(/<svg\b(?:(?!<svg\b)[\s\S])*?<\/svg>/g, (svg) => {
    const { name, alt } = place(svg);
    return `<img src="${name}" alt="${escapeHtml(alt)}">`;
  });
}
