import { ResourceType } from '../../contract/content.ts';
import type { AttemptState } from '../../contract/quizResult.ts';
import { idOf } from '../../server/content/ids.ts';
import { ids, quiz_id, resourceIds } from './fixtureSchool.ts';
import { days, type TestServer } from './testServer.ts';

/** People beside ana and ben in tess's class, by what is odd about them. */
export const odd = {
  /** A long name with everything that names may have. */
  long: 1011,
  /** Came from the other class in the middle of the year, with work there. */
  moved: 1012,
  /** Left the class, with work in it. */
  left: 1013,
  /** Deactivated, with work. */
  deactivated: 1014,
  /** Assignments of the class, by what is odd about them. */
  due: 9001,
  again: 9002,
  unscored: 9003,
  empty: 9004,
  /** Of the other class. */
  elsewhere: 9005,
  /** A class without students, of tess's. */
  emptyClass: 3109,
} as const;

/** The quiz that they have worked on. */
export const oddQuiz = { item_id: idOf('course/unit/sub/quiz'), itemtype_id: ResourceType.quiz };

const longName = { first_name: 'Éva “Bee” de la Concepción', last_name: 'O’Neill-Wolfeschlegelsteinhausen, Jr.' };

interface Attempt {
  state: AttemptState;
  submitted: number | null;
  /** Points of each question in order; null waits for its points, undefined was not answered. */
  marks: readonly (number | null | undefined)[];
}

/**
 * Fills tess's class with what reports must count right: a lesson given twice, late and missing work, a reassigned quiz, an answer without
 * points, a lesson without a quiz, a student who came from another class, one who left, one who was deactivated, and a long name. `more`:
 * marks of further students in the first quiz.
 */
