import { addDays } from '../../common/day.ts';
import { zonedTime } from '../../common/zone.ts';
import type { assignments as assignmentCalls, GroupAssignment, StudentResult } from '../../contract/assignments.ts';
import { ResourceType } from '../../contract/content.ts';
import type { DataOf } from '../../contract/kit.ts';
import { compiled } from '../db/compiled.ts';
import type { Row } from '../db/schema.ts';
import { assigned, type Db, iso, isoOrNull, lessonResources, usableLesson, visibleGroups } from '../kit/access.ts';
import { otherDistrict } from '../kit/administered.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../kit/handler.ts';
import type { TokenUser } from '../kit/tokens.ts';
import { transact } from '../kit/transact.ts';
import { quizzesOf } from '../reports/quizzesOf.ts';
import { assignLesson, assignmentOf, noteAssigned } from './assigning/assignLesson.ts';
import { askedIn } from './autograde/numbers.ts';
import { dueDate, isPastDue } from './quiz/lateness.ts';
import { questionsByQuiz, withKey } from './quiz/questions.ts';

const byName = new Intl.Collator('en');
/** What lists of classes say of each. */
const groupColumns = [
  'class_group.group_puid',
  'class_group.name',
  'class_group.kind',
  'class_group.subject',
  'class_group.grade',
  'class_group.period',
] as const;

interface Named {
  user_puid: number;
  first_name: string;
  last_name: string;
}
/** The order of people by last, then first name; of equal names, by id. */
export const compareNames = (a: Named, b: Named) =>
  byName.compare(a.last_name, b.last_name) || byName.compare(a.first_name, b.first_name) || a.user_puid - b.user_puid;
const groupOrder = new Intl.Collator('en', { numeric: true });

/** Assignments to the classes the staff member can see. */
export const visibleAssignments = (db: Db, user: TokenUser) =>
  visibleGroups(db, user)
    .innerJoin('group_assignment as ga', 'ga.group_puid', 'class_group.group_puid')
    .innerJoin('lesson as l', 'l.lesson_id', 'ga.lesson_id')
    .where('ga.unassigned_at', 'is', null)
    .select([
      'ga.group_assignment_id',
      'ga.assignment_id',
      'ga.lesson_id',
      'ga.group_puid',
      'ga.from_date',
      'ga.to_date',
      'ga.readings_open',
      'l.lesson_name',
      'class_group.name as group_name',
    ]);
type AssignmentRow = Awaited<ReturnType<ReturnType<typeof visibleAssignments>['execute']>>[number];

const studentsOfAssignments = compiled((db, { ids }: { ids: readonly number[] }) =>
  assigned(db)
    .innerJoin('app_user as u', (join) => join.onRef('u.user_puid', '=', 'e.user_puid').on('u.active', '=', 1))
    .leftJoin('lesson_tracking as t', (join) =>
      join.onRef('t.group_assignment_id', '=', 'ga.group_assignment_id').onRef('t.user_puid', '=', 'e.user_puid'),
    )
    .where('ga.group_assignment_id', 'in', ids)
    .select([
      'ga.group_assignment_id',
      'u.user_puid',
      'u.user_name',
      'u.student_number',
      'u.first_name',
      'u.last_name',
      't.tracking_id',
      't.time_spent',
      't.updated_at',
      't.completed_at',
    ]),
);

/** Students of the given assignments, with their progress. */
export const studentsOf = async (db: Db, group_assignment_ids: readonly number[]) =>
  group_assignment_ids.length === 0 ? [] : studentsOfAssignments(db, { ids: group_assignment_ids });
type AssignedStudent = Awaited<ReturnType<typeof studentsOf>>[number];
const stateOf = (student: AssignedStudent) =>
  student.completed_at !== null ? 'completed' : student.tracking_id !== null ? 'inProgress' : 'notStarted';

