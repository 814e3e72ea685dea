import type { AuthoredQuestion } from '../../contract/authoring.ts';
import { readDecimal } from '../readDecimal.ts';
import { readArithmetic } from './arithmetic.ts';

/** A variable with the numbers that it may be: a list as typed, or steps of a range. */
export type Variable = { name: string; list: string[] } | { name: string; min: number; step: number; count: number; decimals: number };

/** What a numeric question with variables draws for each student. */
export interface Drawing {
  variables: Variable[];
  formula: string;
  /** Share of the answer, in percent, that an answer may differ by; null: the key's tolerance holds as it is. */
  percent: number | null;
}

/** The numbers that a student has, as they are written, by variable. */
export type Drawn = Readonly<Record<string, string>>;

/** Most numbers that a variable may be. */
const mostNumbers = 10_000;

const decimalsOf = (text: string) => /[.,](\d+)/.exec(text)?.[1]?.length ?? 0;

/** The parts of a list as typed: "2; 2.5; 3". A comma is a decimal comma. */
const listed = (list: string) =>
  list
    .split(/[;\s]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** A variable as its author typed it; undefined if there is no number to draw. */
export function readVariable({ name, is_list, min, max, step, list }: AuthoredQuestion['variables'][number]): Variable | undefined {
  if (is_list) {
    const parts = listed(list);
    const numbers = parts.map(readDecimal);
    return parts.length > 0 && numbers.every((one) => one !== undefined) ? { name, list: numbers.map(String) } : undefined;
  }
  const [low, high, by] = [readDecimal(min), readDecimal(max), step.trim() === '' ? 1 : readDecimal(step)];
  if (low === undefined || high === undefined || by === undefined || by <= 0 || high < low) return undefined;
  // Slack for binary rounding: 0 to 0.3 in steps of 0.1 are four numbers.
  const count = Math.floor((high - low) / by + 1e-9) + 1;
  const decimals = Math.max(decimalsOf(min), decimalsOf(step));
  return count <= mostNumbers && decimals <= 10 ? { name, min: low, step: by, count, decimals } : undefined;
}

export const countOf = (variable: Variable): number => ('list' in variable ? variable.list.length : variable.count);
/** The number at a place, from 0, as it is written. */
export const numberAt = (variable: Variable, at: number): string =>
  'list' in variable ? (variable.list[at] as string) : (variable.min + at * variable.step).toFixed(variable.decimals);

/** Computes the answer of a formula to numbers, without binary rounding; NaN if there is none. Reads the formula once. */
export function answersOf({ formula, variables }: Pick<Drawing, 'formula' | 'variables'>): (drawn: Drawn) => number {
  const read = readArithmetic(
    formula,
    variables.map(({ name }) => name),
  );
  return (drawn) => {
    if ('problem' in read) return Number.NaN;
    const value = read.compute(Object.fromEntries(Object.entries(drawn).map(([name, text]) => [name, Number(text)])));
    return Number.isFinite(value) ? Number(value.toPrecision(12)) : Number.NaN;
  };
}

/** A tolerance as typed: "0.5", or "2 %" of the answer. Undefined if it is neither. */
export function readTolerance(text: string): { amount: number; isPercent: boolean } | undefined {
  const isPercent = text.trim().endsWith('%');
  const typed = isPercent ? text.trim().slice(0, -1) : text;
  const amount = typed.trim() === '' && !isPercent ? 0 : readDecimal(typed);
  return amount === undefined || amount < 0 ? undefined : { amount, isPercent };
}

/** What a question draws; null if it has no variables, or they or the formula cannot be read. */
export function drawingOf({ variables, value, tolerance }: AuthoredQuestion): Drawing | null {
  const read = variables.map(readVariable);
  const allowed = readTolerance(tolerance);
  if (variables.length === 0 || !allowed || read.some((one) => one === undefined)) return null;
  return { variables: read as Variable[], formula: value, percent: allowed.isPercent ? allowed.amount : null };
}

/** The first, the last and some other draws: enough to find a formula that has no answer for some of its numbers. */
export function someDraws(variables: readonly Variable[]): Drawn[] {
  const most = 200;
  let at = 1;
  // The same at every call, so that a problem does not come and go.
  const chance = () => {
    at = (at * 48_271) % 2_147_483_647;
    return at / 2_147_483_647;
  };
  const pick = (place: (variable: Variable, index: number) => number) =>
    Object.fromEntries(variables.map((variable, index) => [variable.name, numberAt(variable, place(variable, index))]));
  const corners = Array.from({ length: 2 ** Math.min(variables.length, 6) }, (_, bits) =>
    pick((variable, index) => ((bits >> index) & 1 ? countOf(variable) - 1 : 0)),
  );
  const all = variables.reduce((product, variable) => product * countOf(variable), 1);
  if (all > most) return [...corners, ...Array.from({ length: most }, () => pick((variable) => Math.floor(chance() * countOf(variable))))];
  return Array.from({ length: all }, (_, number) => {
    let rest = number;
    return pick((variable) => {
      const place = rest % countOf(variable);
      rest = Math.floor(rest / countOf(variable));
      return place;
    });
  });
}

const placeholder = /\{([A-Za-z]\w*)\}/g;
/** Names in braces in HTML. */
export const placeholdersIn = (html: string): Set<string> => new Set([...html.matchAll(placeholder)].map(([, name]) => name as string));
/** HTML with the numbers in place of the names. */
export const filledIn = (html: string, drawn: Drawn): string =>
  html.replace(placeholder, (whole, name: string) => (Object.hasOwn(drawn, name) ? (drawn[name] as string).replace('-', '−') : whole));
