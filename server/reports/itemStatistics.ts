import { fewestStudents } from '../../common/itemFlags.ts';

/**
 * Item analysis as pure functions from marks to statistics. Formulas: "Quiz statistics calculations" (Moodle developer documentation,
 * https://docs.moodle.org/dev/Quiz_statistics_calculations), which follow classical test theory (Ebel & Frisbie, Essentials of Educational
 * Measurement, 5th ed., 1991, ch. 5 and 13); groups of 27% by Kelley (1939). `null` means insufficient data.
 */

/** A statistic, or null if the data are insufficient: too few students, or no variance. Never NaN. */
export type Figure = number | null;

/** With fewer students, the upper, middle and lower groups would be one or two people each. */
export const fewestForGroups = 10;
const shareOfGroup = 0.27;

export interface ItemFigures {
  /** Students who were given the item. */
  asked: number;
  /** Mean mark divided by the maximum, 0 to 1: how easy it was. */
  facility: Figure;
  /** Standard error of the facility. */
  error: Figure;
  /** Standard deviation of the marks (n − 1). */
  sd: Figure;
  /** Correlation of the mark with the rest of the test, −1 to 1. */
  discrimination: Figure;
  /** Covariance with the rest of the test, divided by the maximum possible for these marks, at most 1. */
  efficiency: Figure;
  /** Effective weight: the item's share of the variation of the totals, 0 to 1. */
  weight: Figure;
}

export interface TestFigures {
  students: number;
  mean: Figure;
  median: Figure;
  sd: Figure;
  /** Cronbach's α. */
  alpha: Figure;
  /** Standard error of measurement of a total. */
  error: Figure;
  items: ItemFigures[];
}

/** Students with the same total. `isComplete`: they were given every item. */
export interface Totals {
  total: number;
  isComplete: boolean;
  count: number;
}
/** Students with the same mark in an item and the same total. */
export interface Marks extends Totals {
  mark: number;
}
/** Two values that `count` students have in common. */
type Pair = readonly [a: number, b: number, count: number];

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const countOf = (some: readonly { count: number }[]) => sum(some.map(({ count }) => count));
const meanOf = (some: readonly { count: number }[], values: readonly number[]) =>
  sum(values.map((value, at) => value * (some[at]?.count ?? 0))) / countOf(some);

/** Sample covariance (n − 1) of at least two pairs. */
function covariance(pairs: readonly Pair[]): number {
  const n = sum(pairs.map(([, , count]) => count));
  const meanA = sum(pairs.map(([a, , count]) => a * count)) / n;
  const meanB = sum(pairs.map(([, b, count]) => b * count)) / n;
  return sum(pairs.map(([a, b, count]) => (a - meanA) * (b - meanB) * count)) / (n - 1);
}
const varianceOf = (some: readonly { count: number }[], values: readonly number[]) =>
  covariance(some.map(({ count }, at) => [values[at] as number, values[at] as number, count]));

/** Pairs the lowest with the lowest and so on: the greatest covariance that these values can have. */
function inOrder(pairs: readonly Pair[]): Pair[] {
  const ascending = (at: 0 | 1) => pairs.map((pair) => ({ value: pair[at], left: pair[2] })).toSorted((a, b) => a.value - b.value);
  const [as, bs] = [ascending(0), ascending(1)];
  const paired: Pair[] = [];
  for (let [a, b] = [0, 0]; a < as.length && b < bs.length; ) {
    const [one, other] = [as[a], bs[b]] as [(typeof as)[number], (typeof bs)[number]];
    const count = Math.min(one.left, other.left);
    paired.push([one.value, other.value, count]);
    one.left -= count;
    other.left -= count;
    if (one.left === 0) a++;
    if (other.left === 0) b++;
  }
  return paired;
}

/** Whether a variance is zero except for rounding. */
const isNothing = (value: number, scale: number) => value <= 1e-12 * Math.max(1, scale * scale);
const greatest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** The median of totals, of which some are counted. At least one. */
export function medianOf(totals: readonly Omit<Totals, 'isComplete'>[]): number {
  const sorted = totals.toSorted((a, b) => a.total - b.total);
  const middle = (countOf(sorted) - 1) / 2;
  /** The total of the student at a place, from 0. */
  const at = (place: number): number => {
    let next = 0;
    for (const { total, count } of sorted) {
      next += count;
      if (place < next) return total;
    }
    return 0;
  };
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
}

/** Cronbach's α from the variances of items and totals; null for a single item or zero total variance. */
export const cronbachAlpha = (itemVariances: readonly number[], totalVariance: number): Figure =>
  itemVariances.length < 2 || totalVariance <= 0
    ? null
    : (itemVariances.length / (itemVariances.length - 1)) * (1 - sum(itemVariances) / totalVariance);

/** Standard error of measurement: how far a student's total is from what many such tests would give, on average. */
export const standardError = (sd: Figure, alpha: Figure): Figure => (sd === null || alpha === null ? null : sd * Math.sqrt(1 - alpha));

