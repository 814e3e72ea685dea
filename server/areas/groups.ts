import { metadataFields } from '../../common/roster/oneRoster/metadata.ts';
import { printRow53 } from '../../common/roster/tightTable.ts';
import type { GroupCard, GroupDetail, groups as groupCalls } from '../../contract/groups.ts';
import { administrators, Role } from '../../contract/kit.ts';
import { partsOf } from '../db/parts.ts';
import type { Row } from '../db/schema.ts';
import { type Db, groupsInScope, isoOrNull, visibleGroups } from '../kit/access.ts';
import { placeOf } from '../kit/administered.ts';
import { writeAudit } from '../kit/audit.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { borrowedBy, inCharge } from '../roster/charge.ts';
import { ownGroups, schoolOf, searchPatterns } from '../roster/people.ts';
import { learnSubjects } from '../roster/subjects.ts';
import { termsOf } from '../roster/terms.ts';

const groupOrder = new Intl.Collator('en', { numeric: true });

type DetailedCard = GroupCard & Pick<GroupDetail, 'terms'> & Pick<Row<'class_group'>, 'roster_metadata'>;

/** The classes and groups with these ids, including archived ones: list cards, with what only their pages show. */
async function detailedCards(ports: TenantPorts, group_puids: readonly number[]): Promise<DetailedCard[]> {
  const { db } = ports;
  const cards: DetailedCard[] = [];
  for (const some of partsOf(group_puids)) {
    const rows = await db
      .selectFrom('class_group as g')
      .innerJoin('school as s', 's.school_id', 'g.school_id')
      .select([
        'g.group_puid',
        'g.name as group_name',
        'g.kind',
        'g.subject',
        'g.grade',
        'g.period',
        'g.school_id',
        's.name as school_name',
        'g.sourced_id',
        'g.active',
        'g.roster_terms',
        'g.roster_metadata',
      ])
      .where('g.group_puid', 'in', some)
      .execute();
    const teachers = Map.groupBy(
      await db
        .selectFrom('enrollment as e')
        .innerJoin('app_user as u', (join) => join.onRef('u.user_puid', '=', 'e.user_puid').on('u.active', '=', 1))
        .select(['e.group_puid', 'u.user_puid', 'u.first_name', 'u.last_name'])
        .where('e.group_puid', 'in', some)
        .where('e.role', '=', 'teacher')
        .where('e.active', '=', 1)
        .orderBy('u.last_name')
        .orderBy('u.user_puid')
        .execute(),
      (row) => row.group_puid,
    );
    const students = await db
      .selectFrom('enrollment as e')
      .innerJoin('app_user as u', (join) => join.onRef('u.user_puid', '=', 'e.user_puid').on('u.active', '=', 1))
      .select(['e.group_puid', (eb) => eb.fn.countAll().as('count')])
      .where('e.group_puid', 'in', some)
      .where('e.role', '=', 'student')
      .where('e.active', '=', 1)
      .groupBy('e.group_puid')
      .execute();
    const assignments = await db
      .selectFrom('group_assignment')
      .select(['group_puid', (eb) => eb.fn.countAll().as('count')])
      .where('group_puid', 'in', some)
      .where('unassigned_at', 'is', null)
      .where((eb) => eb.or([eb('to_date', 'is', null), eb('to_date', '>=', ports.now())]))
      .groupBy('group_puid')
      .execute();
    const countOf = (rows: readonly { group_puid: number; count: string | number | bigint }[]) =>
      new Map(rows.map((row) => [row.group_puid, Number(row.count)]));
    const [studentCounts, assignmentCounts] = [countOf(students), countOf(assignments)];
    const terms = await termsOf(ports, rows);
    for (const { sourced_id, active, roster_terms: _, ...row } of rows)
      cards.push({
        ...row,
        student_count: studentCounts.get(row.group_puid) ?? 0,
        teachers: (teachers.get(row.group_puid) ?? []).map(({ group_puid: _, ...person }) => person),
        is_rostered: sourced_id !== null,
        active: active === 1,
        ...(terms.get(row.group_puid) ?? { terms: [], is_over: false }),
        assignment_count: assignmentCounts.get(row.group_puid) ?? 0,
      });
  }
  return cards.sort((a, b) => groupOrder.compare(a.group_name, b.group_name) || a.group_puid - b.group_puid);
}

