import type { Locale } from 'date-fns';

/** The names of months and days that have loaded. English ones come with date-fns. */
export const dateLocales: { es?: Locale } = {};

/** Loads the names of months and days in a language. Until then, dates show English ones. */
export async function loadDateLocale(language: string): Promise<void> {
  if (language === 'es') dateLocales.es ??= (await import('date-fns/locale/es')).es;
}
