import type { comments as commentCalls } from '../../contract/comments.ts';
import { visibleToStudent } from '../../contract/quizResult.ts';
import type { Row } from '../db/schema.ts';
import { type Db, iso } from '../kit/access.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { commentsForStudent } from './comments/ofResult.ts';
import { takeAttempt } from './quiz/submit.ts';

/**
 * Locks the student's released attempt, so that no recall comes between. Refuses one that is not released whether it has comments or not:
 * before the release nobody may learn that there are some.
 */
async function takeReleased(trx: Db, user: TokenUser, result_id: number): Promise<Row<'attempt'>> {
  const { district_id, user_puid } = user;
  const [attempt] = await takeAttempt(trx, { district_id, result_id, user_puid });
  if (!attempt) throw notFound('releasedResult');
  if (!visibleToStudent[attempt.state].review) throw refuse(attempt.state === 'recalled' ? 'resultRecalled' : 'resultNotReleased');
  return attempt;
}

export const comments: HandlersOf<typeof commentCalls> = {
  markCommentsRead: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    return transact(ports.db, async (trx) => {
      const { result_id } = await takeReleased(trx, user, body.result_id);
      await trx
        .updateTable('response_comment')
        .set({ read_at: ports.now() })
        .where('result_id', '=', result_id)
        .where('comment_id', 'in', body.comment_ids)
        .where('is_for_student', '=', 1)
        .where('read_at', 'is', null)
        .execute();
      const { unread } = await commentsForStudent(trx, result_id)
        .where('c.read_at', 'is', null)
        .select((eb) => eb.fn.countAll<number>().as('unread'))
        .executeTakeFirstOrThrow();
      return { unread: Number(unread) };
    });
  },

  answerComment: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    return transact(ports.db, async (trx) => {
      const { result_id } = await takeReleased(trx, user, body.result_id);
      const comment = await commentsForStudent(trx, result_id)
        .select('c.comment_id')
        .where('c.comment_id', '=', body.comment_id)
        .executeTakeFirst();
      if (!comment) throw notFound('comment');
      const answered_at = ports.now();
      const kept = await trx
        .updateTable('response_comment')
        .set((eb) => ({ answer_text: body.answer_text, answered_at, read_at: eb.fn.coalesce('read_at', eb.val(answered_at)) }))
        .where('comment_id', '=', comment.comment_id)
        .where('answered_at', 'is', null)
        .returning('comment_id')
        .executeTakeFirst();
      if (!kept) throw refuse('commentAnswered');
      return { answer_text: body.answer_text, answer_time: iso(answered_at) };
    });
  },
};
