import type { assignmentReports } from '../../../contract/assignmentReports.ts';
import { type Db, iso } from '../../kit/access.ts';
import { type HandlersOf, notFound } from '../../kit/handler.ts';
import { medianFrom, resourceWork } from '../../reports/resourceWork.ts';
import { visibleAssignment } from '../assignments.ts';

/**
 * Content tracking of an item in an assignment, by student. A track names the lesson, not the assignment: in a lesson given twice, it belongs
 * to the assignment that the student had begun last.
 */
async function tracksOf(db: Db, { lesson_id, group_assignment_id }: { lesson_id: number; group_assignment_id: number }, item_id: number) {
  const begun = Map.groupBy(
    await db
      .selectFrom('lesson_tracking')
      .select(['user_puid', 'group_assignment_id', 'started_at'])
      .where('lesson_id', '=', lesson_id)
      .where('user_puid', 'in', db.selectFrom('lesson_tracking').select('user_puid').where('group_assignment_id', '=', group_assignment_id))
      .orderBy('started_at')
      .orderBy('tracking_id')
      .execute(),
    ({ user_puid }) => user_puid,
  );
  const tracks = await db
    .selectFrom('content_track')
    .select(['user_puid', 'started_at', 'time_spent'])
    .where('item_id', '=', item_id)
    .where('lesson_id', '=', lesson_id)
    .orderBy('started_at')
    .execute();
  return Map.groupBy(
    tracks.filter(
      ({ user_puid, started_at }) =>
        begun.get(user_puid)?.findLast((one) => one.started_at <= started_at)?.group_assignment_id === group_assignment_id,
    ),
    ({ user_puid }) => user_puid,
  );
}

/** One resource of an assignment: each student's progress, time, position and content tracking, beside the medians. */
export const resourceDetails: HandlersOf<typeof assignmentReports>['resourceDetails'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const row = await visibleAssignment(db, user, query.group_assignment_id);
  const { resources, students } = await resourceWork(db, row);
  const found = resources.find(({ lesson_resource_id }) => lesson_resource_id === query.lesson_resource_id);
  if (!found) throw notFound('resource');
  const { item_id, ...resource } = found;
  const tracks = await tracksOf(db, row, item_id);
  const all = students.map(({ user_puid, user_name, student_number, first_name, last_name, work }) => {
    const own = work.find(({ lesson_resource_id }) => lesson_resource_id === resource.lesson_resource_id);
    const opened = tracks.get(user_puid) ?? [];
    const last = opened.at(-1);
    return {
      ...{ user_puid, user_name, student_number, first_name, last_name },
      work: own ?? null,
      opened: opened.length,
      viewed: opened.reduce((sum, { time_spent }) => sum + time_spent, 0),
      last_opened_at: last ? iso(last.started_at) : null,
    };
  });
  const { group_assignment_id, lesson_id, lesson_name, group_puid, group_name, other_district } = row;
  return {
    assignment: { group_assignment_id, lesson_id, lesson_name, group_puid, group_name, ...(other_district && { other_district }) },
    resource: {
      ...resource,
      students: all.length,
      median_viewed: medianFrom(all.filter(({ opened }) => opened > 0).map(({ viewed }) => viewed)),
    },
    students: all,
  };
};
