import type { ClassroomImport } from '../../contract/classroom.ts';
import type { Row } from '../db/schema.ts';
import { groupsInScope } from '../kit/access.ts';
import { writeAudit } from '../kit/audit.ts';
import { notFound, refuse } from '../kit/handler.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { borrowedBy } from '../roster/charge.ts';
import { recordHandChange, undoHandChange } from '../roster/handChanges.ts';
import { undoLife } from '../roster/jobs.ts';
import { schoolOf } from '../roster/people.ts';
import { type AnyRow, type Entry, writeEntries } from '../roster/tables.ts';
import { compare, type Difference, type ReadCourse } from './comparison.ts';
import type { Access } from './link.ts';

/** What is kept of a take-over, to undo it. */
type About = Pick<ClassroomImport, 'group_puid' | 'is_new'>;

const form = 'classroom';
const changed = () => refuse('classroomChanged');

/** Makes the class of a course, with its teacher. */
async function makeClass(trx: Tenant, user: TokenUser, { shown: { name }, school_id }: Difference, group_puid: number): Promise<void> {
  const { district_id, user_puid } = user;
  const school = await trx
    .selectFrom('school')
    .select('school_id')
    .where('school_id', '=', school_id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!school) throw refuse('schoolMissing');
  const none = { subject: null, grade: null, period: null, sourced_id: null };
  await trx
    .insertInto('class_group')
    .values({ ...none, district_id, group_puid, school_id, name, kind: 'class', active: 1 })
    .execute();
  await trx.insertInto('enrollment').values({ district_id, group_puid, user_puid, role: 'teacher', sourced_id: null, active: 1 }).execute();
}

/** Claims the course for this take-over. @throws 409 if another one was first */
export async function claim(
  trx: Tenant,
  user_puid: number,
  known: Row<'classroom_course'> | undefined,
  row: Pick<Row<'classroom_course'>, 'issuer' | 'course_id' | 'group_puid' | 'import_id' | 'imported_at'>,
): Promise<void> {
  if (!known) {
    await trx
      .insertInto('classroom_course')
      .values({ ...row, user_puid, version: 1 })
      .execute();
    return;
  }
  const { issuer, course_id, ...columns } = row;
  const { numUpdatedRows } = await trx
    .updateTable('classroom_course')
    .set({ ...columns, version: known.version + 1 })
    .where('user_puid', '=', user_puid)
    .where('issuer', '=', issuer)
    .where('course_id', '=', course_id)
    .where('version', '=', known.version)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw changed();
}

/** The rows that bring the enrollments in line with the course. */
async function entriesOf(
  trx: Tenant,
  user: TokenUser,
  group_puid: number,
  { shown: { joins, leaves }, enrolled }: Difference,
  now: number,
): Promise<Entry[]> {
  const joining = joins.map(({ user_puid }) => user_puid);
  const borrowed = await borrowedBy(trx, user, group_puid, joining);
  const blank = { district_id: user.district_id, group_puid, sourced_id: null, roster_active: null, roster_modified: null };
  return [
    ...joining.map((user_puid): Entry => {
      const before = enrolled.get(user_puid) as AnyRow | undefined;
      const place = { role: 'student', active: 1, left_at: null, borrowed: borrowed(user_puid), listed_in: 'classroom' };
      return { isNew: !before, row: { ...blank, user_puid, ...before, ...place } };
    }),
    ...leaves.map(({ user_puid }): Entry => {
      const before = enrolled.get(user_puid) as AnyRow | undefined;
      return { isNew: false, row: { ...before, active: 0, left_at: now } };
    }),
  ];
}

/**
 * Takes a course over as it was shown: makes its class, or brings it up to date. Two at once make one class: the second is refused, as is
 * anything that has changed since it was shown.
 */
