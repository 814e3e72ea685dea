import { createHash } from 'node:crypto';
import type { AbsentReason, ClassroomComparison } from '../../contract/classroom.ts';
import { Role } from '../../contract/kit.ts';
import type { Row } from '../db/schema.ts';
import { groupsInScope } from '../kit/access.ts';
import type { Tenant } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { schoolOf } from '../roster/people.ts';
import { type Account, accountsBySubject } from './accounts.ts';
import type { Access } from './link.ts';
import { type Course, longestClassName, type Participant, shortened } from './service.ts';

/** Of a class with fewer students, any may leave without a further word. */
const leastOfBrake = 5;

/** A course with those who take it, as the service has just told. */
export interface ReadCourse {
  course: Course;
  participants: readonly Participant[];
}

/** The difference between a course and the class that it was taken over as. */
export interface Difference {
  shown: ClassroomComparison;
  /** Undefined: not taken over yet, or the teacher no longer has the class. */
  group: Row<'class_group'> | undefined;
  /** The take-over of the course, if there was one. */
  known: Row<'classroom_course'> | undefined;
  school_id: number;
  /** Enrollments in the class, of both kinds, ended ones too. */
  enrolled: ReadonlyMap<number, Row<'enrollment'>>;
}

/** Name of a course's class: courses of one name differ by their sections. */
const nameOf = ({ name, section }: Course): string => shortened(section ? `${name}, ${section}` : name, longestClassName);

const inOrder = new Intl.Collator('en', { numeric: true });
const byName = <T extends { first_name: string; last_name: string; user_puid: number }>(people: readonly T[]): T[] =>
  people.toSorted(
    (a, b) => inOrder.compare(a.last_name, b.last_name) || inOrder.compare(a.first_name, b.first_name) || a.user_puid - b.user_puid,
  );
const person = ({ user_puid, first_name, last_name }: Pick<Account, 'user_puid' | 'first_name' | 'last_name'>) => ({
  ...{ user_puid, first_name, last_name },
});

const absenceOf = (accounts: readonly Account[]): AbsentReason =>
  accounts.length === 0 ? 'noAccount' : accounts.some(({ role_id }) => role_id === Role.student) ? 'otherSchool' : 'notStudent';

/** Whether only the classroom service lists the student, so that it may end the enrollment. */
const isItsOwn = ({ listed_in, roster_active }: Row<'enrollment'>) => listed_in === 'classroom' && roster_active !== 1;

/**
 * Compares a course with the class here. Students of the class's school with an account join. Those who came from the service and no longer
 * take the course leave; whoever the roster or a person has enrolled stays. Writes nothing.
 */
export async function compare(
  db: Tenant,
  user: TokenUser,
  { provider, link: { issuer } }: Pick<Access, 'provider' | 'link'>,
  { course, participants }: ReadCourse,
): Promise<Difference> {
  const { course_id } = course;
  const known = await db
    .selectFrom('classroom_course')
    .selectAll()
    .where('user_puid', '=', user.user_puid)
    .where('issuer', '=', issuer)
    .where('course_id', '=', course_id)
    .executeTakeFirst();
  const group =
    known &&
    (await groupsInScope(db, user).selectAll('class_group').where('class_group.group_puid', '=', known.group_puid).executeTakeFirst());
  const school_id = group?.school_id ?? (await schoolOf(db, user)) ?? -1;
  const rows = group
    ? await db
        .selectFrom('enrollment as e')
        .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
        .selectAll('e')
        .select(['u.first_name', 'u.last_name', 'u.active as is_open'])
        .where('e.group_puid', '=', group.group_puid)
        .execute()
    : [];
  const enrolled = new Map(rows.map(({ first_name: _, last_name: __, is_open: ___, ...row }) => [row.user_puid, row]));
  const isIn = (user_puid: number) => {
    const row = enrolled.get(user_puid);
    return row?.role === 'student' && row.active === 1;
  };
  const accounts = await accountsBySubject(
    db,
    provider,
    issuer,
    participants.map(({ subject }) => subject),
  );
  const joins = new Map<number, Account>();
  const present = new Set<number>();
  const absent: ClassroomComparison['absent'] = [];
  for (const { subject, name } of participants) {
    const own = accounts.get(subject) ?? [];
    const students = own.filter(({ role_id }) => role_id === Role.student);
    for (const { user_puid } of students) present.add(user_puid);
    if (students.some(({ user_puid }) => isIn(user_puid))) continue;
    const joiner = students.find((one) => one.school_id === school_id);
    if (!joiner) absent.push({ name, reason: absenceOf(own) });
    else if (enrolled.get(joiner.user_puid)?.role !== 'teacher') joins.set(joiner.user_puid, joiner);
  }
  const there = rows.filter(({ role, active }) => role === 'student' && active === 1);
  const leaves = there.filter((row) => isItsOwn(row) && !present.has(row.user_puid));
  const visible = there.filter(({ is_open }) => is_open === 1).length;
  const told = {
    course_id,
    name: nameOf(course),
    group: group ? { group_puid: group.group_puid, group_name: group.name } : null,
    joins: byName([...joins.values()]).map(person),
    leaves: byName(leaves).map(person),
    stays: visible - leaves.filter(({ is_open }) => is_open === 1).length,
    absent: absent.toSorted((a, b) => inOrder.compare(a.name, b.name)),
    needs_confirmation: there.length >= leastOfBrake && leaves.length * 2 > there.length,
  };
  const version = createHash('sha256')
    .update(JSON.stringify([told, known?.version ?? 0]))
    .digest('base64url');
  return { shown: { ...told, version }, group, known, school_id, enrolled };
}
