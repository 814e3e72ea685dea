import { sql } from 'kysely';
import { addDays } from '../../common/day.ts';
import { fewestStudents, flagsOf } from '../../common/itemFlags.ts';
import { zonedTime } from '../../common/zone.ts';
import type { AnalysedItem } from '../../contract/usageReports.ts';
import type { StoredQuestion } from '../areas/quiz/questions.ts';
import { isAnswered } from '../areas/quiz/score.ts';
import { chosenOptions, storedOptions } from '../areas/reports/quizStatistics.ts';
import type { Row } from '../db/schema.ts';
import { assigned, type Db } from '../kit/access.ts';
import { fieldReason } from '../kit/fieldReasons.ts';
import { refuse } from '../kit/handler.ts';
import { figuresOf, type Marks, optionFigures, type Totals } from './itemStatistics.ts';

/** Days of submission as instants; null: no limit. */
export interface Submitted {
  from: number | null;
  /** The first instant after it. */
  to: number | null;
}

/** Days of submission in the district's time zone. */
export async function submittedIn(
  db: Db,
  { from_date, to_date }: { from_date?: string | null | undefined; to_date?: string | null | undefined },
): Promise<Submitted> {
  if (from_date && to_date && to_date < from_date)
    throw refuse('lastDayBeforeFirst', {}, { fields: [fieldReason('to_date', 'endTooEarly')] });
  const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  return {
    from: from_date ? zonedTime(from_date, time_zone) : null,
    to: to_date ? zonedTime(addDays(to_date, 1), time_zone) : null,
  };
}

/** Submitted attempts `a` of the students `u` who have the assignments `ga` of the classes `g`. Narrow it to a scope. */
export function handedIn(db: Db, { from, to }: Submitted) {
  const all = assigned(db)
    .innerJoin('app_user as u', (join) => join.onRef('u.user_puid', '=', 'e.user_puid').on('u.active', '=', 1))
    .innerJoin('attempt as a', (join) =>
      join.onRef('a.group_assignment_id', '=', 'ga.group_assignment_id').onRef('a.user_puid', '=', 'e.user_puid'),
    )
    .where('a.state', '<>', 'started');
  const since = from === null ? all : all.where('a.submitted_at', '>=', from);
  return to === null ? since : since.where('a.submitted_at', '<', to);
}
export type HandedIn = ReturnType<typeof handedIn>;

/** Whether an attempt has exactly these questions in this order, by the beginning of its layout. */
function isUsual(ids: readonly number[]) {
  const beginning = `{"questions":${JSON.stringify(ids)},`;
  // Several times as fast as `like`.
  return sql<boolean>`substr(a.layout, 1, ${sql.lit(beginning.length)}) = ${beginning}`;
}

/** The texts of which one is in a layout with the question. Ids of questions and options are never the same. */
const inLayout = (question_id: number) => [`[${question_id}]`, `[${question_id},`, `,${question_id},`, `,${question_id}]`];

/**
 * One row for each attempt at a quiz: its total of points, how many of its answers wait for their points, and its layout if its questions
 * are not those of today (else empty).
 */
function attemptsAt(query: HandedIn, quiz_id: number, questions: readonly StoredQuestion[]) {
  const ids = questions.map(({ question_id }) => question_id);
  return (
    query
      .leftJoin('response as r', (join) =>
        join.onRef('r.result_id', '=', 'a.result_id').on('r.question_id', 'in', ids).on('r.is_dropped', '=', 0),
      )
      .where('a.quiz_id', '=', quiz_id)
      .select(['a.result_id', 'a.user_puid', 'a.group_assignment_id', 'g.school_id', 'g.group_puid'])
      .select((eb) => [
        eb.fn.coalesce(eb.fn.sum<number>('r.points'), eb.lit(0)).as('total'),
        eb(eb.fn.count<number>('r.question_id'), '-', eb.fn.count<number>('r.points')).as('waiting'),
        eb.case().when(isUsual(ids)).then('').else(eb.ref('a.layout')).end().as('other_layout'),
        eb
          .case()
          .when(eb.or([isUsual(ids), eb.and(ids.map((one) => eb.or(inLayout(one).map((text) => eb('a.layout', 'like', `%${text}%`)))))]))
          .then(eb.lit(1))
          .else(eb.lit(0))
          .end()
          .as('is_complete'),
      ])
      .groupBy(['a.result_id', 'a.user_puid', 'a.group_assignment_id', 'g.school_id', 'g.group_puid'])
      // Not by the layout, which is long and would be sorted with each response.
      .groupBy([sql.ref('other_layout'), sql.ref('is_complete')])
  );
}

