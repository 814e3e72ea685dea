import type { SimulationProps } from './types.ts';

type Language = SimulationProps['language'];

/** Spanish as written in schools of the Americas: with a decimal point. */
const locales = { en: 'en-US', es: 'es-MX' } as const;

const formats = new Map<string, Intl.NumberFormat>();

/** @returns `value` with exactly `digits` decimals, in the language's notation. */
export function formatNumber(language: Language, value: number, digits = 0): string {
  const key = `${language}${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locales[language], { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(key, format);
  }
  const text = format.format(value);
  return /^-[0.,]+$/.test(text) ? text.slice(1) : text.replace('-', '−');
}

/** @returns a number with its unit's symbol, spaced correctly: "20°", "2.0 m". */
export function withUnit(number: string, unit: string): string {
  return unit === '' || unit === '°' ? `${number}${unit}` : `${number}\u00a0${unit}`;
}

/** @returns a date of the Gregorian calendar (UTC) such as "12 Mar 2031" or, without a year, "12 Mar". */
export function formatDate(language: Language, time: Date, withYear = true): string {
  const year = withYear ? ({ year: 'numeric' } as const) : {};
  return new Intl.DateTimeFormat(locales[language], { day: 'numeric', month: 'short', timeZone: 'UTC', ...year }).format(time);
}

/** @returns names as a list in a sentence: "a, b, and c". */
export function formatList(language: Language, names: readonly string[]): string {
  return new Intl.ListFormat(locales[language]).format(names);
}
