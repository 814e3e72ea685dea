import { backgroundLesson } from '../contract/workspace.ts';

/** The due date of a lesson if somebody chose it (YYYY-MM-DD); null: none, or the default of a lesson created in the background. */
export const chosenDay = (due_date: string | null): string | null => (due_date === backgroundLesson.due_date ? null : due_date);
