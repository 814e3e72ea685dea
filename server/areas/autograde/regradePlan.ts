import { type Expression, expressionBuilder, sql } from 'kysely';
import type { RegradedResponse } from '../../../contract/autograde.ts';
import type { AttemptState } from '../../../contract/quizResult.ts';
import type { ScoredBy } from '../../../contract/scoring.ts';
import { pointsState, responseStep } from '../../../src/machines/autograde/responseSteps.ts';
import { releaseStep, statesBefore } from '../../../src/machines/reports/releaseSteps.ts';
import type { Database, Row } from '../../db/schema.ts';
import { insertAll } from '../../db/upsert.ts';
import { givenRows, mostRows, typed, type Value, type ValueType } from '../../db/values.ts';
import type { Db } from '../../kit/access.ts';
import { districtOf, hasConnections } from '../../kit/tenant.ts';
import { hasNumbers, withNumbers } from '../quiz/drawing.ts';
import type { Layout, StoredQuestion } from '../quiz/questions.ts';
import { type ClassScoring, scorerIn, withoutDropped } from '../quiz/settings.ts';
import { hasAnswer, submittedAttempts } from './inScope.ts';

/** Points, and who gave them. */
export interface Standing {
  points: number | null;
  scored_by: ScoredBy;
  is_dropped: number;
}

/** Another scoring of a question for classes that had the same one. */
export interface Regrading {
  db: Db;
  question: StoredQuestion;
  /** The reader sees them. */
  group_puids: readonly number[];
  before: ClassScoring;
  after: ClassScoring;
  /** The regrade that it takes back; undefined: none. */
  undone: number | undefined;
}

/** All that decides on the points of a response, beside the scoring of its class. */
interface Case extends Standing {
  /** Absent: there are few cases, and each may be that of many answers. */
  result_id?: number;
  /** The attempt's, if students had numbers of their own in the question. */
  layout?: string;
  answer_id: number | null;
  /** null: there is no response. */
  answer_text: string | null;
  /** The newest score by a person. */
  grade: number | null;
  /** What the regrade that is taken back changed; null or absent: nothing. */
  dropped_before?: number | null;
  points_before?: number | null;
  scored_by_before?: ScoredBy;
  points_after?: number | null;
  scored_by_after?: ScoredBy;
}
type Part = [name: keyof Case, type: ValueType, of: Expression<unknown>];

const newestGrade = expressionBuilder<Database & { r: Row<'response'> }, 'r'>()
  .selectFrom('response_comment as p')
  .select('p.score')
  .whereRef('p.result_id', '=', 'r.result_id')
  .whereRef('p.question_id', '=', 'r.question_id')
  .where('p.score', 'is not', null)
  .orderBy('p.created_at', 'desc')
  .orderBy('p.comment_id', 'desc')
  .limit(1);

/** What makes a case, by where it is stored: `r` is a response, `c` what the undone regrade changed. */
const parts: readonly Part[] = [
  ['answer_id', 'id', sql.ref('r.answer_id')],
  ['answer_text', 'text', sql.ref('r.answer_text')],
  ['points', 'number', sql.ref('r.points')],
  ['scored_by', 'text', sql.ref('r.scored_by')],
  ['is_dropped', 'id', sql.ref('r.is_dropped')],
  ['grade', 'number', newestGrade],
];
const undoneParts: readonly Part[] = [
  ['dropped_before', 'id', sql.ref('c.dropped_before')],
  ['points_before', 'number', sql.ref('c.points_before')],
  ['scored_by_before', 'text', sql.ref('c.scored_by_before')],
  ['points_after', 'number', sql.ref('c.points_after')],
  ['scored_by_after', 'text', sql.ref('c.scored_by_after')],
];
const partsOf = ({ undone }: Regrading) => (undone === undefined ? parts : [...parts, ...undoneParts]);

type Attempts = ReturnType<typeof submittedAttempts>;

const assignmentsOf = ({ db, group_puids }: Regrading) =>
  db.selectFrom('group_assignment as of').select('of.group_assignment_id').where('of.group_puid', 'in', group_puids);

/** Submitted attempts of the regraded classes, with their students. */
const submitted = ({ db, question, group_puids }: Regrading): Attempts =>
  submittedAttempts(db).where('a.quiz_id', '=', question.quiz_id).where('g.group_puid', 'in', group_puids);

/**
 * The same attempts, and those of students who have left, in a third of the time. Good enough to know which cases there are, since
 * it takes more than there are. Has nothing but the attempt `a`.
 */
