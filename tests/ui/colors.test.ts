import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../../scripts/kit.ts';

const css = (name: string) => readFileSync(new URL(`../../src/ui/${name}`, import.meta.url), 'utf8');
const sheets = ['tokens.css', 'diagram.css'].map(css);
const declared = (sheet: string, selector: string) => {
  const from = sheet.indexOf(`${selector} {\n`);
  return from === -1
    ? []
    : [...sheet.slice(from, sheet.indexOf('}', from)).matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]);
};
const common = Object.fromEntries(sheets.flatMap((sheet) => declared(sheet, ':root'))) as Record<string, string>;
const contrast = Object.fromEntries(sheets.flatMap((sheet) => declared(sheet, '  [data-theme="contrast"]'))) as Record<string, string>;

const themes = ['light', 'dark', 'contrast'] as const;
type Theme = (typeof themes)[number];

/** The color of a token in a theme as #rrggbb. */
function color(theme: Theme, name: string): string {
  const value = (theme === 'contrast' ? (contrast[name] ?? common[name]) : common[name]) ?? expect.fail(`There is no ${name}.`);
  const reference = /^var\((--[\w-]+)\)$/.exec(value);
  if (reference) return color(theme, reference[1] as string);
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [];
  const hex = (light ? (theme === 'light' ? light : dark) : value) as string;
  expect(hex, `${name} in ${theme}`).toMatch(/^#([\da-f]{3}|[\da-f]{6})$/);
  return hex.length === 4 ? hex.replace(/[\da-f]/g, '$&$&') : hex;
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const ratio = (one: string, other: string) => {
  const [least = 0, most = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (most + 0.05) / (least + 0.05);
};

const hues = [1, 2, 3, 4, 5, 6];
const text = 4.5;
const shape = 3;
/** Foreground, background and the minimum contrast ratio. */
const pairs: [string, string, number][] = [
  ...['--color-bg', '--color-surface', '--color-surface-2'].flatMap((ground): [string, string, number][] => [
    ['--color-text', ground, text],
    ['--color-text-soft', ground, text],
    ['--color-border-strong', ground, shape],
  ]),
  ['--color-accent', '--color-surface', text],
  ['--color-accent-text', '--color-accent', text],
  ['--color-night-text', '--color-night', text],
  ...['danger', 'warning', 'success'].map((tone): [string, string, number] => [`--color-${tone}`, `--color-${tone}-soft`, text]),
  ['--d-ink', '--d-paper', text],
  ['--d-ink-soft', '--d-paper', text],
  ...hues.flatMap((hue): [string, string, number][] => [
    ['--d-ink', `--d-fill-${hue}`, text],
    ['--d-inv', `--d-solid-${hue}`, text],
    [`--d-solid-${hue}`, '--d-paper', shape],
    // The icon on the thumbnail of an item without a picture.
    [`--d-solid-${hue}`, `--d-fill-${hue}`, shape],
  ]),
  ['--d-lit', '--d-night', shape],
  ['--d-sun-edge', '--d-paper', shape],
  ['--d-sun-text', '--d-sun', text],
];
/** Drawn on a sky, which is dark in every theme and uses the diagram colors of the dark theme. */
const inTheSky: [string, number][] = [
  ['--d-ink', text],
  ['--d-ink-soft', text],
  ['--d-lit', shape],
  ['--d-sun', shape],
  ...hues.map((hue): [string, number] => [`--d-solid-${hue}`, shape]),
];

describe.each(themes)('the colors of the %s theme', (theme) => {
  it('can be told apart where they meet', () =>
    expect(
      pairs.flatMap(([front, back, least]) => {
        const found = ratio(color(theme, front), color(theme, back));
        return found >= least ? [] : [`${front} on ${back}: ${found.toFixed(2)} is less than ${least}`];
      }),
    ).toEqual([]));
  it('can be told apart on a sky', () => {
    const drawnAs = theme === 'light' ? 'dark' : theme;
    expect(
      inTheSky.flatMap(([front, least]) => {
        const found = ratio(color(drawnAs, front), color(theme, '--color-night'));
        return found >= least ? [] : [`${front}: ${found.toFixed(2)} is less than ${least}`];
      }),
    ).toEqual([]);
  });
});

it('keeps a Sun and a lit Moon bright in every theme', () => {
  for (const theme of themes)
    for (const name of ['--d-sun', '--d-lit']) expect(luminance(color(theme, name)), `${name} in ${theme}`).toBeGreaterThan(0.5);
});

it('loads the colors of diagrams with every style that uses them', () => {
  const sources = filesUnder('src');
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const users = sources.filter((file) => file.endsWith('.module.css') && read(file).includes('var(--d-'));
  expect(users.length).toBeGreaterThan(1);
  const code = sources.filter((file) => /\.tsx?$/.test(file)).map(read);
  const without = users.filter((file) => {
    const name = file.slice(file.lastIndexOf('/') + 1);
    return !code.some((one) => one.includes(`/${name}'`) && one.includes("/diagram.css'"));
  });
  expect(without).toEqual([]);
});