export async function takeOver(
  ports: TenantPorts,
  user: TokenUser,
  access: Pick<Access, 'provider' | 'link'>,
  read: ReadCourse,
  { version, confirmed }: { version: string; confirmed: boolean },
): Promise<ClassroomImport> {
  const { district_id, user_puid } = user;
  const { issuer } = access.link;
  const { course_id } = read.course;
  const [import_id, newGroup] = [ports.newId(), ports.newId()];
  return transact(ports.db, async (trx) => {
    const found = await compare(trx, user, access, read);
    const { shown, group, known, school_id } = found;
    if (shown.version !== version) throw changed();
    if (shown.needs_confirmation && !confirmed) throw refuse('classroomUnconfirmed');
    const now = ports.now();
    const group_puid = group?.group_puid ?? newGroup;
    if (!group) await makeClass(trx, user, found, group_puid);
    await claim(trx, user_puid, known, { issuer, course_id, group_puid, import_id, imported_at: now });
    const entries = await entriesOf(trx, user, group_puid, found, now);
    const about: About = { group_puid, is_new: !group };
    const log = [['enrollments' as const, await writeEntries(trx, 'enrollments', entries)]] as const;
    await recordHandChange(ports, trx, { undo_id: import_id, user, school_id, form, log: [[...log[0]]], about });
    const [joined, left] = [shown.joins.length, shown.leaves.length];
    await writeAudit(ports, trx, {
      district_id,
      actor_puid: user_puid,
      action: 'course.import',
      subject: `group ${group_puid}`,
      detail: { count: joined, left, course: course_id, import_id },
    });
    return { import_id, group_puid, group_name: group?.name ?? shown.name, is_new: !group, joined, left };
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? changed() : error;
  });
}

/** Whether anything but its teacher has come to a class. */
async function isUsed(trx: Tenant, group_puid: number, user_puid: number): Promise<boolean> {
  const tables = ['group_assignment', 'assignment_code', 'lesson_link', 'lti_course', 'game', 'question_scoring', 'announcement'] as const;
  for (const table of tables) {
    const row = await trx
      .selectFrom(table as 'group_assignment')
      .select('group_puid')
      .where('group_puid', '=', group_puid)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  const other = await trx
    .selectFrom('enrollment')
    .select('user_puid')
    .where('group_puid', '=', group_puid)
    .where('user_puid', '<>', user_puid)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Undoes the latest take-over of a course. A class made by it goes, unless it is used. */
export async function undoTakeOver(
  ports: TenantPorts,
  user: TokenUser,
  import_id: number,
): Promise<{ is_class_gone: boolean; left_alone: number }> {
  const { district_id, user_puid } = user;
  return transact(ports.db, async (trx) => {
    const job = await trx
      .selectFrom('roster_job')
      .select(['result', 'created_at'])
      .where('job_id', '=', import_id)
      .where('form', '=', form)
      .where('created_by', '=', user_puid)
      .executeTakeFirst();
    if (!job) throw notFound('undo');
    const { group_puid, is_new } = JSON.parse(job.result) as About;
    const own = await groupsInScope(trx, user)
      .select('class_group.group_puid')
      .where('class_group.group_puid', '=', group_puid)
      .executeTakeFirst();
    // Also claims the course: of two at once, the second finds nothing.
    const { numUpdatedRows } = await trx
      .updateTable('classroom_course')
      .set((eb) => ({ import_id: null, version: eb('version', '+', 1) }))
      .where('user_puid', '=', user_puid)
      .where('import_id', '=', import_id)
      .executeTakeFirst();
    if (!own || Number(numUpdatedRows) === 0 || job.created_at <= ports.now() - undoLife) throw refuse('undoneOrTooOld');
    const { left } = await undoHandChange(ports, trx, { undo_id: import_id, user, school_id: await schoolOf(trx, user), form });
    const is_class_gone = is_new && !(await isUsed(trx, group_puid, user_puid));
    if (is_class_gone) {
      await trx.deleteFrom('classroom_course').where('group_puid', '=', group_puid).execute();
      await trx.deleteFrom('enrollment').where('group_puid', '=', group_puid).execute();
      await trx.deleteFrom('class_group').where('group_puid', '=', group_puid).execute();
    }
    await writeAudit(ports, trx, {
      district_id,
      actor_puid: user_puid,
      action: 'course.undo',
      subject: `group ${group_puid}`,
      detail: { import_id, class_gone: is_class_gone },
    });
    return { is_class_gone, left_alone: left };
  });
}
