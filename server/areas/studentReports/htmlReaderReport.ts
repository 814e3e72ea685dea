import { ResourceType } from '../../../contract/content.ts';
import type { studentReports } from '../../../contract/studentReports.ts';
import { type Db, isoOrNull } from '../../kit/access.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { type ClassReading, classReadings, givenReading, readingOnWire } from '../../reports/classReadings.ts';
import { classAssignments, classStudents, sumOf, visibleClass } from '../../reports/classWork.ts';

interface Opening {
  item_id: number;
  started_at: number;
  ended_at: number | null;
  time_spent: number;
}

/**
 * Openings of readings in lessons by the students of a class. An opening names the lesson and not the assignment. It belongs to the last of
 * the student's assignments of that lesson that was begun when the opening ended, be it one of another class.
 */
async function openingsOf(db: Db, group_puid: number, readings: readonly ClassReading[]) {
  const lessons = [...new Set(readings.map(({ assignment }) => assignment.lesson_id))];
  if (lessons.length === 0) return (): Opening[] => [];
  const students = db
    .selectFrom('enrollment')
    .select('enrollment.user_puid')
    .where('enrollment.group_puid', '=', group_puid)
    .where('enrollment.role', '=', 'student')
    .where('enrollment.active', '=', 1);
  const tracks = await db
    .selectFrom('content_track')
    .select(['user_puid', 'lesson_id', 'item_id', 'started_at', 'ended_at', 'time_spent'])
    .where('user_puid', 'in', students)
    .where('lesson_id', 'in', lessons)
    .where('item_type_id', '=', ResourceType.reading)
    .execute();
  const begun = await db
    .selectFrom('lesson_tracking')
    .select(['user_puid', 'lesson_id', 'group_assignment_id', 'started_at'])
    .where('user_puid', 'in', students)
    .where('lesson_id', 'in', lessons)
    .orderBy('started_at')
    .orderBy('group_assignment_id')
    .execute();
  const byLesson = Map.groupBy(begun, ({ user_puid, lesson_id }) => `${user_puid} ${lesson_id}`);
  const byAssignment = Map.groupBy(tracks, ({ user_puid, lesson_id, ended_at }) => {
    const candidates = byLesson.get(`${user_puid} ${lesson_id}`) ?? [];
    const last = candidates.findLast(({ started_at }) => ended_at === null || started_at <= ended_at);
    return `${user_puid} ${(last ?? candidates[0])?.group_assignment_id}`;
  });
  return ({ assignment, resource }: ClassReading, user_puid: number): Opening[] =>
    (byAssignment.get(`${user_puid} ${assignment.group_assignment_id}`) ?? []).filter(({ item_id }) => item_id === resource.item_id);
}

/** What a class has read of its readings in HTML over a period. */
export const htmlReaderReport: HandlersOf<typeof studentReports>['htmlReaderReport'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const rows = await classAssignments(db, user, query);
  const { choices, readings, works } = await classReadings(db, rows, {
    resource_type_id: ResourceType.reading,
    group_assignment_id: query.group_assignment_id,
  });
  const openings = await openingsOf(db, group.group_puid, readings);
  const byStudent = Map.groupBy(works, ({ user_puid }) => user_puid);
  return {
    ...group,
    choices,
    readings: readings.map(givenReading),
    students: (await classStudents(db, group.group_puid)).map((student) => ({
      ...student,
      work: (byStudent.get(student.user_puid) ?? []).map((one) => {
        const own = openings(one.reading, student.user_puid);
        return {
          ...readingOnWire(one),
          opened: own.length,
          last_opened_at: isoOrNull(own.length === 0 ? null : Math.max(...own.map(({ started_at }) => started_at))),
          time_spent: Math.round(sumOf(own, ({ time_spent }) => time_spent)),
        };
      }),
    })),
  };
};
