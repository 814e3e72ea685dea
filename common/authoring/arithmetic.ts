/** Why a formula cannot be computed; the words are messages `authoring_formula_<code>`. */
export type ArithmeticCode = 'sign' | 'name' | 'end' | 'nesting';

/** A problem of a formula: at which sign, from 1, and which part of the text. */
export interface ArithmeticProblem {
  code: ArithmeticCode;
  at: number;
  part: string;
}

/** Computes a formula with these values of its variables. NaN or infinite if it has no result. */
export type Compute = (values: Readonly<Record<string, number>>) => number;

/** A variable's name. */
export const variableName = /^[A-Za-z][A-Za-z0-9_]{0,15}$/;
/** Names that are no variables. */
export const reservedNames: readonly string[] = ['pi', 'sqrt'];

const mostDepth = 30;
const token = /\s*(?:(\d+(?:[.,]\d*)?(?:e[+-]?\d{1,3})?|[.,]\d+)|([A-Za-z]\w*)|([-+*/^()−–·×÷]))/y;
const same: Readonly<Record<string, string>> = { '−': '-', '–': '-', '·': '*', '×': '*', '÷': '/' };

/**
 * Reads a formula: + − × ÷ ^ ( ) sqrt, pi, numbers, and the variables. ^ binds most, and to the right; −2^2 is −4. Reads each sign once and
 * runs nothing but arithmetic.
 */
export function readArithmetic(
  text: string,
  names: readonly string[],
): { compute: Compute; used: string[] } | { problem: ArithmeticProblem } {
  const used = new Set<string>();
  let place = 0;
  let next: { start: number; number?: number; name?: string; sign?: string } | null = null;
  class Wrong extends Error {
    readonly problem: ArithmeticProblem;
    constructor(code: ArithmeticCode, at: number, part: string) {
      super(code);
      this.problem = { code, at: at + 1, part };
    }
  }
  const advance = (): void => {
    token.lastIndex = place;
    const found = token.exec(text);
    if (!found) {
      const rest = text.slice(place);
      const start = place + rest.length - rest.trimStart().length;
      if (rest.trim() !== '') throw new Wrong('sign', start, [...text.slice(start)][0] ?? '');
      next = null;
      return;
    }
    const [all, number, name, sign] = found;
    const start = place + all.length - all.trimStart().length;
    place = token.lastIndex;
    next = {
      start,
      ...(number === undefined ? {} : { number: Number(number.replace(',', '.')) }),
      ...(name === undefined ? {} : { name }),
      ...(sign === undefined ? {} : { sign: same[sign] ?? sign }),
    };
  };
  const ended = () => new Wrong('end', text.length, '');
  const unexpected = (): Wrong => (next ? new Wrong('sign', next.start, text.slice(next.start, place).trim()) : ended());
  const takes = (...signs: string[]): string | undefined => {
    const sign = next?.sign;
    if (sign === undefined || !signs.includes(sign)) return undefined;
    advance();
    return sign;
  };
  const inParentheses = (depth: number): Compute => {
    if (!takes('(')) throw unexpected();
    const inner = sum(depth + 1);
    if (!takes(')')) throw unexpected();
    return inner;
  };
  const atom = (depth: number): Compute => {
    if (!next) throw ended();
    const { number, name, sign, start } = next;
    if (number !== undefined) {
      advance();
      return () => number;
    }
    if (name !== undefined) {
      advance();
      if (name === 'pi') return () => Math.PI;
      if (name === 'sqrt') {
        const of = inParentheses(depth);
        return (values) => Math.sqrt(of(values));
      }
      if (!names.includes(name)) throw new Wrong('name', start, name);
      used.add(name);
      return (values) => values[name] ?? Number.NaN;
    }
    if (sign === '(') return inParentheses(depth);
    throw unexpected();
  };
  const signed = (depth: number): Compute => {
    if (depth > mostDepth) throw new Wrong('nesting', next?.start ?? text.length, '');
    if (takes('-')) {
      const of = signed(depth + 1);
      return (values) => -of(values);
    }
    if (takes('+')) return signed(depth + 1);
    const base = atom(depth);
    if (!takes('^')) return base;
    const exponent = signed(depth + 1);
    return (values) => base(values) ** exponent(values);
  };
  const product = (depth: number): Compute => {
    let left = signed(depth);
    for (let sign = takes('*', '/'); sign; sign = takes('*', '/')) {
      const [before, right] = [left, signed(depth)];
      left = sign === '*' ? (values) => before(values) * right(values) : (values) => before(values) / right(values);
    }
    return left;
  };
  const sum = (depth: number): Compute => {
    let left = product(depth);
    for (let sign = takes('+', '-'); sign; sign = takes('+', '-')) {
      const [before, right] = [left, product(depth)];
      left = sign === '+' ? (values) => before(values) + right(values) : (values) => before(values) - right(values);
    }
    return left;
  };
  try {
    advance();
    const compute = sum(0);
    if (next) throw unexpected();
    return { compute, used: [...used] };
  } catch (error) {
    if (error instanceof Wrong) return { problem: error.problem };
    throw error;
  }
}
