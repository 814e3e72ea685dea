import { autograde } from '../../../contract/autograde.ts';
import { ResourceType } from '../../../contract/content.ts';
import { reports } from '../../../contract/reports.ts';
import { ids, questionIdAt, quiz_id } from '../../server/fixtureSchool.ts';
import { odd } from '../../server/oddClass.ts';
import type { TestServer } from '../../server/testServer.ts';

/** The short text of the odd class's quiz. */
export const question_index = 3;
export const question_id = questionIdAt(question_index);

/** The result of ana's without points for its short text. */
export const resultOfAna = async ({ db }: TestServer): Promise<number> =>
  (
    await db
      .selectFrom('attempt')
      .select('result_id')
      .where('user_puid', '=', ids.ana)
      .where('group_assignment_id', '=', odd.unscored)
      .executeTakeFirstOrThrow()
  ).result_id;

/** Tess comments on ana's short text. Returns the comment's id. */
export async function comment(backend: TestServer, result_id: number, user_feedback: string, more: object = {}): Promise<number> {
  const tess = await backend.signIn('tess');
  const one = { result_id, user_puid: ids.tess, question_index, user_feedback, user_score: null, ...more };
  return (await tess.ok(autograde.submitUserFeedback, one)).comment_id;
}

const which = { quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz, grouppuid: ids.class, group_assignment_id: odd.unscored };

/** Tess releases the quiz, or takes the release back. */
export async function release(backend: TestServer, isReleased = true): Promise<void> {
  const tess = await backend.signIn('tess');
  if (!isReleased) await tess.ok(reports.recallReport, { recalled_by_puid: ids.tess, ...which });
  else
    await tess.ok(reports.releaseReport, { released_by_puid: ids.tess, ...which, release_date: new Date(backend.clock.now).toISOString() });
}
