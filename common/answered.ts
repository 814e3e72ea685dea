/** Texts without content: a cleared field, and an ordering or matching with no part placed. */
const emptyTexts: ReadonlySet<string> = new Set(['', '[]', '{}']);

/** Whether an answer counts: its option is set and truthy or at least 0 (specification, section 5), or its text has content. */
export const counts = (optionId: number | null, text: string): boolean =>
  (optionId !== null && (Boolean(optionId) || optionId >= 0)) || !emptyTexts.has(text.trim());
