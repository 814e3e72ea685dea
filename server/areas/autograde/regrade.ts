import type { Regrade, RegradedResponse, RegradePreview } from '../../../contract/autograde.ts';
import type { ScoredBy, ScoringSettings } from '../../../contract/scoring.ts';
import { pointsState, responseStep } from '../../../src/machines/autograde/responseSteps.ts';
import { releaseStep } from '../../../src/machines/reports/releaseSteps.ts';
import type { Row } from '../../db/schema.ts';
import { insertAll, upsertAll } from '../../db/upsert.ts';
import { type Db, iso, isoOrNull } from '../../kit/access.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { notFound, refuse, type UserContext } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { compareNames } from '../assignments.ts';
import { hasNumbers, withNumbers } from '../quiz/drawing.ts';
import type { Layout, StoredQuestion } from '../quiz/questions.ts';
import { ideaProblems } from '../quiz/rubric.ts';
import { readQuantity } from '../quiz/score.ts';
import { type ClassScoring, courseScoring, keyIn, rubricIn, scorerIn, scoringOfClasses, withoutDropped } from '../quiz/settings.ts';
import { inParts } from './inParts.ts';
import { attemptsInScope, hasAnswer } from './inScope.ts';
import { gradesOf } from './responses.ts';
import { lockAttempts } from './scoring.ts';
import { agreementWith, scoredByPeople } from './suggestions.ts';

/** How a question is to be scored in some classes. */
export interface NewScoring {
  question: StoredQuestion;
  group_puids: readonly number[];
  settings: ScoringSettings;
  is_rule: boolean;
}

const round = (points: number) => Math.round(points * 100) / 100;

/** Throws 400 if the settings do not fit the question. */
export function assertSettings(question: StoredQuestion, settings: ScoringSettings): void {
  const { ideas = [], also_right = [], key } = settings;
  const [wrong] = ideaProblems(ideas, question.points);
  if (wrong) {
    const { idea, way, problem } = wrong;
    const field = `settings.ideas.${idea}${way === undefined ? '' : `.ways.${way}`}`;
    const told =
      problem === 'pointsTooMany'
        ? fieldReason(`${field}.points`, 'tooLarge', { most: question.points })
        : fieldReason(field, problem === 'nameTwice' || problem === 'wayTwice' ? 'taken' : 'missing');
    throw refuse('ideasUnusable', { name: ideas[idea]?.name ?? '' }, { fields: [told] });
  }
  const { kind } = question.key;
  const options = new Set(question.options.map(({ option_id }) => option_id));
  const isOption = (one: unknown) => typeof one === 'number' && options.has(one);
  const isEvery = (all: readonly unknown[]) => new Set(all).size === all.length && all.every(isOption);
  const fits = {
    one: () => isEvery(also_right),
    many: () => isEvery(also_right),
    text: () => also_right.every((one) => typeof one === 'string'),
    numeric: () =>
      (also_right.length === 0 || !hasNumbers(question.key)) &&
      also_right.every((one) => typeof one === 'string' && readQuantity(one) !== undefined),
    open: () => also_right.length === 0,
    order: () => also_right.length === 0,
    places: () => also_right.length === 0,
  }[kind];
  const isKey = () => {
    if (key === undefined) return true;
    if (key.kind !== kind || hasNumbers(question.key)) return false;
    if (key.kind === 'one') return isOption(key.option);
    if (key.kind === 'many') return isEvery(key.options);
    const own = question.key;
    if (key.kind === 'order') return isEvery(key.options) && own.kind === 'order' && key.options.length === own.options.length;
    if (key.kind !== 'places' || own.kind !== 'places') return true;
    return (
      Object.keys(own.places).every((target) => isOption(key.places[target])) && Object.keys(key.places).length === question.targets.length
    );
  };
  if (!fits() || !isKey() || (ideas.length > 0 && kind !== 'open'))
    throw refuse('answersUnusable', {}, { fields: [fieldReason('settings', 'notAccepted')] });
}

/** Points, and who gave them. */
interface Standing {
  points: number | null;
  scored_by: ScoredBy;
  is_dropped: number;
}
/** One attempt in a plan. */
interface Planned {
  attempt: Row<'attempt'>;
  response: Row<'response'> | undefined;
  before: Standing;
  after: Standing;
  max_after: number;
}

