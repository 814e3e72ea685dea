import type { assigning as assigningCalls } from '../../../contract/assigning.ts';
import { auditLearning } from '../../kit/audit.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { transact } from '../../kit/transact.ts';
import { compareNames, studentsOf, visibleAssignment } from '../assignments.ts';

type Handlers = Pick<HandlersOf<typeof assigningCalls>, 'termHelp' | 'setTermHelp'>;

/** Which students of an assignment may open the definitions of terms in its quizzes. */
export const { termHelp, setTermHelp }: Handlers = {
  termHelp: async ({ query }, { ports: { db }, user }) => {
    const { group_assignment_id } = await visibleAssignment(db, user, query.group_assignment_id);
    const students = await studentsOf(db, [group_assignment_id]);
    const rows = await db
      .selectFrom('term_help')
      .select(['user_puid', 'is_timed_too'])
      .where('group_assignment_id', '=', group_assignment_id)
      .execute();
    const helped = new Set(rows.map(({ user_puid }) => user_puid));
    return {
      students: students.toSorted(compareNames).map(({ user_puid, first_name, last_name }) => ({
        ...{ user_puid, first_name, last_name, has_help: helped.has(user_puid) },
      })),
      is_timed_too: rows.some(({ is_timed_too }) => is_timed_too === 1),
    };
  },

  setTermHelp: async ({ body: { is_timed_too, ...body } }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const { group_assignment_id, group_puid, lesson_name } = await visibleAssignment(trx, user, body.group_assignment_id);
      const students = new Set((await studentsOf(trx, [group_assignment_id])).map(({ user_puid }) => user_puid));
      const chosen = [...new Set(body.user_puids)];
      if (chosen.some((user_puid) => !students.has(user_puid))) throw notFound('student');
      // Of two people who save at once, the second replaces the choice of the first.
      await trx
        .updateTable('group_assignment')
        .set(({ ref }) => ({ category: ref('category') }))
        .where('group_assignment_id', '=', group_assignment_id)
        .execute();
      const before = await trx.selectFrom('term_help').select('user_puid').where('group_assignment_id', '=', group_assignment_id).execute();
      await auditLearning(ports, trx, user, {
        action: 'assignment.term_help',
        subject: `group ${group_puid}`,
        detail: {
          ...{ facts: { lesson: lesson_name }, before: { students_puids: before.map(({ user_puid }) => user_puid) } },
          after: { students_puids: chosen },
        },
      });
      await trx.deleteFrom('term_help').where('group_assignment_id', '=', group_assignment_id).execute();
      if (chosen.length === 0) return null;
      const { district_id } = user;
      await trx
        .insertInto('term_help')
        .values(chosen.map((user_puid) => ({ district_id, group_assignment_id, user_puid, is_timed_too: is_timed_too ? 1 : 0 })))
        .execute();
      return null;
    }),
};
