import { describe, expect, it } from 'vitest';
import { formulaMarkup, longestFormula, type MathPart, readFormula } from '../../common/authoring/formulaText.ts';

/** A formula as one line, with every part in brackets after its tag. */
const line = ({ tag, parts }: MathPart): string => (typeof parts === 'string' ? parts : `${tag}(${parts.map(line).join(' ')})`);

describe('a formula', () => {
  it.each([
    ['x', 'x'],
    ['v = sqrt(2 g h)', 'mrow(v = msqrt(mrow(2 g h)))'],
    ['2gh', 'mrow(2 g h)'],
    ['E_kin = 1/2 m v^2', 'mrow(msub(E kin) = mfrac(1 2) m msup(v 2))'],
    ['"H"_2"O"', 'mrow(msub(H 2) O)'],
    ['x_1^2', 'msubsup(x 1 2)'],
    ['(a+b)/(c-d)', 'mfrac(mrow(a + b) mrow(c − d))'],
    ['10^-3', 'msup(10 mrow(− 3))'],
    ['a^(n+1)', 'msup(a mrow(n + 1))'],
    ['Delta T <= 5 * rho', 'mrow(Δ T ≤ 5 · ρ)'],
    ['{m} sin(x)', 'mrow({m} sin mrow(( x )))'],
    ['A <-> B', 'mrow(A ⇌ B)'],
    ['1/', 'mrow(1 /)'],
    ['^', '^'],
    ['((x', 'mrow(( mrow(( x )) ))'],
    [')', ')'],
    ['', 'mrow()'],
  ])('%j', (text, shown) => expect(line(readFormula(text))).toBe(shown));
  it('keeps what was typed, and no markup of it', () => {
    const markup = formulaMarkup('<b>"a"&');
    expect(markup).toMatch(/^<math alttext="&lt;b&gt;&quot;a&quot;&amp;">/);
    expect(markup).not.toContain('<b>');
  });
  it('is read at any depth and length', () => {
    expect(formulaMarkup('('.repeat(longestFormula))).toContain('<mo>(</mo>');
    expect(formulaMarkup('x^'.repeat(10_000)).length).toBeLessThan(30_000);
    expect(formulaMarkup('sqrt('.repeat(1_000))).toContain('<msqrt>');
  });
});
