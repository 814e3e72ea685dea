import { Language } from '../../contract/content.ts';

/** Words of a text, with the signs inside and right after them. */
export const words = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,]*/gu) ?? [];

/** Sentences end with a period, question mark or exclamation mark before a space or the end. "3.5" and "U.S." are not ends. */
export const sentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?]["”’)]?)\s+(?=["“(¿¡]?[\p{Lu}\p{N}])/u)
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
 * Syllables of a Spanish word: i and u belong to the vowel beside them unless they have an accent, two of a, e and o are two syllables, and
 * the u of que and gue is not heard. A number counts one syllable per digit.
 */
export function spanishSyllables(word: string): number {
  const letters = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  if (/\d/.test(letters)) return letters.length;
  const heard = letters.replace(/([qg])u(?=[eiéí])/g, '$1').replace(/y$/, 'i');
  return heard.match(/[iuü]?[aeoáéó][iuü]?|[íú]|[iuü]+/g)?.length || 1;
}

/** What the formulas count in a text. */
export interface TextCounts {
  words: number;
  sentences: number;
  syllables: number;
}

export function countsOf(paragraphs: readonly string[], language_id: number = Language.english): TextCounts {
  const all = paragraphs.flatMap(words);
  const of = language_id === Language.spanish ? spanishSyllables : syllables;
  return {
    ...{ words: all.length, sentences: paragraphs.flatMap(sentences).length },
    syllables: all.reduce((sum, word) => sum + of(word), 0),
  };
}

/**
 * Grade level of an English text by the Flesch-Kincaid formula: 0.39 · words per sentence + 11.8 · syllables per word − 15.59.
 * Kincaid, Fishburne, Rogers and Chissom, Derivation of New Readability Formulas for Navy Enlisted Personnel,
 * Naval Technical Training Command, Research Branch Report 8-75 (1975).
 */
export const fleschKincaidGrade = (counts: TextCounts): number =>
  (0.39 * counts.words) / counts.sentences + (11.8 * counts.syllables) / counts.words - 15.59;

/**
 * Ease of a Spanish text by the formula of Fernández Huerta, 206.84 − 60 · syllables per word − 1.02 · words per sentence: 100 is very easy,
 * 0 very hard. Fernández Huerta, Medidas sencillas de lecturabilidad, Consigna 214, 29–32 (1959), as corrected by Law, Error in the
 * Fernandez Huerta Readability Formula (2011).
 */
export const fernandezHuertaEase = (counts: TextCounts): number =>
  206.84 - (60 * counts.syllables) / counts.words - (1.02 * counts.words) / counts.sentences;

/** The grades that a text is for. Above 12, it is a college's. */
export interface ReadingLevel {
  from: number;
  to: number;
}

/** The grades of Fernández Huerta's own table, from the easiest text. */
const gradesByEase: readonly (readonly [ease: number, from: number, to: number])[] = [
  [90, 4, 4],
  [80, 5, 5],
  [70, 6, 6],
  [60, 7, 8],
  [50, 9, 12],
];
const college = 13;

/** Fewer words say little: the formulas were made for samples of a hundred. */
const fewestWords = 100;

/** The level of a text by the formula of its language; null if the text is too short for it. */
export function readingLevel(paragraphs: readonly string[], language_id: number): ReadingLevel | null {
  const counts = countsOf(paragraphs, language_id);
  if (counts.words < fewestWords || counts.sentences === 0) return null;
  if (language_id === Language.spanish) {
    const ease = fernandezHuertaEase(counts);
    const [, from = college, to = college] = gradesByEase.find(([least]) => ease >= least) ?? [];
    return { from, to };
  }
  const grade = Math.min(college, Math.max(1, Math.round(fleschKincaidGrade(counts))));
  return { from: grade, to: grade };
}

/** Whether a text is two grades or more above those that it is meant for. */
export function isTooHard({ from }: ReadingLevel, grades: readonly string[]): boolean {
  const numbers = grades.flatMap((grade) => (/^\d{1,2}$/.test(grade.trim()) ? [Number(grade)] : /^k$/i.test(grade.trim()) ? [0] : []));
  return numbers.length > 0 && from - Math.max(...numbers) >= 2;
}
