import type { StudentResult } from '../../contract/assignments.ts';
import type { ClassActivity, ItemStatistics, reports as reportCalls, StudentAnswers } from '../../contract/reports.ts';
import { statesBefore } from '../../src/machines/reports/releaseSteps.ts';
import type { Row } from '../db/schema.ts';
import { type Db, iso, isoOrNull, lessonResources, visibleGroups } from '../kit/access.ts';
import { assertSelf, type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import type { Tenant } from '../kit/tenant.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { optionFigures, testFigures } from '../reports/itemStatistics.ts';
import { quizzesOf } from '../reports/quizzesOf.ts';
import {
  assignmentsInPeriod,
  resultsOf,
  studentResults,
  studentsOf,
  visibleAssignment,
  visibleAssignments,
  withCounts,
} from './assignments.ts';
import { isPastDue } from './quiz/lateness.ts';
import { layOut, loadQuestions, type StoredQuestion, withKey } from './quiz/questions.ts';
import { isAnswered, score } from './quiz/score.ts';

/** Number of wrong answers that flags a student as needing help. */
const manyWrong = 2;
/** How long after the last activity a student counts as present, in ms. */
const presence = 120_000;

interface Whose {
  quiz_assessment_id: number;
  item_type_id: number;
  grouppuid: number;
  group_assignment_id?: number | undefined;
  user_puids?: number[] | undefined;
}

/** Visible assignments that contain a quiz. Throws 404 if there are none. */
async function assignmentsWith(
  db: Db,
  user: TokenUser,
  named: { quiz_id: number; item_type_id: number; group_puid?: number; lesson_id?: number; group_assignment_id?: number | undefined },
): Promise<number[]> {
  let found = visibleAssignments(db, user).where((eb) =>
    eb.or([
      eb.exists(
        eb
          .selectFrom('lesson_resource as lr')
          .innerJoin('content_item as i', 'i.item_id', 'lr.item_id')
          .select('lr.lesson_resource_id')
          .whereRef('lr.lesson_id', '=', 'ga.lesson_id')
          .where('i.quiz_id', '=', named.quiz_id)
          .where('lr.resource_type_id', '=', named.item_type_id),
      ),
      // The quiz was removed from the lesson. Its results can still be released and withdrawn, but not reassigned.
      eb.and([
        eb.lit(named.lesson_id === undefined),
        eb.exists(
          eb
            .selectFrom('attempt as at')
            .innerJoin('resource_tracking as rt', 'rt.resource_tracking_id', 'at.resource_tracking_id')
            .select('at.result_id')
            .whereRef('at.group_assignment_id', '=', 'ga.group_assignment_id')
            .where('at.quiz_id', '=', named.quiz_id)
            .where('rt.resource_type_id', '=', named.item_type_id),
        ),
      ]),
    ]),
  );
  if (named.group_puid !== undefined) found = found.where('ga.group_puid', '=', named.group_puid);
  if (named.lesson_id !== undefined) found = found.where('ga.lesson_id', '=', named.lesson_id);
  if (named.group_assignment_id !== undefined) found = found.where('ga.group_assignment_id', '=', named.group_assignment_id);
  const ids = [...new Set((await found.execute()).map(({ group_assignment_id }) => group_assignment_id))];
  if (ids.length === 0) throw notFound('assignment');
  return ids;
}

/** Throws 404 unless all of them have one of the assignments. */
async function assertStudents(db: Db, group_assignment_ids: readonly number[], user_puids: readonly number[]) {
  const known = new Set((await studentsOf(db, group_assignment_ids)).map(({ user_puid }) => user_puid));
  if (!user_puids.every((user_puid) => known.has(user_puid))) throw notFound('student');
}

const ofGroup = ({ quiz_assessment_id, item_type_id, grouppuid, group_assignment_id }: Whose) => ({
  quiz_id: quiz_assessment_id,
  item_type_id,
  group_puid: grouppuid,
  group_assignment_id,
});

interface Move {
  event: 'report.released' | 'report.scheduled' | 'report.recalled';
  release_at: number | null;
}
/** A device clock up to this far ahead still means "now", in ms. */
const clockTolerance = 60_000;

const releaseAt = (release_date: string, now: number): Move => {
  const release_at = Date.parse(release_date);
  return release_at <= now + clockTolerance
    ? { event: 'report.released', release_at: Math.min(release_at, now) }
    : { event: 'report.scheduled', release_at };
};

/** Moves results with one conditional update and keeps the standing release in sync. */
const move = (body: Whose, context: UserContext, to: Move): Promise<{ count: number }> =>
  transact(context.ports.db, (trx) => moveResults(trx, body, context, to));

async function moveResults(trx: Tenant, body: Whose, { ports, user }: UserContext, to: Move): Promise<{ count: number }> {
  const { district_id } = user;
  const quiz_id = body.quiz_assessment_id;
  const ids = await assignmentsWith(trx, user, ofGroup(body));
  const chosen = body.user_puids && [...new Set(body.user_puids)];
  if (chosen) await assertStudents(trx, ids, chosen);
  const now = ports.now();
  const { event, release_at } = to;
  const state = event === 'report.released' ? 'released' : event === 'report.scheduled' ? 'scheduled' : 'recalled';
  let moving = trx
    .updateTable('attempt')
    .set({ state, released_at: event === 'report.released' ? now : release_at })
    .where('group_assignment_id', 'in', ids)
    .where('quiz_id', '=', quiz_id)
    .where('state', 'in', statesBefore(event));
  if (chosen) moving = moving.where('user_puid', 'in', chosen);
  const count = Number((await moving.executeTakeFirst()).numUpdatedRows);
  if (chosen && count === 0) throw refuse(release_at === null ? 'nothingToRecall' : 'nothingToRelease');
  let standing = trx.deleteFrom('report_release').where('group_assignment_id', 'in', ids).where('quiz_id', '=', quiz_id);
  if (chosen) standing = standing.where('user_puid', 'in', chosen);
  await standing.execute();
  // For single students only a future release is stored. An immediate one needs no follow-up.
  const whom = chosen ? (event === 'report.scheduled' ? chosen : []) : [0];
  if (release_at !== null && whom.length > 0)
    await trx
      .insertInto('report_release')
      .values(
        ids.flatMap((group_assignment_id) =>
          whom.map((user_puid) => ({
            district_id,
            group_assignment_id,
            quiz_id,
            user_puid,
            release_at,
            released_by_puid: user.user_puid,
            created_at: now,
            applied_at: release_at <= now ? now : null,
          })),
        ),
      )
      .execute();
  return { count };
}

const storedOptions = (question: StoredQuestion) => question.key.kind === 'one' || question.key.kind === 'many';

/** Option ids in an answer. */
function chosenOptions({ answer_id, answer_text }: { answer_id: number | null; answer_text: string }): number[] {
  if (answer_id !== null) return [answer_id];
  try {
    const given: unknown = JSON.parse(answer_text);
    return Array.isArray(given) ? given.filter((one) => typeof one === 'number') : [];
  } catch {
    return [];
  }
}

const plainResponse = (response: Row<'response'>): StudentAnswers['quizzes'][number]['attempts'][number]['responses'][number] => ({
  question_id: response.question_id,
  answer_text: response.answer_text,
  answer_id: response.answer_id,
  is_correct: response.is_correct === null ? null : response.is_correct === 1,
  points: response.points,
  time_spent: response.time_spent,
});

/** Live view of where each student is in an assignment. Correctness appears only here and never reaches students. */
export async function classActivity(
  group_assignment_id: number,
  { ports, user }: Pick<UserContext, 'ports' | 'user'>,
): Promise<ClassActivity> {
  const { db } = ports;
  const row = await visibleAssignment(db, user, group_assignment_id);
  const now = ports.now();
  const students = await studentResults(db, row);
  const resources = new Map((await lessonResources(db, [row.lesson_id])).map((one) => [one.lesson_resource_id, one]));
  const touched = await db
    .selectFrom('resource_tracking as rt')
    .innerJoin('lesson_tracking as t', 't.tracking_id', 'rt.tracking_id')
    .select(['rt.user_puid', 'rt.lesson_resource_id', 'rt.updated_at'])
    .where('t.group_assignment_id', '=', group_assignment_id)
    .orderBy('rt.updated_at')
    .orderBy('rt.resource_tracking_id')
    .execute();
  const last = new Map(touched.map((one) => [one.user_puid, one]));
  const attempts = await db
    .selectFrom('attempt')
    .select(['result_id', 'user_puid', 'quiz_id', 'layout', 'started_at'])
    .where('group_assignment_id', '=', group_assignment_id)
    .where('state', '=', 'started')
    .orderBy('started_at')
    .orderBy('result_id')
    .execute();
  // Queried separately, because a join would repeat the long layout for each answer.
  const answers = Map.groupBy(
    await db
      .selectFrom('response as r')
      .innerJoin('attempt as a', 'a.result_id', 'r.result_id')
      .select(['r.result_id', 'r.question_id', 'r.answer_id', 'r.answer_text', 'r.updated_at'])
      .where('a.group_assignment_id', '=', group_assignment_id)
      .where('a.state', '=', 'started')
      .execute(),
    ({ result_id }) => result_id,
  );
  const asked = new Map(
    (await loadQuestions(db, [...new Set(attempts.map(({ quiz_id }) => quiz_id))])).map((question) => [question.question_id, question]),
  );
  const underWay = new Map(attempts.map((attempt) => [attempt.user_puid, attempt]));
  return {
    at: iso(now),
    students: students.map(({ user_puid, first_name, last_name, state, last_active_at }) => {
      const quiz = underWay.get(user_puid);
      const given = (quiz ? (answers.get(quiz.result_id) ?? []) : []).filter(isAnswered);
      const isWrong = (answer: (typeof given)[number]) => {
        const question = asked.get(answer.question_id);
        return question !== undefined && !score(question.key, question.points, answer).is_correct;
      };
      const wrong = given.filter(isWrong).length;
      const signs = [last_active_at === null ? 0 : Date.parse(last_active_at), ...given.map(({ updated_at }) => updated_at)];
      const sign = Math.max(...signs, quiz?.started_at ?? 0, last.get(user_puid)?.updated_at ?? 0);
      return {
        user_puid,
        first_name,
        last_name,
        state,
        last_active_at: sign === 0 ? null : iso(sign),
        is_active: sign > 0 && now - sign <= presence,
        resource_title: resources.get(last.get(user_puid)?.lesson_resource_id ?? 0)?.title ?? null,
        answered: quiz ? given.length : null,
        questions: quiz ? (JSON.parse(quiz.layout) as { questions: number[] }).questions.length : null,
        wrong: quiz ? wrong : null,
        needs_help: quiz !== undefined && wrong >= manyWrong,
      };
    }),
  };
}

/** Standards covered by lessons, by lesson. */
async function standardsOf(db: Db, lessons: readonly { lesson_id: number }[]) {
  const items = await db
    .selectFrom('lesson_resource as lr')
    .innerJoin('content_item as i', 'i.item_id', 'lr.item_id')
    .select(['lr.lesson_id', 'i.standards'])
    .where('lr.lesson_id', 'in', [0, ...lessons.map(({ lesson_id }) => lesson_id)])
    .execute();
  const of = Map.groupBy(items, ({ lesson_id }) => lesson_id);
  return new Map([...of].map(([id, some]) => [id, [...new Set(some.flatMap((item) => JSON.parse(item.standards) as string[]))].sort()]));
}

/** Points of submitted quizzes in whole percent; null if no points are possible. */
function percentOf(results: StudentResult['results']): number | null {
  const most = results.reduce((sum, { max_score }) => sum + (max_score ?? 0), 0);
  return most === 0 ? null : Math.round((100 * results.reduce((sum, { score }) => sum + (score ?? 0), 0)) / most);
}

export const reports: HandlersOf<typeof reportCalls> = {
  releaseReport: ({ body }, context) => {
    assertSelf(context.user, body.released_by_puid);
    return move(body, context, releaseAt(body.release_date, context.ports.now()));
  },

  releaseAssignment: ({ body }, context) => {
    const { ports, user } = context;
    assertSelf(user, body.released_by_puid);
    return transact(ports.db, async (trx) => {
      const { group_assignment_id, group_puid, lesson_id } = await visibleAssignment(trx, user, body.group_assignment_id);
      const quizzes = await quizzesOf(trx, { lesson_id, group_assignment_ids: [group_assignment_id] });
      if (quizzes.length === 0) throw refuse('noQuizToRelease');
      const to = releaseAt(body.release_date, ports.now());
      let count = 0;
      for (const { quiz_id, resource_type_id } of quizzes) {
        const whose = { quiz_assessment_id: quiz_id, item_type_id: resource_type_id, grouppuid: group_puid, group_assignment_id };
        count += (await moveResults(trx, whose, context, to)).count;
      }
      return { count };
    });
  },

  recallReport: ({ body }, context) => {
    assertSelf(context.user, body.recalled_by_puid);
    return move(body, context, { event: 'report.recalled', release_at: null });
  },

  reassign: async ({ body }, { ports, user }) => {
    assertSelf(user, body.assigned_by_puid);
    const { district_id } = user;
    const quiz_id = body.quiz_assessment_id;
    const students = [...new Set(body.reassigned_students)];
    return transact(ports.db, async (trx) => {
      const ids = await assignmentsWith(trx, user, {
        quiz_id,
        item_type_id: body.item_type_id,
        lesson_id: body.reassigned_lessonid,
        group_assignment_id: body.group_assignment_id,
      });
      await assertStudents(trx, ids, students);
      const attempts = await trx
        .selectFrom('attempt')
        .selectAll()
        .where('group_assignment_id', 'in', ids)
        .where('quiz_id', '=', quiz_id)
        .where('user_puid', 'in', students)
        .where('state', 'in', statesBefore('work.reassigned'))
        .execute();
      if (attempts.length === 0) throw refuse('nothingHandedIn');
      const now = ports.now();
      for (const attempt of attempts) {
        const { result_id, user_puid, group_assignment_id, resource_tracking_id } = attempt;
        const responses = await trx.selectFrom('response').selectAll().where('result_id', '=', result_id).orderBy('question_id').execute();
        const { count } = await trx
          .selectFrom('earlier_attempt')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('user_puid', '=', user_puid)
          .where('group_assignment_id', '=', group_assignment_id)
          .where('quiz_id', '=', quiz_id)
          .executeTakeFirstOrThrow();
        await trx
          .insertInto('earlier_attempt')
          .values({
            district_id,
            result_id,
            user_puid,
            quiz_id,
            group_assignment_id,
            attempt_no: Number(count) + 1,
            state: attempt.state,
            started_at: attempt.started_at,
            submitted_at: attempt.submitted_at,
            is_late: attempt.is_late,
            time_spent: attempt.time_spent,
            score: attempt.score,
            max_score: attempt.max_score,
            layout: attempt.layout,
            responses: JSON.stringify(responses),
            reassigned_by_puid: user.user_puid,
            reassigned_at: now,
            opens_at: Date.parse(body.reassign_date),
            schoolyear: body.schoolyear,
          })
          .execute();
        await trx.deleteFrom('response').where('result_id', '=', result_id).execute();
        await trx.deleteFrom('attempt').where('result_id', '=', result_id).execute();
        // The quiz must be redone, and so must the lesson.
        const tracking = await trx
          .updateTable('resource_tracking')
          .set({ percentage_completed: 0, completed_at: null })
          .where('resource_tracking_id', '=', resource_tracking_id)
          .returning('tracking_id')
          .executeTakeFirst();
        if (tracking)
          await trx.updateTable('lesson_tracking').set({ completed_at: null }).where('tracking_id', '=', tracking.tracking_id).execute();
      }
      return { count: attempts.length };
    });
  },

  studentList: async ({ query }, { ports, user }) =>
    studentResults(ports.db, await visibleAssignment(ports.db, user, query.group_assignment_id)),

  quizStatistics: async ({ query }, { ports, user }) => {
    const { db } = ports;
    const row = await visibleAssignment(db, user, query.group_assignment_id);
    const { group_assignment_id } = row;
    const students = new Set((await studentsOf(db, [group_assignment_id])).map(({ user_puid }) => user_puid));
    const quizzes = await quizzesOf(db, { lesson_id: row.lesson_id, group_assignment_ids: [group_assignment_id] });
    const questions = Map.groupBy(
      await loadQuestions(
        db,
        quizzes.map(({ quiz_id }) => quiz_id),
      ),
      ({ quiz_id }) => quiz_id,
    );
    const attempts = (
      await db
        .selectFrom('attempt')
        .select(['result_id', 'user_puid', 'quiz_id', 'layout'])
        .where('group_assignment_id', '=', group_assignment_id)
        .where('state', '<>', 'started')
        .orderBy('user_puid')
        .execute()
    ).filter(({ user_puid }) => students.has(user_puid));
    const responses = Map.groupBy(
      await db
        .selectFrom('response as r')
        .innerJoin('attempt as a', 'a.result_id', 'r.result_id')
        .select(['r.result_id', 'r.question_id', 'r.answer_text', 'r.answer_id', 'r.is_correct', 'r.points'])
        .where('a.group_assignment_id', '=', group_assignment_id)
        .where('a.state', '<>', 'started')
        .execute(),
      ({ result_id }) => result_id,
    );
    const releases = new Map(
      (
        await db
          .selectFrom('report_release')
          .select(['quiz_id', 'release_at'])
          .where('group_assignment_id', '=', group_assignment_id)
          .where('user_puid', '=', 0)
          .execute()
      ).map(({ quiz_id, release_at }) => [quiz_id, release_at]),
    );
    return quizzes.map(({ quiz_id, title, resource_type_id, is_removed }) => {
      const asked = questions.get(quiz_id) ?? [];
      const of = attempts
        .filter((attempt) => attempt.quiz_id === quiz_id)
        .map((attempt) => ({
          shown: new Set((JSON.parse(attempt.layout) as { questions: number[] }).questions),
          given: new Map((responses.get(attempt.result_id) ?? []).map((response) => [response.question_id, response])),
        }));
      const marks = of.map(({ shown, given }) =>
        asked.map(({ question_id }) => (shown.has(question_id) ? (given.get(question_id)?.points ?? 0) : null)),
      );
      const {
        items,
        students: counted,
        ...figures
      } = testFigures(
        marks,
        asked.map(({ points }) => points),
      );
      const totals = marks.map((row) => row.reduce<number>((sum, mark) => sum + (mark ?? 0), 0));
      return {
        quiz_id,
        title,
        item_type_id: resource_type_id,
        is_removed,
        max_score: asked.reduce((sum, { points }) => sum + points, 0),
        ...figures,
        students: counted,
        missing: is_removed ? 0 : students.size - counted,
        release_at: isoOrNull(releases.get(quiz_id) ?? null),
        items: asked.map((question, at): ItemStatistics => {
          const { sd: _, ...item } = items[at] as (typeof items)[number];
          const given = of.map((one) => one.given.get(question.question_id));
          const answered = given.filter((one) => one !== undefined && isAnswered(one));
          return {
            question_id: question.question_id,
            question_text: question.question_html,
            points: question.points,
            ...item,
            answered: answered.length,
            correct: answered.filter((one) => one?.is_correct === 1).length,
            options: storedOptions(question)
              ? optionFigures(
                  question.options.map(({ option_id }) => option_id),
                  given.map((one) => (one ? chosenOptions(one) : [])),
                  totals,
                ).map(({ option: _option, ...counts }, index) => {
                  const { answer_text, is_answer, misconception } = question.options[index] as Row<'question_option'>;
                  return { answer_text, is_answer: is_answer === 1, misconception, ...counts };
                })
              : [],
          };
        }),
      };
    });
  },

  studentAnswers: async ({ query }, { ports, user }) => {
    const { db } = ports;
    const { district_id } = user;
    const row = await visibleAssignment(db, user, query.group_assignment_id);
    const { group_assignment_id } = row;
    const [assignment] = await withCounts(db, [row]);
    const student = (await studentResults(db, row)).find(({ user_puid }) => user_puid === query.student_puid);
    if (!student || !assignment) throw notFound('student');
    const { user_puid } = student;
    const ofStudent = { district_id, user_puid, group_assignment_id };
    const earlier = await db
      .selectFrom('earlier_attempt')
      .selectAll()
      .where('user_puid', '=', ofStudent.user_puid)
      .where('group_assignment_id', '=', ofStudent.group_assignment_id)
      .orderBy('attempt_no')
      .execute();
    const current = await db
      .selectFrom('attempt')
      .selectAll()
      .where('user_puid', '=', ofStudent.user_puid)
      .where('group_assignment_id', '=', ofStudent.group_assignment_id)
      .execute();
    const result_ids = [...earlier, ...current].map(({ result_id }) => result_id);
    const now_ids = current.map(({ result_id }) => result_id);
    const stored =
      now_ids.length === 0
        ? []
        : await db.selectFrom('response').selectAll().where('result_id', 'in', now_ids).orderBy('question_id').execute();
    const responses = Map.groupBy(
      [...earlier.flatMap((attempt) => JSON.parse(attempt.responses) as Row<'response'>[]), ...stored],
      ({ result_id }) => result_id,
    );
    const comments = Map.groupBy(
      result_ids.length === 0
        ? []
        : await db
            .selectFrom('response_comment')
            .selectAll()
            .where('result_id', 'in', result_ids)
            .orderBy('created_at')
            .orderBy('comment_id')
            .execute(),
      ({ result_id }) => result_id,
    );
    const quizzes = await quizzesOf(db, { lesson_id: row.lesson_id, group_assignment_ids: [group_assignment_id] });
    const questions = Map.groupBy(
      await loadQuestions(
        db,
        quizzes.map(({ quiz_id }) => quiz_id),
      ),
      ({ quiz_id }) => quiz_id,
    );
    return {
      assignment,
      student,
      quizzes: quizzes.map(({ quiz_id, title, is_removed }) => {
        const of = [...earlier, ...current].filter((attempt) => attempt.quiz_id === quiz_id);
        const asked = questions.get(quiz_id) ?? [];
        const layout = of.at(-1)?.layout;
        /** A quiz reassigned after the due date cannot be late again. */
        const wasReopened = (index: number) =>
          row.to_date !== null &&
          earlier.some((one) => one.quiz_id === quiz_id && one.attempt_no <= index && one.opens_at >= Number(row.to_date));
        return {
          quiz_id,
          title,
          is_removed,
          questions: (layout === undefined ? asked : layOut(asked, JSON.parse(layout))).map(withKey),
          attempts: of.map((attempt, index) => ({
            result_id: attempt.result_id,
            attempt_no: index + 1,
            state: attempt.state,
            started_at: iso(attempt.started_at),
            submitted_at: isoOrNull(attempt.submitted_at),
            is_late: attempt.is_late === 1,
            is_past_due: !wasReopened(index) && isPastDue(attempt, row.to_date),
            time_spent: attempt.time_spent,
            score: attempt.score,
            max_score: attempt.max_score,
            responses: (responses.get(attempt.result_id) ?? []).map(plainResponse),
            comments: (comments.get(attempt.result_id) ?? []).map(({ question_id, feedback_text, score, created_at }) => ({
              question_id,
              feedback_text,
              score,
              created_at: iso(created_at),
            })),
          })),
        };
      }),
    };
  },

  classActivity: ({ query }, context) => classActivity(query.group_assignment_id, context),

  studentProgress: async ({ query }, { ports, user }) => {
    const { db } = ports;
    const { group_puid } = query;
    const student = await visibleGroups(db, user)
      .innerJoin('enrollment as e', 'e.group_puid', 'class_group.group_puid')
      .innerJoin('app_user as u', 'u.user_puid', 'e.user_puid')
      .select(['class_group.name as group_name', 'u.user_puid', 'u.first_name', 'u.last_name'])
      .where('class_group.group_puid', '=', group_puid)
      .where('u.user_puid', '=', query.student_puid)
      .where('e.role', '=', 'student')
      .where('e.active', '=', 1)
      .where('u.active', '=', 1)
      .executeTakeFirst();
    if (!student) throw notFound('student');
    const { group_name, ...person } = student;
    const rows = await (await assignmentsInPeriod(db, user, query)).where('ga.group_puid', '=', group_puid).execute();
    const results = await resultsOf(db, rows);
    const codes = await standardsOf(db, rows);
    const found = rows.flatMap((row) => {
      const one = results.get(row.group_assignment_id)?.find(({ user_puid }) => user_puid === person.user_puid);
      return one ? [{ row, one }] : [];
    });
    const all = found.map(({ one }) => one);
    return {
      group_puid,
      group_name,
      student: person,
      assigned: found.length,
      completed: all.filter(({ state }) => state === 'completed').length,
      time_spent: all.reduce((sum, { time_spent }) => sum + time_spent, 0),
      score: percentOf(all.flatMap(({ results }) => results)),
      assignments: found.map(({ row, one: { state, percentage_completed, time_spent, results } }) => ({
        group_assignment_id: row.group_assignment_id,
        lesson_name: row.lesson_name,
        from_date: iso(row.from_date),
        to_date: isoOrNull(row.to_date),
        state,
        percentage_completed,
        time_spent,
        score: percentOf(results),
        standards: codes.get(row.lesson_id) ?? [],
      })),
    };
  },
};
