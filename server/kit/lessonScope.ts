import { ResourceType } from '../../contract/content.ts';
import type { Calls } from '../../contract/index.ts';
import { notFound, refuse } from './handler.ts';
import type { Tenant } from './tenant.ts';
import type { TokenUser } from './tokens.ts';

/** Calls open to a guest with an assignment code: playing the lesson, and nothing else. */
const playing: ReadonlySet<string> = new Set<keyof Calls>([
  'navTabStatus',
  'userInfo',
  'studentDashboard',
  'lessonPlayer',
  'trackLesson',
  'trackResource',
  'assignmentResponses',
  'viewAllAssignments',
  'otherStudentsTracking',
  'studentResources',
  'studentLibrary',
  'studentReport',
  'printableQuiz',
  'assignFromLessonUrl',
  'getContent',
  'checkResourceCompletion',
  'startContentTracking',
  'endContentTracking',
  'printableResponse',
  'submitPrintableQuiz',
  'submitReadersQuiz',
  'startProviderAssessment',
  'submitProviderAssessment',
  'runningAssessment',
  'quizDetails',
  'startQuiz',
  'quizToKeep',
  'saveAnswers',
  'checkAnswer',
  'quizReview',
  'markCommentsRead',
  'answerComment',
  'submitQuiz',
  'assessmentOverview',
  'startAssessment',
  'submitAssessment',
  'termSetQuestions',
  'termSetHint',
  'checkTermSet',
]);

/** Refuses guests with an assignment code anything beyond their lesson. */
export function assertNoGuest({ lesson }: TokenUser): void {
  if (lesson) throw refuse('onlyOneLesson');
}

/** Limits a token from an assignment code to its lesson: 403 for other calls, 404 for other lessons. */
export async function assertInLesson(
  db: Tenant,
  user: TokenUser,
  call: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { lesson } = user;
  if (!lesson) return;
  if (!playing.has(call)) throw refuse('onlyOneLesson');
  if (parameters.lesson_id !== undefined && parameters.lesson_id !== lesson.lesson_id) throw notFound('lesson');
  if (parameters.assignment_id !== undefined && parameters.assignment_id !== lesson.assignment_id && parameters.assignment_id !== 0)
    throw notFound('assignment');
  const item_id = call === 'getContent' ? parameters.id : parameters.item_id;
  if (item_id === undefined) return;
  const items = db
    .selectFrom('lesson_resource as lr')
    .innerJoin('content_item as i', 'i.item_id', 'lr.item_id')
    .where('lr.lesson_id', '=', lesson.lesson_id);
  // A leveled reader may be read at another level.
  const found = await db
    .selectFrom('content_item as i')
    .select('i.item_id')
    .where('i.item_id', '=', Number(item_id))
    .where((eb) =>
      eb.or([
        eb('i.item_id', 'in', items.select('i.item_id')),
        eb.and([
          eb('i.item_type_id', '=', ResourceType.leveledReader),
          eb('i.sub_unit_id', 'in', items.select('i.sub_unit_id').where('i.item_type_id', '=', ResourceType.leveledReader)),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (!found) throw notFound('item');
}
