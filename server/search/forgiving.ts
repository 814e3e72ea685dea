import MiniSearch, { type Options } from 'minisearch';
import { wordsOf } from './words.ts';

/** Letters that may be wrong in a word. Two that changed places are two, and only a long word is still the same after two. */
const mostTypos = (word: string, typos: number) => Math.min(typos, word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

/**
 * A search over documents in memory that forgives wrong letters only if nothing fits without. Returns ids, best first; none for a text
 * without words.
 * @param boost weight of a field; default 1
 */
export function forgivingSearch<T>(
  documents: readonly T[],
  { boost, ...options }: Pick<Options<T>, 'idField' | 'fields'> & { boost: Readonly<Record<string, number>> },
): (text: string) => (string | number)[] {
  const index = new MiniSearch<T>({ ...options, tokenize: wordsOf, processTerm: (word) => word });
  index.addAll(documents);
  return (text) => {
    const words = wordsOf(text);
    if (words.length === 0) return [];
    for (const typos of [0, 1, 2]) {
      const found = index.search(
        { queries: words, combineWith: 'AND' },
        {
          boost: { ...boost },
          prefix: (word) => word.length > 2,
          fuzzy: (word) => mostTypos(word, typos),
          weights: { fuzzy: 0.4, prefix: 0.6 },
        },
      );
      if (found.length > 0) return found.map(({ id }) => id as string | number);
    }
    return [];
  };
}
