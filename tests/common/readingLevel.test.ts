import { describe, expect, it } from 'vitest';
import {
  countsOf,
  fernandezHuertaEase,
  fleschKincaidGrade,
  isTooHard,
  readingLevel,
  sentences,
  spanishSyllables,
} from '../../common/authoring/readingLevel.ts';
import { Language } from '../../contract/content.ts';

describe('the formulas', () => {
  // Counts and values as the tests of textstat (MIT, github.com/textstat/textstat) publish them for its three English texts.
  it.each([
    [{ words: 5, sentences: 1, syllables: 7 }, 2.88, 117.74],
    [{ words: 99, sentences: 11, syllables: 136 }, 4.13, 115.236],
    [{ words: 372, sentences: 17, syllables: 519 }, 9.407, 100.81],
  ])('give published values: %o', (counts, grade, ease) => {
    expect(fleschKincaidGrade(counts)).toBeCloseTo(grade, 3);
    expect(fernandezHuertaEase(counts)).toBeCloseTo(ease, 3);
  });
  it('give the grade that is published for a well-known sentence', () => {
    // 13 words, 24 syllables, grade 11.3: Wikipedia, Flesch–Kincaid readability tests.
    const counts = countsOf(['The Australian platypus is seemingly a hybrid of a mammal and reptilian creature.']);
    expect([counts.words, counts.sentences]).toEqual([13, 1]);
    expect(fleschKincaidGrade({ ...counts, syllables: 24 })).toBeCloseTo(11.3, 1);
    expect(Math.abs(counts.syllables - 24)).toBeLessThanOrEqual(1);
  });
});

describe('Spanish', () => {
  it.each(
    Object.entries({
      ...{ río: 2, país: 2, ciudad: 2, agua: 2, leíamos: 4, buey: 1, muy: 1, y: 1, océano: 4, cuidado: 3, guitarra: 3 },
      ...{ pingüino: 3, queso: 2, mediodía: 4, experiencia: 4, viuda: 2, oía: 3, leer: 2, aéreo: 4, baúl: 2, '25': 2, constituyeron: 5 },
    }),
  )('%s has as many syllables as one hears', (word, count) => expect(spanishSyllables(word)).toBe(count));
  it('has sentences that begin with ¿ or ¡', () => expect(sentences('Llueve. ¿Hace frío? ¡Sí!')).toHaveLength(3));
});

describe('the level of a text', () => {
  const often = (text: string, times: number) => Array.from({ length: times }, () => text).join(' ');
  it('is a grade in English, and one of the table in Spanish', () => {
    expect(readingLevel([often('The cat sat on the mat.', 20)], Language.english)).toEqual({ from: 1, to: 1 });
    const hard =
      'Electromagnetic radiation continuously transfers considerable quantities of energy throughout interplanetary environments.';
    expect(readingLevel([often(hard, 10)], Language.english)).toEqual({ from: 13, to: 13 });
    expect(readingLevel([often('El sol da luz y calor.', 20)], Language.spanish)).toEqual({ from: 4, to: 4 });
    const normal = 'Las partículas del gas chocan siempre contra las paredes interiores del recipiente que las contiene.';
    expect(readingLevel([often(normal, 10)], Language.spanish)).toEqual({ from: 7, to: 8 });
    const long = 'La radiación electromagnética transfiere continuamente considerables cantidades de energía interplanetaria.';
    expect(readingLevel([often(long, 12)], Language.spanish)).toEqual({ from: 13, to: 13 });
  });
  it('is not said of a short text', () => {
    expect(readingLevel([often('The cat sat on the mat.', 16)], Language.english)).toBeNull();
    expect(readingLevel([], Language.spanish)).toBeNull();
  });
  it('is too hard two grades above the highest that the item is for', () => {
    expect(isTooHard({ from: 9, to: 9 }, ['6', '7'])).toBe(true);
    expect(isTooHard({ from: 8, to: 8 }, ['6', '7'])).toBe(false);
    expect(isTooHard({ from: 2, to: 2 }, ['K'])).toBe(true);
    expect(isTooHard({ from: 13, to: 13 }, [])).toBe(false);
  });
});