/** How many attempts have which total, and which answers. Tallies of several districts can be added. */
export interface Tally {
  students: number;
  totals: (Totals & { other_layout: string; isScored: boolean })[];
  /** `mark`: null while it waits for its points. */
  answers: (Omit<Marks, 'mark'> & Answered)[];
}
interface Answered {
  mark: number | null;
  question_id: number;
  answer_id: number | null;
  answer_text: string;
  is_correct: boolean;
}
const isMarked = <One extends { mark: number | null }>(one: One): one is One & { mark: number } => one.mark !== null;
export const noTally: Tally = { students: 0, totals: [], answers: [] };
export const addTallies = (a: Tally, b: Tally): Tally => ({
  students: a.students + b.students,
  totals: [...a.totals, ...b.totals],
  answers: [...a.answers, ...b.answers],
});

/** Totals are sums of parts of points. The database adds them in any order, so rounding may differ. */
const rounded = (total: number) => Math.round(total * 1e6) / 1e6;

/** Counts the answers to a quiz in the database: three statements, whatever the number of students. */
export async function tally(db: Db, query: HandedIn, quiz_id: number, questions: readonly StoredQuestion[]): Promise<Tally> {
  if (questions.length === 0) return noTally;
  const attempts = attemptsAt(query, quiz_id, questions);
  const [people] = await query
    .where('a.quiz_id', '=', quiz_id)
    .select((eb) => eb.fn.count<number>('a.user_puid').distinct().as('students'))
    .execute();
  const totals = await db
    .selectFrom(attempts.as('t'))
    .select(['t.other_layout', 't.is_complete', 't.total', 't.waiting'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['t.other_layout', 't.is_complete', 't.total', 't.waiting'])
    // Sums of fractions depend on the order of their parts: without one, the same report would differ in its last digits.
    .orderBy('t.total')
    .orderBy('t.waiting')
    .orderBy('t.is_complete')
    .orderBy('t.other_layout')
    .execute();
  const several = questions.filter(({ key }) => key.kind === 'many').map(({ question_id }) => question_id);
  // Of a written answer only whether there is one, so that thousands of different texts are one row.
  const answers = db
    .selectFrom(attempts.as('t'))
    .innerJoin('response as r', 'r.result_id', 't.result_id')
    .where('r.is_dropped', '=', 0)
    .where(
      'r.question_id',
      'in',
      questions.map(({ question_id }) => question_id),
    )
    .select(['r.question_id', 'r.answer_id', 'r.points', 'r.is_correct', 't.total', 't.is_complete', 't.waiting'])
    .select((eb) =>
      eb
        .case()
        .when('r.question_id', 'in', [0, ...several])
        .then(eb.ref('r.answer_text'))
        .when(eb.fn<string>('trim', ['r.answer_text']), 'in', ['', '[]', '{}'])
        .then('')
        .else('written')
        .end()
        .as('answer_text'),
    );
  const columns = [
    'c.question_id',
    'c.answer_id',
    'c.answer_text',
    'c.points',
    'c.is_correct',
    'c.total',
    'c.is_complete',
    'c.waiting',
  ] as const;
  const groups = db
    .selectFrom(answers.as('c'))
    .select(columns)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(columns);
  const counted = await columns.reduce((ordered, column) => ordered.orderBy(column), groups).execute();
  return {
    students: Number(people?.students ?? 0),
    totals: totals.map(({ other_layout, is_complete, waiting, total, count }) => {
      const isScored = Number(waiting) === 0;
      return { other_layout, isScored, isComplete: isScored && is_complete === 1, total: rounded(total), count };
    }),
    answers: counted.map(({ is_complete, is_correct, points, total, waiting, ...row }) => ({
      ...row,
      mark: points,
      total: rounded(total),
      isComplete: Number(waiting) === 0 && is_complete === 1,
      is_correct: is_correct === 1,
    })),
  };
}

/**
 * Students, those whose submission has all its points (`scored`), and the mean total of these (null if there are none), by school, class or
 * student. One statement.
 */
export async function talliesBy(
  db: Db,
  query: HandedIn,
  quiz_id: number,
  questions: readonly StoredQuestion[],
  part: 'school_id' | 'group_puid' | 'user_puid',
) {
  if (questions.length === 0) return [];
  const rows = await db
    .selectFrom(attemptsAt(query, quiz_id, questions).as('t'))
    .select(`t.${part} as part`)
    .select((eb) => [
      eb.fn.count<number>('t.user_puid').distinct().as('students'),
      eb.fn
        .count<number>(eb.case().when('t.waiting', '=', 0).then(eb.ref('t.user_puid')).end())
        .distinct()
        .as('scored'),
      eb.fn.avg<number | null>(eb.case().when('t.waiting', '=', 0).then(eb.ref('t.total')).end()).as('mean'),
    ])
    .groupBy(`t.${part}`)
    .execute();
  return rows.map(({ part, ...counted }) => ({ id: part, ...counted }));
}

/** The students who were given a question but have no answer to it, by total. */
function withoutAnswer(
  { totals }: Pick<Tally, 'totals'>,
  question_id: number,
  answers: Tally['answers'],
  layouts: ReadonlyMap<string, ReadonlySet<number>>,
): Marks[] {
  const key = ({ total, isComplete }: Totals) => `${total} ${isComplete}`;
  const left = new Map<string, Marks>();
  for (const row of totals) {
    if (row.other_layout !== '' && !layouts.get(row.other_layout)?.has(question_id)) continue;
    const known = left.get(key(row));
    left.set(key(row), { mark: 0, total: row.total, isComplete: row.isComplete, count: (known?.count ?? 0) + row.count });
  }
  for (const answer of answers) {
    const known = left.get(key(answer));
    if (known) known.count -= answer.count;
  }
  return [...left.values()].filter(({ count }) => count > 0);
}

const countOf = (some: readonly { count: number }[]) => some.reduce((all, { count }) => all + count, 0);

/**
 * The figures of a quiz and its questions. An answer that waits for its points counts as answered, and in no other figure; its attempt is
 * left out where totals count. Where fewer than five students have points, nothing points at one of them.
 */
export function analyse(counted: Tally, questions: readonly StoredQuestion[]) {
  const layouts = new Map(
    counted.totals.flatMap(({ other_layout }) =>
      other_layout === '' ? [] : [[other_layout, new Set((JSON.parse(other_layout) as { questions: number[] }).questions)] as const],
    ),
  );
  const byQuestion = Map.groupBy(counted.answers, ({ question_id }) => question_id);
  const all = questions.map(({ question_id }) => {
    const answers = byQuestion.get(question_id) ?? [];
    return { answers, skipped: withoutAnswer(counted, question_id, answers, layouts) };
  });
  const figures = figuresOf(
    counted.totals.filter(({ isScored }) => isScored),
    all.map(({ answers, skipped }) => [...answers.filter(isMarked), ...skipped]),
    questions.map(({ points }) => points),
  );
  const isSmall = counted.students < fewestStudents;
  const areFewScored = isSmall || figures.students < fewestStudents;
  const items = questions.map((question, at): Omit<AnalysedItem, 'question' | 'own'> => {
    const { answers, skipped } = all[at] as (typeof all)[number];
    const { asked: marked, facility, error, discrimination, efficiency, weight } = figures.items[at] as (typeof figures.items)[number];
    const asked = countOf([...answers, ...skipped]);
    const shared = {
      question_id: question.question_id,
      question_text: question.question_html,
      points: question.points,
      standards: JSON.parse(question.standards) as string[],
      asked,
    };
    if (isSmall || marked < fewestStudents)
      return {
        ...shared,
        ...{ answered: null, correct: null, facility: null, standard_error: null, discrimination: null, efficiency: null },
        ...{ effective_weight: null, options: [], flags: [] },
      };
    const given = answers.filter(isAnswered);
    const answered = countOf(given);
    const options = storedOptions(question)
      ? optionFigures(
          question.options.map(({ option_id }) => option_id),
          [...answers.map((one) => ({ ...one, chosen: chosenOptions(one) })), ...skipped.map((one) => ({ ...one, chosen: [] }))],
        ).map(({ option: _, ...counts }, index) => {
          const { answer_text, is_answer, misconception } = question.options[index] as Row<'question_option'>;
          // In a total of one question, the best are those who chose the right option.
          const groups = questions.length > 1 ? counts : { ...counts, upper: null, middle: null, lower: null };
          return { answer_text, is_answer: is_answer === 1, misconception, ...groups };
        })
      : [];
    return {
      ...shared,
      answered,
      correct: countOf(given.filter(({ is_correct }) => is_correct)),
      ...{ facility, standard_error: error, discrimination, efficiency, effective_weight: weight },
      options,
      flags: flagsOf({ asked, answered, facility, discrimination, options }),
    };
  });
  const { mean, sd, alpha, error } = figures;
  return {
    quiz: {
      students: counted.students,
      submissions: countOf(counted.totals),
      is_small: isSmall,
      ...(areFewScored ? { mean: null, sd: null, alpha: null, standard_error: null } : { mean, sd, alpha, standard_error: error }),
    },
    items,
  };
}
