import { fewestStudents } from '../../common/itemFlags.ts';
import type { AssignmentProgress } from '../../contract/assignmentReports.ts';
import type { StudentResult } from '../../contract/assignments.ts';
import { studentResults } from '../areas/assignments.ts';
import { type Db, iso, type LessonResource, lessonResources } from '../kit/access.ts';
import { medianOf } from './itemStatistics.ts';

type Resource = AssignmentProgress['resources'][number];
export type ResourceWork = AssignmentProgress['students'][number]['work'][number];

/** The median of at least five values in whole numbers; null for fewer, which would point at someone. */
export const medianFrom = (values: readonly number[]): number | null =>
  values.length < fewestStudents ? null : Math.round(medianOf(values.map((total) => ({ total, count: 1 }))));

/**
 * What each student of an assignment has done in each resource that is in its lesson now, by name, with those without work. A fixed number of
 * statements.
 */
export async function resourceWork(
  db: Db,
  row: { group_assignment_id: number; lesson_id: number },
): Promise<{ resources: (Resource & Pick<LessonResource, 'item_id'>)[]; students: (StudentResult & { work: ResourceWork[] })[] }> {
  const resources = await lessonResources(db, [row.lesson_id]);
  const places = new Map(resources.map(({ lesson_resource_id }, at) => [lesson_resource_id, at]));
  const tracked = Map.groupBy(
    await db
      .selectFrom('resource_tracking as rt')
      .innerJoin('lesson_tracking as t', 't.tracking_id', 'rt.tracking_id')
      .select(['t.user_puid', 'rt.lesson_resource_id', 'rt.percentage_completed', 'rt.time_spent', 'rt.position'])
      .select(['rt.started_at', 'rt.updated_at'])
      .where('t.group_assignment_id', '=', row.group_assignment_id)
      .execute(),
    ({ user_puid }) => user_puid,
  );
  const students = (await studentResults(db, row)).map((student) => ({
    ...student,
    work: (tracked.get(student.user_puid) ?? [])
      .filter(({ lesson_resource_id }) => places.has(lesson_resource_id))
      .toSorted((a, b) => (places.get(a.lesson_resource_id) ?? 0) - (places.get(b.lesson_resource_id) ?? 0))
      .map(
        ({ user_puid: _, started_at, updated_at, ...work }): ResourceWork => ({
          ...work,
          started_at: iso(started_at),
          last_active_at: iso(updated_at),
        }),
      ),
  }));
  const works = Map.groupBy(
    students.flatMap(({ work }) => work),
    ({ lesson_resource_id }) => lesson_resource_id,
  );
  return {
    students,
    resources: resources.map(({ lesson_resource_id, title, resource_type_id, quiz_id, item_id }) => {
      const of = works.get(lesson_resource_id) ?? [];
      return {
        ...{ lesson_resource_id, title, resource_type_id, quiz_id, item_id },
        begun: of.length,
        completed: of.filter(({ percentage_completed }) => percentage_completed >= 100).length,
        median_percentage: medianFrom(of.map(({ percentage_completed }) => percentage_completed)),
        median_time: medianFrom(of.map(({ time_spent }) => time_spent)),
      };
    }),
  };
}