const submittedByAnyone = (regrading: Regrading): Attempts =>
  regrading.db
    .selectFrom('attempt as a')
    .where('a.quiz_id', '=', regrading.question.quiz_id)
    .where('a.state', '<>', 'started')
    .where('a.group_assignment_id', 'in', assignmentsOf(regrading)) as unknown as Attempts;

/** Joins the response `r` to attempts, and what the undone regrade changed as `c`. */
const withResponse = (attempts: Attempts, { question: { question_id }, undone }: Regrading) =>
  attempts
    .leftJoin('response as r', (join) => join.onRef('r.result_id', '=', 'a.result_id').on('r.question_id', '=', question_id))
    .$if(undone !== undefined, (some) =>
      some.leftJoin('regrade_change as c', (join) =>
        join.onRef('c.result_id', '=', 'a.result_id').on('c.regrade_id', '=', undone as number),
      ),
    );

/** What a scoring says of a response, as the chart `response` hears it. */
function eventOf(scored_by: ScoredBy, isFull: boolean, isNewlyFull: boolean) {
  if (isFull) return isNewlyFull ? 'full.given' : 'full.kept';
  return scored_by === 'rule' ? 'rule.applied' : scored_by === 'key' ? 'key.applied' : 'points.withdrawn';
}

/** What an undone regrade gives back: what it took, or what a person gave since. */
function givenBack({ points, scored_by, dropped_before, ...one }: Case): Omit<Standing, 'is_dropped'> | undefined {
  if (dropped_before === undefined || dropped_before === null) return undefined;
  if (points === one.points_after && scored_by === one.scored_by_after)
    return { points: one.points_before ?? null, scored_by: one.scored_by_before ?? null };
  return scored_by === 'person' ? { points, scored_by } : undefined;
}

/** Decides on cases. The chart `response` says who gives the points from now on. */
function decider({ question, before, after, undone }: Regrading): (one: Case) => Standing {
  const score = scorerIn(question, after);
  const scorerOf = (layout: string | undefined) => {
    const { drawn }: Partial<Layout> = layout === undefined ? {} : JSON.parse(layout);
    const numbers = drawn?.[question.question_id];
    return numbers ? scorerIn(withNumbers(question, numbers), after) : score;
  };
  const [wasFull, isFull] = [before, after].map(({ settings }) => settings.outcome === 'full') as [boolean, boolean];
  return (one) => {
    const { answer_id, answer_text, points, scored_by, grade } = one;
    const answer = answer_text === null ? null : { answer_id, answer_text };
    const mark = scorerOf(one.layout)(answer);
    const back = undone === undefined ? undefined : givenBack(one);
    const given = back ?? mark;
    const state = pointsState({
      ...{ isAnswered: answer !== null && hasAnswer(answer), points, scored_by },
      ...{ isGraded: grade !== null, isFull: wasFull },
    });
    // Undoing gives full points back to whom they were taken from, and to nobody else.
    const isNewlyFull = undone === undefined ? !wasFull : back?.scored_by === 'rule';
    const next = responseStep(state, eventOf(given.scored_by, isFull, isNewlyFull)) ?? state;
    const is_dropped = Number(mark.is_dropped);
    if (next === 'byPerson' && grade !== null) return { points: grade, scored_by: 'person', is_dropped };
    return { points: given.points, scored_by: given.scored_by, is_dropped };
  };
}

const isChanged = (before: Standing, after: Standing) =>
  before.points !== after.points || before.scored_by !== after.scored_by || before.is_dropped !== after.is_dropped;

/** A case with what it gets. `answers`: how many there are, if they are counted. */
interface Decided {
  before: Case;
  after: Standing;
  answers: number;
}

/** So many cases are joined one by one to every answer. If there are more, each answer is its own case. */
const mostCases = 100;
/** How many own cases a statement takes. SQLite compares each of them with each. */
const mostOwn = 200;