/** Submitted attempts in scope of these classes, with their students. */
async function attemptsOf(db: Db, user: TokenUser, quiz_id: number, group_puids: readonly number[]) {
  return attemptsInScope(db, user)
    .select(['a.result_id', 'u.user_puid', 'u.first_name', 'u.last_name', 'g.group_puid', 'g.name as group_name'])
    .where('a.quiz_id', '=', quiz_id)
    .where('g.group_puid', 'in', group_puids)
    .orderBy('a.result_id')
    .execute();
}
type Student = Awaited<ReturnType<typeof attemptsOf>>[number];

/** What a scoring says of a response, as the chart `response` hears it. */
function eventOf(scored_by: ScoredBy, isFull: boolean, isNewlyFull: boolean) {
  if (isFull) return isNewlyFull ? 'full.given' : 'full.kept';
  return scored_by === 'rule' ? 'rule.applied' : scored_by === 'key' ? 'key.applied' : 'points.withdrawn';
}

/**
 * What every attempt has, and what it gets. Without `isLocked` nothing is locked, so this is a preview. The chart `response` says who gives
 * the points from now on. `exact`: an undone regrade, with what it gives back, by attempt.
 */
async function plan(
  db: Db,
  students: readonly Student[],
  question: StoredQuestion,
  scoringOf: (group_puid: number) => { before: ClassScoring; after: ClassScoring },
  { isLocked, exact }: { isLocked: boolean; exact?: ReadonlyMap<number, Standing> },
): Promise<Planned[]> {
  const { question_id } = question;
  const ids = students.map(({ result_id }) => result_id);
  const attempts = new Map(
    (isLocked
      ? await lockAttempts(db, ids)
      : await inParts(ids, (some) => db.selectFrom('attempt').selectAll().where('result_id', 'in', some).execute())
    ).map((attempt) => [attempt.result_id, attempt]),
  );
  const responses = new Map(
    (
      await inParts(ids, (some) =>
        db.selectFrom('response').selectAll().where('question_id', '=', question_id).where('result_id', 'in', some).execute(),
      )
    ).map((response) => [response.result_id, response]),
  );
  const grades = await gradesOf(db, ids, [question_id]);
  const scorers = new Map<number, ReturnType<typeof scorerIn>>();
  return students.flatMap(({ result_id, group_puid }): Planned[] => {
    const attempt = attempts.get(result_id);
    // Reassigned since, or the question was not in it.
    if (!attempt || attempt.state === 'started') return [];
    const layout: Layout = JSON.parse(attempt.layout);
    if (!(layout.shown ?? layout.questions).includes(question_id)) return [];
    const response = responses.get(result_id);
    const { before: old, after: wanted } = scoringOf(group_puid);
    const wasDropped = !layout.questions.includes(question_id);
    const before: Standing = {
      points: response ? response.points : 0,
      scored_by: response?.scored_by ?? null,
      is_dropped: Number(wasDropped),
    };
    const drawn = layout.drawn?.[question_id];
    const score = (drawn ? undefined : scorers.get(group_puid)) ?? scorerIn(withNumbers(question, drawn), wanted);
    if (!drawn) scorers.set(group_puid, score);
    const mark = score(response ?? null);
    const given = exact?.get(result_id) ?? mark;
    const { grade } = grades(result_id, question_id);
    const state = pointsState({
      ...{ isAnswered: response !== undefined && hasAnswer(response), points: before.points, scored_by: before.scored_by },
      ...{ isGraded: grade !== null, isFull: old.settings.outcome === 'full' },
    });
    const isFull = wanted.settings.outcome === 'full';
    // Undoing gives full points back to whom they were taken from, and to nobody else.
    const isNewlyFull = exact ? given !== mark && given.scored_by === 'rule' : old.settings.outcome !== 'full';
    const next = responseStep(state, eventOf(given.scored_by, isFull, isNewlyFull)) ?? state;
    const { points, scored_by } = next === 'byPerson' && grade ? { points: grade.score, scored_by: 'person' as const } : given;
    const after: Standing = { points, scored_by, is_dropped: Number(mark.is_dropped) };
    const max_after = attempt.max_score + (before.is_dropped - after.is_dropped) * question.points;
    return [{ attempt, response, before, after, max_after }];
  });
}

