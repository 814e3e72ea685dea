import { ResourceType } from '../../contract/content.ts';
import { ids } from './fixtureSchool.ts';
import { kinds } from './lessonOfKinds.ts';
import { days, type TestServer } from './testServer.ts';

/** The assignment of the lesson of kinds to tess's class. */
export const readerAssignment = 9010;

/** Assigns the lesson of kinds to tess's class. Ana has read its reader and answered its quiz; ben is half-way. */
export async function giveReader({ db, clock }: TestServer): Promise<void> {
  const district_id = ids.district;
  const group_assignment_id = readerAssignment;
  const created_at = clock.now - days(3);
  const named = { district_id, assignment_id: group_assignment_id, lesson_id: kinds.lesson_id };
  await db
    .insertInto('assignment')
    .values({ ...named, assigned_by_puid: ids.tess, assignment_no: group_assignment_id, created_at })
    .execute();
  await db
    .insertInto('group_assignment')
    .values({
      ...{ ...named, group_assignment_id, group_puid: ids.class, created_at, from_date: created_at, to_date: clock.now + days(3) },
      ...{ category: 1, is_individual: 0, unassigned_at: null },
    })
    .execute();
  const question = await db.selectFrom('question').selectAll().where('quiz_id', '=', kinds.quiz('reader')).executeTakeFirstOrThrow();
  for (const [at, [user_puid, percentage_completed, time_spent]] of (
    [
      [ids.ana, 100, 240],
      [ids.ben, 50, 90],
    ] as const
  ).entries()) {
    const shared = { district_id, user_puid, started_at: created_at, updated_at: created_at };
    const [tracking_id, resource_tracking_id, result_id] = [85_001 + at, 85_011 + at, 85_021 + at];
    const completed_at = percentage_completed === 100 ? clock.now - days(2) : null;
    await db
      .insertInto('lesson_tracking')
      .values({ ...shared, ...named, tracking_id, group_assignment_id, time_spent, completed_at: null })
      .execute();
    await db
      .insertInto('resource_tracking')
      .values({
        ...{ ...shared, resource_tracking_id, tracking_id, completed_at, percentage_completed, time_spent, position: 0 },
        ...{ lesson_resource_id: kinds.resource('reader'), resource_type_id: ResourceType.leveledReader },
      })
      .execute();
    if (completed_at === null) continue;
    await db
      .insertInto('attempt')
      .values({
        ...{ ...named, result_id, user_puid, quiz_id: kinds.quiz('reader'), group_assignment_id, resource_tracking_id },
        ...{ state: 'released', started_at: created_at, submitted_at: completed_at, released_at: completed_at, ends_at: null },
        ...{ time_spent: 20, score: question.points, max_score: question.points, receipt: 'abcd' },
        layout: JSON.stringify({ questions: [question.question_id], options: {}, isCheck: true }),
      })
      .execute();
    await db
      .insertInto('response')
      .values({
        ...{ district_id, result_id, question_id: question.question_id, answer_id: null, answer_text: 'a', is_correct: 1 },
        ...{ points: question.points, time_spent: 15, sequence: 1, updated_at: completed_at },
      })
      .execute();
  }
}
