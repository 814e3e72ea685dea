import { assessment_id, ids, quiz_id } from './fixtureSchool.ts';
import { days, type TestServer } from './testServer.ts';

/** Assignments and students that `makeAnsweredQuiz` adds. */
export const answered = {
  /** Of tess's class: twelve students, ana and ben among them. */
  assignment: 9101,
  /** Of tom's class: cal and two more. */
  fewAssignment: 9102,
  /** Of tess's class, with the assessment, submitted by six. */
  assessmentAssignment: 9103,
  first: 1021,
} as const;

/** The students of tess's class, best first, and of tom's. */
export const twelve = [ids.ana, ids.ben, ...Array.from({ length: 10 }, (_, at) => answered.first + at)];
const three = [ids.cal, 1041, 1042];

const lastNames = ['Abbott', 'Brandt', 'Castro', 'Diaz', 'Ekberg', 'Flores', 'Garcia', 'Haddad', 'Ito', 'Jensen', 'Kaya', 'Lopez'];

/**
 * Submitted quizzes with something to find: the best of tess's class choose a wrong option of the first question, everybody knows the third
 * and hardly anybody the fourth, and the last ones are skipped. One student had fewer questions, another had them in another order.
 */
export async function makeAnsweredQuiz({ db, clock }: TestServer): Promise<void> {
  const now = clock.now;
  const district_id = ids.district;
  const model = await db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.ana).executeTakeFirstOrThrow();
  const person = (user_puid: number, last_name: string, school_id: number) => ({
    ...model,
    ...{ user_puid, school_id, last_name, user_name: `u${user_puid}`, user_key: `u${user_puid}`, first_name: 'Sam' },
    ...{ sourced_id: null, student_number: null },
  });
  await db
    .insertInto('app_user')
    .values([
      ...twelve.slice(2).map((user_puid, at) => person(user_puid, lastNames[at] ?? '', ids.school)),
      ...three.slice(1).map((user_puid, at) => person(user_puid, lastNames[10 + at] ?? '', ids.otherSchool)),
    ])
    .execute();
  const enroll = (group_puid: number) => (user_puid: number) => ({
    ...{ district_id, group_puid, user_puid, active: 1, sourced_id: null },
    role: 'student' as const,
  });
  await db
    .insertInto('enrollment')
    .values([...twelve.slice(2).map(enroll(ids.class)), ...three.slice(1).map(enroll(ids.otherClass))])
    .execute();
  for (const [group_assignment_id, group_puid, by] of [
    [answered.assignment, ids.class, ids.tess],
    [answered.fewAssignment, ids.otherClass, ids.tom],
    [answered.assessmentAssignment, ids.class, ids.tess],
  ] as const) {
    const assignment = { district_id, assignment_id: group_assignment_id, lesson_id: ids.freeLesson, created_at: now - days(9) };
    await db
      .insertInto('assignment')
      .values({ ...assignment, assigned_by_puid: by, assignment_no: group_assignment_id })
      .execute();
    await db
      .insertInto('group_assignment')
      .values({
        ...{ ...assignment, group_assignment_id, group_puid, from_date: now - days(8), to_date: null },
        ...{ category: 1, is_individual: 0, unassigned_at: null },
      })
      .execute();
  }
  let id = 60_000;
  const questionsOf = (quiz: number) => db.selectFrom('question').selectAll().where('quiz_id', '=', quiz).orderBy('sort_order').execute();
  const questions = await questionsOf(quiz_id);
  for (const [at, standards] of [['MS-PS1-4'], ['MS-PS1-4', 'MS-PS3-3']].entries())
    await db
      .updateTable('question')
      .set({ standards: JSON.stringify(standards) })
      .where('question_id', '=', questions[at]?.question_id ?? 0)
      .execute();
  const options = await db.selectFrom('question_option').selectAll().orderBy('sort_order').execute();
  const option = (question: number, text: string) =>
    options.find(({ question_id, answer_text }) => question_id === questions[question]?.question_id && answer_text === text)?.option_id ??
    0;
  type Given = readonly [answer_id: number | null, answer_text: string, points: number];
  const many = (...texts: string[]) => JSON.stringify(texts.map((text) => option(1, text)));
  /** The answers of the student at this place, best first; undefined: skipped. */
  const answersOf = (at: number): (Given | undefined)[] => [
    at < 8 ? [option(0, 'ice'), '', 0] : [option(0, 'steam'), '', 1],
    [null, at < 5 ? many('gold', 'iron') : at < 9 ? many('gold') : many('air', 'soup'), at < 5 ? 2 : at < 9 ? 1 : 0],
    [option(2, 'False'), '', 1],
    [null, at < 2 ? 'Evaporation' : `rain ${at}`, at < 2 ? 1 : 0],
    [null, at % 2 === 0 ? '150 kPa' : '3', at % 2 === 0 ? 1 : 0],
    at < 4 ? [null, JSON.stringify(['first', 'second', 'third'].map((text) => option(5, text))), 3] : [null, ' ', 0],
    undefined,
    undefined,
  ];
  const attempt = async (
    user_puid: number,
    group_assignment_id: number,
    quiz: number,
    asked: readonly { question_id: number; points: number }[],
    given: readonly (Given | undefined)[],
  ) => {
    const result_id = ++id;
    const submitted_at = now - days(quiz === quiz_id ? 2 : 3);
    const max_score = asked.reduce((sum, { points }) => sum + points, 0);
    await db
      .insertInto('attempt')
      .values({
        ...{ district_id, result_id, user_puid, quiz_id: quiz, lesson_id: ids.freeLesson, max_score },
        ...{ assignment_id: group_assignment_id, group_assignment_id, resource_tracking_id: id, state: 'graded', released_at: null },
        ...{ started_at: submitted_at - 60_000, submitted_at, ends_at: null, time_spent: 60, receipt: 'abcd' },
        score: given.reduce((sum, one) => sum + (one?.[2] ?? 0), 0),
        layout: JSON.stringify({ questions: asked.map(({ question_id }) => question_id), options: {} }),
      })
      .execute();
    const responses = asked.flatMap(({ question_id, points: most }, at) => {
      const one = given[at];
      if (!one) return [];
      const [answer_id, answer_text, points] = one;
      return [
        {
          ...{ district_id, result_id, question_id, answer_id, answer_text, points, is_correct: Number(points === most) },
          ...{ time_spent: 5, sequence: 1, updated_at: submitted_at },
        },
      ];
    });
    await db.insertInto('response').values(responses).execute();
  };
  for (const [at, student] of twelve.entries()) {
    const all = answersOf(at);
    // The one before the last was given four questions; the last all of them, from the last to the first.
    if (at === 10) await attempt(student, answered.assignment, quiz_id, questions.slice(0, 4), all.slice(0, 4));
    else if (at === 11) await attempt(student, answered.assignment, quiz_id, questions.toReversed(), all.toReversed());
    else await attempt(student, answered.assignment, quiz_id, questions, all);
  }
  for (const [at, student] of three.entries()) await attempt(student, answered.fewAssignment, quiz_id, questions, answersOf(at * 5));
  const others = await questionsOf(assessment_id);
  for (const [at, student] of twelve.slice(0, 6).entries()) {
    const right = options.find(({ question_id, is_answer }) => question_id === others[0]?.question_id && is_answer === 1)?.option_id ?? 0;
    await attempt(student, answered.assessmentAssignment, assessment_id, others, [at < 3 ? [right, '', 1] : undefined, [null, '[]', 0]]);
  }
}
