import { describe, expect, it } from 'vitest';
import type { Trend } from '../../contract/progressMonitoring.ts';
import { m } from '../../src/paraglide/messages.js';
import { overwriteGetLocale } from '../../src/paraglide/runtime.js';
import { gainVerdictWords, gainWords, trendWords, verdictWords } from '../../src/views/progressMonitoring/trendWords.ts';

const trend = (per_week: number, lower: number, upper: number): Trend => ({ results: 8, per_week, lower, upper });

describe('the words of a trend', () => {
  it.each<[of: string, trend: Trend, words: string, short: string, gain: string, shortGain: string]>([
    [
      'sure growth',
      trend(2, 1, 3.2),
      'Growing by about 2 points a week (between 1 and 3.2)',
      m.progressMonitoring_up(),
      'Gaining about 2 points a week on the class (between 1 and 3.2)',
      m.progressMonitoring_ahead(),
    ],
    [
      'a sure decline, in positive numbers',
      trend(-1, -1.5, -0.5),
      'Falling by about 1 point a week (between 0.5 and 1.5)',
      m.progressMonitoring_down(),
      'Falling behind the class by about 1 point a week (between 0.5 and 1.5)',
      m.progressMonitoring_behind(),
    ],
    [
      'what might be growth',
      trend(2, -1, 5),
      'About 2 points a week, between -1 and 5: too uncertain to call growth',
      m.progressMonitoring_unsure(),
      'About 2 points a week against the class, between -1 and 5: too uncertain to call a difference',
      m.progressMonitoring_unsure(),
    ],
    [
      'what might be a decline',
      trend(-2, -5, 0),
      'About -2 points a week, between -5 and 0: too uncertain to call a decline',
      m.progressMonitoring_unsure(),
      'About -2 points a week against the class, between -5 and 0: too uncertain to call a difference',
      m.progressMonitoring_unsure(),
    ],
    [
      'no change that matters, surely',
      trend(0.1, -0.3, 0.5),
      'Steady: less than 0.5 points a week up or down',
      m.progressMonitoring_flat(),
      'Keeping up with the class: less than 0.5 points a week apart',
      m.progressMonitoring_alongside(),
    ],
  ])('%s', (_, of, words, short, gain, shortGain) => {
    expect([trendWords(of, 'en'), verdictWords(of), gainWords(of, 'en'), gainVerdictWords(of)]).toEqual([words, short, gain, shortGain]);
  });

  it('say what is missing', () => {
    expect(trendWords(null, 'en')).toBe('Not enough data for a trend: it takes 5 results over 14 days');
    expect(gainWords(null, 'en')).toMatch(/^Not enough data to compare .* 5 results over 14 days .* 5 students/);
  });

  it('write numbers in Spanish', () => {
    overwriteGetLocale(() => 'es');
    expect(trendWords(trend(1.5, -0.5, 3.5), 'es')).toBe(
      'Cerca de 1,5 puntos por semana, entre -0,5 y 3,5: demasiado incierto para hablar de una mejora',
    );
    overwriteGetLocale(() => 'en');
  });
});