const counting = ({ points, is_dropped }: Standing) => (is_dropped === 1 ? 0 : (points ?? 0));
const isChanged = ({ before, after }: Planned) =>
  before.points !== after.points || before.scored_by !== after.scored_by || before.is_dropped !== after.is_dropped;
const totalAfter = ({ attempt, before, after }: Planned) => round((attempt.score ?? 0) - counting(before) + counting(after));

/** Writes what a plan changes, in few statements. A release does not move. */
async function write(trx: Db, { question_id, points: most }: StoredQuestion, changed: readonly Planned[], now: number): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed
    .filter(({ response, after }) => response !== undefined || (after.points ?? 0) > 0)
    .map(({ attempt: { district_id, result_id }, response, after }) => ({
      ...(response ?? {
        ...{ district_id, result_id, question_id, answer_id: null, answer_text: '', time_spent: 0, sequence: 1, updated_at: now },
      }),
      ...after,
      is_correct: after.points === null ? null : Number(after.points === most),
    }));
  if (rows.length > 0) await upsertAll(trx, 'response', ['district_id', 'result_id', 'question_id'], rows);
  const ids = changed.map(({ attempt }) => attempt.result_id);
  const waiting = new Set(
    (
      await inParts(ids, (some) =>
        trx
          .selectFrom('response')
          .select('result_id')
          .distinct()
          .where('result_id', 'in', some)
          .where('points', 'is', null)
          .where('is_dropped', '=', 0)
          .execute(),
      )
    ).map(({ result_id }) => result_id),
  );
  await upsertAll(
    trx,
    'attempt',
    ['district_id', 'result_id'],
    changed.map((one) => {
      const { attempt, before, after, max_after } = one;
      const state = releaseStep(attempt.state, waiting.has(attempt.result_id) ? 'work.reopened' : 'work.graded') ?? attempt.state;
      const layout = JSON.parse(attempt.layout);
      const isMoved = before.is_dropped !== after.is_dropped;
      const dropped = new Set((layout.shown ?? []).filter((shown: number) => !layout.questions.includes(shown)));
      if (after.is_dropped === 1) dropped.add(question_id);
      else dropped.delete(question_id);
      return {
        ...attempt,
        state,
        score: totalAfter(one),
        max_score: max_after,
        layout: isMoved ? JSON.stringify(withoutDropped(layout, dropped as Set<number>)) : attempt.layout,
      };
    }),
  );
}

const named = ({ result_id, user_puid, first_name, last_name, group_puid, group_name }: Student) => ({
  ...{ result_id, user_puid, first_name, last_name, group_puid, group_name },
});

function changeOf(student: Student, one: Planned): RegradedResponse {
  const { attempt, before, after, max_after } = one;
  return {
    ...named(student),
    ...{ points_before: before.points, points_after: after.points },
    ...{ scored_by_before: before.scored_by, scored_by_after: after.scored_by },
    ...{ dropped_before: before.is_dropped === 1, dropped_after: after.is_dropped === 1 },
    ...{ score_before: attempt.score, score_after: totalAfter(one), max_before: attempt.max_score, max_after },
  };
}

/** The classes of these that have submitted the quiz, and their scoring now. Throws 404 if the reader does not see one. */
async function classesOf(db: Db, user: TokenUser, { question: { quiz_id, question_id }, group_puids }: NewScoring) {
  const students = await attemptsOf(db, user, quiz_id, group_puids);
  const seen = new Set(students.map(({ group_puid }) => group_puid));
  if (group_puids.some((group_puid) => !seen.has(group_puid))) throw notFound('class');
  const scoringOf = await scoringOfClasses(db, quiz_id, group_puids);
  return { students, now: (group_puid: number) => scoringOf(group_puid, question_id) };
}

const next = ({ settings, is_rule }: NewScoring, version: number): ClassScoring => ({ settings, is_rule, version });

