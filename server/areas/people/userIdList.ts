import { setImmediate as breathe } from 'node:timers/promises';
import { simpleLines, writeSimple } from '../../../common/roster/simpleForm.ts';
import { Role } from '../../../contract/kit.ts';
import { fieldsOf } from '../../../contract/rostering/job.ts';
import type { userBatch } from '../../../contract/userBatch.ts';
import { assertSelf, type HandlersOf } from '../../kit/handler.ts';
import { longText } from '../../kit/longText.ts';
import { usersInScope } from './scope.ts';

/** People held in memory at once while the list is written. */
const page = 2000;
const fields = fieldsOf('newIds');

/** The people whose ids an administrator may change, as the list that changes them, in pages by id. */
export const userIdList: HandlersOf<typeof userBatch>['userIdList'] = async ({ query }, { ports, user }) => {
  assertSelf(user, query.user_puid);
  if (!query.with_people) return { file_name: 'new-usernames-template.csv', content: writeSimple([], fields) };
  const users = (await usersInScope(ports, user))
    .where('u.district_id', '=', user.district_id)
    .where('u.active', '=', 1)
    .where('u.role_id', '>=', Role.student)
    .where('u.role_id', '<', user.role)
    .select(['u.sourced_id', 'u.student_number'])
    .orderBy('u.user_puid')
    .limit(page);
  async function* pieces() {
    yield writeSimple([], fields);
    for (let last = 0; ; ) {
      const rows = await users.where('u.user_puid', '>', last).execute();
      yield simpleLines(
        rows.map(({ student_number: student_id, ...row }) => ({ ...row, student_id })),
        fields,
      );
      if (rows.length < page) return;
      last = rows.at(-1)?.user_puid ?? last;
      // If the database answers synchronously, nothing else would let other requests in.
      await breathe();
    }
  }
  return longText<{ file_name: string; content: string }, 'content'>({ file_name: 'new-usernames.csv' }, 'content', pieces());
};
