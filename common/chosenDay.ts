import { backgroundLesson } from '../contract/workspace.ts';

/** The due date of a lesson as somebody chose it (YYYY-MM-DD); null: none, or the fixed day of a lesson that was made in passing. */
export const chosenDay = (due_date: string | null): string | null => (due_date === backgroundLesson.due_date ? null : due_date);
