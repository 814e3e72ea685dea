import { Role } from '../../../contract/kit.ts';
import { mostStudents, type rostering } from '../../../contract/rostering.ts';
import type { Row } from '../../db/schema.ts';
import type { Db } from '../../kit/access.ts';
import { writeAudit } from '../../kit/audit.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../../kit/handler.ts';
import { noteLoginCode } from '../../kit/loginCodes.ts';
import { isUniqueViolation, transact } from '../../kit/transact.ts';
import { assertInCharge, inCharge } from '../../roster/charge.ts';
import { recordHandChange, undoHandChange } from '../../roster/handChanges.ts';
import type { Log } from '../../roster/log.ts';
import {
  freeUserName,
  ownGroups,
  ownStudent,
  schoolOf,
  searchPatterns,
  studentColumns,
  studentsAs,
  studentVersion,
  theStudent,
  visibleStudents,
} from '../../roster/people.ts';
import { type AnyRow, type Entry, writeEntries } from '../../roster/tables.ts';
import { newLoginCode } from './studentLoginCodes.ts';

type StudentCalls = Pick<typeof rostering, 'allStudents' | 'createStudent' | 'updateStudent' | 'deleteStudent' | 'restoreStudent'>;

async function refuseTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('accountTaken');
    throw error;
  }
}
/** What the form of a student changes, in the words of the audit. */
const inWords = (row: Pick<Row<'app_user'>, (typeof studentColumns)[number]>) =>
  Object.fromEntries(studentColumns.map((column) => [column, row[column]]));

/** A student's account, which nobody else changes before the transaction ends. */
const locked = (trx: Db, user_puid: number) =>
  trx
    .updateTable('app_user')
    .set(({ ref }) => ({ active: ref('active') }))
    .where('user_puid', '=', user_puid)
    .returningAll()
    .executeTakeFirstOrThrow();

const orNull = (text: string | null) => (text === null || text === '' ? null : text);

