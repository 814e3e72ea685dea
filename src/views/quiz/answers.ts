import type { Answer } from '../../machines/quiz/quizMachine.ts';

const parse = (answer: Answer | undefined): unknown => {
  try {
    return JSON.parse(answer?.answerText ?? '');
  } catch {
    return null;
  }
};

/** Option ids of a multiple choice or an ordering; none when nothing usable is stored. */
export function placedOptions(answer: Answer | undefined): number[] {
  const value = parse(answer);
  return Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id)) : [];
}

/** Option id by target of a matching or a labelled diagram. */
export function placements(answer: Answer | undefined): Record<string, number> {
  const value = parse(answer);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([, id]) => Number.isSafeInteger(id)));
}

/** The list with the id put in or taken out. */
export const toggled = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
