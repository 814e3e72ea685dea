/** The field of a chart's context that says what one of its actors is for, as a path. */
export const subjects: Readonly<Record<string, string>> = {
  assignNow: 'input.name',
  closing: 'running.title',
  lessonBuilder: 'draft.name',
  lessonCheck: 'title',
  lessonPlayer: 'lesson.lesson_name',
  message: 'opened.file_name',
  offlineLessons: 'target.name',
  playback: 'kind',
  printableQuiz: 'sheet.title',
  providerAssessment: 'overview.title',
  quiz: 'title',
  quizPreview: 'quiz.title',
  recordEditor: 'row.name',
  workspaceDialogs: 'task.name',
};

/** What an actor is for: a title of the product, never a person. Empty if the chart has no subject, or the actor does not know it yet. */
export function subjectOf(chart: string, context: unknown): string {
  const value = subjects[chart]?.split('.').reduce<unknown>((part, key) => (Object(part) as Record<string, unknown>)[key], context);
  return typeof value === 'string' ? value : '';
}
