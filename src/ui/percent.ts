import { getLocale } from '../paraglide/runtime.js';

/** A share (1 is all) in whole percent, in the language's notation: "27%" in English, "27 %" in Spanish. */
export const percent = (share: number, language: string = getLocale()): string => share.toLocaleString(language, { style: 'percent' });