/** The cases of attempts, in parts so small that a statement takes all decisions on one. */
async function* decided(regrading: Regrading, attempts: Attempts, isCounted: boolean): AsyncGenerator<Decided[]> {
  const decide = decider(regrading);
  const asked = partsOf(regrading);
  const columns = asked.map(([name, , of]) => sql`${of}`.as(name));
  const found = withResponse(attempts, regrading).select(columns);
  const few = found.limit(mostCases + 1);
  const grouped = isCounted
    ? few.select((eb) => eb.fn.countAll<number>().as('answers')).groupBy(asked.map((_, at) => sql`${sql.lit(at + 1)}`))
    : few.distinct();
  const own = found.select('a.result_id');
  const read = async (query: { execute: () => Promise<unknown> }) => (await query.execute()) as (Case & { answers?: number })[];
  // An answer to numbers of its own is like no other.
  const isAlone = hasNumbers(regrading.question.key);
  const alike = isAlone ? [] : await read(grouped);
  const cases = isAlone ? await read(own.select('a.layout')) : alike.length <= mostCases ? alike : await read(own);
  for (let at = 0; at === 0 || at < cases.length; at += mostOwn)
    yield cases.slice(at, at + mostOwn).map(({ answers = 1, ...before }) => ({ before, after: decide(before), answers: Number(answers) }));
}

const ownCase: Part = ['result_id', 'id', sql.ref('a.result_id')];
/** Parts that an engine can look up, because they are never null. */
const lookedUp = new Set<keyof Case>(['result_id', 'answer_text']);

/** The responses whose cases change, with what they get in `v`: points, who gave them, and whether they are dropped. */
function changing(regrading: Regrading, cases: readonly Decided[]) {
  // A value that all cases share needs no comparison.
  const compared =
    cases[0]?.before.result_id === undefined
      ? partsOf(regrading).filter(([name]) => new Set(cases.map(({ before }) => before[name])).size > 1)
      : [ownCase];
  const rows = cases
    .filter(({ before, after }) => before.answer_text !== null && isChanged(before, after))
    .map(({ before, after }): Value[] => [
      ...[after.points, after.scored_by, after.is_dropped],
      ...compared.map(([name]) => before[name] ?? null),
    ]);
  if (rows.length === 0) return undefined;
  const of = cases.flatMap(({ before: { result_id = [] } }) => result_id);
  const types: ValueType[] = ['number', 'text', 'id', ...compared.map(([, type]) => type)];
  const { db, group_puids } = regrading;
  // Their ids name them. SQLite would take the quiz for the quicker way to them.
  const attempts =
    of.length > 0 ? submittedAttempts(db).where('g.group_puid', 'in', group_puids).where('a.result_id', 'in', of) : submitted(regrading);
  return withResponse(attempts, regrading)
    .innerJoin(givenRows(types, rows), (join) =>
      compared.reduce(
        (so, [name, , of], at) =>
          so.on(sql<boolean>`${sql.ref(`v.column${at + 4}`)} ${sql.raw(lookedUp.has(name) ? '=' : 'is not distinct from')} ${of}`),
        join.onTrue(),
      ),
    )
    .where('r.result_id', 'is not', null);
}
/** What a response gets, of the rows of `changing`. */
const given = {
  points: sql<number | null>`v.column1`,
  scored_by: sql<ScoredBy>`v.column2`,
  is_dropped: sql<number>`v.column3`,
};

const attemptColumns = [
  'a.result_id',
  'u.user_puid',
  'u.first_name',
  'u.last_name',
  'g.group_puid',
  'g.name as group_name',
  'a.score as score_before',
  'a.max_score as max_before',
] as const;
type Attempt = Pick<
  RegradedResponse,
  'result_id' | 'user_puid' | 'first_name' | 'last_name' | 'group_puid' | 'group_name' | 'score_before' | 'max_before'
>;
const noAnswer = { answer_id: null, answer_text: null, grade: null };

/** Attempts without a response to the question, which was in them. Only their layouts know whether it was dropped. */
async function unanswered(regrading: Regrading) {
  const { question_id } = regrading.question;
  const decide = decider(regrading);
  const rows = await withResponse(submitted(regrading), regrading)
    .select([...attemptColumns, 'a.layout'])
    .select((regrading.undone === undefined ? [] : undoneParts).map(([name, , of]) => sql<never>`${of}`.as(name)))
    .where('r.result_id', 'is', null)
    .execute();
  return rows.flatMap(({ layout, ...row }) => {
    const { questions, shown = questions }: Layout = JSON.parse(layout);
    if (!shown.includes(question_id)) return [];
    const before: Standing = { points: 0, scored_by: null, is_dropped: Number(!questions.includes(question_id)) };
    return [{ ...row, before, after: decide({ ...row, ...before, ...noAnswer }) }];
  });
}

/** What counts of points. */
export const counting = ({ points, is_dropped }: Standing): number => (is_dropped === 1 ? 0 : (points ?? 0));
/** A total to two decimals, by the same steps as in the statement that stores it. */
const round = (total: number) => Math.floor(total * 100 + 0.5) / 100;

/**
 * What another scoring would do: what changes in each attempt, and all answers by case. An unanswered question is a case of its own in
 * each attempt.
 */
