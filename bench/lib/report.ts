import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/kit.ts';

/** One measurement, with its floor if there is one. */
export interface Measure {
  name: string;
  unit: string;
  ours: number;
  /** The same for the bare counterpart, measured in the same run. */
  floor?: number;
  /** Bound for ours ÷ floor, or for ours without a floor. */
  goal: { atMost: number } | { atLeast: number };
}

const round = (value: number) => Number(value.toPrecision(4));

const compared = ({ ours, floor }: Measure) => (floor === undefined ? ours : ours / floor);
/** Whether there are figures. A counterpart's may be 0 if little was asked of it. */
export const isMeasured = ({ ours, floor = 0 }: Measure): boolean => Number.isFinite(ours) && Number.isFinite(floor);
const isReached = (measure: Measure): boolean =>
  'atMost' in measure.goal ? compared(measure) <= measure.goal.atMost : compared(measure) >= measure.goal.atLeast;

function figuresOf(measure: Measure): { ours: string; floor: string; ratio: string; goal: string } {
  const { unit, ours, floor, goal } = measure;
  const sign = floor === undefined ? ` ${unit}` : ' ×';
  return {
    ours: `${round(ours)} ${unit}`,
    floor: floor === undefined ? '' : `${round(floor)} ${unit}`,
    ratio: floor === undefined ? '' : `${round(ours / floor)} ×`,
    goal: 'atMost' in goal ? `≤ ${goal.atMost}${sign}` : `≥ ${goal.atLeast}${sign}`,
  };
}

function lineOf(bench: string, measure: Measure): string {
  const { ours, floor, ratio, goal } = figuresOf(measure);
  return `  ${bench}: ${measure.name}: ${floor === '' ? ours : `${ours} beside ${floor}, ${ratio}`} (goal ${goal})`;
}

/** The end of a run: the measures that missed their goals, with names and figures, or that all goals were reached. */
export function summaryOf(results: readonly (readonly [bench: string, measures: readonly Measure[]])[]): string {
  const lines = results.flatMap(([bench, measures]) => measures.filter((one) => !isReached(one)).map((one) => lineOf(bench, one)));
  const all = results.reduce((sum, [, measures]) => sum + measures.length, 0);
  return lines.length === 0
    ? `All goals were reached: ${all} of ${all}.`
    : [`Not reached, ${lines.length} of ${all} goals:`, ...lines].join('\n');
}

/** Prints the measures in a table and writes them to `bench/results`. */
export function report(bench: string, measures: readonly Measure[]): void {
  console.log(`\n${bench}`);
  console.table(measures.map((one) => ({ measure: one.name, ...figuresOf(one), reached: isReached(one) ? 'yes' : 'NO' })));
  const folder = join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
  const results = measures.map((measure) => ({
    ...measure,
    ours: round(measure.ours),
    ...(measure.floor !== undefined && { floor: round(measure.floor), ratio: round(measure.ours / measure.floor) }),
    reached: isReached(measure),
  }));
  writeFileSync(join(folder, `${bench}.json`), `${JSON.stringify({ machine, results }, null, 2)}\n`);
}

/** The median; for an even count, the lower of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The median time of doing work again and again, ms. */
export async function medianTime(readings: number, work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let reading = 0; reading < readings; reading++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}
