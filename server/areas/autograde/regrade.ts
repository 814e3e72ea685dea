import type { Regrade, RegradedResponse, RegradePreview } from '../../../contract/autograde.ts';
import type { ScoringSettings } from '../../../contract/scoring.ts';
import type { Row } from '../../db/schema.ts';
import { insertAll, upsertAll } from '../../db/upsert.ts';
import { type Db, iso, isoOrNull } from '../../kit/access.ts';
import { auditLearning, titleOfQuiz } from '../../kit/audit.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { notFound, refuse, type UserContext } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { compareNames } from '../assignments.ts';
import { hasNumbers } from '../quiz/drawing.ts';
import type { StoredQuestion } from '../quiz/questions.ts';
import { ideaProblems } from '../quiz/rubric.ts';
import { readQuantity } from '../quiz/score.ts';
import { type ClassScoring, keyIn, rubricIn, scoringOfClasses } from '../quiz/settings.ts';
import { attemptsInScope, hasAnswer } from './inScope.ts';
import { carryOut, counting, foresee, lockSubmitted, type Regrading } from './regradePlan.ts';
import { agreementWith, scoredByPeople } from './suggestions.ts';

/** How a question is to be scored in some classes. */
export interface NewScoring {
  question: StoredQuestion;
  group_puids: readonly number[];
  settings: ScoringSettings;
  is_rule: boolean;
}

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

/** How these classes score the question now. Throws 404 if the reader does not see one of them, or nobody in it has submitted the quiz. */
async function scoringNow(db: Db, user: TokenUser, { quiz_id, question_id }: StoredQuestion, group_puids: readonly number[]) {
  const seen = await attemptsInScope(db, user)
    .select('g.group_puid')
    .distinct()
    .where('a.quiz_id', '=', quiz_id)
    .where('g.group_puid', 'in', group_puids)
    .limit(group_puids.length)
    .execute();
  if (seen.length < group_puids.length) throw notFound('class');
  const scoringOf = await scoringOfClasses(db, quiz_id, group_puids);
  return (group_puid: number) => scoringOf(group_puid, question_id);
}

const next = ({ settings, is_rule }: NewScoring, version: number): ClassScoring => ({ settings, is_rule, version });

/** Settings of a regrade, by class. */
interface Step {
  group_puid: number;
  before: ClassScoring;
  after: ClassScoring;
}

/** The changes of scoring that steps are: one for all classes that had, and get, the same one. */
function regradingsOf(db: Db, question: StoredQuestion, steps: readonly Step[], undone?: number): Regrading[] {
  const same = Map.groupBy(steps, ({ before, after }) =>
    JSON.stringify([before, after].map(({ settings, is_rule }) => [settings, is_rule])),
  );
  return [...same.values()].map((all) => {
    const [{ before, after }] = all as [Step];
    return { db, question, group_puids: all.map(({ group_puid }) => group_puid), before, after, undone };
  });
}

/** Most responses are of one class, and comparing equal names takes as long as comparing others. */
const compareGroups = (a: RegradedResponse, b: RegradedResponse) =>
  a.group_puid === b.group_puid ? 0 : a.group_name.localeCompare(b.group_name) || a.group_puid - b.group_puid;

export async function previewRegrade(db: Db, user: TokenUser, wanted: NewScoring): Promise<RegradePreview> {
  const { question, group_puids } = wanted;
  const now = await scoringNow(db, user, question, group_puids);
  const steps = group_puids.map((group_puid): Step => ({ group_puid, before: now(group_puid), after: next(wanted, 0) }));
  const foreseen = [];
  for (const regrading of regradingsOf(db, question, steps)) foreseen.push(await foresee(regrading));
  const cases = foreseen.flatMap((one) => one.cases);
  const count = (counts: (one: (typeof cases)[number]) => boolean) => cases.reduce((sum, one) => sum + (counts(one) ? one.answers : 0), 0);
  const rubric = rubricIn(question, next(wanted, 0));
  const read = cases.flatMap(({ before: { answer_id, answer_text }, answers }) =>
    rubric && answer_text !== null && hasAnswer({ answer_id, answer_text }) ? [{ ...rubric(answer_text), answers }] : [],
  );
  const key = keyIn(question, wanted.settings);
  const ideas = key.kind === 'open' ? (key.ideas ?? []) : [];
  const difference = ({ before, after }: (typeof cases)[number]) => counting(after) - counting(before);
  return {
    changes: foreseen
      .flatMap(({ changes }) => changes)
      .toSorted((a, b) => compareGroups(a, b) || compareNames(a, b) || a.result_id - b.result_id),
    attempts: count(() => true),
    more: count((one) => difference(one) > 0),
    less: count((one) => difference(one) < 0),
    waiting: count(({ after }) => after.points === null && after.is_dropped === 0),
    kept: count(({ before, after }) => before.scored_by === 'person' && after.scored_by === 'person'),
    ideas: ideas.map(({ name }, at) => {
      const of = (outcome: 'found' | 'negated') =>
        read.reduce((sum, one) => sum + (one.ideas[at]?.outcome === outcome ? one.answers : 0), 0);
      return { name, found: of('found'), negated: of('negated') };
    }),
    agreement: agreementWith(question, next(wanted, 0), key.kind === 'open' ? await scoredByPeople(db, question) : []),
    versions: group_puids.map((group_puid) => ({ group_puid, version: now(group_puid).version })),
  };
}

