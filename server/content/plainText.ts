import { Parser } from 'htmlparser2';

/** What is drawn or run, and not read. */
const unread = new Set(['svg', 'script', 'style']);

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Text of some HTML as a reader sees it, in one line; elements are told apart by a space, drawings are left out. */
export function textOf(html: string): string {
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (unread.has(name)) hidden++;
      text += ' ';
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

/** Texts of the elements with these names, in their order; of one within another, the outer alone. */
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
