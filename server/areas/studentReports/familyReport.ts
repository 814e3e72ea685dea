import type { StudentReport, studentReports } from '../../../contract/studentReports.ts';
import { type Db, iso, isoOrNull } from '../../kit/access.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { classAssessments } from '../../reports/classAssessments.ts';
import { classAssignments, studentOfClass, sumOf, visibleClass, worksOf } from '../../reports/classWork.ts';
import { countedGames, gamesOf, ofStudent } from '../../reports/countedGames.ts';
import { gamePoints, type ItemPoints } from '../../reports/itemPoints.ts';
import { compareNames } from '../assignments.ts';
import type { Layout } from '../quiz/questions.ts';

/** The school of a class, and its teachers by name. */
async function schoolOf(db: Db, group_puid: number) {
  const { school_name } = await db
    .selectFrom('class_group as g')
    .innerJoin('school as s', 's.school_id', 'g.school_id')
    .select('s.name as school_name')
    .where('g.group_puid', '=', group_puid)
    .executeTakeFirstOrThrow();
  const teachers = await db
    .selectFrom('enrollment as e')
    .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
    .select(['u.user_puid', 'u.first_name', 'u.last_name'])
    .where('e.group_puid', '=', group_puid)
    .where('e.role', '=', 'teacher')
    .where('e.active', '=', 1)
    .where('u.active', '=', 1)
    .execute();
  return { school_name, teachers: teachers.toSorted(compareNames).map(({ first_name, last_name }) => ({ first_name, last_name })) };
}

/** What was earned in a question, and the standards it serves. */
type Earned = Pick<ItemPoints, 'points' | 'max_points' | 'standards'>;

/** The questions of these attempts that have their points. A question that was asked and not answered has none. */
async function earnedIn(db: Db, attempts: readonly { result_id: number; layout: string }[]): Promise<Earned[]> {
  if (attempts.length === 0) return [];
  const ids = attempts.map(({ result_id }) => result_id);
  const responses = await db.selectFrom('response').select(['result_id', 'question_id', 'points']).where('result_id', 'in', ids).execute();
  const points = new Map(responses.map((one) => [`${one.result_id} ${one.question_id}`, one.points]));
  const asked = attempts.flatMap(({ result_id, layout }) =>
    (JSON.parse(layout) as Layout).questions.map((question_id) => {
      const found = points.get(`${result_id} ${question_id}`);
      return { question_id, points: found === undefined ? 0 : found };
    }),
  );
  if (asked.length === 0) return [];
  const questions = await db
    .selectFrom('question')
    .select(['question_id', 'points', 'standards'])
    .where('question_id', 'in', [...new Set(asked.map(({ question_id }) => question_id))])
    .execute();
  const questionOf = new Map(questions.map((one) => [one.question_id, { max: one.points, codes: JSON.parse(one.standards) as string[] }]));
  return asked.flatMap((one) => {
    const question = questionOf.get(one.question_id);
    return question && one.points !== null ? [{ points: Number(one.points), max_points: question.max, standards: question.codes }] : [];
  });
}

/** Points by standard. A question of several standards counts in each. */
async function standardsIn(db: Db, earned: readonly Earned[]): Promise<StudentReport['standards']> {
  const byCode = Map.groupBy(
    earned.flatMap(({ standards, ...one }) => standards.map((code) => ({ code, ...one }))),
    ({ code }) => code,
  );
  if (byCode.size === 0) return [];
  const known = await db
    .selectFrom('standard')
    .select(['code', 'summary'])
    .where('code', 'in', [...byCode.keys()])
    .execute();
  const summaries = new Map(known.map(({ code, summary }) => [code, summary]));
  return [...byCode]
    .map(([code, of]) => ({
      code,
      summary: summaries.get(code) ?? null,
      questions: of.length,
      points: Math.round(100 * sumOf(of, (one) => one.points)) / 100,
      max_points: sumOf(of, ({ max_points }) => max_points),
    }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

/** A student’s work over a period, with the results that are released; of the others not even that there is one. */
export const familyReport: HandlersOf<typeof studentReports>['familyReport'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const { user_puid, first_name, last_name } = await studentOfClass(db, group.group_puid, query.student_puid);
  const rows = await classAssignments(db, user, query);
  const works = await worksOf(db, rows, ports.now());
  const { assessments } = await classAssessments(db, rows, ports.now(), {});
  const games = await countedGames(db, query);
  const ids = rows.map(({ group_assignment_id }) => group_assignment_id);
  const attempts =
    ids.length === 0
      ? []
      : await db
          .selectFrom('attempt')
          .select(['result_id', 'group_assignment_id', 'quiz_id', 'layout'])
          .where('user_puid', '=', user_puid)
          .where('group_assignment_id', 'in', ids)
          .where('state', '=', 'released')
          .execute();
  const released = assessments.flatMap(({ assignment, quiz_id, title, results }) => {
    const attempt = attempts.find((one) => one.quiz_id === quiz_id && one.group_assignment_id === assignment.group_assignment_id);
    const result = results.find((one) => one.user_puid === user_puid);
    return attempt && result ? [{ attempt, title, lesson_name: assignment.lesson_name, result }] : [];
  });
  return {
    ...group,
    ...(await schoolOf(db, group.group_puid)),
    student: { user_puid, first_name, last_name },
    assignments: rows.flatMap(({ group_assignment_id, lesson_name, from_date, to_date }) => {
      const own = works.get(group_assignment_id)?.find((one) => one.user_puid === user_puid);
      if (!own) return [];
      const { state, is_late, is_missing } = own;
      return [{ group_assignment_id, lesson_name, from_date: iso(from_date), to_date: isoOrNull(to_date), state, is_late, is_missing }];
    }),
    results: released
      .map(({ attempt: { result_id }, title, lesson_name, result: { submitted_at, score, max_score } }) => ({
        ...{ result_id, title, lesson_name, submitted_at, score, max_score },
      }))
      .toSorted((a, b) => (b.submitted_at ?? '').localeCompare(a.submitted_at ?? '') || b.result_id - a.result_id),
    games: gamesOf(games, user_puid),
    standards: await standardsIn(db, [
      ...(await earnedIn(
        db,
        released.map(({ attempt }) => attempt),
      )),
      ...(await gamePoints(db, ofStudent(games, user_puid))),
    ]),
  };
};
