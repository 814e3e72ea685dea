import { fewestStudents } from '../../../common/itemFlags.ts';
import { fewestDays, fewestResults, steadyWithin } from '../../../common/trendLimits.ts';
import type { Trend } from '../../../contract/progressMonitoring.ts';
import { m } from '../../paraglide/messages.js';
import { figureWords } from '../reports/words.ts';

type Verdict = 'up' | 'down' | 'steady' | 'unsure';

/** What a trend is sure of, by its 95% confidence interval. */
function verdictOf({ lower, upper }: Trend): Verdict {
  if (lower > 0) return 'up';
  if (upper < 0) return 'down';
  return Math.max(-lower, upper) <= steadyWithin ? 'steady' : 'unsure';
}

/** Points per week. */
export const rateWords = (count: number, language: string): string =>
  m.progressMonitoring_rate({ count, value: figureWords(count, language) });

interface Words {
  up: typeof m.progressMonitoring_grows;
  down: typeof m.progressMonitoring_falls;
  steady: typeof m.progressMonitoring_steady;
  /** By the sign of the estimate. */
  unsure: (rate: number) => typeof m.progressMonitoring_unsure_up;
}

function inWords(trend: Trend, language: string, words: Words): string {
  const verdict = verdictOf(trend);
  const { per_week, lower, upper } = trend;
  const write = (value: number) => figureWords(value, language);
  if (verdict === 'steady') return words.steady({ limit: write(steadyWithin) });
  // “Falling by 2, between 1 and 3”.
  if (verdict === 'down') return words.down({ rate: rateWords(-per_week, language), lower: write(-upper), upper: write(-lower) });
  const say = verdict === 'up' ? words.up : words.unsure(per_week);
  return say({ rate: rateWords(per_week, language), lower: write(lower), upper: write(upper) });
}

const needed = { results: fewestResults, days: fewestDays };

/** What the trend is and how sure. */
export const trendWords = (trend: Trend | null, language: string): string =>
  trend === null
    ? m.progressMonitoring_few(needed)
    : inWords(trend, language, {
        up: m.progressMonitoring_grows,
        down: m.progressMonitoring_falls,
        steady: m.progressMonitoring_steady,
        unsure: (rate) => (rate < 0 ? m.progressMonitoring_unsure_down : m.progressMonitoring_unsure_up),
      });

/** The same of a student's growth against the class. */
export const gainWords = (gain: Trend | null, language: string): string =>
  gain === null
    ? m.progressMonitoring_few_apart({ ...needed, students: fewestStudents })
    : inWords(gain, language, {
        up: m.progressMonitoring_gains,
        down: m.progressMonitoring_loses,
        steady: m.progressMonitoring_level,
        unsure: () => m.progressMonitoring_unsure_apart,
      });

/** Why nobody has a trend yet. */
export const noTrends = (): string => m.progressMonitoring_no_trends(needed);

/** The same in a word or two, beside the numbers. */
export const verdictWords = (trend: Trend): string =>
  ({
    up: m.progressMonitoring_up,
    down: m.progressMonitoring_down,
    steady: m.progressMonitoring_flat,
    unsure: m.progressMonitoring_unsure,
  })[verdictOf(trend)]();

/** The same against the class. */
export const gainVerdictWords = (gain: Trend): string =>
  ({
    up: m.progressMonitoring_ahead,
    down: m.progressMonitoring_behind,
    steady: m.progressMonitoring_alongside,
    unsure: m.progressMonitoring_unsure,
  })[verdictOf(gain)]();
