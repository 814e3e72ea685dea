import { getLocale } from '../paraglide/runtime.js';

const formats: Record<string, Intl.NumberFormat> = {};

/** A number in the language's notation. Its format is kept: making one costs a hundred times more, and tables write one in every cell. */
export function formatNumber(value: number, language: string = getLocale(), options: Intl.NumberFormatOptions = {}): string {
  const key = language + JSON.stringify(options);
  formats[key] ??= new Intl.NumberFormat(language, options);
  return formats[key].format(value);
}

/** A share (1 is all) in whole percent, in the language's notation: "27%" in English, "27 %" in Spanish. */
export const percent = (share: number, language?: string): string => formatNumber(share, language, { style: 'percent' });