export async function previewRegrade(db: Db, user: TokenUser, wanted: NewScoring): Promise<RegradePreview> {
  const { question, group_puids } = wanted;
  const { students, now } = await classesOf(db, user, wanted);
  const scoringOf = (group_puid: number) => ({ before: now(group_puid), after: next(wanted, 0) });
  const planned = await plan(db, students, question, scoringOf, { isLocked: false });
  const of = new Map(students.map((student) => [student.result_id, student]));
  const changes = planned.filter(isChanged).map((one) => changeOf(of.get(one.attempt.result_id) as Student, one));
  const rubric = rubricIn(question, next(wanted, 0));
  const read = planned.flatMap(({ response }) => (rubric && response && hasAnswer(response) ? [rubric(response.answer_text)] : []));
  const key = keyIn(question, wanted.settings);
  const difference = ({ before, after }: Planned) => counting(after) - counting(before);
  return {
    changes: changes.toSorted((a, b) => a.group_name.localeCompare(b.group_name) || compareNames(a, b) || a.result_id - b.result_id),
    attempts: planned.length,
    more: planned.filter((one) => difference(one) > 0).length,
    less: planned.filter((one) => difference(one) < 0).length,
    waiting: planned.filter(({ after }) => after.points === null && after.is_dropped === 0).length,
    kept: planned.filter(({ before, after }) => before.scored_by === 'person' && after.scored_by === 'person').length,
    ideas: (key.kind === 'open' ? (key.ideas ?? []) : []).map(({ name }, at) => ({
      name,
      found: read.filter(({ ideas }) => ideas[at]?.outcome === 'found').length,
      negated: read.filter(({ ideas }) => ideas[at]?.outcome === 'negated').length,
    })),
    agreement: agreementWith(question, next(wanted, 0), key.kind === 'open' ? await scoredByPeople(db, question) : []),
    versions: group_puids.map((group_puid) => ({ group_puid, version: now(group_puid).version })),
  };
}

/** Settings of a regrade, by class. */
interface Step {
  group_puid: number;
  before: ClassScoring;
  after: ClassScoring;
}

/** Stores the scoring of classes, and the attempts that change by it. Returns what changed. */
async function carryOut(
  trx: Db,
  { ports, user }: UserContext,
  question: StoredQuestion,
  steps: readonly Step[],
  students: readonly Student[],
  exact?: ReadonlyMap<number, Standing>,
): Promise<Planned[]> {
  const now = ports.now();
  const { question_id, quiz_id } = question;
  await upsertAll(
    trx,
    'question_scoring',
    ['district_id', 'group_puid', 'question_id'],
    steps
      .toSorted((a, b) => a.group_puid - b.group_puid)
      .map(({ group_puid, after }) => ({
        ...{ district_id: user.district_id, group_puid, question_id, quiz_id, user_puid: user.user_puid, updated_at: now },
        ...{ settings: JSON.stringify(after.settings), is_rule: Number(after.is_rule), version: after.version },
      })),
  );
  const of = new Map(steps.map((step) => [step.group_puid, step]));
  const scoringOf = (group_puid: number) => of.get(group_puid) ?? { before: courseScoring, after: courseScoring };
  const planned = await plan(trx, students, question, scoringOf, { isLocked: true, ...(exact && { exact }) });
  const changed = planned.filter(isChanged);
  await write(trx, question, changed, now);
  return changed;
}

