import { isOneLetterOff, normaliseText, withoutLead } from '../quiz/score.ts';

/** What a typed answer is worth. `almost`: right but for its spelling. */
export type Verdict = 'right' | 'almost' | 'wrong';

/** Longer answers are not compared. */
const longest = 200;
/** Words from this length on may have one wrong letter. */
const longWord = 5;

/** A word, and what it may be the plural of: "waves", "masses", "bodies", "imanes", "luces". */
const formsOf = (word: string): string[] =>
  word.length < 4 ? [word] : [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y'), word.replace(/ces$/, 'z')];

const isSameWord = (a: string, b: string) => formsOf(a).some((one) => formsOf(b).includes(one));

const wordsOf = (text: string) => withoutLead(normaliseText(text)).split(' ');

/** Whether two names differ in case, accents, articles, hyphens or plural alone. */
function isSameName(a: readonly string[], b: readonly string[]): boolean {
  if (a.join('') === b.join('')) return true;
  return a.length === b.length && a.every((word, at) => isSameWord(word, b[at] as string));
}

/**
 * Compares a typed answer with a term. Forgives case, accents, articles and plural; and one wrong letter in a word of five letters or more,
 * unless that makes it one of the `others`.
 */
export function judge(term: string, answer: string, others: Iterable<string>): Verdict {
  if (answer.length > longest) return 'wrong';
  const [right, given] = [wordsOf(term), wordsOf(answer)];
  if (isSameName(right, given)) return 'right';
  const wrong = right.flatMap((word, at) => (isSameWord(word, given[at] ?? '') ? [] : [{ word, other: given[at] ?? '' }]));
  const [one] = wrong;
  if (right.length !== given.length || wrong.length !== 1 || !one || one.word.length < longWord) return 'wrong';
  const isSlip = formsOf(one.word).some((word) => formsOf(one.other).some((other) => isOneLetterOff(word, other)));
  if (!isSlip) return 'wrong';
  for (const other of others) if (isSameName(wordsOf(other), given)) return 'wrong';
  return 'almost';
}
