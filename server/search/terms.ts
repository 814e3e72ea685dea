import type { ItemBody } from '../../contract/content.ts';
import { textOf, textsOf } from '../content/plainText.ts';
import { wordsOf } from './words.ts';

/** Enough to find an item by topic. All words of all bodies would take too much memory and match too much. */
const mostTerms = 24;
/** A word that occurs this often is a topic of the text. */
const often = 3;
const shortest = 5;

/** The text of a body, as HTML; empty if it has none. */
export function htmlOf(body: ItemBody): string {
  switch (body.kind) {
    case 'html':
      return body.html;
    case 'pages':
      return body.pages.join(' ');
    case 'video':
    case 'film':
      return body.captions.map((caption) => caption.text).join(' ');
    case 'interactive':
      return `${body.instructions_html} ${body.text_alternative_html}`;
    case 'data':
      return `${body.task_html} <strong>${body.columns.map((column) => column.label).join(' ')}</strong>`;
    case 'link':
    case 'file':
      return body.why_html;
    case 'quiz':
      return body.intro_html;
    default:
      return '';
  }
}

/** Key words of a body: headings, bold terms, and frequent words. */
export function termsOf(body: ItemBody): string[] {
  const html = htmlOf(body);
  const marked = textsOf(html, 'h2', 'h3', 'h4', 'strong', 'th').join(' ');
  const counts = new Map<string, number>();
  for (const [text] of textOf(html).matchAll(/[\p{L}\p{M}]+/gu))
    for (const word of wordsOf(text)) if (word.length >= shortest) counts.set(word, (counts.get(word) ?? 0) + 1);
  const repeated = [...counts].filter(([, count]) => count >= often).toSorted(([, a], [, b]) => b - a);
  return [...new Set([...repeated.slice(0, mostTerms / 2).map(([word]) => word), ...wordsOf(marked)])].slice(0, mostTerms);
}
