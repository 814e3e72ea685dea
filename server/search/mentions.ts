import { wordForm } from './words.ts';

/** All words of a text in their order, normalized for lookup. */
const wordsIn = (text: string) => [...text.matchAll(/[\p{L}\p{M}\d]+/gu)].map(([word]) => wordForm(word));

/**
 * Counts how often a text uses each of some names, ignoring case, accents and plurals. Of names that begin at the same word, the longest
 * counts: "kinetic energy" is not also "energy". Time grows with the length of the text alone.
 */
export function mentionCounter<Key>(names: Iterable<readonly [Key, name: string]>): (text: string) => Map<Key, number> {
  const byFirst = new Map<string, { key: Key; words: string[] }[]>();
  for (const [key, name] of names) {
    const words = wordsIn(name);
    const [first] = words;
    if (first === undefined) continue;
    byFirst.set(
      first,
      [...(byFirst.get(first) ?? []), { key, words }].sort((a, b) => b.words.length - a.words.length),
    );
  }
  return (text) => {
    const counts = new Map<Key, number>();
    const words = wordsIn(text);
    for (let at = 0; at < words.length; ) {
      const found = byFirst.get(words[at] as string)?.find((name) => name.words.every((word, index) => word === words[at + index]));
      if (found) counts.set(found.key, (counts.get(found.key) ?? 0) + 1);
      at += found?.words.length ?? 1;
    }
    return counts;
  };
}
