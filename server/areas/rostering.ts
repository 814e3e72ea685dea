import { setImmediate as breathe } from 'node:timers/promises';
import { simpleLines, writeSimple } from '../../common/roster/simpleForm.ts';
import { Role } from '../../contract/kit.ts';
import {
  type Finding,
  mostJobs,
  mostRosterBytes,
  mostStudents,
  type RosterChange,
  type RosterJob,
  type RosterStudent,
  type rostering as rosteringCalls,
  rosterPartSize,
} from '../../contract/rostering.ts';
import type { Row } from '../db/schema.ts';
import { writeAudit } from '../kit/audit.ts';
import { newCode } from '../kit/codes.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, Refusal, refuse } from '../kit/handler.ts';
import { forgetLoginCode, noteLoginCode } from '../kit/loginCodes.ts';
import { longText } from '../kit/longText.ts';
import type { TenantPorts } from '../kit/ports.ts';
import { endAllSessions } from '../kit/sessions.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { assertInCharge, inCharge } from '../roster/charge.ts';
import { byHand, isByHand, recordHandChange, undoHandChange } from '../roster/handChanges.ts';
import { forgetFiles, type JobResult, maySee, noOptions, noResult, optionsOf, reportOf, runJob, undoLife } from '../roster/jobs.ts';
import type { Log } from '../roster/log.ts';
import { ownGroups, ownStudent, schoolOf, searchPattern, studentsAs, visibleStudents } from '../roster/people.ts';
import { staysOf } from '../roster/stays.ts';
import { type AnyRow, type Entry, writeEntries } from '../roster/tables.ts';
import { type Db, iso, isoOrNull } from './access.ts';

type Job = Row<'roster_job'>;
/** What a list of imports needs of each: not what it found and would change, which is most of it. */
const listed = [
  'district_id',
  'job_id',
  'created_by',
  'state',
  'options',
  'result',
  'confirmation',
  'problem',
  'rows_total',
  'rows_done',
  'left_alone',
  'created_at',
  'updated_at',
  'finished_at',
] as const satisfies readonly (keyof Job)[];
type ListedJob = Pick<Job, (typeof listed)[number]>;
/** Files of one import. */
const mostFiles = 40;
/** A login code is what a student types as the password: small letters and digits, none of which look alike. */
const loginCode = (ports: TenantPorts) => newCode(ports).toLowerCase();

async function jobsAs(ports: TenantPorts, jobs: readonly ListedJob[], stays: RosterJob['stays'] = null): Promise<RosterJob[]> {
  if (jobs.length === 0) return [];
  const { db } = ports;
  const names = await db
    .selectFrom('app_user')
    .select(['user_puid', 'first_name', 'last_name'])
    .where('user_puid', 'in', [...new Set(jobs.map((job) => job.created_by))])
    .execute();
  const nameOf = new Map(names.map((one) => [one.user_puid, `${one.first_name} ${one.last_name}`]));
  const parts = await db
    .selectFrom('roster_file')
    .select(['job_id', 'name', 'size', (eb) => eb.fn.countAll().as('received')])
    .where(
      'job_id',
      'in',
      jobs.map((job) => job.job_id),
    )
    .groupBy(['job_id', 'name', 'size'])
    .orderBy('name')
    .execute();
  const filesOf = Map.groupBy(parts, (part) => part.job_id);
  return jobs.map((job) => {
    const result = JSON.parse(job.result) as JobResult;
    const files =
      filesOf
        .get(job.job_id)
        ?.map(({ name, size, received }) => ({ name, size, parts: Math.ceil(size / rosterPartSize), received: Number(received) })) ??
      result.files.map((file) => ({ ...file, received: 0 }));
    return {
      job_id: job.job_id,
      state: job.state,
      created_by: nameOf.get(job.created_by) ?? '',
      created_by_puid: job.created_by,
      created_at: iso(job.created_at),
      updated_at: iso(job.updated_at),
      finished_at: isoOrNull(job.finished_at),
      files,
      options: optionsOf(job),
      check: result.check,
      counts: result.counts,
      skipped: result.skipped,
      // Jobs of earlier versions do not say.
      older: result.older ?? 0,
      rows_total: job.rows_total,
      rows_done: job.rows_done,
      confirmation: job.confirmation,
      // Jobs of earlier versions have none.
      brake: result.brake ?? null,
      left_alone: job.left_alone,
      problem: job.problem,
      stays,
      can_undo: job.state === 'partial' || (job.state === 'done' && (job.finished_at ?? 0) > ports.now() - undoLife),
    };
  });
}

