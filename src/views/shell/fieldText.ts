import { useMemo } from 'react';
import type { Problem } from '../../machines/problem.ts';
import { getLocale } from '../../paraglide/runtime.js';

/** The error text of one field of a refused call, in the user's language; null if there is none. */
export const fieldText = (problem: Problem | null | undefined, field: string): string | null =>
  problem?.fields?.[field]?.[getLocale()] ?? null;

/** Error texts of all fields, as a `Form` takes them. The object is stable as long as the refusal stays the same. */
export function useFieldTexts(problem: Problem | null | undefined): Record<string, string> {
  const locale = getLocale();
  return useMemo(
    () => Object.fromEntries(Object.entries(problem?.fields ?? {}).map(([field, texts]) => [field, texts[locale]])),
    [problem, locale],
  );
}