export async function applyRegrade(
  trx: Db,
  context: UserContext,
  wanted: NewScoring & { regrade_key: string; seen_versions: readonly { group_puid: number; version: number }[] },
): Promise<{ regrade_id: number; changed: number }> {
  const { ports, user } = context;
  const { question, group_puids, regrade_key } = wanted;
  const done = await trx
    .selectFrom('regrade as g')
    .leftJoin('regrade_change as c', 'c.regrade_id', 'g.regrade_id')
    .select('g.regrade_id')
    .select((eb) => eb.fn.count<number>('c.result_id').as('changed'))
    .where('g.user_puid', '=', user.user_puid)
    .where('g.regrade_key', '=', regrade_key)
    .groupBy('g.regrade_id')
    .executeTakeFirst();
  if (done) return { regrade_id: done.regrade_id, changed: Number(done.changed) };
  const { students, now } = await classesOf(trx, user, wanted);
  const seen = new Map(wanted.seen_versions.map(({ group_puid, version }) => [group_puid, version]));
  const other = group_puids.find((group_puid) => seen.get(group_puid) !== now(group_puid).version);
  if (other !== undefined) throw refuse('scoringChanged', { name: await lastEditor(trx, other, question.question_id) });
  const steps = group_puids.map((group_puid): Step => {
    const before = now(group_puid);
    return { group_puid, before, after: next(wanted, before.version + 1) };
  });
  const regrade_id = ports.newId();
  await insertAll(trx, 'regrade', [
    {
      ...{ district_id: user.district_id, regrade_id, quiz_id: question.quiz_id, question_id: question.question_id },
      ...{ user_puid: user.user_puid, regrade_key, settings: JSON.stringify(steps), applied_at: ports.now() },
      ...{ undone_at: null, undone_by_puid: null },
    },
  ]);
  const changed = await carryOut(trx, context, question, steps, students);
  await insertAll(
    trx,
    'regrade_change',
    changed.map(({ attempt, before, after, max_after }) => ({
      ...{ district_id: user.district_id, regrade_id, result_id: attempt.result_id },
      ...{ points_before: before.points, points_after: after.points },
      ...{ scored_by_before: before.scored_by, scored_by_after: after.scored_by },
      ...{ dropped_before: before.is_dropped, dropped_after: after.is_dropped, max_before: attempt.max_score, max_after },
    })),
  );
  return { regrade_id, changed: changed.length };
}

