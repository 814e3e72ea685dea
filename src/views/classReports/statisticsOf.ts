import type { AssessmentStatus } from '../../../contract/classReports.ts';
import type { QuizStatistics } from '../../../contract/reports.ts';

/** The statistics of an assessment, by the assignment that it was given in. */
export async function statisticsOf(
  { quiz_id, given }: AssessmentStatus,
  ask: (input: { group_assignment_id: number }) => Promise<readonly QuizStatistics[]>,
): Promise<ReadonlyMap<number, QuizStatistics>> {
  const found = await Promise.all(
    given.map(async ({ group_assignment_id }) => {
      const quiz = (await ask({ group_assignment_id })).find((one) => one.quiz_id === quiz_id);
      return quiz ? [[group_assignment_id, quiz] as const] : [];
    }),
  );
  return new Map(found.flat());
}
