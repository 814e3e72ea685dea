import { isHandedIn, ResourceType } from '../../contract/content.ts';
import { Role } from '../../contract/kit.ts';
import type { PlayerLesson, player as playerCalls } from '../../contract/player.ts';
import { assigned, type Db, isoOrNull, type LessonResource, lessonResources, usableLesson, visibleGroups } from '../kit/access.ts';
import { assertSelf, type HandlersOf, notFound } from '../kit/handler.ts';
import { transact } from '../kit/transact.ts';
import { quizzesOf } from '../reports/quizzesOf.ts';
import { runningAssessment } from './closing.ts';
import { assertInOrder, openAssignment, progressOf, trackLessonTime, trackResourceProgress } from './player/tracking.ts';
import { quizResults } from './quiz/results.ts';
import { trackTermSet } from './termSets/progress.ts';

/** Finds a lesson's resource by its lesson_resource_id. */
async function resourceOf(db: Db, lesson_id: number, lesson_resource_id: number): Promise<LessonResource> {
  const resource = (await lessonResources(db, [lesson_id])).find((one) => one.lesson_resource_id === lesson_resource_id);
  if (!resource) throw notFound('resource');
  return resource;
}

export const player: HandlersOf<typeof playerCalls> = {
  lessonPlayer: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { db } = ports;
    const preview = { assignment_id: 0, group_assignment_id: 0, from_date: null, to_date: null, tracking_id: null, time_spent: 0 };
    const lesson =
      user.role === Role.student
        ? await openAssignment(ports, user, query)
        : { ...(await usableLesson(db, user, query.lesson_id)), ...preview };
    const progress = await progressOf(db, lesson.tracking_id ?? 0);
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
      last_resource_id:
        [...progress.values()].toSorted((a, b) => b.updated_at - a.updated_at || a.lesson_resource_id - b.lesson_resource_id)[0]
          ?.lesson_resource_id ?? 0,
      running_assessment: await runningAssessment(ports, user),
      lesson_resources: (await lessonResources(db, [lesson.lesson_id])).map(
        ({ lesson_id: _, lesson_resource_id, is_learnosity_enabled, ...resource }) => {
          const done = progress.get(lesson_resource_id);
          return {
            ...resource,
            id: lesson_resource_id,
            is_learnosity_enabled: is_learnosity_enabled === 1,
            is_handed_in: isHandedIn(resource.resource_type_id),
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
    if (query.tracking_id !== 0 && query.tracking_id !== assignment.tracking_id) throw notFound('tracking');
    return transact(ports.db, (trx) => trackLessonTime(trx, ports, user, assignment, query.time_spent));
  },

  trackResource: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { lesson_id, assignment_id, lesson_tracking_id } = query;
    const assignment = await openAssignment(ports, user, { lesson_id, assignment_id, lesson_tracking_id });
    const resource = await resourceOf(ports.db, lesson_id, query.resource_id);
    if (query.tracking_id !== 0) {
      const known = await progressOf(ports.db, lesson_tracking_id);
      if (known.get(resource.lesson_resource_id)?.resource_tracking_id !== query.tracking_id) throw notFound('tracking');
    }
    await assertInOrder(ports.db, assignment, resource, lesson_tracking_id);
    const done = { seconds: query.time_spent, percentage: query.percentage_completed, position: query.position };
    return transact(ports.db, (trx) =>
      resource.resource_type_id === ResourceType.termSet
        ? trackTermSet(trx, ports, user, lesson_tracking_id, resource, query.time_spent)
        : trackResourceProgress(trx, ports, user, lesson_tracking_id, resource, done),
    );
  },

  checkResourceCompletion: async ({ body }, { ports, user }) => {
    assertSelf(user, body.user_puid);
    const { lesson_id, group_assignment_id } = body;
    const assignment = await openAssignment(ports, user, { lesson_id, ...(group_assignment_id ? { group_assignment_id } : {}) });
    const resource = await resourceOf(ports.db, lesson_id, body.resource_id);
    if (body.quiz_id !== 0 && body.quiz_id !== resource.quiz_id) throw notFound('quiz');
    const progress = await progressOf(ports.db, assignment.tracking_id ?? 0);
    const percentage_completed = progress.get(resource.lesson_resource_id)?.percentage_completed ?? 0;
    return { is_completed: percentage_completed >= 100, percentage_completed };
  },

  assignmentResponses: async ({ query }, { ports, user }) => {
    const { db } = ports;
    let assignments = assigned(db)
      .select('ga.group_assignment_id')
      .where('e.user_puid', '=', query.user_puid)
      .where('ga.lesson_id', '=', query.lesson_id)
      .where('ga.assignment_id', '=', query.assignment_id);
    if (user.role === Role.student) assertSelf(user, query.user_puid);
    else assignments = assignments.where('ga.group_puid', 'in', visibleGroups(db, user).select('class_group.group_puid'));
    const ids = (await assignments.execute()).map((row) => row.group_assignment_id);
    if (ids.length === 0) throw notFound('assignment');
    const results = await quizResults(db, { group_assignment_ids: ids, user_puid: query.user_puid }, user.role !== Role.student);
    const quizzes = await quizzesOf(db, { lesson_id: query.lesson_id, group_assignment_ids: ids });
    return quizzes
      .map(({ item_id, title, quiz_id, is_removed }) => ({
        ...{ item_id, title, quiz_id, is_removed },
        result: results.find((result) => result.quiz_id === quiz_id)?.result ?? null,
      }))
      .filter(({ is_removed, result }) => !is_removed || result !== null)
      .map(({ is_removed: _, ...quiz }) => quiz);
  },
};
