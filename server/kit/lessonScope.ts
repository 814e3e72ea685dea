import type { Calls } from '../../contract/index.ts';
import { notFound, Refusal } from './handler.ts';
import type { Ports } from './ports.ts';
import type { TokenUser } from './tokens.ts';

/** What a guest with an assignment code may call: playing the lesson, and nothing else. */
const playing: ReadonlySet<string> = new Set<keyof Calls>([
  'navTabStatus',
  'userInfo',
  'studentDashboard',
  'lessonPlayer',
  'trackLesson',
  'trackResource',
  'assignmentResponses',
  'getContent',
  'quizDetails',
  'startQuiz',
  'saveAnswers',
  'quizReview',
  'submitQuiz',
  'assessmentOverview',
  'startAssessment',
  'submitAssessment',
]);

/** A token that was got by assignment code is good for that lesson alone: other calls answer 403, other lessons 404. */
export async function assertInLesson(
  ports: Ports,
  user: TokenUser,
  call: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { lesson } = user;
  if (!lesson) return;
  if (!playing.has(call)) throw new Refusal(403, 'You are signed in with a code, for one lesson. Sign in with your user name to do this.');
  if (parameters.lesson_id !== undefined && parameters.lesson_id !== lesson.lesson_id) throw notFound('The lesson');
  if (parameters.assignment_id !== undefined && parameters.assignment_id !== lesson.assignment_id && parameters.assignment_id !== 0)
    throw notFound('The assignment');
  if (call !== 'getContent') return;
  const item = await ports.db
    .selectFrom('lesson_resource')
    .select('item_id')
    .where('district_id', '=', user.district_id)
    .where('lesson_id', '=', lesson.lesson_id)
    .where('item_id', '=', Number(parameters.id))
    .limit(1)
    .executeTakeFirst();
  if (!item) throw notFound('The item');
}
