/**
 * Item analysis as pure functions from marks to statistics. Formulas: "Quiz statistics calculations" (Moodle developer documentation,
 * https://docs.moodle.org/dev/Quiz_statistics_calculations), which follow classical test theory (Ebel & Frisbie, Essentials of Educational
 * Measurement, 5th ed., 1991, ch. 5 and 13); groups of 27% by Kelley (1939). `null` means insufficient data.
 */

/** A statistic, or null if the data are insufficient: too few students, or no variance. Never NaN. */
export type Figure = number | null;

/** With fewer students, a correlation reflects chance rather than the question. */
export const fewestStudents = 5;
/** With fewer students, the upper, middle and lower groups would be one or two people each. */
export const fewestForGroups = 10;
const shareOfGroup = 0.27;

export interface ItemFigures {
  /** Students who were given the item. */
  asked: number;
  /** Mean mark divided by the maximum, 0 to 1: how easy it was. */
  facility: Figure;
  /** Standard deviation of the marks (n − 1). */
  sd: Figure;
  /** Correlation of the mark with the rest of the test, −1 to 1. */
  discrimination: Figure;
  /** Covariance with the rest of the test, divided by the maximum possible for these marks, at most 1. */
  efficiency: Figure;
}

export interface TestFigures {
  students: number;
  mean: Figure;
  median: Figure;
  sd: Figure;
  /** Cronbach's α. */
  alpha: Figure;
  items: ItemFigures[];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;

/** Sample covariance (n − 1) of two lists of equal length with at least two values. */
function covariance(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  return sum(a.map((value, index) => (value - meanA) * ((b[index] as number) - meanB))) / (a.length - 1);
}
const variance = (values: readonly number[]) => covariance(values, values);

/** Whether a variance is zero except for rounding. */
const isNothing = (value: number, scale: number) => value <= 1e-12 * Math.max(1, scale * scale);
const greatest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);

function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? (sorted[Math.floor(middle)] as number) : mean(sorted.slice(middle - 1, middle + 1));
}

/** Cronbach's α from the variances of items and totals; null for a single item or zero total variance. */
export const cronbachAlpha = (itemVariances: readonly number[], totalVariance: number): Figure =>
  itemVariances.length < 2 || totalVariance <= 0
    ? null
    : (itemVariances.length / (itemVariances.length - 1)) * (1 - sum(itemVariances) / totalVariance);

function itemFigures(rows: readonly (readonly (number | null)[])[], totals: readonly number[], item: number, most: number): ItemFigures {
  const marks: number[] = [];
  const rest: number[] = [];
  for (const [index, row] of rows.entries()) {
    const mark = row[item];
    if (mark === null || mark === undefined) continue;
    marks.push(mark);
    rest.push((totals[index] as number) - mark);
  }
  const asked = marks.length;
  const facility = asked === 0 || most === 0 ? null : mean(marks) / most;
  const none = { asked, facility, sd: asked < 2 ? null : Math.sqrt(variance(marks)), discrimination: null, efficiency: null };
  if (asked < fewestStudents) return none;
  const [ofMarks, ofRest] = [variance(marks), variance(rest)];
  if (isNothing(ofMarks, greatest(marks)) || isNothing(ofRest, greatest(rest))) return none;
  const together = covariance(marks, rest);
  const possible = covariance(ascending(marks), ascending(rest));
  return {
    ...none,
    discrimination: together / Math.sqrt(ofMarks * ofRest),
    efficiency: possible > 0 ? together / possible : null,
  };
}

/**
 * Statistics of a test and its items.
 *
 * @param rows marks of each student, in the order of the items; null if the item was not given. A skipped item counts 0.
 * @param maxima maximum mark of each item
 */
export function testFigures(rows: readonly (readonly (number | null)[])[], maxima: readonly number[]): TestFigures {
  const totals = rows.map((row) => sum(row.map((mark) => mark ?? 0)));
  const students = rows.length;
  const items = maxima.map((most, item) => itemFigures(rows, totals, item, most));
  const complete = rows.filter((row) => row.every((mark) => mark !== null));
  const alpha =
    complete.length < fewestStudents || isNothing(variance(totals), greatest(totals))
      ? null
      : cronbachAlpha(
          maxima.map((_, item) => variance(complete.map((row) => row[item] as number))),
          variance(complete.map((row) => sum(row as number[]))),
        );
  return {
    students,
    mean: students === 0 ? null : mean(totals),
    median: students === 0 ? null : median(totals),
    sd: students < 2 ? null : Math.sqrt(variance(totals)),
    alpha,
    items,
  };
}

/** How often an option was chosen: count for all, and shares of the upper, middle and lower groups, 0 to 1. */
export interface OptionFigures {
  option: number;
  count: number;
  upper: Figure;
  middle: Figure;
  lower: Figure;
}

/**
 * Who chose which option. The upper and lower groups are 27% each, by total mark.
 *
 * @param chosen options chosen by each student, empty if none
 * @param totals total mark of each student
 */
export function optionFigures(
  options: readonly number[],
  chosen: readonly (readonly number[])[],
  totals: readonly number[],
): OptionFigures[] {
  const ranked = chosen.map((of, index) => ({ of, total: totals[index] as number })).sort((a, b) => b.total - a.total);
  const size = Math.round(ranked.length * shareOfGroup);
  const share = (group: readonly { of: readonly number[] }[], option: number): Figure =>
    ranked.length < fewestForGroups ? null : group.filter(({ of }) => of.includes(option)).length / group.length;
  return options.map((option) => ({
    option,
    count: ranked.filter(({ of }) => of.includes(option)).length,
    upper: share(ranked.slice(0, size), option),
    middle: share(ranked.slice(size, -size), option),
    lower: share(ranked.slice(-size), option),
  }));
}
