import type { SharedWork, SharingState } from '../../contract/classroom.ts';
import { visibleAssignments } from '../areas/assignments.ts';
import { iso, isoOrNull } from '../kit/access.ts';
import { writeAudit } from '../kit/audit.ts';
import { notFound, Refusal, refuse } from '../kit/handler.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { isUniqueViolation, transact } from '../kit/transact.ts';
import { accountsBySubject } from './accounts.ts';
import type { Access } from './link.ts';
import type { ClassroomService, Work } from './service.ts';
import type { ClassroomAccount } from './tokens.ts';

/** Time after which nothing is under way anymore, ms. */
const claimLife = 120_000;

/** Refusals after which it is not known whether the service did what it was asked. */
const losing: readonly unknown[] = ['classroomUnavailable', 'classroomUnreadable'];

/** The assignments of the teacher's classes that are courses of the linked account, with what was told of them. */
const shareable = (db: Tenant, user: TokenUser, { issuer }: Pick<ClassroomAccount, 'issuer'>) =>
  visibleAssignments(db, user)
    .innerJoin('classroom_course as c', 'c.group_puid', 'class_group.group_puid')
    .leftJoin('classroom_work as w', (join) =>
      join
        .onRef('w.group_assignment_id', '=', 'ga.group_assignment_id')
        .onRef('w.user_puid', '=', 'c.user_puid')
        .onRef('w.issuer', '=', 'c.issuer')
        .onRef('w.course_id', '=', 'c.course_id'),
    )
    .where('c.user_puid', '=', user.user_puid)
    .where('c.issuer', '=', issuer)
    .select(['c.course_id', 'ga.is_individual', 'w.work_id', 'w.address', 'w.title', 'w.due_at', 'w.shared_at', 'w.claimed_at']);
type Shareable = Awaited<ReturnType<ReturnType<typeof shareable>['execute']>>[number];

function stateOf({ claimed_at, work_id, title, due_at, lesson_name, to_date }: Shareable): SharingState {
  if (claimed_at === null) return 'none';
  if (work_id === null) return claimed_at === 0 ? 'none' : 'unsure';
  return title === lesson_name && due_at === to_date ? 'shared' : 'changed';
}

/** The assignments of a class, the newest first, and whether each was announced in its course. */
export async function sharedWorks(
  db: Tenant,
  user: TokenUser,
  account: Pick<ClassroomAccount, 'issuer'>,
  group_puid: number,
): Promise<SharedWork[]> {
  const rows = await shareable(db, user, account)
    .where('ga.group_puid', '=', group_puid)
    .orderBy('ga.from_date', 'desc')
    .orderBy('ga.group_assignment_id', 'desc')
    .execute();
  return rows.map((row) => ({
    group_assignment_id: row.group_assignment_id,
    assignment_id: row.assignment_id,
    lesson_id: row.lesson_id,
    lesson_name: row.lesson_name,
    from_date: iso(row.from_date),
    to_date: isoOrNull(row.to_date),
    is_individual: row.is_individual === 1,
    state: stateOf(row),
    shared_at: isoOrNull(row.shared_at),
    address: row.address,
  }));
}

/** Claims the announcement, so that of two at once only one goes out. @throws 409 */
async function claim(db: Tenant, user_puid: number, issuer: string, row: Shareable, now: number): Promise<void> {
  const { course_id, group_assignment_id, claimed_at } = row;
  const key = { user_puid, issuer, course_id, group_assignment_id };
  const sharing = () => refuse('classroomSharing');
  if (claimed_at === null) {
    const none = { work_id: null, address: null, title: '', due_at: null, shared_at: null };
    await db
      .insertInto('classroom_work')
      .values({ ...key, ...none, claimed_at: now })
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? sharing() : error;
      });
    return;
  }
  if (claimed_at > now - claimLife) throw sharing();
  const { numUpdatedRows } = await db
    .updateTable('classroom_work')
    .set({ claimed_at: now })
    .where((eb) => eb.and({ ...key, claimed_at }))
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw sharing();
}

