import type { StudentResult } from '../../contract/assignments.ts';
import { compareNames, studentsOf } from '../areas/assignments.ts';
import { type Db, iso, isoOrNull, type LessonResource, lessonResources } from '../kit/access.ts';
import { type AssignmentChoice, assignmentChoice, type ClassAssignment } from './classWork.ts';

/** A reading as it was given in one assignment. */
export interface ClassReading {
  assignment: ClassAssignment;
  resource: LessonResource;
}

/** A student's work on a reading. */
export interface ReadingWork {
  reading: ClassReading;
  user_puid: number;
  state: StudentResult['state'];
  percentage_completed: number;
  time_spent: number;
  completed_at: string | null;
}

/**
 * The resources of a type in a class's assignments, of all or of one, newest assignment first; every student's work on each; and the
 * assignments to choose one from. A fixed number of statements.
 */
export async function classReadings(
  db: Db,
  rows: readonly ClassAssignment[],
  wanted: { resource_type_id: number; group_assignment_id?: number | undefined },
): Promise<{ choices: AssignmentChoice[]; readings: ClassReading[]; works: ReadingWork[] }> {
  const resources = Map.groupBy(
    (await lessonResources(db, [...new Set(rows.map(({ lesson_id }) => lesson_id))])).filter(
      ({ resource_type_id }) => resource_type_id === wanted.resource_type_id,
    ),
    ({ lesson_id }) => lesson_id,
  );
  const withReadings = rows.filter(({ lesson_id }) => resources.has(lesson_id));
  const chosen = withReadings.filter(
    ({ group_assignment_id }) => (wanted.group_assignment_id ?? group_assignment_id) === group_assignment_id,
  );
  const readings = chosen.flatMap((assignment) =>
    (resources.get(assignment.lesson_id) ?? []).map((resource) => ({ assignment, resource })),
  );
  const ids = chosen.map(({ group_assignment_id }) => group_assignment_id);
  const students = Map.groupBy((await studentsOf(db, ids)).toSorted(compareNames), ({ group_assignment_id }) => group_assignment_id);
  const progress =
    ids.length === 0
      ? []
      : await db
          .selectFrom('resource_tracking as rt')
          .innerJoin('lesson_tracking as t', 't.tracking_id', 'rt.tracking_id')
          .select(['rt.tracking_id', 'rt.lesson_resource_id', 'rt.percentage_completed', 'rt.time_spent', 'rt.completed_at'])
          .where('t.group_assignment_id', 'in', ids)
          .where('rt.resource_type_id', '=', wanted.resource_type_id)
          .execute();
  const tracked = new Map(progress.map((one) => [`${one.tracking_id} ${one.lesson_resource_id}`, one]));
  return {
    choices: withReadings.map(assignmentChoice),
    readings,
    works: readings.flatMap((reading) =>
      (students.get(reading.assignment.group_assignment_id) ?? []).map(({ user_puid, tracking_id }): ReadingWork => {
        const found = tracked.get(`${tracking_id} ${reading.resource.lesson_resource_id}`);
        return {
          reading,
          user_puid,
          state: !found ? 'notStarted' : found.completed_at === null ? 'inProgress' : 'completed',
          percentage_completed: Math.floor(found?.percentage_completed ?? 0),
          time_spent: found?.time_spent ?? 0,
          completed_at: isoOrNull(found?.completed_at ?? null),
        };
      }),
    ),
  };
}

/** A reading and the assignment it was given in, as reports name them. */
export const givenReading = ({ assignment, resource }: ClassReading) => ({
  group_assignment_id: assignment.group_assignment_id,
  lesson_id: assignment.lesson_id,
  lesson_name: assignment.lesson_name,
  from_date: iso(assignment.from_date),
  to_date: isoOrNull(assignment.to_date),
  lesson_resource_id: resource.lesson_resource_id,
  title: resource.title,
});

/** A student's work as reports send it. */
export const readingOnWire = ({ reading: { assignment, resource }, state, percentage_completed, completed_at }: ReadingWork) => ({
  group_assignment_id: assignment.group_assignment_id,
  lesson_resource_id: resource.lesson_resource_id,
  state,
  percentage_completed,
  completed_at,
});
