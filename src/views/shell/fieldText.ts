import { useMemo } from 'react';
import type { Problem } from '../../machines/problem.ts';
import { getLocale } from '../../paraglide/runtime.js';

/** What a refusal says is wrong with a field of the call, in the reader's language; null when it says nothing of it. */
export const fieldText = (problem: Problem | null | undefined, field: string): string | null =>
  problem?.fields?.[field]?.[getLocale()] ?? null;

/** The same for every field, as a `Form` takes it: the same object as long as the refusal stands. */
export function useFieldTexts(problem: Problem | null | undefined): Record<string, string> {
  const locale = getLocale();
  return useMemo(
    () => Object.fromEntries(Object.entries(problem?.fields ?? {}).map(([field, texts]) => [field, texts[locale]])),
    [problem, locale],
  );
}