export async function makeOddClass({ db, clock }: TestServer, more: readonly Attempt['marks'][] = []): Promise<void> {
  const now = clock.now;
  const district_id = ids.district;
  const model = await db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const person = (user_puid: number, user_name: string, more: object = {}) => ({
    ...model,
    ...{ user_puid, user_name, user_key: user_name, first_name: user_name, sourced_id: null, student_number: null },
    ...more,
  });
  await db
    .insertInto('app_user')
    .values([
      person(odd.long, 'eva', longName),
      person(odd.moved, 'gus', { student_number: '0042' }),
      person(odd.left, 'hal'),
      person(odd.deactivated, 'ivy', { active: 0 }),
    ])
    .execute();
  const enroll = (group_puid: number, user_puid: number, active = 1) => ({
    ...{ district_id, group_puid, user_puid, active },
    role: 'student' as const,
    sourced_id: null,
  });
  const group = await db.selectFrom('class_group').selectAll().where('group_puid', '=', ids.class).executeTakeFirstOrThrow();
  await db
    .insertInto('class_group')
    .values({ ...group, group_puid: odd.emptyClass, name: 'Nobody yet' })
    .execute();
  await db
    .insertInto('enrollment')
    .values([
      enroll(ids.class, odd.long),
      enroll(ids.class, odd.moved),
      enroll(ids.otherClass, odd.moved, 0),
      enroll(ids.class, odd.left, 0),
      enroll(ids.class, odd.deactivated),
      { ...enroll(odd.emptyClass, ids.tess), role: 'teacher' },
    ])
    .execute();
  const given: [id: number, lesson_id: number, group_puid: number, from: number, to: number | null][] = [
    [odd.due, ids.orderedLesson, ids.class, -20, -10],
    [odd.again, ids.orderedLesson, ids.class, -5, 5],
    [odd.unscored, ids.freeLesson, ids.class, -4, null],
    [odd.empty, ids.tomsLesson, ids.class, -3, 3],
    [odd.elsewhere, ids.orderedLesson, ids.otherClass, -20, -10],
  ];
  for (const [group_assignment_id, lesson_id, group_puid, from, to] of given) {
    const assignment_id = group_assignment_id;
    const by = { assigned_by_puid: group_puid === ids.class ? ids.tess : ids.tom, created_at: now - days(21) };
    await db
      .insertInto('assignment')
      .values({ district_id, assignment_id, lesson_id, assignment_no: group_assignment_id, ...by })
      .execute();
    await db
      .insertInto('group_assignment')
      .values({
        ...{ district_id, group_assignment_id, assignment_id, lesson_id, group_puid, created_at: by.created_at },
        from_date: now + days(from),
        to_date: to === null ? null : now + days(to),
        ...{ category: 1, is_individual: 0, unassigned_at: null },
      })
      .execute();
  }
  const questions = await db.selectFrom('question').selectAll().where('quiz_id', '=', quiz_id).orderBy('sort_order').execute();
  const max_score = questions.reduce((sum, { points }) => sum + points, 0);
  let id = 50_000;
  /** Work on an assignment, in days from now; `completed` is null for a lesson in progress. */
  const work = async (user_puid: number, group_assignment_id: number, started: number, completed: number | null, attempt?: Attempt) => {
    const [, lesson_id = 0] = given.find(([known]) => known === group_assignment_id) ?? [];
    const tracking_id = ++id;
    const started_at = now + days(started);
    const completed_at = completed === null ? null : now + days(completed);
    const shared = { district_id, user_puid, started_at, updated_at: completed_at ?? started_at };
    await db
      .insertInto('lesson_tracking')
      .values({ ...shared, tracking_id, lesson_id, assignment_id: group_assignment_id, group_assignment_id, time_spent: 600, completed_at })
      .execute();
    const names = completed === null ? (['reading'] as const) : (['reading', 'video', 'quiz'] as const);
    const resources = await db.selectFrom('lesson_resource').selectAll().where('lesson_id', '=', lesson_id).execute();
    for (const name of names) {
      const resource = resources.find(({ lesson_resource_id }) => lesson_resource_id === resourceIds(lesson_id)[name]);
      if (!resource) continue;
      const resource_tracking_id = ++id;
      await db
        .insertInto('resource_tracking')
        .values({
          ...{ ...shared, resource_tracking_id, tracking_id, completed_at },
          ...{ lesson_resource_id: resource.lesson_resource_id, resource_type_id: resource.resource_type_id },
          ...{ time_spent: 200, percentage_completed: 100, position: 0 },
        })
        .execute();
      if (name !== 'quiz' || !attempt) continue;
      const { state, submitted, marks } = attempt;
      const submitted_at = submitted === null ? null : now + days(submitted);
      const result_id = ++id;
      await db
        .insertInto('attempt')
        .values({
          ...{ district_id, result_id, user_puid, quiz_id, lesson_id, assignment_id: group_assignment_id, group_assignment_id },
          ...{ resource_tracking_id, state, started_at, submitted_at, ends_at: null, time_spent: 120, max_score },
          released_at: state === 'released' ? submitted_at : null,
          score: submitted === null ? null : marks.reduce<number>((sum, points) => sum + (points ?? 0), 0),
          receipt: submitted === null ? null : 'abcd',
          layout: JSON.stringify({ questions: questions.map(({ question_id }) => question_id), options: {} }),
        })
        .execute();
      for (const [at, points] of marks.entries()) {
        const question = questions[at];
        if (points === undefined || !question) continue;
        await db
          .insertInto('response')
          .values({
            ...{ district_id, result_id, question_id: question.question_id, answer_id: null, answer_text: 'a', points },
            is_correct: points === null ? null : Number(points === question.points),
            ...{ time_spent: 15, sequence: 1, updated_at: submitted_at ?? started_at },
          })
          .execute();
      }
    }
  };
  await work(ids.ana, odd.due, -18, -15, { state: 'released', submitted: -15, marks: [1, 2, 1, 1, 1, 3, 2, 2] });
  await work(ids.ben, odd.due, -12, -8, { state: 'graded', submitted: -8, marks: [1, 0, 1, 0] });
  await work(odd.left, odd.due, -18, -15, { state: 'graded', submitted: -15, marks: [1] });
  await work(odd.deactivated, odd.due, -18, -15, { state: 'graded', submitted: -15, marks: [1] });
  await work(odd.moved, odd.elsewhere, -18, -15, { state: 'graded', submitted: -15, marks: [1, 2] });
  await work(odd.long, odd.due, -12, null);
  await work(ids.ana, odd.unscored, -3, -2, { state: 'submitted', submitted: -2, marks: [1, 2, 1, null] });
  await work(ids.ben, odd.unscored, -3, -2, { state: 'graded', submitted: -2, marks: [1, 2, 1, 1, 1, 3] });
  await work(ids.ana, odd.empty, -2, -1);
  for (const [at, marks] of more.entries()) {
    const user_puid = 1020 + at;
    await db
      .insertInto('app_user')
      .values(person(user_puid, `pat${at + 1}`))
      .execute();
    await db.insertInto('enrollment').values(enroll(ids.class, user_puid)).execute();
    await work(user_puid, odd.due, -18, -15, { state: 'graded', submitted: -15, marks });
  }
  // Reassigned after the due date: what was submitted late counts no more, and nothing is late or missing again.
  await work(odd.moved, odd.due, -2, null);
  await db
    .insertInto('earlier_attempt')
    .values({
      ...{ district_id, result_id: ++id, user_puid: odd.moved, quiz_id, group_assignment_id: odd.due, attempt_no: 1, state: 'graded' },
      ...{
        started_at: now - days(9),
        submitted_at: now - days(9),
        is_late: 0,
        time_spent: 60,
        score: 2,
        max_score,
        layout: '{"questions":[],"options":{}}',
      },
      ...{ responses: '[]', reassigned_by_puid: ids.tess, reassigned_at: now - days(3), opens_at: now - days(3), schoolyear: '2029-2030' },
    })
    .execute();
}
