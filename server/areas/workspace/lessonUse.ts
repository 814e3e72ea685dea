import type { LessonUse, workspace } from '../../../contract/workspace.ts';
import type { Row } from '../../db/schema.ts';
import { assigned, type Db } from '../../kit/access.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { ownLesson } from './lessons.ts';

/** Who has a lesson, and how far they are. */
export async function useOf(db: Db, lesson: Pick<Row<'lesson'>, 'lesson_id'>): Promise<LessonUse> {
  const groups = await db
    .selectFrom('group_assignment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lesson_id', '=', lesson.lesson_id)
    .where('unassigned_at', 'is', null)
    .executeTakeFirstOrThrow();
  const students = await assigned(db)
    .leftJoin('lesson_tracking as t', (join) =>
      join.onRef('t.group_assignment_id', '=', 'ga.group_assignment_id').onRef('t.user_puid', '=', 'e.user_puid'),
    )
    .select(['e.user_puid', 't.tracking_id', 't.completed_at'])
    .where('ga.lesson_id', '=', lesson.lesson_id)
    .execute();
  // A student who has it through two groups counts once, with the furthest progress.
  const furthest = new Map<number, 0 | 1 | 2>();
  for (const row of students) {
    const state = row.completed_at !== null ? 2 : row.tracking_id !== null ? 1 : 0;
    furthest.set(row.user_puid, Math.max(state, furthest.get(row.user_puid) ?? 0) as 0 | 1 | 2);
  }
  const count = (state: number) => [...furthest.values()].filter((one) => one === state).length;
  const shares = await db
    .selectFrom('lesson_share')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lesson_id', '=', lesson.lesson_id)
    .executeTakeFirstOrThrow();
  const quizzes = await db
    .selectFrom('attempt as at')
    .innerJoin('group_assignment as ga', (join) =>
      join.onRef('ga.group_assignment_id', '=', 'at.group_assignment_id').on('ga.unassigned_at', 'is', null),
    )
    .innerJoin('quiz as q', 'q.quiz_id', 'at.quiz_id')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .select(['i.item_id', 'i.title'])
    .select((eb) => [
      eb.fn.count<number>('at.user_puid').distinct().filterWhere('at.state', '=', 'started').as('in_progress'),
      eb.fn.count<number>('at.user_puid').distinct().filterWhere('at.state', '<>', 'started').as('submitted'),
    ])
    .where('at.lesson_id', '=', lesson.lesson_id)
    .groupBy(['i.item_id', 'i.title'])
    .orderBy('i.title')
    .orderBy('i.item_id')
    .execute();
  return {
    quizzes: quizzes.map((quiz) => ({ ...quiz, in_progress: Number(quiz.in_progress), submitted: Number(quiz.submitted) })),
    groups: Number(groups.count),
    students: furthest.size,
    not_started: count(0),
    in_progress: count(1),
    completed: count(2),
    shared_with: Number(shares.count),
  };
}

export const lessonUse: HandlersOf<Pick<typeof workspace, 'lessonUse'>> = {
  lessonUse: async ({ query }, { ports, user }) => useOf(ports.db, await ownLesson(ports.db, user, query.lesson_id)),
};
