import type { Locale } from 'date-fns';

/** The names of months and days that have loaded. English ones come with date-fns. */
export const dateLocales: { es?: Locale } = {};

/** Loads the names of months and days in a language. If that fails, for lack of a connection, dates stay English. */
export async function loadDateLocale(language: string): Promise<void> {
  if (language !== 'es' || dateLocales.es) return;
  const loaded = await import('date-fns/locale/es').catch(() => null);
  if (loaded) dateLocales.es = loaded.es;
}