/** The classes and groups with these ids as list cards, including archived ones. */
export const cardsOf = async (ports: TenantPorts, group_puids: readonly number[]): Promise<GroupCard[]> =>
  (await detailedCards(ports, group_puids)).map(({ terms: _, roster_metadata: __, ...card }) => card);

async function anyOwnGroup(ports: TenantPorts, user: TokenUser, group_puid: number) {
  const row = await groupsInScope(ports.db, user)
    .selectAll('class_group')
    .where('class_group.group_puid', '=', group_puid)
    .executeTakeFirst();
  if (!row) throw notFound('class');
  return row;
}

/** A class or group, which nobody else changes before the transaction ends. */
const locked = (trx: Db, group_puid: number) =>
  trx
    .updateTable('class_group')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('group_puid', '=', group_puid)
    .returningAll()
    .executeTakeFirstOrThrow();

/** What its form changes, in the words of the audit. */
const inWords = ({
  name,
  subject,
  grade,
  period,
  active,
}: Pick<Row<'class_group'>, 'name' | 'subject' | 'grade' | 'period' | 'active'>) => ({
  ...{ name, subject, grade, period, active: active === 1 },
});

/** Fingerprint of it. Imports change it too, without counting versions. */
const versionOf = (words: ReturnType<typeof inWords>): number =>
  printRow53({ ...words, active: Number(words.active) }, ['name', 'subject', 'grade', 'period', 'active']);

async function detailOf(ports: TenantPorts, user: TokenUser, group_puid: number): Promise<GroupDetail> {
  const [found] = await detailedCards(ports, [group_puid]);
  if (!found) throw notFound('class');
  const { roster_metadata, ...card } = found;
  const rows = await ports.db
    .selectFrom('enrollment as e')
    .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
    .select([
      'u.user_puid',
      'u.first_name',
      'u.last_name',
      'u.user_name',
      'u.grade',
      'e.left_at',
      (eb) => eb.case().when('u.password_hash', 'is', null).then(0).else(1).end().as('has_password'),
      (eb) =>
        eb
          .case()
          .when(eb.and([eb('e.active', '=', 1), eb('u.active', '=', 1)]))
          .then(1)
          .else(0)
          .end()
          .as('is_active'),
    ])
    .where('e.group_puid', '=', group_puid)
    .where('e.role', '=', 'student')
    .orderBy('u.last_name')
    .orderBy('u.first_name')
    .orderBy('u.user_puid')
    .execute();
  const own = await inCharge(
    ports.db,
    user,
    rows.map((row) => row.user_puid),
  );
  const students = rows.map(({ left_at, has_password, is_active, ...row }) => ({
    ...row,
    can_manage: own.has(row.user_puid),
    has_password: Number(has_password) === 1,
    active: Number(is_active) === 1,
    left_at: isoOrNull(left_at),
  }));
  return {
    ...card,
    students,
    metadata: administrators.some((role) => role === user.role) ? metadataFields(roster_metadata) : [],
    version: versionOf({ name: card.group_name, subject: card.subject, grade: card.grade, period: card.period, active: card.active }),
  };
}

/** Throws 404 unless all of them are students of the school. */
async function assertStudents(db: Db, school_id: number, user_puids: readonly number[]): Promise<void> {
  if (user_puids.length === 0) return;
  const rows = await db
    .selectFrom('app_user')
    .select('user_puid')
    .where('role_id', '=', Role.student)
    .where('active', '=', 1)
    .where('school_id', '=', school_id)
    .where('user_puid', 'in', user_puids)
    .execute();
  if (rows.length !== new Set(user_puids).size) throw notFound('student');
}

/** Enrolls students in a group, or re-enrolls them. */
async function enroll(
  trx: Db,
  user: TokenUser,
  group_puid: number,
  user_puids: readonly number[],
  borrowed: (user_puid: number) => 1 | null,
): Promise<void> {
  for (const user_puid of new Set(user_puids)) {
    const place = { active: 1, borrowed: borrowed(user_puid), listed_in: null };
    await trx
      .insertInto('enrollment')
      .values({ district_id: user.district_id, group_puid, user_puid, role: 'student', sourced_id: null, ...place })
      .onConflict((conflict) =>
        conflict
          .columns(['district_id', 'group_puid', 'user_puid'])
          .doUpdateSet({ ...place, left_at: null })
          .where('enrollment.role', '=', 'student'),
      )
      .execute();
  }
}
/**
 * Removes students from a group; 404 unless all are in it. A removal by an administrator also marks them borrowed, so that a teacher who
 * adds them again is not in charge of the account.
 */