export async function foresee(regrading: Regrading): Promise<{ changes: RegradedResponse[]; cases: Decided[] }> {
  const { points: most } = regrading.question;
  const all: Decided[] = [];
  const changes: RegradedResponse[] = [];
  let hasUnanswered = false;
  // One literal: spreading parts takes as long as all the rest of a large preview.
  const change = (of: Attempt, before: Standing, after: Standing) =>
    changes.push({
      result_id: of.result_id,
      user_puid: of.user_puid,
      first_name: of.first_name,
      last_name: of.last_name,
      group_puid: of.group_puid,
      group_name: of.group_name,
      points_before: before.points,
      points_after: after.points,
      scored_by_before: before.scored_by,
      scored_by_after: after.scored_by,
      dropped_before: before.is_dropped === 1,
      dropped_after: after.is_dropped === 1,
      score_before: of.score_before,
      score_after: round((of.score_before ?? 0) - counting(before) + counting(after)),
      max_before: of.max_before,
      max_after: of.max_before + (before.is_dropped - after.is_dropped) * most,
    });
  for await (const cases of decided(regrading, submitted(regrading), true)) {
    const answered = cases.filter(({ before }) => before.answer_text !== null);
    hasUnanswered ||= answered.length < cases.length;
    all.push(...answered);
    const rows = await changing(regrading, cases)
      ?.select([...attemptColumns, 'r.points', 'r.scored_by', 'r.is_dropped'])
      .select([given.points.as('next_points'), given.scored_by.as('next_scored_by'), given.is_dropped.as('next_is_dropped')])
      .execute();
    for (const row of rows ?? [])
      change(
        row,
        { points: row.points, scored_by: row.scored_by, is_dropped: Number(row.is_dropped) },
        { points: row.next_points, scored_by: row.next_scored_by, is_dropped: Number(row.next_is_dropped) },
      );
  }
  for (const { before, after, ...attempt } of hasUnanswered ? await unanswered(regrading) : []) {
    all.push({ before: { ...noAnswer, ...before }, after, answers: 1 });
    if (isChanged(before, after)) change(attempt, before, after);
  }
  return { changes, cases: all };
}

/** Notes what a regrade changes in each attempt. Returns how many it is. */
async function note(regrading: Regrading, regrade_id: number, now: number): Promise<number> {
  const { db, question } = regrading;
  const district_id = districtOf(db);
  const { question_id, points: most } = question;
  let [noted, hasUnanswered] = [0, false];
  for await (const cases of decided(regrading, submittedByAnyone(regrading), false)) {
    hasUnanswered ||= cases.some(({ before }) => before.answer_text === null);
    const found = changing(regrading, cases)?.select([
      typed('id', regrade_id).as('regrade_id'),
      'a.result_id',
      'r.points as points_before',
      given.points.as('points_after'),
      'r.scored_by as scored_by_before',
      given.scored_by.as('scored_by_after'),
      'r.is_dropped as dropped_before',
      given.is_dropped.as('dropped_after'),
      'a.max_score as max_before',
      sql<number>`a.max_score + (r.is_dropped - ${given.is_dropped}) * ${typed('number', most)}`.as('max_after'),
    ]);
    if (!found) continue;
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('regrade_change')
      .columns(changeColumns)
      .expression(found)
      .executeTakeFirstOrThrow();
    noted += Number(numInsertedOrUpdatedRows);
  }
  if (!hasUnanswered) return noted;
  const others = (await unanswered(regrading)).filter(({ before, after }) => isChanged(before, after));
  await insertAll(
    db,
    'regrade_change',
    others.map(({ result_id, max_before, before, after }) => ({
      ...{ district_id, regrade_id, result_id },
      ...{ points_before: before.points, points_after: after.points },
      ...{ scored_by_before: before.scored_by, scored_by_after: after.scored_by },
      ...{ dropped_before: before.is_dropped, dropped_after: after.is_dropped },
      ...{ max_before, max_after: max_before + (before.is_dropped - after.is_dropped) * most },
    })),
  );
  await insertAll(
    db,
    'response',
    others
      .filter(({ after }) => (after.points ?? 0) > 0)
      .map(({ result_id, before }) => ({
        ...{ district_id, result_id, question_id, answer_id: null, answer_text: '', time_spent: 0, sequence: 1, updated_at: now },
        ...{ ...before, is_correct: 0 },
      })),
  );
  return noted + others.length;
}
const changeColumns = [
  'regrade_id',
  'result_id',
  'points_before',
  'points_after',
  'scored_by_before',
  'scored_by_after',
  'dropped_before',
  'dropped_after',
  'max_before',
  'max_after',
] as const;

