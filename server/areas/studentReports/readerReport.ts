import { ResourceType } from '../../../contract/content.ts';
import type { studentReports } from '../../../contract/studentReports.ts';
import type { Db } from '../../kit/access.ts';
import type { HandlersOf } from '../../kit/handler.ts';
import { type ClassReading, classReadings, givenReading, readingOnWire } from '../../reports/classReadings.ts';
import { classAssignments, classStudents, visibleClass } from '../../reports/classWork.ts';
import type { Layout } from '../quiz/questions.ts';

/** Level and number of pages of leveled readers, by item. */
async function levelsOf(db: Db, readings: readonly ClassReading[]) {
  if (readings.length === 0) return new Map<number, never>();
  const items = await db
    .selectFrom('content_item')
    .select(['item_id', 'lexile', 'spanish_remark', 'body'])
    .where('item_id', 'in', [...new Set(readings.map(({ resource }) => resource.item_id))])
    .execute();
  return new Map(
    items.map(({ item_id, lexile, spanish_remark, body }) => [
      item_id,
      { lexile, spanish_remark, pages: (JSON.parse(body) as { pages?: string[] }).pages?.length ?? 0 },
    ]),
  );
}

const shownIn = ({ shown, questions }: Pick<Layout, 'shown' | 'questions'>) => shown ?? questions;

/** The quizzes of readers: how many answers of each student are right, and of how many questions. */
async function quizzesIn(db: Db, readings: readonly ClassReading[]) {
  const quiz_ids = [...new Set(readings.flatMap(({ resource }) => resource.quiz_id ?? []))];
  if (quiz_ids.length === 0) return () => null;
  const asked = await db
    .selectFrom('question')
    .select('quiz_id')
    .select((eb) => eb.fn.countAll<number>().as('questions'))
    .where('quiz_id', 'in', quiz_ids)
    .where('retired_at', 'is', null)
    .groupBy('quiz_id')
    .execute();
  const attempts = await db
    .selectFrom('attempt as a')
    .leftJoin('response as r', (join) => join.onRef('r.result_id', '=', 'a.result_id').on('r.is_correct', '=', 1))
    .select(['a.group_assignment_id', 'a.user_puid', 'a.quiz_id', 'a.state', 'a.layout'])
    .select((eb) => eb.fn.count<number>('r.question_id').as('correct'))
    .where('a.quiz_id', 'in', quiz_ids)
    .where('a.group_assignment_id', 'in', [...new Set(readings.map(({ assignment }) => assignment.group_assignment_id))])
    .groupBy(['a.group_assignment_id', 'a.user_puid', 'a.quiz_id', 'a.state', 'a.layout'])
    .execute();
  const questions = new Map(asked.map((one) => [one.quiz_id, Number(one.questions)]));
  const taken = new Map(attempts.map((one) => [`${one.group_assignment_id} ${one.user_puid} ${one.quiz_id}`, one]));
  return ({ assignment, resource: { quiz_id } }: ClassReading, user_puid: number) => {
    if (quiz_id === null) return null;
    const attempt = taken.get(`${assignment.group_assignment_id} ${user_puid} ${quiz_id}`);
    return {
      correct: Number(attempt?.correct ?? 0),
      // Those that the student had, if they have changed since.
      questions: attempt ? shownIn(JSON.parse(attempt.layout)).length : (questions.get(quiz_id) ?? 0),
      is_submitted: attempt !== undefined && attempt.state !== 'started',
    };
  };
}

/** What a class has read of its leveled readers over a period. */
export const readerReport: HandlersOf<typeof studentReports>['readerReport'] = async ({ query }, { ports, user }) => {
  const { db } = ports;
  const group = await visibleClass(db, user, query.group_puid);
  const rows = await classAssignments(db, user, query);
  const { choices, readings, works } = await classReadings(db, rows, {
    resource_type_id: ResourceType.leveledReader,
    group_assignment_id: query.group_assignment_id,
  });
  const levels = await levelsOf(db, readings);
  const quizOf = await quizzesIn(db, readings);
  const levelOf = ({ resource }: ClassReading) => levels.get(resource.item_id) ?? { lexile: null, spanish_remark: null, pages: 0 };
  const byStudent = Map.groupBy(works, ({ user_puid }) => user_puid);
  return {
    ...group,
    choices,
    readers: readings.map((one) => ({ ...givenReading(one), ...levelOf(one) })),
    students: (await classStudents(db, group.group_puid)).map((student) => ({
      ...student,
      work: (byStudent.get(student.user_puid) ?? []).map((one) => ({
        ...readingOnWire(one),
        pages_read: Math.round((levelOf(one.reading).pages * one.percentage_completed) / 100),
        time_spent: one.time_spent,
        quiz: quizOf(one.reading, student.user_puid),
      })),
    })),
  };
};
