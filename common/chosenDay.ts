/** Defaults of lessons created in the background (specification, sections 5 and 9; the day is ours). */
export const backgroundLesson = { total_time: 15, due_date: '2020-01-01' } as const;

/** The due date of a lesson if somebody chose it (YYYY-MM-DD); null: none, or the default of a lesson created in the background. */
export const chosenDay = (due_date: string | null): string | null => (due_date === backgroundLesson.due_date ? null : due_date);
