import { hash } from 'node:crypto';
import { DomUtils, ElementType, Parser, parseDocument } from 'htmlparser2';
import { pictureAddress, replacePictures } from '../../common/authoring/richQuestion.ts';
import { Language } from '../../contract/content.ts';
import { cleanQuestionText } from './richText.ts';

/** Parts of stored texts that their form shows and does not change, by name: drawings, and lines to write on. */
export type Drawings = Record<string, string>;

const nameOf = (html: string) => hash('sha256', html, 'hex').slice(0, 32);
const isDrawing = (name: string, attribs: Readonly<Record<string, string>>) =>
  name === 'figure' || name === 'svg' || (name === 'div' && attribs.class === 'write-lines');

/** Where the drawings of a stored text begin and end. Of nested ones, only the outer. */
function drawingsIn(html: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  const open: { name: string; isDrawing: boolean; from: number }[] = [];
  const parser: Parser = new Parser({
    onopentag: (name, attribs) => void open.push({ name, isDrawing: isDrawing(name, attribs), from: parser.startIndex }),
    onclosetag: (name) => {
      const last = open.pop();
      if (last?.name === name && last.isDrawing && !open.some((outer) => outer.isDrawing))
        found.push({ from: last.from, to: (parser.endIndex ?? parser.startIndex) + 1 });
    },
  });
  parser.end(html);
  return found;
}

/** What a drawing says in words. */
function alternativeOf(html: string, language_id: number): string {
  const document = parseDocument(html);
  const [svg] = DomUtils.getElementsByTagName('svg', document);
  if (!svg) {
    const lines = DomUtils.getElementsByTagName('div', document).length - 1;
    return language_id === Language.spanish ? `Líneas para escribir: ${lines}` : `Lines to write on: ${lines}`;
  }
  const title = svg.children.find((node) => ElementType.isTag(node) && (node as typeof svg).name === 'title');
  return (svg.attribs['aria-label'] ?? (title ? DomUtils.textContent(title) : '')).replace(/[<>"&]/g, '').trim();
}

/** Headings move by one level: the form's are the third and the fourth. */
export const lowered = (html: string) => html.replace(/<(\/?)h3\b[^<>]*>/g, '<$1h4>').replace(/<(\/?)h2\b[^<>]*>/g, '<$1h3>');
export const raised = (html: string) => html.replace(/<(\/?)h3>/g, '<$1h2>').replace(/<(\/?)h4>/g, '<$1h3>');

/** The rows of a table stand in one body, whose first row names its columns. */
const oneBody = (html: string) =>
  html
    .replace(/<\/?(?:thead|tbody)>\s*/g, '')
    .replace(/<table>\s*/g, '<table><tbody>')
    .replaceAll('</table>', '</tbody></table>');

const picture = (name: string, alt: string) => `<img src="${pictureAddress(name)}" alt="${alt}">`;

/** A stored text as its form has it. Adds its drawings to `drawings`. */
export function toForm(html: string, language_id: number, drawings: Drawings): string {
  let text = '';
  let from = 0;
  for (const found of drawingsIn(html)) {
    const drawing = html.slice(found.from, found.to);
    const name = nameOf(drawing);
    drawings[name] = drawing;
    text += `${html.slice(from, found.from)}<p>${picture(name, alternativeOf(drawing, language_id))}</p>`;
    from = found.to;
  }
  const all = text + html.slice(from);
  return cleanQuestionText(oneBody(lowered(all)), () => true).replace(/>\n+</g, '><');
}

/** Takes drawings out of the paragraphs around them. The words before and after one get paragraphs of their own. */
const unwrapped = (html: string, drawings: Readonly<Drawings>) =>
  html.replace(/<p>((?:(?!<\/?p>)[\s\S])*)<\/p>/g, (paragraph, inner: string) => {
    const split = replacePictures(inner, (name, alt) =>
      drawings[name] === undefined ? picture(name, alt) : `</p>${picture(name, alt)}<p>`,
    );
    return split === inner ? paragraph : `<p>${split}</p>`.replace(/<p>\s*<\/p>/g, '');
  });

/** A drawing with another alternative text than its own. */
function described(drawing: string, alt: string, language_id: number): string {
  if (alt === '' || alt === alternativeOf(drawing, language_id)) return drawing;
  return drawing.replace(/ aria-label(?:ledby)?="[^"]*"/, ` aria-label="${alt}"`);
}

/**
 * The text of a form as it is stored. What was not changed is not written anew, because the course's texts may have what the form cannot
 * show.
 *
 * @param stored what is stored now
 */
export function fromForm(text: string, stored: string, language_id: number, drawings: Readonly<Drawings>): string {
  if (text === toForm(stored, language_id, {})) return stored;
  return replacePictures(unwrapped(raised(text), drawings), (name, alt) => {
    const drawing = drawings[name];
    return drawing === undefined ? picture(name, alt) : described(drawing, alt, language_id);
  });
}