async function visibleJob(ports: TenantPorts, user: TokenUser, job_id: number): Promise<Job> {
  const job = await ports.db.selectFrom('roster_job').selectAll().where('job_id', '=', job_id).executeTakeFirst();
  if (!job || isByHand(job) || !maySee(job, { ...user, school_id: await schoolOf(ports.db, user) })) throw notFound('import');
  return job;
}
async function answer(ports: TenantPorts, user: TokenUser, job_id: number): Promise<RosterJob> {
  const job = await visibleJob(ports, user, job_id);
  const [shown] = await jobsAs(ports, [job], await staysOf(ports, job));
  return shown as RosterJob;
}

/** Moves a job that waits for a person; 409 where it stands elsewhere by now. */
async function command(
  ports: TenantPorts,
  user: TokenUser,
  job: Job,
  from: readonly Job['state'][],
  set: Partial<Omit<Job, 'district_id'>>,
  action: string,
  before?: (trx: Db) => Promise<void>,
) {
  await transact(ports.db, async (trx) => {
    await before?.(trx);
    const { numUpdatedRows } = await trx
      .updateTable('roster_job')
      .set({ runner: null, ...set, updated_at: ports.now() })
      .where('job_id', '=', job.job_id)
      .where('state', 'in', from)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw refuse('importMovedOn');
    await writeAudit(ports, trx, { district_id: user.district_id, actor_puid: user.user_puid, action, subject: `import ${job.job_id}` });
  });
}
/** Imports of a person that may wait for something, each with its files: up to 64 MB of what schools know of students. */
const mostOpenImports = 10;
/** Imports that write nothing yet. */
const notBegun: readonly Job['state'][] = ['uploaded', 'checking', 'validated', 'refused', 'failed'];

/** Makes room for another import of the person: the oldest of those that wait are discarded, with their files, and say why. */
async function makeRoom(ports: TenantPorts, user: TokenUser): Promise<void> {
  const { user_puid } = user;
  const open = await ports.db
    .selectFrom('roster_job')
    .selectAll()
    .where('created_by', '=', user_puid)
    .where('state', 'in', notBegun)
    .orderBy('created_at', 'desc')
    .orderBy('job_id', 'desc')
    .execute();
  for (const job of open.slice(mostOpenImports - 1))
    await command(ports, user, job, notBegun, { state: 'cancelled', problem: 'tooManyOpen' }, 'roster.cancel', (trx) =>
      forgetFiles(trx, job),
    ).catch((error) => {
      // Somebody has gone on with it in this very moment.
      if (!(error instanceof Refusal)) throw error;
    });
}
const goOn = (ports: TenantPorts, user: TokenUser, job_id: number) =>
  ports.background(() => runJob(ports, { district_id: user.district_id, job_id }), `roster import ${job_id}`);

/** Refuses while another import of the district writes: two at once would undo each other's work. */
async function refuseBeside(trx: Db, job: Job): Promise<void> {
  // Takes hold of the district: of two commands at the same moment, the second looks when the first is written.
  await trx
    .updateTable('district')
    .set((eb) => ({ name: eb.ref('name') }))
    .execute();
  const other = await trx
    .selectFrom('roster_job')
    .select('job_id')
    .where('job_id', '<>', job.job_id)
    .where('state', 'in', ['confirmed', 'applying', 'undoing'])
    .executeTakeFirst();
  if (other) throw refuse('importBusy');
}

