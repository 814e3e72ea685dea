import { Role } from '../../contract/kit.ts';
import type { PlayerLesson, StudentAssignment, student as studentCalls } from '../../contract/student.ts';
import { assertSelf, type HandlersOf, notFound } from '../kit/handler.ts';
import type { Ports } from '../kit/ports.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { assigned, type Db, iso, isoOrNull, type LessonResource, lessonResources, usableLesson, visibleGroups } from './access.ts';
import { quizResults } from './quiz/results.ts';
import { assertInOrder, openAssignment, progressOf, trackLessonTime, trackResourceProgress } from './tracking.ts';

/** All assignments of a student with their tracking, the next to do first. */
async function assignmentsOf(ports: Ports, user: TokenUser): Promise<StudentAssignment[]> {
  const { db } = ports;
  const now = ports.now();
  const rows = await assigned(db, user.district_id)
    .innerJoin('lesson as l', (join) => join.onRef('l.district_id', '=', 'ga.district_id').onRef('l.lesson_id', '=', 'ga.lesson_id'))
    .innerJoin('assignment as a', (join) =>
      join.onRef('a.district_id', '=', 'ga.district_id').onRef('a.assignment_id', '=', 'ga.assignment_id'),
    )
    .innerJoin('app_user as teacher', (join) =>
      join.onRef('teacher.district_id', '=', 'a.district_id').onRef('teacher.user_puid', '=', 'a.assigned_by_puid'),
    )
    .leftJoin('lesson_tracking as t', (join) =>
      join
        .onRef('t.district_id', '=', 'ga.district_id')
        .onRef('t.group_assignment_id', '=', 'ga.group_assignment_id')
        .onRef('t.user_puid', '=', 'e.user_puid'),
    )
    .where('e.user_puid', '=', user.user_puid)
    .select([
      'ga.assignment_id',
      'ga.group_assignment_id',
      'ga.lesson_id',
      'ga.from_date',
      'ga.to_date',
      'l.lesson_name',
      'l.lesson_objective',
      'l.total_time',
      'g.name as group_name',
      'teacher.first_name',
      'teacher.last_name',
      't.tracking_id',
      't.time_spent',
      't.completed_at',
    ])
    .orderBy('ga.to_date')
    .orderBy('ga.from_date')
    .orderBy('ga.group_assignment_id')
    .execute();
  const resources = Map.groupBy(
    await lessonResources(db, user.district_id, [...new Set(rows.map((row) => row.lesson_id))]),
    (resource) => resource.lesson_id,
  );
  const progress = Map.groupBy(
    await db
      .selectFrom('resource_tracking')
      .select(['tracking_id', 'lesson_resource_id', 'percentage_completed'])
      .where('district_id', '=', user.district_id)
      .where('user_puid', '=', user.user_puid)
      .execute(),
    (row) => row.tracking_id,
  );
  const released = Map.groupBy(
    await db
      .selectFrom('attempt')
      .select(['group_assignment_id', 'score', 'max_score'])
      .where('district_id', '=', user.district_id)
      .where('user_puid', '=', user.user_puid)
      .where('state', '=', 'released')
      .execute(),
    (row) => row.group_assignment_id,
  );
  return rows.map(({ first_name, last_name, tracking_id, time_spent, ...row }) => {
    const parts: LessonResource[] = resources.get(row.lesson_id) ?? [];
    const percent = new Map((progress.get(tracking_id ?? 0) ?? []).map((done) => [done.lesson_resource_id, done.percentage_completed]));
    const next = parts.find((part) => (percent.get(part.lesson_resource_id) ?? 0) < 100);
    const total = parts.reduce((sum, part) => sum + (percent.get(part.lesson_resource_id) ?? 0), 0);
    const results = released.get(row.group_assignment_id);
    return {
      ...row,
      teacher_name: `${first_name} ${last_name}`,
      from_date: iso(row.from_date),
      to_date: isoOrNull(row.to_date),
      completed_at: isoOrNull(row.completed_at),
      time_spent: time_spent ?? 0,
      resource_count: parts.length,
      resources_completed: parts.filter((part) => (percent.get(part.lesson_resource_id) ?? 0) >= 100).length,
      percentage_completed: parts.length === 0 ? 0 : Math.floor(total / parts.length),
      state:
        row.completed_at !== null ? 'completed' : tracking_id !== null ? 'inProgress' : row.from_date > now ? 'upcoming' : 'notStarted',
      is_overdue: row.completed_at === null && row.to_date !== null && row.to_date < now,
      next_resource: next
        ? { lesson_resource_id: next.lesson_resource_id, title: next.title, resource_type_id: next.resource_type_id }
        : null,
      score: results ? Math.round(results.reduce((sum, result) => sum + (result.score ?? 0), 0) * 100) / 100 : null,
      max_score: results ? results.reduce((sum, result) => sum + result.max_score, 0) : null,
    };
  });
}

