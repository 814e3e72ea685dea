/** Normalizes a word for lookup: lowercase, no accents, singular. */
export function wordForm(word: string): string {
  const isPlain = /^[a-z\d]+$/i.test(word);
  const plain = (isPlain ? word : word.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();
  if (plain.length < 4 || !plain.endsWith('s') || /(ss|us|is)$/.test(plain)) return plain;
  if (plain.endsWith('ies') && plain.length > 4) return `${plain.slice(0, -3)}y`;
  return /(ss|ch|sh|x|z|o)es$/.test(plain) ? plain.slice(0, -2) : plain.slice(0, -1);
}
