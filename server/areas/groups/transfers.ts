import type { ClassTransfer, classTransfers as classTransferCalls } from '../../../contract/groups.ts';
import { Role } from '../../../contract/kit.ts';
import type { Row } from '../../db/schema.ts';
import { type Db, groupsInScope, iso } from '../../kit/access.ts';
import { writeAudit } from '../../kit/audit.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../../kit/handler.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { transact } from '../../kit/transact.ts';
import { recordHandChange, undoHandChange } from '../../roster/handChanges.ts';
import { undoLife } from '../../roster/jobs.ts';
import { schoolOf } from '../../roster/people.ts';
import { type AnyRow, type Entry, writeEntries } from '../../roster/tables.ts';
import { cardsOf } from '../groups.ts';

/** Snapshot of a transfer at the time it was made. */
type About = Pick<ClassTransfer, 'from' | 'to' | 'groups' | 'transferred_by'>;

/** Teachers of the school, or of the whole district if null. */
function teachersOf(db: Db, school_id: number | null) {
  const teachers = db.selectFrom('app_user as u').where('u.role_id', '=', Role.teacher);
  return school_id === null ? teachers : teachers.where('u.school_id', '=', school_id);
}
async function teacherOf(db: Db, user: TokenUser, user_puid: number) {
  const row = await teachersOf(db, await schoolOf(db, user))
    .select(['u.user_puid', 'u.first_name', 'u.last_name', 'u.school_id', 'u.active'])
    .where('u.user_puid', '=', user_puid)
    .executeTakeFirst();
  if (!row) throw notFound('teacher');
  const { school_id, active, ...person } = row;
  return { person, school_id, isActive: active === 1 };
}

/** Classes that the caller may transfer, with their teachers. */
const taughtGroups = (db: Db, user: TokenUser) =>
  groupsInScope(db, user).innerJoin('enrollment as t', (join) =>
    join.onRef('t.group_puid', '=', 'class_group.group_puid').on('t.role', '=', 'teacher').on('t.active', '=', 1),
  );

const transferAs = (ports: TenantPorts, job: Row<'roster_job'>): ClassTransfer => ({
  transfer_id: job.job_id,
  ...(JSON.parse(job.result) as About),
  transferred_at: iso(job.created_at),
  is_undone: job.state === 'rolledBack',
  can_undo: job.state === 'done' && job.created_at > ports.now() - undoLife,
});

async function transferOf(ports: TenantPorts, job_id: number): Promise<ClassTransfer> {
  const job = await ports.db.selectFrom('roster_job').selectAll().where('job_id', '=', job_id).executeTakeFirstOrThrow();
  return transferAs(ports, job);
}

