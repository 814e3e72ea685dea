import { ids, quiz_id } from './fixtureSchool.ts';
import { makeOddClass, odd } from './oddClass.ts';
import { days, type TestServer } from './testServer.ts';

/** The first of eight further assignments of tess's class, a week apart. */
export const firstMeasure = 9201;
export const measures = 8;

/** The standards of the quiz's questions, in order. The last two have none. One has a single question. */
const standards = [['MS-PS1-4'], ['MS-PS1-4', 'MS-PS3-3'], ['MS-PS1-4'], ['MS-PS3-3'], ['MS-PS3-3'], ['MS-LS1-1'], [], []];

/** Points of 13 by week: ana rises, ben falls, éva has two results, and the others stay where they are, more or less. */
const totals: readonly (readonly [user_puid: number, totals: readonly (number | null)[]])[] = [
  [ids.ana, [2, 3, 5, 6, 8, 9, 11, 12]],
  [ids.ben, [12, 11, 11, 9, 8, 6, 6, 4]],
  [odd.long, [null, null, 6, null, null, 7, null, null]],
  ...Array.from({ length: 8 }, (_, student): [number, number[]] => [
    1020 + student,
    Array.from({ length: measures }, (_, week) => 6 + ((student * 3 + week * 5) % 4)),
  ]),
];

/**
 * Adds eight weekly quizzes to the odd class and its eight further students, so that there is something to see over time and by standard.
 * Points go to the first questions; the others are skipped. The last result of the last student waits for a point.
 */
export async function makeMeasuredClass(server: TestServer, more: Parameters<typeof makeOddClass>[1]): Promise<void> {
  await makeOddClass(server, more);
  const { db, clock } = server;
  const district_id = ids.district;
  const questions = await db.selectFrom('question').selectAll().where('quiz_id', '=', quiz_id).orderBy('sort_order').execute();
  for (const [at, { question_id }] of questions.entries())
    await db
      .updateTable('question')
      .set({ standards: JSON.stringify(standards[at]) })
      .where('question_id', '=', question_id)
      .execute();
  const max_score = questions.reduce((sum, { points }) => sum + points, 0);
  const options = await db.selectFrom('question_option').selectAll().orderBy('sort_order').execute();
  /** The right options of choices, all of them for one to order, and a word for the rest. */
  const answerTo = (question: number) => {
    const of = options.filter(({ question_id }) => question_id === question);
    const right = of.filter(({ is_answer }) => is_answer === 1).map(({ option_id }) => option_id);
    if (right.length === 1) return { answer_id: right[0] ?? null, answer_text: '' };
    const several = right.length > 0 ? right : of.map(({ option_id }) => option_id);
    return { answer_id: null, answer_text: several.length > 0 ? JSON.stringify(several) : 'a' };
  };
  const layout = JSON.stringify({ questions: questions.map(({ question_id }) => question_id), options: {} });
  let id = 70_000;
  for (let week = 0; week < measures; week++) {
    const at = clock.now - days(7 * (measures + 2 - week));
    const group_assignment_id = firstMeasure + week;
    const given = { district_id, assignment_id: group_assignment_id, lesson_id: ids.freeLesson, created_at: at };
    await db
      .insertInto('assignment')
      .values({ ...given, assigned_by_puid: ids.tess, assignment_no: group_assignment_id })
      .execute();
    await db
      .insertInto('group_assignment')
      .values({
        ...{ ...given, group_assignment_id, group_puid: ids.class, from_date: at, to_date: at + days(6) },
        ...{ category: 1, is_individual: 0, unassigned_at: null },
      })
      .execute();
    for (const [user_puid, all] of totals) {
      const total = all[week];
      if (total === null || total === undefined) continue;
      const result_id = ++id;
      const submitted_at = at + days(1);
      const isLast = week === measures - 1 && user_puid === totals.at(-1)?.[0];
      await db
        .insertInto('attempt')
        .values({
          ...{ district_id, result_id, user_puid, quiz_id, lesson_id: ids.freeLesson, max_score, score: total, layout },
          ...{ assignment_id: group_assignment_id, group_assignment_id, resource_tracking_id: id, receipt: 'abcd' },
          ...{ state: isLast ? 'submitted' : 'graded', released_at: null, ends_at: null, time_spent: 60 },
          ...{ started_at: submitted_at - 60_000, submitted_at },
        })
        .execute();
      let left = total;
      const responses = questions.flatMap(({ question_id, points: most }) => {
        const points = Math.min(left, most);
        left -= points;
        if (points === 0) return [];
        const answer = { ...answerTo(question_id), time_spent: 5, sequence: 1, updated_at: submitted_at };
        return [{ ...{ district_id, result_id, question_id, points, is_correct: Number(points === most) }, ...answer }];
      });
      if (isLast) Object.assign(responses[0] ?? {}, { points: null, is_correct: null });
      await db.insertInto('response').values(responses).execute();
    }
  }
}