/** The subjects of the students whom an assignment is for. @throws 409 if none of them takes the course */
async function subjectsOf(
  db: Tenant,
  { provider, link: { issuer } }: Pick<Access, 'provider' | 'link'>,
  service: ClassroomService,
  { course_id, group_assignment_id }: Shareable,
): Promise<string[]> {
  const participants = (await service.students(course_id)).map(({ subject }) => subject);
  const accounts = await accountsBySubject(db, provider, issuer, participants);
  const assignees = await db.selectFrom('assignee').select('user_puid').where('group_assignment_id', '=', group_assignment_id).execute();
  const wanted = new Set(assignees.map(({ user_puid }) => user_puid));
  const subjects = participants.filter((one) => accounts.get(one)?.some(({ user_puid }) => wanted.has(user_puid)));
  if (subjects.length === 0) throw refuse('classroomNobody');
  return subjects;
}

/**
 * Announces an assignment in the course of its class, once: it first looks for it there, by the id that it got and by its address, and
 * brings title and due date up to date. `path`: of the assignment here.
 */
export async function shareWork(
  ports: TenantPorts,
  user: TokenUser,
  access: Pick<Access, 'provider' | 'link'>,
  service: ClassroomService,
  { group_assignment_id, path }: { group_assignment_id: number; path: string },
): Promise<{ address: string | null; outcome: 'added' | 'updated' | 'there' }> {
  const { db } = ports;
  const { district_id, user_puid } = user;
  const { issuer } = access.link;
  const row = await shareable(db, user, access.link).where('ga.group_assignment_id', '=', group_assignment_id).executeTakeFirst();
  if (!row) {
    const own = await visibleAssignments(db, user).where('ga.group_assignment_id', '=', group_assignment_id).executeTakeFirst();
    throw own ? refuse('classroomNoCourse') : notFound('assignment');
  }
  const { course_id, lesson_name: title, to_date } = row;
  const key = { user_puid, issuer, course_id, group_assignment_id };
  const own = (of: Tenant) => of.updateTable('classroom_work').where((eb) => eb.and(key));
  const now = ports.now();
  const url = ports.origin() + path;
  const future = (instant: number | null) => (instant !== null && instant > now ? instant : null);
  // A due date that is over is not accepted there.
  const fields = { title, due_at: future(to_date) };
  await claim(db, user_puid, issuer, row, now);
  let mayBeThere = false;
  let work: Work;
  let outcome: 'added' | 'updated' | 'there' = 'there';
  try {
    await service.course(course_id);
    const known = (await service.works(course_id)).find((one) => one.work_id === row.work_id || one.links.includes(url));
    if (!known) {
      const subjects = row.is_individual === 1 ? await subjectsOf(db, access, service, row) : null;
      mayBeThere = true;
      work = await service.addWork(course_id, { ...fields, url, opens_at: future(row.from_date), subjects });
      outcome = 'added';
    } else if (known.isOurs && stateOf(row) !== 'shared') {
      work = await service.changeWork(course_id, known.work_id, fields);
      outcome = 'updated';
    } else work = known;
  } catch (error) {
    // An announcement whose answer was lost may appear a moment later: it is not announced again until then.
    const isRefused = error instanceof Refusal && !losing.includes(error.data.reason);
    if (!mayBeThere || isRefused) await own(db).set({ claimed_at: 0 }).execute();
    throw error;
  }
  const { work_id, address } = work;
  await transact(db, async (trx) => {
    await own(trx).set({ work_id, address, title, due_at: to_date, shared_at: ports.now(), claimed_at: 0 }).execute();
    await writeAudit(ports, trx, {
      district_id,
      actor_puid: user_puid,
      action: 'course.share',
      subject: `group ${row.group_puid}`,
      detail: { course: course_id, group_assignment_id, outcome },
    });
  });
  return { address, outcome };
}
