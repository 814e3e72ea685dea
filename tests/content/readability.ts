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

export const words = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,]*/gu) ?? [];

/** Sentences end with a period, question mark or exclamation mark before a space or the end. "3.5" and "U.S." are not ends. */
export const sentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?]["”’)]?)\s+(?=["“(]?[\p{Lu}\p{N}])/u)
    .map((one) => one.trim())
    .filter((one) => words(one).length > 0);

/** Syllables of an English word, by its vowel groups. A number counts one syllable per digit. */
export function syllables(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/\d/.test(letters)) return letters.length;
  if (letters.length <= 3) return 1;
  const trimmed = letters
    .replace(/(?:[^laeiouy]es|[^dt]ed|[^laeiouy]e)$/, (ending) => (/(?:[sxz]|ch|sh|[cg])es$/.test(letters) ? ending : ending.slice(0, 1)))
    .replace(/^y/, '');
  return trimmed.match(/[aeiouy]{1,2}/g)?.length || 1;
}

/**
 * Grade level by the Flesch-Kincaid formula: 0.39 · words per sentence + 11.8 · syllables per word − 15.59.
 * Kincaid, Fishburne, Rogers and Chissom, Derivation of New Readability Formulas for Navy Enlisted Personnel,
 * Naval Technical Training Command, Research Branch Report 8-75 (1975).
 */
export function fleschKincaidGrade(paragraphs: readonly string[]): number {
  const all = paragraphs.flatMap(words);
  const count = paragraphs.flatMap(sentences).length;
  const syllableCount = all.reduce((sum, word) => sum + syllables(word), 0);
  return (0.39 * all.length) / count + (11.8 * syllableCount) / all.length - 15.59;
}

/** Mean words per sentence. */
export const sentenceLength = (paragraphs: readonly string[]): number =>
  paragraphs.flatMap(words).length / paragraphs.flatMap(sentences).length;
