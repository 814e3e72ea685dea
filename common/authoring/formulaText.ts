import { escapeHtml } from '../escapeHtml.ts';

/**
 * A part of a displayed formula as MathML has it: an element with text, or with parts. A tree, so that the device builds elements of it and
 * the server writes markup.
 */
export interface MathPart {
  tag: 'mrow' | 'mi' | 'mn' | 'mo' | 'mtext' | 'msup' | 'msub' | 'msubsup' | 'mfrac' | 'msqrt';
  parts: MathPart[] | string;
}

/** Longest formula, in UTF-16 units. */
export const longestFormula = 300;
/** How deep parentheses may nest; deeper ones are shown as they are typed. */
const mostDepth = 20;

const letters: Readonly<Record<string, string>> = {
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', eta: 'η', theta: 'θ', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν' },
  ...{ pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ', Theta: 'Θ' },
  ...{ Lambda: 'Λ', Pi: 'Π', Sigma: 'Σ', Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω', infinity: '∞' },
};
/** Words that stay together. */
const words = new Set(['sin', 'cos', 'tan', 'log', 'ln', 'lim', 'min', 'max']);
const signs: Readonly<Record<string, string>> = {
  ...{ '*': '·', '-': '−', '<=': '≤', '>=': '≥', '!=': '≠', '+-': '±', '->': '→', '<->': '⇌', '~~': '≈', xx: '×' },
};

const tokens = /\s+|"[^"]*"|\{\w+\}|\d+(?:[.,]\d+)?|[A-Za-z]+|<->|<=|>=|!=|->|\+-|~~|[\s\S]/gu;
const leaf = (tag: MathPart['tag'], text: string): MathPart => ({ tag, parts: text });
const row = (parts: MathPart[]): MathPart => (parts.length === 1 ? (parts[0] as MathPart) : { tag: 'mrow', parts });

/** The tokens of a formula, words split as they are read: `2gh` is a product, `sqrt` and `Delta` are names. */
function tokensOf(text: string): string[] {
  return [...text.slice(0, longestFormula).matchAll(tokens)].flatMap(([token]) => {
    if (token.trim() === '') return [];
    const isName = !/^[A-Za-z]{2,}$/.test(token) || token in letters || token in signs || words.has(token) || token === 'sqrt';
    return isName ? [token] : [...token];
  });
}

/**
 * Reads a formula as people type it: `v = sqrt(2 g h)`, `E_kin = 1/2 m v^2`, `"H"_2"O"`. Everything can be read; what has no meaning is
 * shown as it is typed.
 */
export function readFormula(text: string): MathPart {
  const list = tokensOf(text);
  let at = 0;
  const peek = () => list[at];

  const atom = (depth: number): MathPart => {
    const token = list[at++] as string;
    if (token === 'sqrt' && peek() === '(' && depth < mostDepth) return { tag: 'msqrt', parts: [group(depth)] };
    if (token === '(' && depth < mostDepth) {
      at--;
      const inner = group(depth);
      return { tag: 'mrow', parts: [leaf('mo', '('), inner, leaf('mo', ')')] };
    }
    if (token.startsWith('"') && token.length > 1) return leaf('mtext', token.slice(1, -1));
    if (/^\d/.test(token) || /^\{\w+\}$/.test(token)) return leaf('mn', token);
    if (token in letters) return leaf('mi', letters[token] as string);
    if (/^[\p{L}]+$/u.test(token) && !(token in signs)) return leaf('mi', token);
    return leaf('mo', signs[token] ?? token);
  };
  /** What is in parentheses, without them. A missing end is added. */
  const group = (depth: number): MathPart => {
    at++;
    const inner = sequence(depth + 1);
    if (peek() === ')') at++;
    return inner;
  };
  /** What stands raised or lowered: a group without its parentheses, a word, or one part with its sign. */
  const script = (depth: number): MathPart => {
    if (at >= list.length) return row([]);
    if (peek() === '(' && depth < mostDepth) return group(depth);
    if (peek() === '-' || peek() === '+') {
      const sign = atom(depth);
      return at < list.length ? row([sign, atom(depth)]) : sign;
    }
    // A word below, as in E_kin.
    if (/^[A-Za-z]$/.test(peek() ?? '')) {
      let word = '';
      while (/^[A-Za-z]$/.test(peek() ?? '')) word += list[at++];
      return leaf(word.length > 1 ? 'mtext' : 'mi', word);
    }
    return atom(depth);
  };
  const withScripts = (depth: number): MathPart => {
    const base = atom(depth);
    let below: MathPart | undefined;
    let above: MathPart | undefined;
    while ((peek() === '_' && !below) || (peek() === '^' && !above)) {
      if (list[at++] === '_') below = script(depth);
      else above = script(depth);
    }
    if (below && above) return { tag: 'msubsup', parts: [base, below, above] };
    if (below) return { tag: 'msub', parts: [base, below] };
    return above ? { tag: 'msup', parts: [base, above] } : base;
  };
  /** A numerator or denominator is shown without its parentheses. */
  const bare = (part: MathPart): MathPart => {
    const { tag, parts } = part;
    const isWrapped = tag === 'mrow' && Array.isArray(parts) && parts.length === 3 && parts[0]?.parts === '(' && parts[2]?.parts === ')';
    return isWrapped ? (parts[1] as MathPart) : part;
  };
  const sequence = (depth: number): MathPart => {
    const parts: MathPart[] = [];
    while (at < list.length && !(depth > 0 && peek() === ')')) {
      if (peek() === '/' && parts.length > 0 && at + 1 < list.length && !(depth > 0 && list[at + 1] === ')')) {
        at++;
        const below = withScripts(depth);
        parts.push({ tag: 'mfrac', parts: [bare(parts.pop() as MathPart), bare(below)] });
      } else parts.push(withScripts(depth));
    }
    return row(parts);
  };
  return sequence(0);
}

const markup = ({ tag, parts }: MathPart): string =>
  `<${tag}>${typeof parts === 'string' ? escapeHtml(parts) : parts.map(markup).join('')}</${tag}>`;

/** A formula as MathML. What was typed stays in `alttext`, so that it can be changed. */
export const formulaMarkup = (text: string): string => `<math alttext="${escapeHtml(text)}">${markup(readFormula(text))}</math>`;
