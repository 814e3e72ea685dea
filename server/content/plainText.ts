import { Parser } from 'htmlparser2';

/** Elements that are drawn or run, not read. */
const unread = new Set(['svg', 'script', 'style', 'math']);

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * The visible text of some HTML, in one line. Elements are separated by a space; drawings are left out. A formula is as it was typed, a
 * picture is its alternative text.
 */
export function textOf(html: string): string {
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentag(name, { alttext = '', alt = '' }) {
      if (hidden === 0) text += ` ${name === 'math' ? alttext : name === 'img' ? alt : ''} `;
      if (unread.has(name)) hidden++;
    },
    ontext(part) {
      if (hidden === 0) text += part;
    },
    onclosetag(name) {
      if (unread.has(name)) hidden--;
      text += ' ';
    },
  });
  parser.end(html);
  return tidy(text);
}

/** Texts of the elements with these names, in order. Of nested ones, only the outer. */
export function textsOf(html: string, ...names: readonly string[]): string[] {
  const texts: string[] = [];
  let depth = 0;
  let begin = 0;
  const parser: Parser = new Parser({
    onopentagname(name) {
      if (names.includes(name) && depth++ === 0) begin = parser.startIndex;
    },
    onclosetag(name) {
      if (names.includes(name) && --depth === 0) texts.push(textOf(html.slice(begin, (parser.endIndex ?? parser.startIndex) + 1)));
    },
  });
  parser.end(html);
  return texts;
}
