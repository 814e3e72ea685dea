import type { assigning as assigningCalls, ClassUsers } from '../../contract/assigning.ts';
import { insertAll } from '../db/upsert.ts';
import { type Db, iso, isoOrNull, usableLesson, visibleGroups } from '../kit/access.ts';
import { auditLearning } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import { localTime } from '../kit/localTime.ts';
import { activeUser } from '../kit/signIn.ts';
import { transact } from '../kit/transact.ts';
import { assignLesson, assignmentOf, instantsOf, noteAssigned } from './assigning/assignLesson.ts';
import { setTermHelp, termHelp } from './assigning/termHelp.ts';
import { compareNames, studentsOf, visibleAssignment } from './assignments.ts';

/** The students of an assignment, or only the given ones. Throws 404 if one of them does not have it. */
async function chosenStudents(db: Db, group_assignment_id: number, user_puids: readonly number[] | undefined) {
  const students = await studentsOf(db, [group_assignment_id]);
  if (user_puids === undefined) return students;
  const wanted = new Set(user_puids);
  const chosen = students.filter(({ user_puid }) => wanted.has(user_puid));
  if (chosen.length < wanted.size) throw notFound('student');
  return chosen;
}

export const assigning: HandlersOf<typeof assigningCalls> = {
  termHelp,
  setTermHelp,

  classesAndUsers: async ({ query }, { ports, user }) => {
    const { db } = ports;
    const lesson = await usableLesson(db, user, query.lesson_id);
    const group = await visibleGroups(db, user)
      .select(['class_group.group_puid', 'class_group.name as group_name'])
      .where('class_group.group_puid', '=', query.group_puid)
      .executeTakeFirst();
    if (!group) throw notFound('class');
    const given = await db
      .selectFrom('group_assignment as ga')
      .innerJoin('assignment as a', 'a.assignment_id', 'ga.assignment_id')
      .select(['ga.group_assignment_id', 'ga.from_date', 'ga.to_date', 'ga.is_individual'])
      .where('ga.lesson_id', '=', lesson.lesson_id)
      .where('ga.group_puid', '=', group.group_puid)
      .where('ga.unassigned_at', 'is', null)
      .where('a.assigned_by_puid', '=', user.user_puid)
      .executeTakeFirst();
    const members = await db
      .selectFrom('enrollment as e')
      .innerJoin('app_user as u', (join) => join.onRef('u.user_puid', '=', 'e.user_puid').on('u.active', '=', 1))
      .select(['u.user_puid', 'u.first_name', 'u.last_name'])
      .where('e.group_puid', '=', group.group_puid)
      .where('e.role', '=', 'student')
      .where('e.active', '=', 1)
      .execute();
    const has = new Map(
      given ? (await studentsOf(db, [given.group_assignment_id])).map((one) => [one.user_puid, one.tracking_id !== null] as const) : [],
    );
    const sorted = members.toSorted(compareNames);
    const those = (isBegun: boolean | undefined) => sorted.filter(({ user_puid }) => has.get(user_puid) === isBegun);
    return {
      ...group,
      group_assignment_id: given?.group_assignment_id ?? null,
      from_date: isoOrNull(given?.from_date ?? null),
      to_date: isoOrNull(given?.to_date ?? null),
      is_individual: given?.is_individual === 1,
      unassigned: those(undefined),
      assigned: those(false),
      assigned_taken: those(true),
    } satisfies ClassUsers;
  },

  assignToClasses: async ({ body }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const lesson = await usableLesson(trx, user, body.lesson_id);
      const { lesson_id } = lesson;
      const assignment_id = await assignmentOf(trx, ports, user, { lesson_id, assignment_no: body.assignment_no });
      const classes = [];
      for (const order of body.assignment_details) {
        const { group_assignment_id, isNew } = await assignLesson(trx, ports, user, lesson, assignment_id, order);
        classes.push({ group_puid: order.group_puid, group_assignment_id, is_new: isNew });
        if (isNew) await noteAssigned(ports, trx, user, lesson, order);
      }
      return { lesson_id, assignment_id, classes };
    }),

  changeDates: async ({ body }, { ports, user }) => {
    const { district_id } = user;
    const sender = await activeUser(ports, user);
    return transact(ports.db, async (trx) => {
      const { group_assignment_id, lesson_name, ...before } = await visibleAssignment(trx, user, body.group_assignment_id);
      const { from_date, to_date } = instantsOf(body);
      const said = { from_date: iso(from_date), to_date: isoOrNull(to_date) };
      const readings_open = body.readings_open === undefined ? before.readings_open : body.readings_open ? 1 : 0;
      const isSame = from_date === before.from_date && to_date === before.to_date;
      if (isSame && readings_open === before.readings_open) return { ...said, notified: 0 };
      const now = ports.now();
      const students = await studentsOf(trx, [group_assignment_id]);
      const begun = students.filter(({ tracking_id }) => tracking_id !== null).length;
      if (!isSame && from_date > now && begun > 0)
        throw refuse('lessonBegun', { count: begun }, { fields: [fieldReason('from_date', 'inFuture')] });
      const changed = await trx
        .updateTable('group_assignment')
        .set({ from_date, to_date, readings_open })
        .where('group_assignment_id', '=', group_assignment_id)
        .where('unassigned_at', 'is', null)
        .executeTakeFirst();
      if (Number(changed.numUpdatedRows) === 0) throw notFound('assignment');
      const inWords = async (row: { from_date: number; to_date: number | null; readings_open: number }) => ({
        ...{ start: await localTime(trx, row.from_date), due: await localTime(trx, row.to_date), readings_open: row.readings_open === 1 },
      });
      await auditLearning(ports, trx, user, {
        action: 'assignment.dates',
        subject: `group ${before.group_puid}`,
        detail: {
          ...{ facts: { lesson: lesson_name }, before: await inWords(before), after: await inWords({ from_date, to_date, readings_open }) },
        },
      });
      if (isSame) return { ...said, notified: 0 };
      // Only the newest dates of an assignment are announced.
      await trx
        .updateTable('notification')
        .set({ disabled_at: now })
        .where('group_assignment_id', '=', group_assignment_id)
        .where('disabled_at', 'is', null)
        .execute();
      const told = to_date === before.to_date ? [] : students.filter(({ completed_at }) => completed_at === null);
      await insertAll(
        trx,
        'notification',
        told.map(({ user_puid }) => ({
          district_id,
          notification_id: ports.newId(),
          user_puid,
          kind: 'dates' as const,
          about: lesson_name,
          notification_text: said.to_date ?? '',
          sender_name: sender ? `${sender.first_name} ${sender.last_name}` : '',
          created_at: now,
          disabled_at: null,
          group_assignment_id,
        })),
      );
      return { ...said, notified: told.length };
    });
  },

  unassignNumbers: async ({ body }, { ports, user }) => {
    const { db } = ports;
    const { group_assignment_id } = await visibleAssignment(db, user, body.group_assignment_id);
    const students = await chosenStudents(db, group_assignment_id, body.user_puids);
    const handedIn = new Set(
      (
        await db
          .selectFrom('attempt')
          .select('user_puid')
          .distinct()
          .where('group_assignment_id', '=', group_assignment_id)
          .where('state', '<>', 'started')
          .execute()
      ).map(({ user_puid }) => user_puid),
    );
    const submitted = students.filter((one) => one.completed_at !== null || handedIn.has(one.user_puid)).length;
    const not_started = students.filter((one) => one.tracking_id === null && !handedIn.has(one.user_puid)).length;
    return { students: students.length, not_started, in_progress: students.length - not_started - submitted, submitted };
  },

  unassign: async ({ body }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const { district_id } = user;
      const { group_assignment_id, assignment_id, group_puid, lesson_name } = await visibleAssignment(trx, user, body.group_assignment_id);
      const target = trx
        .updateTable('group_assignment')
        .where('group_assignment_id', '=', group_assignment_id)
        .where('unassigned_at', 'is', null);
      const all = await chosenStudents(trx, group_assignment_id, undefined);
      const gone = new Set((await chosenStudents(trx, group_assignment_id, body.user_puids)).map(({ user_puid }) => user_puid));
      const kept = all.filter(({ user_puid }) => !gone.has(user_puid));
      await auditLearning(ports, trx, user, {
        action: 'assignment.remove',
        subject: `group ${group_puid}`,
        detail: { facts: { lesson: lesson_name }, count: gone.size },
      });
      if (body.user_puids === undefined || kept.length === 0) {
        const now = ports.now();
        await target.set({ unassigned_at: now }).execute();
        // Links and codes into this group would open nothing, so revoke them too.
        await trx
          .updateTable('lesson_link')
          .set({ revoked_at: now })
          .where('assignment_id', '=', assignment_id)
          .where('group_puid', '=', group_puid)
          .where('revoked_at', 'is', null)
          .execute();
        await trx
          .updateTable('assignment_code')
          .set({ expires_at: now })
          .where('assignment_id', '=', assignment_id)
          .where('group_puid', '=', group_puid)
          .where('expires_at', '>', now)
          .execute();
        return null;
      }
      // From here on, the assignment belongs only to the students who keep it.
      await target.set({ is_individual: 1 }).execute();
      await trx.deleteFrom('assignee').where('group_assignment_id', '=', group_assignment_id).execute();
      await trx
        .insertInto('assignee')
        .values(kept.map(({ user_puid }) => ({ district_id, group_assignment_id, user_puid })))
        .execute();
      return null;
    }),
};