export const classTransfers: HandlersOf<typeof classTransferCalls> = {
  transferTeachers: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { db } = ports;
    const school = await schoolOf(db, user);
    const counts = new Map(
      (
        await taughtGroups(db, user)
          .select(['t.user_puid', (eb) => eb.fn.countAll().as('count')])
          .groupBy('t.user_puid')
          .execute()
      ).map((row) => [row.user_puid, Number(row.count)]),
    );
    const rows = await teachersOf(db, school)
      .leftJoin('school as s', 's.school_id', 'u.school_id')
      .select(['u.user_puid', 'u.first_name', 'u.last_name', 'u.school_id', 's.name as school_name', 'u.active'])
      .orderBy('u.last_name')
      .orderBy('u.first_name')
      .orderBy('u.user_puid')
      .execute();
    return rows
      .map(({ active, ...row }) => ({ ...row, group_count: counts.get(row.user_puid) ?? 0, active: active === 1 }))
      .filter((row) => row.active || row.group_count > 0);
  },

  classesOfTeacher: async ({ query: { teacher_puid } }, { ports, user }) => {
    const { db } = ports;
    await teacherOf(db, user, teacher_puid);
    const taught = await taughtGroups(db, user).select('class_group.group_puid').where('t.user_puid', '=', teacher_puid).execute();
    const group_puids = taught.map((row) => row.group_puid);
    if (group_puids.length === 0) return [];
    const results = new Map(
      (
        await db
          .selectFrom('attempt as a')
          .innerJoin('group_assignment as ga', 'ga.group_assignment_id', 'a.group_assignment_id')
          .select(['ga.group_puid', (eb) => eb.fn.countAll().as('count')])
          .where('a.state', '<>', 'started')
          .where('ga.group_puid', 'in', group_puids)
          .groupBy('ga.group_puid')
          .execute()
      ).map((row) => [row.group_puid, Number(row.count)]),
    );
    return (await cardsOf(ports, group_puids)).map((card) => ({ ...card, result_count: results.get(card.group_puid) ?? 0 }));
  },

  transferClasses: async ({ body }, { ports, user }) => {
    const { district_id } = user;
    const { from_teacher_puid, to_teacher_puid } = body;
    const group_puids = [...new Set(body.group_puids)];
    if (from_teacher_puid === to_teacher_puid)
      throw refuse(
        'sameTeacher',
        {},
        {
          fields: [fieldReason('to_teacher_puid', 'sameAgain')],
        },
      );
    const from = await teacherOf(ports.db, user, from_teacher_puid);
    const to = await teacherOf(ports.db, user, to_teacher_puid);
    if (!to.isActive) throw notFound('teacher');
    const transfer_id = ports.newId();
    const actor = await ports.db
      .selectFrom('app_user')
      .select(['first_name', 'last_name'])
      .where('user_puid', '=', user.user_puid)
      .executeTakeFirstOrThrow();
    await transact(ports.db, async (trx) => {
      const groups = await groupsInScope(trx, user)
        .select(['class_group.group_puid', 'class_group.name as group_name', 'class_group.school_id'])
        .where('class_group.group_puid', 'in', group_puids)
        .execute();
      if (groups.length !== group_puids.length) throw notFound('class');
      // Locks the rows: when two callers hand over the same class, the second finds it gone.
      const { numUpdatedRows } = await trx
        .updateTable('enrollment')
        .set({ active: 1 })
        .where('group_puid', 'in', group_puids)
        .where('user_puid', '=', from_teacher_puid)
        .where('role', '=', 'teacher')
        .where('active', '=', 1)
        .executeTakeFirst();
      if (Number(numUpdatedRows) !== group_puids.length) throw refuse('classesMoved');
      const places = await trx
        .selectFrom('enrollment')
        .selectAll()
        .where('group_puid', 'in', group_puids)
        .where('user_puid', 'in', [from_teacher_puid, to_teacher_puid])
        .execute();
      const entries = group_puids.flatMap((group_puid): Entry[] => {
        const placeOf = (user_puid: number) => places.find((one) => one.group_puid === group_puid && one.user_puid === user_puid);
        const [old, next] = [placeOf(from_teacher_puid), placeOf(to_teacher_puid)];
        const left: Entry = { isNew: false, row: { ...(old as unknown as AnyRow), active: 0, left_at: ports.now() } };
        if (next?.role === 'teacher' && next.active === 1) return [left];
        const blank = { district_id, group_puid, user_puid: to_teacher_puid, sourced_id: null, roster_active: null };
        return [left, { isNew: !next, row: { ...blank, ...(next as unknown as AnyRow), role: 'teacher', active: 1, left_at: null } }];
      });
      const log = [['enrollments', await writeEntries(trx, 'enrollments', entries)]] as const;
      const schools = new Set([from.school_id, to.school_id, ...groups.map((group) => group.school_id)]);
      const about: About = {
        from: from.person,
        to: to.person,
        groups: groups.map(({ group_puid, group_name }) => ({ group_puid, group_name })),
        transferred_by: `${actor.first_name} ${actor.last_name}`,
      };
      const school_id = schools.size === 1 ? from.school_id : null;
      await recordHandChange(ports, trx, { undo_id: transfer_id, user, school_id, form: 'transfer', log: [[...log[0]]], about });
      for (const { group_puid } of groups)
        await writeAudit(ports, trx, {
          district_id,
          actor_puid: user.user_puid,
          action: 'group.transfer',
          subject: `group ${group_puid}`,
          detail: { transfer_id, before: { teacher_puid: from_teacher_puid }, after: { teacher_puid: to_teacher_puid } },
        });
    });
    return transferOf(ports, transfer_id);
  },

  classTransferList: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const school_id = await schoolOf(ports.db, user);
    let jobs = ports.db
      .selectFrom('roster_job')
      .selectAll()
      .where('form', '=', 'transfer')
      .where('created_at', '>', ports.now() - undoLife)
      .orderBy('created_at', 'desc')
      .orderBy('job_id', 'desc')
      .limit(50);
    if (school_id !== null) jobs = jobs.where('school_id', '=', school_id);
    return (await jobs.execute()).map((job) => transferAs(ports, job));
  },

  undoClassTransfer: async ({ body: { transfer_id } }, { ports, user }) => {
    const { district_id } = user;
    const school_id = await schoolOf(ports.db, user);
    await transact(ports.db, async (trx) => {
      const { job, left } = await undoHandChange(ports, trx, { undo_id: transfer_id, user, school_id, form: 'transfer' });
      if (left > 0) throw refuse('classesMovedSince');
      const about = JSON.parse(job.result) as About;
      for (const { group_puid } of about.groups)
        await writeAudit(ports, trx, {
          district_id,
          actor_puid: user.user_puid,
          action: 'group.transfer_undo',
          subject: `group ${group_puid}`,
          detail: { transfer_id, before: { teacher_puid: about.to.user_puid }, after: { teacher_puid: about.from.user_puid } },
        });
    });
    return transferOf(ports, transfer_id);
  },
};