/** Figures of an item except its weight, for which the covariance with the total is returned. */
function itemFigures(marks: readonly Marks[], most: number): Omit<ItemFigures, 'weight'> & { withTotal: Figure } {
  const asked = countOf(marks);
  const values = marks.map(({ mark }) => mark);
  const sd = asked < 2 ? null : Math.sqrt(varianceOf(marks, values));
  const none = {
    asked,
    facility: asked === 0 || most === 0 ? null : meanOf(marks, values) / most,
    error: sd === null || most === 0 ? null : sd / (most * Math.sqrt(asked)),
    sd,
    discrimination: null,
    efficiency: null,
  };
  if (asked < fewestStudents) return { ...none, withTotal: null };
  const totals = marks.map(({ total }) => total);
  const exactly = covariance(marks.map(({ mark, total, count }) => [mark, total, count]));
  // Rounding must not decide the sign, on which the weight depends.
  const withTotal = isNothing(Math.abs(exactly), greatest([...values, ...totals])) ? 0 : exactly;
  const pairs = marks.map(({ mark, total, count }): Pair => [mark, total - mark, count]);
  const rest = pairs.map(([, value]) => value);
  const [ofMarks, ofRest] = [varianceOf(marks, values), varianceOf(marks, rest)];
  if (isNothing(ofMarks, greatest(values)) || isNothing(ofRest, greatest(rest))) return { ...none, withTotal };
  const together = covariance(pairs);
  const possible = covariance(inOrder(pairs));
  return {
    ...none,
    discrimination: together / Math.sqrt(ofMarks * ofRest),
    efficiency: possible > 0 ? together / possible : null,
    withTotal,
  };
}

/**
 * Statistics of a test and its items, from how many students have which marks.
 *
 * @param marks of each item: the students who were given it. A skipped item counts 0.
 * @param maxima maximum mark of each item
 */
export function figuresOf(totals: readonly Totals[], marks: readonly (readonly Marks[])[], maxima: readonly number[]): TestFigures {
  const students = countOf(totals);
  const values = totals.map(({ total }) => total);
  const complete = totals.filter(({ isComplete }) => isComplete);
  const sd = students < 2 ? null : Math.sqrt(varianceOf(totals, values));
  const varianceOfMarks = (some: readonly Marks[]) =>
    varianceOf(
      some,
      some.map(({ mark }) => mark),
    );
  const completeTotals = complete.map(({ total }) => total);
  const varianceOfComplete = countOf(complete) < fewestStudents ? 0 : varianceOf(complete, completeTotals);
  const alpha = isNothing(varianceOfComplete, greatest(completeTotals))
    ? null
    : cronbachAlpha(
        marks.map((of) => varianceOfMarks(of.filter(({ isComplete }) => isComplete))),
        varianceOfComplete,
      );
  const items = maxima.map((most, item) => itemFigures(marks[item] ?? [], most));
  const shares = items.map(({ withTotal }) => Math.sqrt(Math.max(0, withTotal ?? 0)));
  return {
    students,
    mean: students === 0 ? null : meanOf(totals, values),
    median: students === 0 ? null : medianOf(totals),
    sd,
    alpha,
    error: standardError(sd, alpha),
    items: items.map(({ withTotal, ...figures }, item) => ({
      ...figures,
      weight: withTotal === null || withTotal < 0 || sum(shares) === 0 ? null : (shares[item] as number) / sum(shares),
    })),
  };
}

/**
 * The same, from the marks of each student.
 *
 * @param rows marks of each student, in the order of the items; null if the item was not given
 */
export function testFigures(rows: readonly (readonly (number | null)[])[], maxima: readonly number[]): TestFigures {
  const totals = rows.map(
    (row): Totals => ({ total: sum(row.map((mark) => mark ?? 0)), isComplete: row.every((mark) => mark !== null), count: 1 }),
  );
  const marks = maxima.map((_, item) =>
    rows.flatMap((row, at): Marks[] => {
      const mark = row[item];
      return mark === null || mark === undefined ? [] : [{ ...(totals[at] as Totals), mark }];
    }),
  );
  return figuresOf(totals, marks, maxima);
}

/** How often an option was chosen: count for all, and shares of the upper, middle and lower groups, 0 to 1. */
export interface OptionFigures {
  option: number;
  count: number;
  upper: Figure;
  middle: Figure;
  lower: Figure;
}

/** Students with the same total who chose the same options. */
export interface Choice {
  chosen: readonly number[];
  total: number;
  count: number;
}

/**
 * Who chose which option. The upper and lower groups are 27% each, by total mark. Where a border runs through students with the same total,
 * each of them counts in part, so the order of the rows changes nothing.
 *
 * @param choices options chosen by the students, empty if none
 */
export function optionFigures(options: readonly number[], choices: readonly Choice[]): OptionFigures[] {
  const students = countOf(choices);
  const size = Math.round(students * shareOfGroup);
  const byTotal = [...Map.groupBy(choices, ({ total }) => total)].toSorted(([a], [b]) => b - a);
  const overlap = (from: number, to: number, start: number, end: number) => Math.max(0, Math.min(to, end) - Math.max(from, start));
  /** Students between two places of the ranking who chose an option, as a share. */
  const share = (option: number, start: number, end: number): Figure => {
    if (students < fewestForGroups) return null;
    let place = 0;
    let chose = 0;
    for (const [, of] of byTotal) {
      const count = countOf(of);
      const part = overlap(place, place + count, start, end) / count;
      chose += part * countOf(of.filter(({ chosen }) => chosen.includes(option)));
      place += count;
    }
    return chose / (end - start);
  };
  return options.map((option) => ({
    option,
    count: countOf(choices.filter(({ chosen }) => chosen.includes(option))),
    upper: share(option, 0, size),
    middle: share(option, size, students - size),
    lower: share(option, students - size, students),
  }));
}
