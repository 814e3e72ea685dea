import { fewestDays, fewestResults } from '../../common/trendLimits.ts';

/**
 * Trends of repeated measures as pure functions: ordinary least squares with the confidence interval of the slope (Draper & Smith, Applied
 * Regression Analysis, 3rd ed., 1998, ch. 1), as is usual for growth in curriculum-based measurement (Ardoin, Christ, Morena, Cormier &
 * Klingbeil, 2013, "A systematic review and summarization of the recommendations and research surrounding curriculum-based measurement of
 * oral reading fluency decision rules", Journal of School Psychology 51(1)). `null` means insufficient data.
 */

const days = 86_400_000;
const confidence = 0.95;

/** A result: when, in ms since 1970, and its percent. */
export interface Measure {
  at: number;
  value: number;
}

/** A straight line through points, with what is needed to say how sure it is. */
export interface Line {
  points: number;
  slope: number;
  intercept: number;
  /** Standard error of the slope. */
  error: number;
  /** Standard deviation of the residuals (n − 2). */
  sd: number;
  /** Mean of x, and sum of its squared distances from there. */
  center: number;
  spread: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * The least-squares line: slope b = Sxy / Sxx, residual variance s² = Σ(y − ŷ)² / (n − 2), standard error of the slope s / √Sxx. Null for
 * fewer than three points, or if all have the same x.
 */
export function leastSquares(points: readonly (readonly [x: number, y: number])[]): Line | null {
  const n = points.length;
  if (n < 3) return null;
  const center = sum(points.map(([x]) => x)) / n;
  const middle = sum(points.map(([, y]) => y)) / n;
  const spread = sum(points.map(([x]) => (x - center) ** 2));
  if (spread === 0) return null;
  const slope = sum(points.map(([x, y]) => (x - center) * (y - middle))) / spread;
  const sd = Math.sqrt(sum(points.map(([x, y]) => (y - middle - slope * (x - center)) ** 2)) / (n - 2));
  return { points: n, slope, intercept: middle - slope * center, error: sd / Math.sqrt(spread), sd, center, spread };
}

/** P(|T| < t) for t = √df · tan(angle): the finite series for whole degrees of freedom (Abramowitz & Stegun, 1964, 26.7.3 and 26.7.4). */
function shareWithin(angle: number, df: number): number {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = df % 2 === 1;
  let term = isOdd ? cosine : 1;
  let series = df === 1 ? 0 : term;
  for (let next = isOdd ? 2 : 1; next <= df - 3; next += 2) {
    term *= (cosine * cosine * next) / (next + 1);
    series += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * series) : sine * series;
}

/**
 * The number of standard errors on either side of an estimate that its confidence interval reaches: the quantile of Student's t.
 *
 * @param df degrees of freedom, a whole number from 1
 */
export function tQuantile(df: number, share = confidence): number {
  let [low, high] = [0, Math.PI / 2];
  // Halves the interval until it is as narrow as numbers can be.
  for (let middle = high / 2; low < middle && middle < high; middle = (low + high) / 2) {
    if (shareWithin(middle, df) < share) low = middle;
    else high = middle;
  }
  return Math.sqrt(df) * Math.tan(low);
}

/** The value of a line at a place, with its confidence interval: ŷ ± t · s · √(1/n + (x − x̄)² / Sxx). */
function valueAt({ points, slope, intercept, sd, center, spread }: Line, x: number) {
  const value = intercept + slope * x;
  const reach = tQuantile(points - 2) * sd * Math.sqrt(1 / points + (x - center) ** 2 / spread);
  return { value, lower: value - reach, upper: value + reach };
}

const rounded = (value: number) => {
  const to = Math.round(value * 10) / 10;
  return to === 0 ? 0 : to;
};

/** A trend in percent points per week, with the ends of its 95% confidence interval, to a tenth. */
export interface Trend {
  /** Results that it rests on. */
  results: number;
  per_week: number;
  lower: number;
  upper: number;
}

/** A trend, and its line: the percent and its 95% confidence interval at an instant, in whole percent. */
export interface Fitted {
  trend: Trend;
  lineAt: (at: number) => { value: number; lower: number; upper: number };
}

/** The trend of results over time; null for fewer results or days than it needs. */
export function trendOf(measures: readonly Measure[]): Fitted | null {
  if (measures.length < fewestResults) return null;
  const instants = measures.map(({ at }) => at);
  const first = Math.min(...instants);
  if (Math.max(...instants) - first < fewestDays * days) return null;
  const weeks = (at: number) => (at - first) / (7 * days);
  const line = leastSquares(measures.map(({ at, value }) => [weeks(at), value]));
  if (line === null) return null;
  const reach = tQuantile(line.points - 2) * line.error;
  return {
    trend: {
      results: line.points,
      per_week: rounded(line.slope),
      lower: rounded(line.slope - reach),
      upper: rounded(line.slope + reach),
    },
    lineAt: (at) => {
      const { value, lower, upper } = valueAt(line, weeks(at));
      return { value: Math.round(value), lower: Math.round(lower), upper: Math.round(upper) };
    },
  };
}

/**
 * A quantile by linear interpolation between the values in order, the first at 0 and the last at 1 (definition 7 of Hyndman & Fan, 1996,
 * "Sample quantiles in statistical packages", The American Statistician 50(4); what spreadsheets call inclusive).
 *
 * @param values at least one
 * @param share 0 to 1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number];
  return below + (above - below) * (place - Math.floor(place));
}
