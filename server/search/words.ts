/** Normalizes a word for lookup: lowercase, no accents, singular. */
export function wordForm(word: string): string {
  const isPlain = /^[a-z\d]+$/i.test(word);
  const plain = (isPlain ? word : word.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();
  if (plain.length < 4 || !plain.endsWith('s') || /(ss|us|is)$/.test(plain)) return plain;
  if (plain.endsWith('ies') && plain.length > 4) return `${plain.slice(0, -3)}y`;
  return /(ss|ch|sh|x|z|o)es$/.test(plain) ? plain.slice(0, -2) : plain.slice(0, -1);
}

/** Stop words. */
const emptyWords = new Set(
  'a an the of and or to in on for with how what why is are do does el la los las un una de del y o en con para como que por es son'.split(
    ' ',
  ),
);
/** Normalized words of a text without stop words, or all of them if nothing else is left. */
export function wordsOf(text: string): string[] {
  const all = [...text.matchAll(/[\p{L}\p{M}\d]+/gu)].map(([word]) => wordForm(word));
  const telling = all.filter((word) => !emptyWords.has(word));
  return [...new Set(telling.length > 0 ? telling : all)];
}