const attemptsOfAssignments = compiled((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('attempt')
    .select(['group_assignment_id', 'user_puid', 'quiz_id', 'result_id', 'state', 'score', 'max_score'])
    .select(['submitted_at', 'ends_at', 'released_at', dueDate.as('due_date')])
    .where('group_assignment_id', 'in', ids)
    .orderBy('started_at')
    .orderBy('result_id'),
);
const attemptsOf = async (db: Db, group_assignment_ids: readonly number[]) =>
  group_assignment_ids.length === 0 ? [] : attemptsOfAssignments(db, { ids: group_assignment_ids });

const progressOfAssignments = compiled((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('resource_tracking as rt')
    .innerJoin('lesson_tracking as t', 't.tracking_id', 'rt.tracking_id')
    .select(['rt.tracking_id', 'rt.lesson_resource_id', 'rt.percentage_completed'])
    .where('t.group_assignment_id', 'in', ids),
);

/** Assignments with student progress. `submitted` counts students who handed in a quiz. */
export async function withCounts(db: Db, rows: AssignmentRow[]): Promise<GroupAssignment[]> {
  const ids = rows.map((row) => row.group_assignment_id);
  const students = Map.groupBy(await studentsOf(db, ids), (student) => student.group_assignment_id);
  const submitted = Map.groupBy(
    ids.length === 0
      ? []
      : await db
          .selectFrom('attempt')
          .select(['group_assignment_id', 'user_puid'])
          .distinct()
          .where('group_assignment_id', 'in', ids)
          .where('state', '<>', 'started')
          .execute(),
    (attempt) => attempt.group_assignment_id,
  );
  const released = new Set(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('report_release')
            .select('group_assignment_id')
            .where('group_assignment_id', 'in', ids)
            .where('user_puid', '=', 0)
            .where('applied_at', 'is not', null)
            .execute()
        ).map(({ group_assignment_id }) => group_assignment_id),
  );
  return rows.map((row) => {
    const has = students.get(row.group_assignment_id) ?? [];
    const ids = new Set(has.map((student) => student.user_puid));
    const count = (state: ReturnType<typeof stateOf>) => has.filter((student) => stateOf(student) === state).length;
    return {
      ...row,
      from_date: iso(row.from_date),
      to_date: isoOrNull(row.to_date),
      readings_open: row.readings_open === 1,
      students: has.length,
      not_started: count('notStarted'),
      in_progress: count('inProgress'),
      completed: count('completed'),
      submitted: (submitted.get(row.group_assignment_id) ?? []).filter((attempt) => ids.has(attempt.user_puid)).length,
      released: released.has(row.group_assignment_id),
    };
  });
}

export async function visibleAssignment(
  db: Db,
  user: TokenUser,
  group_assignment_id: number,
): Promise<AssignmentRow & Pick<GroupAssignment, 'other_district'>> {
  const row = await visibleAssignments(db, user).where('ga.group_assignment_id', '=', group_assignment_id).executeTakeFirst();
  if (!row) throw notFound('assignment');
  return { ...row, ...(await otherDistrict(db, user)) };
}

/** The responses of submitted attempts that count, by attempt. */
export const submittedResponses = async (db: Db, group_assignment_ids: readonly number[]) =>
  Map.groupBy(
    await db
      .selectFrom('response as r')
      .innerJoin('attempt as a', 'a.result_id', 'r.result_id')
      .select(['r.result_id', 'r.question_id', 'r.answer_text', 'r.answer_id', 'r.is_correct', 'r.points'])
      .where('a.group_assignment_id', 'in', group_assignment_ids)
      .where('a.state', '<>', 'started')
      .where('r.is_dropped', '=', 0)
      .execute(),
    ({ result_id }) => result_id,
  );

/** Every student of an assignment by name, including those who have not started. */
export const studentResults = async (db: Db, row: Pick<AssignmentRow, 'group_assignment_id' | 'lesson_id'>) =>
  ((await workOf(db, [row])).get(row.group_assignment_id) ?? []).map(({ result }) => result);

/** A student's result, and when all of the lesson was completed, in ms since 1970. */
export interface StudentWork {
  result: StudentResult;
  completed_at: number | null;
}

/** Every student of several assignments by name, keyed by `group_assignment_id`. */
export async function workOf(
  db: Db,
  rows: readonly Pick<AssignmentRow, 'group_assignment_id' | 'lesson_id'>[],
): Promise<Map<number, StudentWork[]>> {
  const ids = rows.map(({ group_assignment_id }) => group_assignment_id);
  const lessons = new Map(rows.map(({ group_assignment_id, lesson_id }) => [group_assignment_id, lesson_id]));
  const resources = Map.groupBy(await lessonResources(db, [...new Set(lessons.values())]), ({ lesson_id }) => lesson_id);
  const attempts = Map.groupBy(await attemptsOf(db, ids), (attempt) => `${attempt.group_assignment_id} ${attempt.user_puid}`);
  const progress = Map.groupBy(ids.length === 0 ? [] : await progressOfAssignments(db, { ids }), (done) => done.tracking_id);
  const toResult = (student: AssignedStudent): StudentResult => {
    const { group_assignment_id, user_puid } = student;
    const parts = resources.get(lessons.get(group_assignment_id) ?? 0) ?? [];
    const inLesson = new Set(parts.map((resource) => resource.lesson_resource_id));
    const total = (progress.get(student.tracking_id ?? 0) ?? [])
      .filter((done) => inLesson.has(done.lesson_resource_id))
      .reduce((sum, done) => sum + done.percentage_completed, 0);
    return {
      user_puid,
      user_name: student.user_name,
      student_number: student.student_number,
      first_name: student.first_name,
      last_name: student.last_name,
      state: stateOf(student),
      percentage_completed: parts.length === 0 ? 0 : Math.floor(total / parts.length),
      time_spent: student.time_spent ?? 0,
      last_active_at: isoOrNull(student.updated_at),
      results: (attempts.get(`${group_assignment_id} ${user_puid}`) ?? []).map((attempt) => ({
        quiz_id: attempt.quiz_id,
        result_id: attempt.result_id,
        state: attempt.state,
        score: attempt.score,
        max_score: attempt.score === null ? null : attempt.max_score,
        submitted_at: isoOrNull(attempt.submitted_at),
        is_past_due: isPastDue(attempt, attempt.due_date),
        released_at: isoOrNull(attempt.released_at),
      })),
    };
  };
  const students = Map.groupBy((await studentsOf(db, ids)).toSorted(compareNames), (student) => student.group_assignment_id);
  return new Map(
    [...students].map(([group_assignment_id, of]) => [
      group_assignment_id,
      of.map((student) => ({ result: toResult(student), completed_at: student.completed_at })),
    ]),
  );
}

/** Visible assignments that are open at some point between the two days, in the district's time zone. */
export async function assignmentsInPeriod(db: Db, user: TokenUser, { from_date, to_date }: { from_date: string; to_date: string }) {
  if (to_date < from_date) throw refuse('lastDayBeforeFirst', {}, { fields: [fieldReason('to_date', 'endTooEarly')] });
  const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  return visibleAssignments(db, user)
    .where('ga.from_date', '<', zonedTime(addDays(to_date, 1), time_zone))
    .where((eb) => eb.or([eb('ga.to_date', 'is', null), eb('ga.to_date', '>=', zonedTime(from_date, time_zone))]))
    .orderBy('ga.from_date', 'desc')
    .orderBy('ga.group_assignment_id');
}

/** Groups created for a link or code. They are not offered for other lessons. */
const joinerGroups = (db: Db) =>
  db.selectFrom('lesson_link').select('group_puid').union(db.selectFrom('assignment_code').select('group_puid'));

export const assignments: HandlersOf<typeof assignmentCalls> = {
  groupAssignments: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    let visible = await assignmentsInPeriod(ports.db, user, query);
    if (query.group_puid !== undefined) visible = visible.where('ga.group_puid', '=', query.group_puid);
    const rows = await visible.execute();
    return withCounts(ports.db, rows);
  },

  classesForLesson: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const { db } = ports;
    const groups = await visibleGroups(db, user)
      .leftJoin('enrollment as e', (join) =>
        join.onRef('e.group_puid', '=', 'class_group.group_puid').on('e.role', '=', 'student').on('e.active', '=', 1),
      )
      .select(groupColumns)
      .select((eb) => eb.fn.count<number>('e.user_puid').as('student_count'))
      .where((eb) =>
        eb.or([
          eb('class_group.group_puid', 'not in', joinerGroups(db)),
          // A joiner group that already has this lesson is listed like any other.
          eb(
            'class_group.group_puid',
            'in',
            db
              .selectFrom('group_assignment')
              .select('group_puid')
              .where('lesson_id', '=', query.lesson_id ?? 0)
              .where('unassigned_at', 'is', null),
          ),
        ]),
      )
      .groupBy(groupColumns)
      .execute();
    const has = new Map<number, Pick<Row<'group_assignment'>, 'group_assignment_id' | 'is_individual' | 'to_date'>>();
    let ofLesson = {};
    if (query.lesson_id !== undefined) {
      const lesson = await usableLesson(db, user, query.lesson_id);
      const rows = await db
        .selectFrom('group_assignment as ga')
        .innerJoin('assignment as a', 'a.assignment_id', 'ga.assignment_id')
        .select(['ga.group_puid', 'ga.group_assignment_id', 'ga.is_individual', 'ga.to_date'])
        .where('ga.lesson_id', '=', lesson.lesson_id)
        .where('ga.unassigned_at', 'is', null)
        .where('a.assigned_by_puid', '=', user.user_puid)
        .execute();
      for (const row of rows) has.set(row.group_puid, row);
      const resources = await lessonResources(db, [lesson.lesson_id]);
      ofLesson = { has_timed_assessment: resources.some((one) => one.resource_type_id === ResourceType.assessment) };
    }
    return groups
      .map(({ name, student_count, ...group }): DataOf<typeof assignmentCalls.classesForLesson>[number] => ({
        ...group,
        group_name: name,
        student_count: Number(student_count),
        group_assignment_id: has.get(group.group_puid)?.group_assignment_id ?? null,
        is_individual: has.get(group.group_puid)?.is_individual === 1,
        to_date: isoOrNull(has.get(group.group_puid)?.to_date ?? null),
        ...ofLesson,
      }))
      .toSorted((a, b) => groupOrder.compare(a.group_name, b.group_name) || a.group_puid - b.group_puid);
  },

  assign: async ({ body }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      const lesson = await usableLesson(trx, user, body.lesson_id);
      const { lesson_id } = lesson;
      const assignment_id = await assignmentOf(trx, ports, user, { lesson_id, assignment_no: body.assignment_no });
      const { group_puid, assignment_details } = body;
      const made = await assignLesson(trx, ports, user, lesson, assignment_id, { group_puid, ...assignment_details });
      if (!made.isNew) throw refuse('alreadyAssigned', { lesson: lesson.lesson_name, group: made.group_name });
      await noteAssigned(ports, trx, user, lesson, { group_puid, user_puids: assignment_details.user_puids });
      return { lesson_id, assignment_id, group_assignment_id: made.group_assignment_id };
    }),

  assignedGroups: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    const rows = await visibleAssignments(ports.db, user)
      .where('ga.lesson_id', '=', query.lesson_id)
      .orderBy('ga.from_date', 'desc')
      .orderBy('ga.group_assignment_id')
      .execute();
    if (rows.length === 0) await usableLesson(ports.db, user, query.lesson_id);
    return rows.map(({ group_puid, group_name, group_assignment_id }) => ({ group_puid, group_name, group_assignment_id }));
  },

  assignmentResult: async ({ query }, { ports, user }) => {
    const { db } = ports;
    const row = await visibleAssignment(db, user, query.group_assignment_id);
    if (row.lesson_id !== query.lesson_id || row.group_puid !== query.group_puid) throw notFound('assignment');
    const [assignment] = await withCounts(db, [row]);
    const resources = await lessonResources(db, [row.lesson_id]);
    return {
      assignment: assignment as GroupAssignment,
      resources: resources.map(({ lesson_resource_id, title, resource_type_id, quiz_id }) => ({
        lesson_resource_id,
        title,
        resource_type_id,
        quiz_id,
      })),
      students: await studentResults(db, row),
    };
  },

  responses: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_Puid);
    const { db } = ports;
    let visible = visibleAssignments(db, user).where('ga.lesson_id', '=', query.lesson_id);
    if (query.group_assignment_id !== undefined) visible = visible.where('ga.group_assignment_id', '=', query.group_assignment_id);
    const ids = (await visible.execute()).map((row) => row.group_assignment_id);
    if (ids.length === 0) throw notFound('assignment');
    const students = [...new Map((await studentsOf(db, ids)).map((student) => [student.user_puid, student])).values()].toSorted(
      compareNames,
    );
    const puids = new Set(students.map(({ user_puid }) => user_puid));
    const attempts = await db
      .selectFrom('attempt')
      .select(['user_puid', 'quiz_id', 'result_id', 'layout'])
      .where('group_assignment_id', 'in', ids)
      .where('state', '<>', 'started')
      .orderBy('started_at')
      .orderBy('result_id')
      .execute();
    const responses = await submittedResponses(db, ids);
    const quizzes = await quizzesOf(db, { lesson_id: query.lesson_id, group_assignment_ids: ids });
    const questions = await questionsByQuiz(db, quizzes);
    return quizzes.map((resource) => {
      const own = attempts.filter(({ quiz_id, user_puid }) => quiz_id === resource.quiz_id && puids.has(user_puid));
      const asked = askedIn(
        questions.get(resource.quiz_id) ?? [],
        own.map(({ layout }) => layout),
      ).map(({ question }) => question);
      return {
        quiz_id: resource.quiz_id,
        title: resource.title,
        questions: asked.map(withKey),
        students: students.map(({ user_puid, first_name, last_name }) => {
          const attempt = own.findLast((one) => one.user_puid === user_puid);
          const given = new Map((responses.get(attempt?.result_id ?? 0) ?? []).map((response) => [response.question_id, response]));
          return {
            user_puid,
            first_name,
            last_name,
            question_ids: attempt ? (JSON.parse(attempt.layout) as { questions: number[] }).questions : null,
            responses: asked
              .map((question) => given.get(question.question_id))
              .filter((response) => response !== undefined)
              .map(({ result_id: _, is_correct, ...response }) => ({
                ...response,
                is_correct: is_correct === null ? null : is_correct === 1,
              })),
          };
        }),
      };
    });
  },
};
