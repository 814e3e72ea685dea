import type { StudentResult } from '../../contract/assignments.ts';
import { assignmentsInPeriod, compareNames, workOf } from '../areas/assignments.ts';
import { compiled } from '../db/compiled.ts';
import { type Db, iso, visibleGroups } from '../kit/access.ts';
import { otherDistrict } from '../kit/administered.ts';
import { notFound } from '../kit/handler.ts';
import type { TokenUser } from '../kit/tokens.ts';

/** A class over a period: all of its assignments, or one. */
export interface ClassPeriod {
  group_puid: number;
  /** YYYY-MM-DD. */
  from_date: string;
  to_date: string;
  group_assignment_id?: number | undefined;
}

/** What a student has done of an assignment, as every report on a class counts it. */
export interface Work extends StudentResult {
  /** Points, and how many were possible, in all submitted quizzes whose answers have their points. */
  points: number;
  max_points: number;
  /** Attempts in which a submitted answer waits for its points. */
  waiting: ReadonlySet<number>;
  /** Completed, or a quiz submitted, after the due date. */
  is_late: boolean;
  /** Not completed, though the due date has passed. */
  is_missing: boolean;
}

export type ClassAssignment = Awaited<ReturnType<Awaited<ReturnType<typeof assignmentsInPeriod>>['execute']>>[number];

/** A visible class. Throws 404 if there is none. */
export async function visibleClass(db: Db, user: TokenUser, group_puid: number) {
  const group = await visibleGroups(db, user)
    .select(['class_group.group_puid', 'class_group.name as group_name'])
    .where('class_group.group_puid', '=', group_puid)
    .executeTakeFirst();
  if (!group) throw notFound('class');
  return { ...group, ...(await otherDistrict(db, user)) };
}

const activeStudents = compiled((db, { group_puid }: { group_puid: number }) =>
  db
    .selectFrom('enrollment as e')
    .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
    .select(['u.user_puid', 'u.user_name', 'u.student_number', 'u.first_name', 'u.last_name'])
    .where('e.group_puid', '=', group_puid)
    .where('e.role', '=', 'student')
    .where('e.active', '=', 1)
    .where('u.active', '=', 1),
);

/** The active students of a class, by name. */
export const classStudents = async (db: Db, group_puid: number) => (await activeStudents(db, { group_puid })).toSorted(compareNames);

/** An active student of a class. Throws 404 if there is none. */
export async function studentOfClass(db: Db, group_puid: number, student_puid: number) {
  const student = (await classStudents(db, group_puid)).find(({ user_puid }) => user_puid === student_puid);
  if (!student) throw notFound('student');
  return student;
}

/** The assignments of a class that are open at some point in the period, newest first. */
export const classAssignments = async (db: Db, user: TokenUser, period: ClassPeriod): Promise<ClassAssignment[]> =>
  (await assignmentsInPeriod(db, user, period)).where('ga.group_puid', '=', period.group_puid).execute();

/** An assignment to choose. */
export const assignmentChoice = ({ group_assignment_id, lesson_name, from_date }: ClassAssignment) => ({
  group_assignment_id,
  lesson_name,
  from_date: iso(from_date),
});
export type AssignmentChoice = ReturnType<typeof assignmentChoice>;

const pairOf = (group_assignment_id: number, user_puid: number) => `${group_assignment_id} ${user_puid}`;

/** Submitted attempts with an answer that has no points yet. */
const waitingAttempts = compiled((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('attempt as a')
    .innerJoin('response as r', 'r.result_id', 'a.result_id')
    .select('a.result_id')
    .distinct()
    .where('a.group_assignment_id', 'in', ids)
    .where('a.state', '<>', 'started')
    .where('r.points', 'is', null)
    .where('r.is_dropped', '=', 0),
);

/** Students with a quiz that was reassigned after the due date. They cannot be late again. */
const reopened = compiled((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('earlier_attempt as ea')
    .innerJoin('group_assignment as ga', 'ga.group_assignment_id', 'ea.group_assignment_id')
    .select(['ea.group_assignment_id', 'ea.user_puid'])
    .distinct()
    .where('ea.group_assignment_id', 'in', ids)
    .whereRef('ea.opens_at', '>=', 'ga.to_date'),
);

/** The work of every student of these assignments, keyed by `group_assignment_id`. A fixed number of statements. */
export async function worksOf(
  db: Db,
  rows: readonly Pick<ClassAssignment, 'group_assignment_id' | 'lesson_id' | 'to_date'>[],
  now: number,
): Promise<Map<number, Work[]>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ group_assignment_id }) => group_assignment_id);
  const works = await workOf(db, rows);
  const waiting = new Set((await waitingAttempts(db, { ids })).map(({ result_id }) => result_id));
  const again = new Set((await reopened(db, { ids })).map(({ group_assignment_id, user_puid }) => pairOf(group_assignment_id, user_puid)));
  return new Map(
    rows.map(({ group_assignment_id, to_date }) => [
      group_assignment_id,
      (works.get(group_assignment_id) ?? []).map(({ result, completed_at }): Work => {
        const due = again.has(pairOf(group_assignment_id, result.user_puid)) ? null : to_date;
        const isCompleted = result.state === 'completed';
        const scored = result.results.filter(({ result_id, score }) => score !== null && !waiting.has(result_id));
        return {
          ...result,
          points: sumOf(scored, ({ score }) => score ?? 0),
          max_points: sumOf(scored, ({ max_score }) => max_score ?? 0),
          waiting: new Set(result.results.map(({ result_id }) => result_id).filter((id) => waiting.has(id))),
          is_late: result.results.some(({ is_past_due }) => is_past_due) || (due !== null && (completed_at ?? 0) > due),
          is_missing: !isCompleted && due !== null && due < now,
        };
      }),
    ]),
  );
}

/** A mean in whole percent; null without values. */
export function meanPercent(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.round(sumOf(known, (value) => value) / known.length);
}

/** Points in whole percent of what was possible; null if nothing was. */
export function scoreOf(works: readonly Pick<Work, 'points' | 'max_points'>[]): number | null {
  const most = sumOf(works, ({ max_points }) => max_points);
  return most === 0 ? null : Math.round((100 * sumOf(works, ({ points }) => points)) / most);
}

/** A sum, such as seconds or students. */
export const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);

/** Mean time in whole seconds; null without students. */
export const meanTime = (works: readonly Pick<Work, 'time_spent'>[]): number | null =>
  works.length === 0 ? null : Math.round(sumOf(works, ({ time_spent }) => time_spent) / works.length);