async function freeUserName(db: Db, first_name: string, last_name: string): Promise<string> {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '');
  const base = [plain(first_name), plain(last_name)].filter((part) => part !== '').join('.') || 'student';
  const taken = new Set(
    (await db.selectFrom('app_user').select('user_key').where('user_key', 'like', `${base}%`).execute()).map((row) => row.user_key),
  );
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}${number}`;
    if (!taken.has(name)) return name;
  }
}

async function refuseTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('accountTaken');
    throw error;
  }
}
const orNull = (text: string | null) => (text === null || text === '' ? null : text);

/** Gives a student a new login code, or takes it away (null), ends their sessions, and writes it down; the hash is made before. */
async function setPassword(
  ports: TenantPorts,
  trx: Db,
  user: TokenUser,
  user_puid: number,
  password_hash: string | null,
  action: string,
): Promise<void> {
  const { district_id } = user;
  await trx.updateTable('app_user').set({ password_hash }).where('user_puid', '=', user_puid).execute();
  if (password_hash === null) await forgetLoginCode(trx, { user_puid });
  else await noteLoginCode(ports, trx, { user_puid }, user.user_puid);
  await endAllSessions(trx, { district_id, user_puid });
  await writeAudit(ports, trx, { district_id, actor_puid: user.user_puid, action, subject: `user ${user_puid}` });
}

async function theStudent(db: Db, user: TokenUser, user_puid: number): Promise<RosterStudent> {
  const [student] = await studentsAs(db, user, [user_puid]);
  if (!student) throw notFound('student');
  return student;
}

/** Students whose rows are held at once while the list of all of them is written. */
const downloadPage = 500;
/** The rows of a student in the list: one for each class. */
const linesOf = (student: RosterStudent, periods: ReadonlyMap<number, string | null>) =>
  (student.classes.length > 0 ? student.classes : [null]).map((place) => ({
    student_id: student.student_id,
    user_name: student.user_name,
    first_name: student.first_name,
    last_name: student.last_name,
    grade: student.grade,
    email: student.email,
    class_name: place?.group_name ?? null,
    period: place ? (periods.get(place.group_puid) ?? null) : null,
    school_name: student.school_name,
  }));

export const rostering: HandlersOf<typeof rosteringCalls> = {
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
    for (const word of (query.search ?? '')
      .split(/\s+/)
      .filter((one) => one !== '')
      .slice(0, 5)) {
      const pattern = searchPattern(word);
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
      .executeTakeFirst();
    if (school_id === null) throw refuse('schoolMissing', {}, { fields: [fieldReason('school_id', 'missing')] });
    if (!school || groups.some((group) => group.school_id !== school_id)) throw notFound('school');
    const password = loginCode(ports);
    const password_hash = await ports.passwords.hash(password, ports.clientAddress(request));
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
    const { student_puid: user_puid, user_name, student_id, email, grade, ...names } = body;
    await assertInCharge(ports.db, user, [await ownStudent(ports.db, user, user_puid)]);
    await refuseTaken(() =>
      transact(ports.db, async (trx) => {
        await trx
          .updateTable('app_user')
          .set({
            ...names,
            user_name,
            user_key: user_name.toLowerCase(),
            email: orNull(email),
            grade: orNull(grade),
            student_number: orNull(student_id),
          })
          .where('user_puid', '=', user_puid)
          .execute();
        await writeAudit(ports, trx, { district_id, actor_puid: user.user_puid, action: 'student.update', subject: `user ${user_puid}` });
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
      // Who was only borrowed leaves the class, and keeps the account.
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

  resetStudentPassword: async ({ body: { student_puid: user_puid } }, { ports, user, request }) => {
    await assertInCharge(ports.db, user, [await ownStudent(ports.db, user, user_puid)]);
    const password = loginCode(ports);
    const hash = await ports.passwords.hash(password, ports.clientAddress(request));
    await transact(ports.db, (trx) => setPassword(ports, trx, user, user_puid, hash, 'student.reset_password'));
    return { user_puid, password, student: await theStudent(ports.db, user, user_puid) };
  },

  revokeLoginCode: async ({ body: { student_puid: user_puid } }, { ports, user }) => {
    await assertInCharge(ports.db, user, [await ownStudent(ports.db, user, user_puid)]);
    await transact(ports.db, (trx) => setPassword(ports, trx, user, user_puid, null, 'student.revoke_code'));
    return theStudent(ports.db, user, user_puid);
  },

  makeLabels: async ({ body }, { ports, user, request }) => {
    const wanted = [...new Set(body.user_puids)];
    const { db } = ports;
    const rows = await visibleStudents(db, user, await schoolOf(db, user))
      .select(['s.user_puid', 's.first_name', 's.last_name', 's.school_id', 's.password_hash'])
      .where('s.user_puid', 'in', wanted)
      .execute();
    if (rows.length !== wanted.length) throw notFound('student');
    const renewed = rows.filter((row) => body.renew || row.password_hash === null);
    await assertInCharge(db, user, renewed);
    const codes = new Map<number, { code: string; hash: string }>();
    // One after the other: a class's labels leave room for who signs in from the same address.
    for (const { user_puid } of renewed) {
      const code = loginCode(ports);
      codes.set(user_puid, { code, hash: await ports.passwords.hash(code, ports.clientAddress(request)) });
    }
    await transact(db, async (trx) => {
      for (const [user_puid, { hash }] of codes) await setPassword(ports, trx, user, user_puid, hash, 'student.login_code');
    });
    return {
      sign_in_address: ports.origin(),
      labels: (await studentsAs(db, user, wanted)).map(({ user_puid, first_name, last_name, user_name, classes }) => ({
        user_puid,
        first_name,
        last_name,
        user_name,
        class_names: classes.map((one) => one.group_name),
        login_code: codes.get(user_puid)?.code ?? null,
      })),
    };
  },

  rosterTemplate: async ({ query }, { ports, user }) => {
    assertSelf(user, query.userPuid);
    if (!query.with_students) return { file_name: 'students-template.csv', content: writeSimple([]) };
    const { db } = ports;
    const rows = await visibleStudents(db, user, await schoolOf(db, user))
      .select('s.user_puid')
      .orderBy('s.last_name')
      .orderBy('s.first_name')
      .orderBy('s.user_puid')
      .execute();
    const periods = new Map(
      (await db.selectFrom('class_group').select(['group_puid', 'period']).execute()).map((group) => [group.group_puid, group.period]),
    );
    async function* pieces() {
      yield writeSimple([]);
      for (let start = 0; start < rows.length; start += downloadPage) {
        const some = rows.slice(start, start + downloadPage).map((row) => row.user_puid);
        yield simpleLines((await studentsAs(db, user, some)).flatMap((student) => linesOf(student, periods)));
        // Where the database answers at once, nothing else would let other requests in.
        await breathe();
      }
    }
    return longText<{ file_name: string; content: string }, 'content'>({ file_name: 'students.csv' }, 'content', pieces());
  },

  uploadRosterPart: async ({ body }, { ports, user }) => {
    const { db } = ports;
    const { district_id } = user;
    const bytes = Buffer.from(body.content, 'base64');
    const parts = Math.ceil(body.size / rosterPartSize);
    const expected = body.part_no === parts ? body.size - (parts - 1) * rosterPartSize : rosterPartSize;
    if (body.part_no > parts || bytes.length !== expected)
      throw refuse(
        'rosterPartSize',
        { part: body.part_no, bytes: expected },
        { fields: [fieldReason('content', 'wrongBytes', { bytes: expected })] },
      );
    const now = ports.now();
    let job_id = body.job_id;
    if (job_id === null) {
      await makeRoom(ports, user);
      job_id = ports.newId();
      const school_id = await schoolOf(db, user);
      await db
        .insertInto('roster_job')
        .values({
          district_id,
          job_id,
          created_by: user.user_puid,
          school_id,
          form: null,
          state: 'uploaded',
          options: JSON.stringify(noOptions),
          result: JSON.stringify(noResult),
          findings: '[]',
          changes: '[]',
          confirmation: null,
          problem: null,
          rows_total: 0,
          rows_done: 0,
          left_alone: 0,
          created_at: now,
          updated_at: now,
          validated_at: null,
          finished_at: null,
          runner: null,
          lease_until: 0,
        })
        .execute();
    } else {
      const job = await visibleJob(ports, user, job_id);
      if (!['uploaded', 'validated', 'refused', 'failed'].includes(job.state)) throw refuse('importClosed');
      const files = await db
        .selectFrom('roster_file')
        .select(['name', 'size'])
        .distinct()
        .where('job_id', '=', job_id)
        .where('name', '<>', body.file_name)
        .execute();
      if (files.length >= mostFiles)
        throw refuse('tooManyRosterFiles', { most: mostFiles }, { fields: [fieldReason('file_name', 'tooMany', { most: mostFiles })] });
      if (files.reduce((sum, file) => sum + file.size, body.size) > mostRosterBytes) throw refuse('rosterTooLarge');
    }
    const key = { district_id, job_id, name: body.file_name } as const;
    await transact(db, async (trx) => {
      // Another size is another file of this name.
      await trx
        .deleteFrom('roster_file')
        .where('job_id', '=', key.job_id)
        .where('name', '=', body.file_name)
        .where('size', '<>', body.size)
        .execute();
      await trx
        .insertInto('roster_file')
        .values({ ...key, part_no: body.part_no, size: body.size, content: body.content })
        .onConflict((conflict) => conflict.columns(['district_id', 'job_id', 'name', 'part_no']).doUpdateSet({ content: body.content }))
        .execute();
      await trx.updateTable('roster_job').set({ state: 'uploaded', updated_at: now }).where('job_id', '=', key.job_id).execute();
    });
    return answer(ports, user, job_id);
  },

  validateFile: async ({ body }, { ports, user }) => {
    const job = await visibleJob(ports, user, body.job_id);
    const [shown] = await jobsAs(ports, [job]);
    const missing = shown?.files.find((file) => file.received < file.parts);
    if (missing) throw refuse('importFileIncomplete', { file: missing.name });
    if (!shown?.files.length) throw refuse('importIncomplete');
    await command(
      ports,
      user,
      job,
      ['uploaded', 'validated', 'refused', 'failed'],
      { state: 'checking', options: JSON.stringify(body.options), validated_at: null, problem: null },
      'roster.validate',
    );
    goOn(ports, user, job.job_id);
    return answer(ports, user, job.job_id);
  },

  importStudents: async ({ body }, { ports, user }) => {
    const job = await visibleJob(ports, user, body.job_id);
    if (job.state === 'validated' && job.confirmation !== null && body.confirmation.trim() !== job.confirmation)
      throw refuse(
        'importUnconfirmed',
        { confirmation: job.confirmation },
        { fields: [fieldReason('confirmation', 'notTyped', { words: job.confirmation })] },
      );
    const { losers = [] } = JSON.parse(job.result) as JobResult;
    if (losers.includes(user.user_puid)) throw refuse('importOfOwnAccount');
    const later = await ports.db
      .selectFrom('roster_job')
      .select('job_id')
      .where('form', 'not in', byHand)
      .where('finished_at', '>', job.validated_at ?? 0)
      .executeTakeFirst();
    if (later && job.validated_at !== null) throw refuse('importOutdated');
    await command(ports, user, job, ['validated'], { state: 'confirmed' }, 'roster.import', (trx) => refuseBeside(trx, job));
    goOn(ports, user, job.job_id);
    return answer(ports, user, job.job_id);
  },

  rosterJob: async ({ query }, { ports, user }) => answer(ports, user, query.job_id),

  rosterJobs: async ({ query }, { ports, user }) => {
    assertSelf(user, query.userPuid);
    const school_id = await schoolOf(ports.db, user);
    let jobs = ports.db
      .selectFrom('roster_job')
      .select(listed)
      .where((eb) => eb.or([eb('form', 'is', null), eb('form', 'not in', byHand)]))
      .orderBy('created_at', 'desc')
      .orderBy('job_id', 'desc')
      .limit(mostJobs);
    if (user.role === Role.schoolAdministrator) jobs = jobs.where('school_id', '=', school_id);
    else if (user.role < Role.districtAdministrator) jobs = jobs.where('created_by', '=', user.user_puid);
    if (query.from_date !== undefined) jobs = jobs.where('created_at', '>=', Date.parse(query.from_date));
    return (await jobsAs(ports, await jobs.execute())).map((job) => ({
      ...job,
      brake: null,
      check: job.check && { ...job.check, groups: [] },
    }));
  },

  rosterFindings: async ({ query }, { ports, user }) => JSON.parse((await visibleJob(ports, user, query.job_id)).findings) as Finding[],
  rosterRowFindings: async ({ query }, { ports, user }) => reportOf(ports.db, await visibleJob(ports, user, query.job_id)),
  rosterChanges: async ({ query }, { ports, user }) => JSON.parse((await visibleJob(ports, user, query.job_id)).changes) as RosterChange[],

  rosterFilePart: async ({ query }, { ports, user }) => {
    await visibleJob(ports, user, query.job_id);
    const part = await ports.db
      .selectFrom('roster_file')
      .select('content')
      .where('job_id', '=', query.job_id)
      .where('name', '=', query.file_name)
      .where('part_no', '=', query.part_no)
      .executeTakeFirst();
    if (!part) throw notFound('file');
    return part;
  },

  undoImport: async ({ body }, { ports, user }) => {
    const job = await visibleJob(ports, user, body.job_id);
    if (job.state === 'done' && (job.finished_at ?? 0) <= ports.now() - undoLife) throw refuse('importTooOld');
    const stays = await staysOf(ports, job);
    if (stays && stays.count > body.stays_seen) throw refuse('importBuiltUpon');
    await command(ports, user, job, ['done', 'partial'], { state: 'undoing', left_alone: 0 }, 'roster.undo', (trx) =>
      refuseBeside(trx, job),
    );
    goOn(ports, user, job.job_id);
    return answer(ports, user, job.job_id);
  },

  resumeImport: async ({ body }, { ports, user }) => {
    const job = await visibleJob(ports, user, body.job_id);
    await command(ports, user, job, ['partial'], { state: 'applying', problem: null }, 'roster.resume', (trx) => refuseBeside(trx, job));
    goOn(ports, user, job.job_id);
    return answer(ports, user, job.job_id);
  },

  cancelImport: async ({ body }, { ports, user }) => {
    const job = await visibleJob(ports, user, body.job_id);
    const isApplying = job.state === 'applying';
    await command(
      ports,
      user,
      job,
      isApplying ? ['applying'] : [...notBegun, 'confirmed'],
      isApplying ? { state: 'partial', problem: 'cancelled' } : { state: 'cancelled' },
      'roster.cancel',
      async (trx) => {
        if (!isApplying) await forgetFiles(trx, job);
      },
    );
    return answer(ports, user, job.job_id);
  },
};