async function lastEditor(db: Db, group_puid: number, question_id: number): Promise<string> {
  const row = await db
    .selectFrom('question_scoring as s')
    .innerJoin('app_user as u', 'u.user_puid', 's.user_puid')
    .select(['u.first_name', 'u.last_name'])
    .where('s.group_puid', '=', group_puid)
    .where('s.question_id', '=', question_id)
    .executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}` : '';
}

const stepsOf = ({ settings }: Pick<Row<'regrade'>, 'settings'>): Step[] => JSON.parse(settings);

/** The classes whose scoring was changed again after a regrade. `rows`: all of the question, the newest first. */
const followed = (rows: readonly Pick<Row<'regrade'>, 'regrade_id' | 'settings' | 'undone_at'>[], regrade_id: number) =>
  new Set(
    rows
      .slice(
        0,
        rows.findIndex((row) => row.regrade_id === regrade_id),
      )
      .filter(({ undone_at }) => undone_at === null)
      .flatMap((row) => stepsOf(row).map(({ group_puid }) => group_puid)),
  );

export async function undoRegrade(
  trx: Db,
  context: UserContext,
  regrade_id: number,
  questionOf: (quiz_id: number, question_id: number) => Promise<StoredQuestion>,
) {
  const { ports, user } = context;
  const [regrade] = await trx
    .updateTable('regrade')
    .set(({ ref }) => ({ regrade_key: ref('regrade_key') }))
    .where('regrade_id', '=', regrade_id)
    .returningAll()
    .execute();
  if (!regrade) throw notFound('undo');
  const question = await questionOf(regrade.quiz_id, regrade.question_id);
  const steps = stepsOf(regrade);
  const wanted = { question, group_puids: steps.map(({ group_puid }) => group_puid), settings: {}, is_rule: false };
  const { students, now } = await classesOf(trx, user, wanted);
  if (regrade.undone_at !== null) throw refuse('regradeUndone');
  const all = await trx
    .selectFrom('regrade')
    .select(['regrade_id', 'settings', 'undone_at'])
    .where('question_id', '=', question.question_id)
    .orderBy('applied_at', 'desc')
    .orderBy('regrade_id', 'desc')
    .execute();
  const later = followed(all, regrade_id);
  if (steps.some(({ group_puid }) => later.has(group_puid))) throw refuse('regradeFollowed');
  const changes = await trx.selectFrom('regrade_change').selectAll().where('regrade_id', '=', regrade_id).execute();
  const ids = changes.map(({ result_id }) => result_id);
  // Locked before they are compared, so that nobody scores in between.
  await lockAttempts(
    trx,
    students.map(({ result_id }) => result_id),
  );
  const stored = new Map(
    (
      await inParts(ids, (some) =>
        trx
          .selectFrom('response')
          .select(['result_id', 'points', 'scored_by'])
          .where('question_id', '=', question.question_id)
          .where('result_id', 'in', some)
          .execute(),
      )
    ).map((response) => [response.result_id, response]),
  );
  const exact = new Map<number, Standing>();
  const kept: { result_id: number; points: number | null }[] = [];
  for (const change of changes) {
    const current = stored.get(change.result_id) ?? { points: 0, scored_by: null };
    const isMine = current.points === change.points_after && current.scored_by === change.scored_by_after;
    // What a person gave since is kept by the plan, which knows all their scores.
    if (!isMine && current.scored_by === 'person') {
      exact.set(change.result_id, { ...current, is_dropped: change.dropped_before });
      kept.push({ result_id: change.result_id, points: current.points });
    } else if (isMine)
      exact.set(change.result_id, {
        points: change.points_before,
        scored_by: change.scored_by_before,
        is_dropped: change.dropped_before,
      });
  }
  const back = steps.map(
    ({ group_puid, before, after }): Step => ({
      group_puid,
      before: after,
      after: { ...before, version: now(group_puid).version + 1 },
    }),
  );
  const restored = await carryOut(trx, context, question, back, students, exact);
  await trx
    .updateTable('regrade')
    .set({ undone_at: ports.now(), undone_by_puid: user.user_puid })
    .where('regrade_id', '=', regrade_id)
    .execute();
  const of = new Map(students.map((student) => [student.result_id, student]));
  return {
    restored: restored.length,
    kept: kept.flatMap(({ result_id, points }) => {
      const student = of.get(result_id);
      return student
        ? [{ ...{ result_id, user_puid: student.user_puid }, first_name: student.first_name, last_name: student.last_name, points }]
        : [];
    }),
  };
}

/** What was changed in these classes, newest first. */
export async function regradesOf(
  db: Db,
  question: StoredQuestion,
  classes: readonly { group_puid: number; group_name: string }[],
): Promise<Regrade[]> {
  const names = new Map(classes.map(({ group_puid, group_name }) => [group_puid, group_name]));
  const rows = await db
    .selectFrom('regrade as g')
    .innerJoin('app_user as u', 'u.user_puid', 'g.user_puid')
    .leftJoin('app_user as w', 'w.user_puid', 'g.undone_by_puid')
    .select(['g.regrade_id', 'g.user_puid', 'u.first_name', 'u.last_name', 'g.settings', 'g.applied_at', 'g.undone_at'])
    .select(['w.first_name as undoer_first', 'w.last_name as undoer_last'])
    .select((eb) =>
      eb
        .selectFrom('regrade_change as c')
        .select((of) => of.fn.countAll<number>().as('changed'))
        .whereRef('c.regrade_id', '=', 'g.regrade_id')
        .as('changed'),
    )
    .where('g.question_id', '=', question.question_id)
    .orderBy('g.applied_at', 'desc')
    .orderBy('g.regrade_id', 'desc')
    .limit(100)
    .execute();
  return rows.flatMap((row): Regrade[] => {
    const steps = stepsOf(row);
    if (!steps.every(({ group_puid }) => names.has(group_puid))) return [];
    const [first] = steps as [Step];
    return [
      {
        regrade_id: row.regrade_id,
        user_puid: row.user_puid,
        user_name: `${row.first_name} ${row.last_name}`,
        applied_at: iso(row.applied_at),
        undone_at: isoOrNull(row.undone_at),
        undone_by: row.undone_at === null ? null : `${row.undoer_first} ${row.undoer_last}`,
        classes: steps.map(({ group_puid }) => ({ group_puid, group_name: names.get(group_puid) as string })),
        outcome: first.after.settings.outcome ?? null,
        is_rule: first.after.is_rule,
        changed: Number(row.changed),
        may_undo: row.undone_at === null && !steps.some(({ group_puid }) => followed(rows, row.regrade_id).has(group_puid)),
      },
    ];
  });
}
