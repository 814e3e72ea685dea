import type { ItemStatistics } from '../contract/reports.ts';
import type { AnalysedItem } from '../contract/usageReports.ts';

type Flag = AnalysedItem['flags'][number];

/** With fewer students, a correlation reflects chance rather than the question (decision 020). */
export const fewestStudents = 5;

/**
 * Limits from Ebel & Frisbie (Essentials of Educational Measurement, 5th ed., 1991, ch. 13: a discrimination below 0.2 is poor) and
 * Haladyna & Downing (1993, "How many options is enough for a multiple-choice test item?": a distractor chosen by fewer than 5% does not
 * work). The rest are ours: among few students a correlation is below zero by chance, so one standard error (1/√(n − 1)) is allowed for.
 */
export const flagLimits = {
  hard: 0.25,
  easy: 0.95,
  weak: 0.2,
  unused: 0.05,
  fewest: 20,
  misconception: 0.3,
  most: 0.5,
  draws: 0.2,
  skipped: 0.2,
};

/** An item as far as the flags need it. */
type Flagged = Pick<ItemStatistics, 'asked' | 'answered' | 'facility' | 'discrimination'> & {
  /** Empty for questions without options. */
  options: readonly Pick<ItemStatistics['options'][number], 'is_answer' | 'count' | 'upper' | 'lower'>[];
};

/** What an item's figures suggest to check, most urgent first. Nothing below the fewest students that figures need. */
export function flagsOf({ asked, answered, facility, discrimination, options }: Flagged): Flag[] {
  if (asked < fewestStudents || facility === null) return [];
  const plain = (flag: Flag['flag'], is: boolean, share: Flag['share'] = null): Flag[] => (is ? [{ flag, option: null, share }] : []);
  const wrong = options.flatMap((option, at) => (option.is_answer ? [] : [{ ...option, at, share: option.count / asked }]));
  const isSingle = options.length - wrong.length === 1;
  const flagged = (flag: Flag['flag'], is: (option: (typeof wrong)[number]) => boolean): Flag[] =>
    wrong.filter(is).map(({ at, share }) => ({ flag, option: at, share }));
  const isKey = ({ upper }: (typeof wrong)[number]) => isSingle && upper !== null && upper > flagLimits.most;
  const draws = ({ upper, lower }: (typeof wrong)[number]) =>
    upper !== null && lower !== null && upper >= flagLimits.draws && upper > lower;
  // One standard error below zero.
  const chance = -1 / Math.sqrt(asked - 1);
  const skipped = (asked - answered) / asked;
  const isMiddling = facility >= flagLimits.hard && facility <= flagLimits.easy;
  return [
    ...flagged('key', isKey),
    ...plain('negative', discrimination !== null && discrimination < chance),
    ...flagged('distractor', (option) => draws(option) && !isKey(option)),
    ...plain('hard', facility < flagLimits.hard),
    ...plain('skipped', skipped >= flagLimits.skipped, skipped),
    ...flagged('misconception', (option) => option.share >= flagLimits.misconception && !draws(option) && !isKey(option)),
    ...plain(
      'weak',
      isMiddling && asked >= flagLimits.fewest && discrimination !== null && discrimination >= chance && discrimination < flagLimits.weak,
    ),
    ...plain('easy', facility > flagLimits.easy),
    ...flagged('unused', ({ share }) => isMiddling && asked >= flagLimits.fewest && share < flagLimits.unused),
  ];
}