/** The resource of a lesson, by its id in the lesson. */
async function resourceOf(db: Db, user: TokenUser, lesson_id: number, lesson_resource_id: number): Promise<LessonResource> {
  const resource = (await lessonResources(db, user.district_id, [lesson_id])).find((one) => one.lesson_resource_id === lesson_resource_id);
  if (!resource) throw notFound('The resource');
  return resource;
}

export const student: HandlersOf<typeof studentCalls> = {
  studentDashboard: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const assignments = await assignmentsOf(ports, user);
    const count = (test: (assignment: StudentAssignment) => boolean) => assignments.filter(test).length;
    return {
      assignments,
      counts: {
        notStarted: count(({ state }) => state === 'notStarted'),
        inProgress: count(({ state }) => state === 'inProgress'),
        completed: count(({ state }) => state === 'completed'),
        overdue: count(({ is_overdue }) => is_overdue),
      },
    };
  },

  lessonPlayer: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { db } = ports;
    const preview = { assignment_id: 0, group_assignment_id: 0, from_date: null, to_date: null, tracking_id: null, time_spent: 0 };
    const lesson =
      user.role === Role.student
        ? await openAssignment(ports, user, query)
        : { ...(await usableLesson(db, user, query.lesson_id)), ...preview };
    const progress = await progressOf(db, user.district_id, lesson.tracking_id ?? 0);
    const player: PlayerLesson = {
      lesson_id: lesson.lesson_id,
      assignment_id: lesson.assignment_id,
      group_assignment_id: lesson.group_assignment_id,
      lesson_name: lesson.lesson_name,
      lesson_objective: lesson.lesson_objective,
      instructions: lesson.instructions,
      enforce_order: lesson.enforce_order === 1,
      total_time: lesson.total_time,
      from_date: isoOrNull(lesson.from_date),
      to_date: isoOrNull(lesson.to_date),
      tracking_id: lesson.tracking_id ?? 0,
      time_spent: lesson.time_spent ?? 0,
      lesson_resources: (await lessonResources(db, user.district_id, [lesson.lesson_id])).map(
        ({ lesson_id: _, lesson_resource_id, is_learnosity_enabled, ...resource }) => {
          const done = progress.get(lesson_resource_id);
          return {
            ...resource,
            id: lesson_resource_id,
            is_learnosity_enabled: is_learnosity_enabled === 1,
            percentage_completed: done?.percentage_completed ?? 0,
            time_spent: done?.time_spent ?? 0,
            position: done?.position ?? 0,
          };
        },
      ),
    };
    return player;
  },

  trackLesson: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const assignment = await openAssignment(ports, user, query);
    if (query.tracking_id !== 0 && query.tracking_id !== assignment.tracking_id) throw notFound('The tracking');
    return transact(ports.db, (trx) => trackLessonTime(trx, ports, user, assignment, query.time_spent));
  },

  trackResource: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { lesson_id, assignment_id, lesson_tracking_id } = query;
    const assignment = await openAssignment(ports, user, { lesson_id, assignment_id, lesson_tracking_id });
    const resource = await resourceOf(ports.db, user, lesson_id, query.resource_id);
    if (query.tracking_id !== 0) {
      const known = await progressOf(ports.db, user.district_id, lesson_tracking_id);
      if (known.get(resource.lesson_resource_id)?.resource_tracking_id !== query.tracking_id) throw notFound('The tracking');
    }
    await assertInOrder(ports.db, assignment, resource, lesson_tracking_id);
    const done = { seconds: query.time_spent, percentage: query.percentage_completed, position: query.position };
    return transact(ports.db, (trx) => trackResourceProgress(trx, ports, user, lesson_tracking_id, resource, done));
  },

  assignmentResponses: async ({ query }, { ports, user }) => {
    const { db } = ports;
    let assignments = assigned(db, user.district_id)
      .select('ga.group_assignment_id')
      .where('e.user_puid', '=', query.user_puid)
      .where('ga.lesson_id', '=', query.lesson_id)
      .where('ga.assignment_id', '=', query.assignment_id);
    if (user.role === Role.student) assertSelf(user, query.user_puid);
    else assignments = assignments.where('ga.group_puid', 'in', visibleGroups(db, user).select('class_group.group_puid'));
    const ids = (await assignments.execute()).map((row) => row.group_assignment_id);
    if (ids.length === 0) throw notFound('The assignment');
    const results = await quizResults(
      db,
      user.district_id,
      { group_assignment_ids: ids, user_puid: query.user_puid },
      user.role !== Role.student,
    );
    return (await lessonResources(db, user.district_id, [query.lesson_id])).flatMap(({ item_id, title, quiz_id }) =>
      quiz_id === null ? [] : [{ item_id, title, quiz_id, result: results.find((result) => result.quiz_id === quiz_id)?.result ?? null }],
    );
  },
};
