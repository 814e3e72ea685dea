import { wordForm } from './wordForm.ts';

/** Where a text uses a name: the characters from `from` to before `to`. */
export interface Mention<Key> {
  key: Key;
  from: number;
  to: number;
}

/** The words of a text in their order: normalized for lookup, with their places. */
const wordsIn = (text: string) =>
  [...text.matchAll(/[\p{L}\p{M}\d]+/gu)].map(({ 0: word, index }) => ({ form: wordForm(word), from: index, to: index + word.length }));

/**
 * Finds where a text uses some names, ignoring case, accents and plurals. Of names that begin at the same word, the longest counts: "kinetic
 * energy" is not also "energy". Time grows with the length of the text alone.
 */
export function mentionFinder<Key>(names: Iterable<readonly [Key, name: string]>): (text: string) => Mention<Key>[] {
  const byFirst = new Map<string, { key: Key; forms: string[] }[]>();
  for (const [key, name] of names) {
    const forms = wordsIn(name).map(({ form }) => form);
    const [first] = forms;
    if (first === undefined) continue;
    byFirst.set(
      first,
      [...(byFirst.get(first) ?? []), { key, forms }].sort((a, b) => b.forms.length - a.forms.length),
    );
  }
  return (text) => {
    const mentions: Mention<Key>[] = [];
    const words = wordsIn(text);
    for (let at = 0; at < words.length; ) {
      const first = words[at] as (typeof words)[number];
      const found = byFirst.get(first.form)?.find(({ forms }) => forms.every((form, index) => form === words[at + index]?.form));
      const length = found?.forms.length ?? 1;
      if (found) mentions.push({ key: found.key, from: first.from, to: (words[at + length - 1] as typeof first).to });
      at += length;
    }
    return mentions;
  };
}
