import { sentences, words } from '../../common/authoring/readingLevel.ts';

/** Paragraphs of an HTML page as plain text: prose only, without headings, lists, tables and figures. */
export function proseOf(html: string): string[] {
  const flow = html.replace(/<(figure|table|ul|ol|h\d)\b[\s\S]*?<\/\1>/g, '');
  return [...flow.matchAll(/<p>([\s\S]*?)<\/p>/g)].map(([, inner]) => plain(inner as string));
}

/** Text of an HTML page, without its diagrams. */
export const plain = (html: string): string =>
  html
    .replace(/<svg\b[\s\S]*?<\/svg>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

/** Mean words per sentence. */
export const sentenceLength = (paragraphs: readonly string[]): number =>
  paragraphs.flatMap(words).length / paragraphs.flatMap(sentences).length;
