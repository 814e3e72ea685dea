import type { StudentReport } from '../../../contract/studentReports.ts';

type Standard = StudentReport['standards'][number];

/**
 * What is said of a standard, by the share of its points in percent. Ours: with fewer questions, one slip decides. Between the two limits the
 * student is on the way.
 */
export const familyLimits = { fewest: 3, well: 80, practice: 60 };

/** The share of the points in whole percent. */
export const percentIn = ({ points, max_points }: Pick<Standard, 'points' | 'max_points'>): number =>
  max_points === 0 ? 0 : Math.round((100 * points) / max_points);

/** Standards with enough questions: what went well, from the best; what to practice, from the weakest; and what is in between. */
export function strengths(standards: readonly Standard[]) {
  const known = standards.filter(({ questions }) => questions >= familyLimits.fewest);
  const best = known.toSorted((a, b) => percentIn(b) - percentIn(a));
  return {
    well: best.filter((one) => percentIn(one) >= familyLimits.well),
    growing: best.filter((one) => percentIn(one) < familyLimits.well && percentIn(one) >= familyLimits.practice),
    practice: best.filter((one) => percentIn(one) < familyLimits.practice).toReversed(),
  };
}

type Assignment = StudentReport['assignments'][number];

/** Where the student stands with the due date of an assignment; each is in one of the four. */
export const standingOf = ({ state, is_late, is_missing }: Assignment): 'onTime' | 'late' | 'missing' | 'open' =>
  is_missing ? 'missing' : state !== 'completed' ? 'open' : is_late ? 'late' : 'onTime';