async function leave(trx: Db, user: TokenUser, group_puid: number, user_puids: readonly number[], now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('enrollment')
    .set({ active: 0, left_at: now, ...(user.role > Role.teacher && { borrowed: 1 }) })
    .where('group_puid', '=', group_puid)
    .where('user_puid', 'in', user_puids)
    .where('role', '=', 'student')
    .where('active', '=', 1)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== new Set(user_puids).size) throw notFound('student');
}
const orNull = (text: string | null) => (text === '' ? null : text);

export const groups: HandlersOf<typeof groupCalls> = {
  myGroups: async ({ query }, context) => {
    const { ports, user } = context;
    const { db } = await placeOf(context, query);
    const all = query.with_archived ? groupsInScope(db, user) : visibleGroups(db, user);
    return cardsOf(
      { ...ports, db },
      (await all.select('class_group.group_puid').execute()).map((row) => row.group_puid),
    );
  },

  groupDetail: async ({ query: { group_puid } }, { ports, user }) => {
    await anyOwnGroup(ports, user, group_puid);
    return detailOf(ports, user, group_puid);
  },

  addGroup: async ({ body }, { ports, user }) => {
    const { district_id } = user;
    const own = await schoolOf(ports.db, user);
    if (own !== null && body.school_id !== null && body.school_id !== own) throw notFound('school');
    const school_id = own ?? body.school_id;
    if (school_id === null) throw refuse('schoolMissing', {}, { fields: [fieldReason('school_id', 'missing')] });
    const school = await ports.db
      .selectFrom('school')
      .select('school_id')
      .where('school_id', '=', school_id)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (!school) throw notFound('school');
    const teacher_puid = user.role === Role.teacher ? user.user_puid : body.teacher_puid;
    if (teacher_puid !== null) {
      const teacher = await ports.db
        .selectFrom('app_user')
        .select('user_puid')
        .where('user_puid', '=', teacher_puid)
        .where('role_id', '=', Role.teacher)
        .where('school_id', '=', school_id)
        .where('active', '=', 1)
        .executeTakeFirst();
      if (!teacher) throw notFound('teacher');
    }
    await assertStudents(ports.db, school_id, body.user_puids);
    const group_puid = ports.newId();
    await transact(ports.db, async (trx) => {
      const borrowed = await borrowedBy(trx, user, group_puid, body.user_puids);
      await trx
        .insertInto('class_group')
        .values({
          district_id,
          group_puid,
          school_id,
          name: body.group_name,
          kind: body.kind,
          subject: orNull(body.subject),
          grade: orNull(body.grade),
          period: orNull(body.period),
          sourced_id: null,
          active: 1,
        })
        .execute();
      if (teacher_puid !== null)
        await trx
          .insertInto('enrollment')
          .values({ district_id, group_puid, user_puid: teacher_puid, role: 'teacher', sourced_id: null, active: 1 })
          .execute();
      await enroll(trx, user, group_puid, body.user_puids, borrowed);
      await learnSubjects(ports, trx, [body.subject]);
      await writeAudit(ports, trx, { district_id, actor_puid: user.user_puid, action: 'group.add', subject: `group ${group_puid}` });
    });
    return detailOf(ports, user, group_puid);
  },

  updateGroup: async ({ body }, { ports, user }) => {
    const { district_id } = user;
    const { group_puid } = await anyOwnGroup(ports, user, body.group_puid);
    await transact(ports.db, async (trx) => {
      const before = await locked(trx, group_puid);
      if (body.version !== undefined && body.version !== versionOf(inWords(before))) throw refuse('recordChanged');
      const after = {
        name: body.group_name,
        subject: orNull(body.subject),
        grade: orNull(body.grade),
        period: orNull(body.period),
        active: body.active ? 1 : 0,
      };
      await trx.updateTable('class_group').set(after).where('group_puid', '=', group_puid).execute();
      await learnSubjects(ports, trx, [body.subject]);
      await writeAudit(ports, trx, {
        district_id,
        actor_puid: user.user_puid,
        action: 'group.update',
        subject: `group ${group_puid}`,
        detail: { before: inWords(before), after: inWords(after) },
      });
    });
    return detailOf(ports, user, group_puid);
  },

  studentsToAdd: async ({ query }, { ports, user }) => {
    const group = await anyOwnGroup(ports, user, query.group_puid);
    let students = ports.db
      .selectFrom('app_user as u')
      .leftJoin('enrollment as e', (join) =>
        join.onRef('e.user_puid', '=', 'u.user_puid').on('e.group_puid', '=', group.group_puid).on('e.active', '=', 1),
      )
      .select(['u.user_puid', 'u.first_name', 'u.last_name', 'u.user_name', 'u.grade'])
      .where('u.school_id', '=', group.school_id)
      .where('u.role_id', '=', Role.student)
      .where('u.active', '=', 1)
      .where('e.user_puid', 'is', null);
    for (const pattern of searchPatterns(query.search ?? '')) {
      students = students.where((eb) =>
        eb.or((['u.first_name', 'u.last_name', 'u.user_name'] as const).map((column) => eb(eb.fn('lower', [column]), 'like', pattern))),
      );
    }
    return students.orderBy('u.last_name').orderBy('u.first_name').orderBy('u.user_puid').limit(200).execute();
  },

  addGroupStudents: async ({ body }, { ports, user }) => {
    const { district_id } = user;
    const [group] = await ownGroups(ports.db, user, [body.group_puid]);
    if (!group) throw notFound('class');
    await assertStudents(ports.db, group.school_id, body.user_puids);
    await transact(ports.db, async (trx) => {
      const { group_puid } = group;
      await enroll(trx, user, group_puid, body.user_puids, await borrowedBy(trx, user, group_puid, body.user_puids));
      await writeAudit(ports, trx, {
        district_id,
        actor_puid: user.user_puid,
        action: 'group.add_students',
        subject: `group ${group.group_puid}`,
        detail: { count: body.user_puids.length, user_puids: body.user_puids },
      });
    });
    return detailOf(ports, user, group.group_puid);
  },

  removeGroupStudents: async ({ body }, { ports, user }) => {
    const { district_id } = user;
    const { group_puid } = await anyOwnGroup(ports, user, body.group_puid);
    await transact(ports.db, async (trx) => {
      await leave(trx, user, group_puid, body.user_puids, ports.now());
      await writeAudit(ports, trx, {
        district_id,
        actor_puid: user.user_puid,
        action: 'group.remove_students',
        subject: `group ${group_puid}`,
        detail: { count: body.user_puids.length, user_puids: body.user_puids },
      });
    });
    return detailOf(ports, user, group_puid);
  },

  transferStudents: async ({ body }, { ports, user }) => {
    const { district_id } = user;
    const { from_group_puid, to_group_puid, user_puids } = body;
    if (from_group_puid === to_group_puid)
      throw refuse(
        'sameClass',
        {},
        {
          fields: [fieldReason('to_group_puid', 'sameAgain')],
        },
      );
    const found = await ownGroups(ports.db, user, [from_group_puid, to_group_puid]);
    const to = found.find((group) => group.group_puid === to_group_puid);
    if (!to) throw notFound('class');
    await assertStudents(ports.db, to.school_id, user_puids);
    await transact(ports.db, async (trx) => {
      const borrowed = await borrowedBy(trx, user, to_group_puid, user_puids);
      await leave(trx, user, from_group_puid, user_puids, ports.now());
      await enroll(trx, user, to_group_puid, user_puids, borrowed);
      await writeAudit(ports, trx, {
        district_id,
        actor_puid: user.user_puid,
        action: 'group.transfer_students',
        subject: `group ${from_group_puid}`,
        detail: {
          ...{ count: user_puids.length, to_group_puid, user_puids },
          ...{ before: { class: found.find((group) => group !== to)?.name }, after: { class: to.name } },
        },
      });
    });
    return { from: await detailOf(ports, user, from_group_puid), to: await detailOf(ports, user, to_group_puid) };
  },
};