export const studentAccounts: HandlersOf<StudentCalls> = {
  allStudents: async ({ query }, { ports, user }) => {
    assertSelf(user, query.userPuid);
    const { db } = ports;
    let students = visibleStudents(db, user, await schoolOf(db, user));
    if (query.school_id !== undefined) students = students.where('s.school_id', '=', query.school_id);
    if (query.group_puid !== undefined) {
      const { group_puid } = query;
      await ownGroups(db, user, [group_puid]);
      students = students.where('s.user_puid', 'in', (eb) =>
        eb.selectFrom('enrollment as e').select('e.user_puid').where('e.group_puid', '=', group_puid).where('e.active', '=', 1),
      );
    }
    for (const pattern of searchPatterns(query.search ?? '')) {
      students = students.where((eb) =>
        eb.or(
          (['s.first_name', 's.last_name', 's.user_name', 's.student_number'] as const).map((column) =>
            eb(eb.fn('lower', [column]), 'like', pattern),
          ),
        ),
      );
    }
    const { total } = await students.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow();
    const rows = await students
      .select('s.user_puid')
      .orderBy('s.last_name')
      .orderBy('s.first_name')
      .orderBy('s.user_puid')
      .limit(mostStudents)
      .execute();
    return {
      students: await studentsAs(
        db,
        user,
        rows.map((row) => row.user_puid),
      ),
      total: Number(total),
    };
  },

  createStudent: async ({ body }, { ports, user, request }) => {
    const { district_id } = user;
    const groups = await ownGroups(ports.db, user, body.group_puids);
    const own = await schoolOf(ports.db, user);
    const school_id = own ?? body.school_id ?? groups[0]?.school_id ?? null;
    if (own !== null && body.school_id !== null && body.school_id !== own) throw notFound('school');
    if (user.role === Role.teacher && groups.length === 0)
      throw refuse('classMissing', {}, { fields: [fieldReason('group_puids', 'missing')] });
    const school = await ports.db
      .selectFrom('school')
      .select('school_id')
      .where('school_id', '=', school_id ?? -1)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (school_id === null) throw refuse('schoolMissing', {}, { fields: [fieldReason('school_id', 'missing')] });
    if (!school || groups.some((group) => group.school_id !== school_id)) throw notFound('school');
    const { code: password, hash: password_hash } = await newLoginCode(ports, request);
    const user_puid = ports.newId();
    await refuseTaken(() =>
      transact(ports.db, async (trx) => {
        const user_name = body.user_name ?? (await freeUserName(trx, body.first_name, body.last_name));
        await trx
          .insertInto('app_user')
          .values({
            district_id,
            user_puid,
            user_name,
            user_key: user_name.toLowerCase(),
            password_hash,
            role_id: Role.student,
            first_name: body.first_name,
            last_name: body.last_name,
            email: orNull(body.email),
            school_id,
            grade: orNull(body.grade),
            student_number: orNull(body.student_id),
            sourced_id: null,
            active: 1,
            token_version: 1,
            created_at: ports.now(),
          })
          .execute();
        await noteLoginCode(ports, trx, { user_puid }, user.user_puid);
        for (const { group_puid } of groups)
          await trx
            .insertInto('enrollment')
            .values({ district_id, group_puid, user_puid, role: 'student', sourced_id: null, active: 1 })
            .execute();
        await writeAudit(ports, trx, { district_id, actor_puid: user.user_puid, action: 'student.create', subject: `user ${user_puid}` });
      }),
    );
    return { student: await theStudent(ports.db, user, user_puid), password };
  },

  updateStudent: async ({ body }, { ports, user }) => {
    const { district_id } = user;
    const { student_puid: user_puid, user_name, student_id, email, grade, version, ...names } = body;
    await assertInCharge(ports.db, user, [await ownStudent(ports.db, user, user_puid)]);
    await refuseTaken(() =>
      transact(ports.db, async (trx) => {
        const before = await locked(trx, user_puid);
        if (version !== undefined && version !== studentVersion(before)) throw refuse('recordChanged');
        const after = { ...names, user_name, email: orNull(email), grade: orNull(grade), student_number: orNull(student_id) };
        await trx
          .updateTable('app_user')
          .set({ ...after, user_key: user_name.toLowerCase() })
          .where('user_puid', '=', user_puid)
          .execute();
        await writeAudit(ports, trx, {
          ...{ district_id, actor_puid: user.user_puid, action: 'student.update', subject: `user ${user_puid}` },
          detail: { before: inWords(before), after: inWords(after) },
        });
      }),
    );
    return theStudent(ports.db, user, user_puid);
  },

  deleteStudent: async ({ body: { student_puid: user_puid } }, { ports, user }) => {
    const { district_id } = user;
    const student = await ownStudent(ports.db, user, user_puid);
    const now = ports.now();
    const undo_id = ports.newId();
    const removed = await transact(ports.db, async (trx) => {
      const places = await trx.selectFrom('enrollment').selectAll().where('user_puid', '=', user_puid).where('active', '=', 1).execute();
      const taught = new Set(
        user.role === Role.teacher
          ? (
              await trx
                .selectFrom('enrollment')
                .select('group_puid')
                .where('user_puid', '=', user.user_puid)
                .where('role', '=', 'teacher')
                .where('active', '=', 1)
                .execute()
            ).map((row) => row.group_puid)
          : places.map((place) => place.group_puid),
      );
      const mine = places.filter((place) => taught.has(place.group_puid));
      // A student who was only borrowed leaves the class but keeps the account.
      const isWhole = mine.length === places.length && (await inCharge(trx, user, [user_puid])).has(user_puid);
      const left = { active: 0, left_at: now, ...(user.role > Role.teacher && { borrowed: 1 }) };
      const entries: Entry[] = mine.map((place) => ({ isNew: false, row: { ...(place as unknown as AnyRow), ...left } }));
      const log: Log = [];
      if (isWhole)
        log.push(['users', await writeEntries(trx, 'users', [{ isNew: false, row: { ...(student as unknown as AnyRow), active: 0 } }])]);
      log.push(['enrollments', await writeEntries(trx, 'enrollments', entries)]);
      await recordHandChange(ports, trx, { undo_id, user, school_id: student.school_id, form: 'removal', log });
      await writeAudit(ports, trx, {
        district_id,
        actor_puid: user.user_puid,
        action: 'student.delete',
        subject: `user ${user_puid}`,
        detail: { account: isWhole },
      });
      return isWhole ? ('account' as const) : ('classes' as const);
    });
    return { user_puid, removed, undo_id };
  },

  restoreStudent: async ({ body: { undo_id } }, { ports, user }) => {
    const { district_id } = user;
    const school_id = await schoolOf(ports.db, user);
    const user_puids = await transact(ports.db, async (trx) => {
      const { log } = await undoHandChange(ports, trx, { undo_id, user, school_id, form: 'removal' });
      await writeAudit(ports, trx, { district_id, actor_puid: user.user_puid, action: 'student.restore', subject: `removal ${undo_id}` });
      return [...new Set(log.flatMap(([, entries]) => entries.map(([ids]) => ids.at(-1) as number)))];
    });
    return { students: await studentsAs(ports.db, user, user_puids) };
  },
};