/** Carries out what was noted: points, totals, states and layouts. A release does not move. */
async function write(db: Db, { question_id, points: most }: StoredQuestion, regrade_id: number): Promise<void> {
  await db
    .updateTable('response')
    .from('regrade_change as c')
    .set((eb) => ({
      points: eb.ref('c.points_after'),
      scored_by: eb.ref('c.scored_by_after'),
      is_dropped: eb.ref('c.dropped_after'),
      is_correct: sql<
        number | null
      >`case when c.points_after is null then null when c.points_after = ${typed('number', most)} then 1 else 0 end`,
    }))
    .where('c.regrade_id', '=', regrade_id)
    .whereRef('response.result_id', '=', 'c.result_id')
    .where('response.question_id', '=', question_id)
    .execute();
  await db
    .updateTable('attempt')
    .from('regrade_change as c')
    .set((eb) => ({
      score: sql<number>`floor((coalesce(attempt.score, 0) - ${countingIn('before')} + ${countingIn('after')}) * 100 + 0.5) / 100`,
      max_score: eb.ref('c.max_after'),
      state: eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('response as w')
              .select('w.result_id')
              .whereRef('w.result_id', '=', 'attempt.result_id')
              .where('w.points', 'is', null)
              .where('w.is_dropped', '=', 0),
          ),
        )
        .then(stateAfter('work.reopened'))
        .else(stateAfter('work.graded'))
        .end(),
    }))
    .where('c.regrade_id', '=', regrade_id)
    .whereRef('attempt.result_id', '=', 'c.result_id')
    .execute();
  const moved = await db
    .selectFrom('regrade_change as c')
    .innerJoin('attempt as a', 'a.result_id', 'c.result_id')
    .select(['a.result_id', 'a.layout', 'c.dropped_after'])
    .where('c.regrade_id', '=', regrade_id)
    .whereRef('c.dropped_before', '<>', 'c.dropped_after')
    .execute();
  for (let at = 0; at < moved.length; at += mostRows(2)) {
    const rows = moved.slice(at, at + mostRows(2)).map(({ result_id, layout, dropped_after }) => {
      const old: Layout = JSON.parse(layout);
      const dropped = new Set((old.shown ?? []).filter((shown) => !old.questions.includes(shown)));
      if (dropped_after === 1) dropped.add(question_id);
      else dropped.delete(question_id);
      return [result_id, JSON.stringify(withoutDropped(old, dropped))];
    });
    await db
      .updateTable('attempt')
      .from(givenRows(['id', 'text'], rows))
      .set({ layout: sql<string>`v.column2` })
      .where(sql<boolean>`attempt.result_id = v.column1`)
      .execute();
  }
}
const countingIn = (when: 'before' | 'after') =>
  sql`case ${sql.ref(`c.dropped_${when}`)} when 1 then 0 else coalesce(${sql.ref(`c.points_${when}`)}, 0) end`;
/** The attempt's state after an event, by the chart `release`. */
const stateAfter = (event: 'work.reopened' | 'work.graded') =>
  statesBefore(event).reduce(
    (so, state) => sql<AttemptState>`case attempt.state when ${sql.lit(state)} then ${sql.lit(releaseStep(state, event))} else ${so} end`,
    sql<AttemptState>`attempt.state`,
  );

/**
 * Locks the submitted attempts of classes until the transaction ends: before they are compared, so that nobody scores in between. On SQLite
 * the transaction already has the only connection.
 */
export async function lockSubmitted(regradings: readonly Regrading[]): Promise<void> {
  for (const regrading of regradings.filter(({ db }) => hasConnections(db)))
    await regrading.db
      .updateTable('attempt')
      .set(({ ref }) => ({ state: ref('state') }))
      .where('quiz_id', '=', regrading.question.quiz_id)
      .where('state', '<>', 'started')
      .where('group_assignment_id', 'in', assignmentsOf(regrading))
      .execute();
}

/** Carries out changes of scoring of a question, and notes them under a regrade. Returns in how many attempts something changed. */
export async function carryOut(regradings: readonly Regrading[], regrade_id: number, now: number): Promise<number> {
  let noted = 0;
  for (const regrading of regradings) noted += await note(regrading, regrade_id, now);
  const [first] = regradings;
  if (first && noted > 0) await write(first.db, first.question, regrade_id);
  return noted;
}