/** Stores the scoring of classes. */
const storeScoring = (trx: Db, { ports, user }: UserContext, { question_id, quiz_id }: StoredQuestion, steps: readonly Step[]) =>
  upsertAll(
    trx,
    'question_scoring',
    ['district_id', 'group_puid', 'question_id'],
    steps
      .toSorted((a, b) => a.group_puid - b.group_puid)
      .map(({ group_puid, after }) => ({
        ...{ district_id: user.district_id, group_puid, question_id, quiz_id, user_puid: user.user_puid, updated_at: ports.now() },
        ...{ settings: JSON.stringify(after.settings), is_rule: Number(after.is_rule), version: after.version },
      })),
  );

/** A regrade that is made, or taken back, now. */
const newRegrade = (
  { ports, user }: UserContext,
  { quiz_id, question_id }: StoredQuestion,
  regrade_key: string,
  steps: readonly Step[],
) => ({
  ...{ district_id: user.district_id, regrade_id: ports.newId(), quiz_id, question_id, user_puid: user.user_puid, regrade_key },
  ...{ settings: JSON.stringify(steps), applied_at: ports.now(), undone_at: null, undone_by_puid: null },
});

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
  const now = await scoringNow(trx, user, question, group_puids);
  const seen = new Map(wanted.seen_versions.map(({ group_puid, version }) => [group_puid, version]));
  const other = group_puids.find((group_puid) => seen.get(group_puid) !== now(group_puid).version);
  if (other !== undefined) throw refuse('scoringChanged', { name: await lastEditor(trx, other, question.question_id) });
  const steps = group_puids.map((group_puid): Step => {
    const before = now(group_puid);
    return { group_puid, before, after: next(wanted, before.version + 1) };
  });
  const regrade = newRegrade(context, question, regrade_key, steps);
  await insertAll(trx, 'regrade', [regrade]);
  await storeScoring(trx, context, question, steps);
  const regradings = regradingsOf(trx, question, steps);
  await lockSubmitted(regradings);
  const changed = await carryOut(regradings, regrade.regrade_id, ports.now());
  await note(context, trx, 'regrade.apply', question, steps, changed);
  return { regrade_id: regrade.regrade_id, changed };
}

/** How a class scores, in the words of the audit: no answers, because they may be those of students. */
const inWords = ({ settings, is_rule }: ClassScoring) => ({
  scoring: settings.outcome ?? 'key',
  own_key: settings.key !== undefined,
  more_answers: settings.also_right?.length ?? 0,
  ideas: settings.ideas?.length ?? 0,
  is_rule,
});

/** Audits a regrade of an administrator's, for each class. `changed`: responses of all classes. */
async function note(
  { ports, user }: UserContext,
  trx: Db,
  action: 'regrade.apply' | 'regrade.undo',
  { quiz_id }: StoredQuestion,
  steps: readonly Step[],
  changed: number,
): Promise<void> {
  const facts = { quiz: await titleOfQuiz(trx, quiz_id) };
  for (const { group_puid, before, after } of steps)
    await auditLearning(ports, trx, user, {
      action,
      subject: `group ${group_puid}`,
      detail: { facts, before: inWords(before), after: inWords(after), count: changed },
    });
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
  const group_puids = steps.map(({ group_puid }) => group_puid);
  const now = await scoringNow(trx, user, question, group_puids);
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
  const back = steps.map(
    ({ group_puid, before, after }): Step => ({
      group_puid,
      before: after,
      after: { ...before, version: now(group_puid).version + 1 },
    }),
  );
  await storeScoring(trx, context, question, back);
  const regradings = regradingsOf(trx, question, back, regrade_id);
  await lockSubmitted(regradings);
  // What a person gave since stays.
  const kept = await attemptsInScope(trx, user)
    .innerJoin('regrade_change as c', 'c.result_id', 'a.result_id')
    .innerJoin('response as r', 'r.result_id', 'a.result_id')
    .select(['a.result_id', 'u.user_puid', 'u.first_name', 'u.last_name', 'r.points'])
    .where('c.regrade_id', '=', regrade_id)
    .where('g.group_puid', 'in', group_puids)
    .where('r.question_id', '=', question.question_id)
    .where('r.scored_by', '=', 'person')
    .where((eb) =>
      eb.or([
        eb('r.points', 'is distinct from', eb.ref('c.points_after')),
        eb('r.scored_by', 'is distinct from', eb.ref('c.scored_by_after')),
      ]),
    )
    .orderBy('a.result_id')
    .execute();
  // Taking back is a regrade too, but nobody can take it back, so that it is not kept.
  const returned = newRegrade(context, question, `undo-${regrade_id}`, back);
  await insertAll(trx, 'regrade', [returned]);
  const restored = await carryOut(regradings, returned.regrade_id, ports.now());
  await trx.deleteFrom('regrade_change').where('regrade_id', '=', returned.regrade_id).execute();
  await trx.deleteFrom('regrade').where('regrade_id', '=', returned.regrade_id).execute();
  await trx
    .updateTable('regrade')
    .set({ undone_at: ports.now(), undone_by_puid: user.user_puid })
    .where('regrade_id', '=', regrade_id)
    .execute();
  await note(context, trx, 'regrade.undo', question, back, restored);
  return { restored, kept };
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
