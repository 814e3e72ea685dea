import { isHandedIn } from '../../contract/content.ts';
import type { AttemptState } from '../../contract/quizResult.ts';
import { type Db, lessonResources } from '../kit/access.ts';
import { type AssignmentChoice, assignmentChoice, type ClassAssignment, type Work, worksOf } from './classWork.ts';

/** A student's result in a quiz of an assignment. */
export interface AssessmentResult {
  user_puid: number;
  state: AttemptState | 'notStarted';
  /** null: not submitted, or an answer waits for its points. */
  score: number | null;
  max_score: number | null;
  is_waiting: boolean;
  is_past_due: boolean;
  submitted_at: string | null;
  released_at: string | null;
}

/** A quiz or assessment as it was given in one assignment. The same quiz given twice is two of them. */
export interface ClassAssessment {
  assignment: ClassAssignment;
  quiz_id: number;
  title: string;
  item_type_id: number;
  max_score: number;
  /** 1: the assessment provider delivers it. */
  is_learnosity_enabled: number;
  /** Since removed from the lesson. Students' work in it remains. */
  is_removed: boolean;
  /** One for each student who has the assignment, by name. */
  results: AssessmentResult[];
}

/** Quizzes of these assignments in which students have worked, by assignment; also those since removed from the lesson. */
const attempted = async (db: Db, ids: readonly number[]) => {
  const of = (table: 'attempt' | 'earlier_attempt') =>
    db.selectFrom(table).select(['group_assignment_id', 'quiz_id']).where('group_assignment_id', 'in', ids);
  const pairs = ids.length === 0 ? [] : await of('attempt').union(of('earlier_attempt')).execute();
  return Map.groupBy(pairs, ({ group_assignment_id }) => group_assignment_id);
};

/** Title, kind and points of quizzes. */
async function quizFacts(db: Db, quiz_ids: readonly number[]) {
  if (quiz_ids.length === 0) return new Map<number, never>();
  const rows = await db
    .selectFrom('quiz as q')
    .innerJoin('content_item as i', 'i.item_id', 'q.item_id')
    .innerJoin('question as n', 'n.quiz_id', 'q.quiz_id')
    .select(['q.quiz_id', 'i.title', 'i.item_type_id', 'i.is_learnosity_enabled'])
    .select((eb) => eb.fn.sum<number>('n.points').as('max_score'))
    .where('q.quiz_id', 'in', quiz_ids)
    .where('n.retired_at', 'is', null)
    .groupBy(['q.quiz_id', 'i.title', 'i.item_type_id', 'i.is_learnosity_enabled'])
    .execute();
  return new Map(rows.map((row) => [row.quiz_id, { ...row, max_score: Number(row.max_score) }]));
}

function resultOf(work: Work, quiz_id: number): AssessmentResult {
  const found = work.results.find((one) => one.quiz_id === quiz_id);
  const is_waiting = found !== undefined && work.waiting.has(found.result_id);
  return {
    user_puid: work.user_puid,
    state: found?.state ?? 'notStarted',
    score: is_waiting ? null : (found?.score ?? null),
    max_score: is_waiting ? null : (found?.max_score ?? null),
    is_waiting,
    is_past_due: found?.is_past_due ?? false,
    submitted_at: found?.submitted_at ?? null,
    released_at: found?.released_at ?? null,
  };
}

/**
 * The quizzes and assessments of a class's assignments with everyone's results, of all assignments or of one, of all quizzes or of one; and
 * the assignments to choose one from. Checks inside a video or reading are none: they are marked and shown at once. A fixed number of
 * statements.
 */
export async function classAssessments(
  db: Db,
  rows: readonly ClassAssignment[],
  now: number,
  wanted: { quiz_id?: number; group_assignment_id?: number | undefined },
): Promise<{ choices: AssignmentChoice[]; assessments: ClassAssessment[] }> {
  const lessons = Map.groupBy(
    await lessonResources(db, [...new Set(rows.map(({ lesson_id }) => lesson_id))]),
    ({ lesson_id }) => lesson_id,
  );
  const worked = await attempted(
    db,
    rows.map(({ group_assignment_id }) => group_assignment_id),
  );
  const given = rows.flatMap((assignment) => {
    const inLesson = (lessons.get(assignment.lesson_id) ?? []).flatMap((resource) => resource.quiz_id ?? []);
    const removed = (worked.get(assignment.group_assignment_id) ?? []).map((one) => one.quiz_id).filter((id) => !inLesson.includes(id));
    return [...new Set([...inLesson, ...removed])]
      .filter((id) => (wanted.quiz_id ?? id) === id)
      .map((id) => ({ assignment, quiz_id: id, is_removed: !inLesson.includes(id) }));
  });
  const facts = await quizFacts(db, [...new Set(given.map((one) => one.quiz_id))]);
  const shown = given.flatMap((one) => {
    const fact = facts.get(one.quiz_id);
    return fact && isHandedIn(fact.item_type_id) ? [{ ...one, ...fact }] : [];
  });
  const assignments = [...new Set(shown.map(({ assignment }) => assignment))];
  const chosen = assignments.filter(
    ({ group_assignment_id }) => (wanted.group_assignment_id ?? group_assignment_id) === group_assignment_id,
  );
  const works = await worksOf(db, chosen, now);
  return {
    choices: assignments.map(assignmentChoice),
    assessments: shown
      .filter(({ assignment }) => chosen.includes(assignment))
      .map((one) => ({
        ...one,
        results: (works.get(one.assignment.group_assignment_id) ?? []).map((work) => resultOf(work, one.quiz_id)),
      })),
  };
}
