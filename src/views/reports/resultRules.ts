import type { AssignmentResult, StudentResult } from '../../../contract/assignments.ts';
import type { QuizStatistics } from '../../../contract/reports.ts';
import { releaseStep } from '../../machines/reports/releaseSteps.ts';

/** The response behind the page of an assignment's results. */
export type ResultData = AssignmentResult & {
  statistics: readonly QuizStatistics[];
  groups: readonly { group_puid: number; group_name: string; group_assignment_id: number }[];
};

export const hasHandedIn = (quizId: number, { results }: StudentResult): boolean =>
  results.some(({ quiz_id, state }) => quiz_id === quizId && state !== 'started');

/** Quizzes that can still be submitted, unlike those removed from the lesson. */
export const inLesson = ({ statistics }: ResultData): QuizStatistics[] => statistics.filter(({ is_removed }) => !is_removed);

/** Students who have not submitted a quiz; for null, who have not submitted all of them. */
export const missingIn = (data: ResultData, quizId: number | null): number[] =>
  data.students
    .filter((student) => inLesson(data).some(({ quiz_id }) => (quizId ?? quiz_id) === quiz_id && !hasHandedIn(quiz_id, student)))
    .map(({ user_puid }) => user_puid);

/** Students can see the results, now or later, so they can be withdrawn. */
export const isOut = ({ students }: ResultData, { quiz_id, release_at }: QuizStatistics): boolean =>
  release_at !== null ||
  students.some(({ results }) => results.some((one) => one.quiz_id === quiz_id && releaseStep(one.state, 'report.recalled') !== undefined));

/** The most likely choice: the first quiz with a submission. */
export const firstQuiz = ({ statistics }: ResultData): number | undefined =>
  (statistics.find(({ students }) => students > 0) ?? statistics[0])?.quiz_id;
