import { ids, quiz_id } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';
import { handInQuiz } from './fixture.ts';

/** Ana's submitted attempt at a quiz that the provider delivers. `isWaiting`: Learnosity delivered it, and its results are not here. */
export async function providedAttempt(backend: TestServer, { isWaiting = false } = {}): Promise<number> {
  const { db } = backend;
  await handInQuiz(backend);
  const item = db.selectFrom('quiz').select('item_id').where('quiz_id', '=', quiz_id);
  await db.updateTable('content_item').set({ is_learnosity_enabled: 1 }).where('item_id', '=', item).execute();
  const { result_id, district_id } = await db
    .selectFrom('attempt')
    .select(['result_id', 'district_id'])
    .where('user_puid', '=', ids.ana)
    .executeTakeFirstOrThrow();
  if (isWaiting) {
    await db.updateTable('attempt').set({ score: null, state: 'submitted' }).where('result_id', '=', result_id).execute();
    const session = { session_id: 'session', provider_student_id: 'student', fetches: 0, next_at: null, fetched_at: null };
    await db
      .insertInto('provider_session')
      .values({ district_id, result_id, provider: 'learnosity', state: 'waiting', ...session })
      .execute();
  }
  return result_id;
}
