import { wordForm } from '../../common/wordForm.ts';

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
