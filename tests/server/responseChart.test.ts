import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SnapshotFrom, transition } from 'xstate';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { ScoringSettings } from '../../contract/scoring.ts';
import { idOf } from '../../server/content/ids.ts';
import { type ResponseEvent, responseMachine } from '../../src/machines/autograde/responseMachine.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { days } from './testServer.ts';

/*
 * Random work of two students and a teacher, on the server and on the chart `response` side by side. The chart hears only what the people do;
 * what a scoring says of an answer is read from the texts here, not from the server.
 */

const item = { item_id: idOf('course/unit/sub/quiz'), itemtype_id: ResourceType.quiz };
const students = ['ana', 'ben'] as const;
/** Places of the questions: a text that the key scores, and one that a person scores. */
const asked = { key: 3, open: 4 } as const;
type Asked = keyof typeof asked;
const kinds = Object.keys(asked) as Asked[];
const texts = ['', 'steam', 'ice'] as const;

type Step =
  | { act: 'submit'; who: number; answers: Record<Asked, (typeof texts)[number]> }
  | { act: 'scoring'; on: Asked; outcome: ScoringSettings['outcome'] | null; hasIdeas: boolean; isRule: boolean; isWide: boolean }
  | { act: 'undo'; on: Asked }
  | { act: 'score'; who: number; on: Asked; points: number }
  | { act: 'accept'; who: number }
  | { act: 'comment' | 'takeBack'; who: number; on: Asked }
  | { act: 'release' | 'recall' | 'reassign'; who: number };

const who = fc.integer({ min: 0, max: 1 });
const on = fc.constantFrom(...kinds);
const answers = fc.record({ key: fc.constantFrom(...texts), open: fc.constantFrom(...texts) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('submit' as const), who, answers }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ act: fc.constant('scoring' as const), on, outcome: fc.constantFrom(null, null, 'full' as const, 'dropped' as const) },
      ...{ hasIdeas: fc.boolean(), isRule: fc.boolean(), isWide: fc.boolean() },
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('undo' as const), on }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('score' as const), who, on, points: fc.constantFrom(0, 0.5, 1) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('accept' as const), who }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('comment' as const, 'takeBack' as const), who, on }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('release' as const, 'recall' as const, 'reassign' as const), who }) },
);

type Chart = SnapshotFrom<typeof responseMachine>;
const begin = (): Chart =>
  responseMachine.resolveState({ value: { points: 'unsubmitted', comments: 'uncommented', counting: 'counted', result: 'hidden' } });

/** What a class's scoring is, as the teacher ordered it. */
interface Scoring {
  outcome: ScoringSettings['outcome'] | null;
  hasIdeas: boolean;
  isRule: boolean;
  /** Takes "ice" as right, too. */
  isWide: boolean;
}
const plain: Scoring = { outcome: null, hasIdeas: false, isRule: false, isWide: false };

const idea = { name: 'Steam', points: 1, ways: ['steam'] };
const settingsOf = (kind: Asked, { outcome, hasIdeas, isWide }: Scoring): ScoringSettings => ({
  ...(outcome === null ? {} : { outcome }),
  ...(kind === 'open' ? { ideas: hasIdeas ? [idea] : [] } : isWide ? { also_right: ['ice'] } : {}),
});

/** What a scoring says of an answer. */
function saysOf(kind: Asked, { outcome, hasIdeas, isRule }: Scoring): 'full' | 'key' | 'rule' | 'none' {
  if (outcome === 'full') return 'full';
  if (kind === 'key') return 'key';
  return hasIdeas && isRule ? 'rule' : 'none';
}

/** One student's work on the quiz: the charts of the two responses, with what the chart does not keep. */
interface Work {
  result_id: number | null;
  charts: Record<Asked, Chart>;
  comments: Record<Asked, number[]>;
}

/** Where points have been. */
const reached = new Set<string>();

async function run(steps: readonly Step[]): Promise<void> {
  const [server, tess, ...clients] = await schoolServer('tess', ...students);
  await tess.ok(calls.assign, {
    ...{ lesson_id: ids.freeLesson, group_puid: ids.class, assignment_no: 1 },
    assignment_details: JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null }),
  });
  const open = JSON.stringify({ kind: 'open', example: '' });
  const key = JSON.stringify({ kind: 'text', accepted: ['steam'] });
  const rows = await server.db.selectFrom('question').select('question_id').where('quiz_id', '=', quiz_id).orderBy('sort_order').execute();
  const question = { key: rows[asked.key]!.question_id, open: rows[asked.open]!.question_id };
  for (const [question_id, answer_key] of [
    [question.key, key],
    [question.open, open],
  ] as const)
    await server.db
      .updateTable('question')
      .set({ answer_key, unit: null, question_type: 'short_text' })
      .where('question_id', '=', question_id)
      .execute();

  const works = students.map((): Work => ({ result_id: null, charts: { key: begin(), open: begin() }, comments: { key: [], open: [] } }));
  const scoring: Record<Asked, Scoring> = { key: plain, open: plain };
  const regrades: Record<Asked, { id: number; before: Scoring }[]> = { key: [], open: [] };
  let keys = 0;
  const asker = (kind: Asked) => ({ ...item, question_index: asked[kind], user_puid: ids.tess });

  const tell = (work: Work, kind: Asked, ...events: ResponseEvent['type'][]) => {
    for (const type of events) work.charts[kind] = transition(responseMachine, work.charts[kind], { type })[0];
  };
  /** The events of a scoring that holds from now on. */
  const hear = (work: Work, kind: Asked, now: Scoring, isNewlyFull: boolean) => {
    if (work.result_id === null) return;
    const says = saysOf(kind, now);
    const isAnswered = !['unanswered', 'fullUnanswered'].includes(work.charts[kind].value.points);
    tell(
      work,
      kind,
      says === 'full'
        ? isNewlyFull
          ? 'full.given'
          : 'full.kept'
        : says === 'key' && isAnswered
          ? 'key.applied'
          : says === 'rule' && isAnswered
            ? 'rule.applied'
            : 'points.withdrawn',
    );
    tell(work, kind, now.outcome === 'dropped' ? 'question.dropped' : 'question.counted');
    if (kind === 'open') tell(work, kind, now.hasIdeas ? 'suggestion.offered' : 'suggestion.withdrawn');
  };

  const perform = async (one: Step): Promise<void> => {
    if (one.act === 'scoring') {
      const { on: kind } = one;
      const wanted = { ...asker(kind), group_puids: [ids.class], settings: settingsOf(kind, one), is_rule: one.isRule };
      if (works.every(({ result_id }) => result_id === null)) return;
      const { versions, changes } = await tess.ok(calls.previewRegrade, wanted);
      const { regrade_id, changed } = await tess.ok(calls.applyRegrade, {
        ...wanted,
        regrade_key: `regrade-${++keys}`,
        seen_versions: versions,
      });
      expect(changed, 'what was shown').toBe(changes.length);
      for (const work of works) hear(work, kind, one, one.outcome === 'full' && scoring[kind].outcome !== 'full');
      regrades[kind].push({ id: regrade_id, before: scoring[kind] });
      scoring[kind] = one;
      return;
    }
    if (one.act === 'undo') {
      const last = regrades[one.on].at(-1);
      if (!last || works.every(({ result_id }) => result_id === null)) return;
      const changed = new Map(
        (await server.db.selectFrom('regrade_change').selectAll().where('regrade_id', '=', last.id).execute()).map((row) => [
          row.result_id,
          row,
        ]),
      );
      await tess.ok(calls.undoRegrade, { user_puid: ids.tess, regrade_id: last.id });
      regrades[one.on].pop();
      scoring[one.on] = last.before;
      // Full points return to whom that change took them from.
      for (const work of works) {
        const change = changed.get(work.result_id ?? 0);
        const isMine = work.charts[one.on].value.points !== 'byPerson' || change?.scored_by_after === 'person';
        hear(work, one.on, last.before, isMine && change?.scored_by_before === 'rule');
      }
      return;
    }
    const work = works[one.who] as Work;
    const client = clients[one.who] as (typeof clients)[number];
    const user_puid = client.user.userPuid;
    if (one.act === 'submit') {
      if (work.result_id !== null) return;
      const { result_id } = await client.ok(calls.startQuiz, { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 });
      await client.ok(calls.submitQuiz, {
        ...{ result_id, time_spent: 40, submit_type: 'save' },
        quizResponse: kinds.map((kind) => ({
          question_id: question[kind],
          answer_id: null,
          answer_text: one.answers[kind],
          time_spent: 5,
        })),
      });
      work.result_id = result_id;
      for (const kind of kinds) {
        tell(work, kind, one.answers[kind] === '' ? 'answer.omitted' : 'answer.submitted');
        hear(work, kind, scoring[kind], false);
      }
      return;
    }
    if (work.result_id === null) return;
    const result_id = work.result_id;
    const whose = { quiz_assessment_id: quiz_id, item_type_id: ResourceType.quiz, grouppuid: ids.class, user_puids: [user_puid] };
    const grade = { result_id, user_puid: ids.tess };
    switch (one.act) {
      case 'score': {
        const { code } = await tess.call(calls.submitUserFeedback, {
          ...grade,
          question_index: asked[one.on],
          user_feedback: '',
          user_score: one.points,
        });
        expect(code === 200, 'may score').toBe(work.charts[one.on].can({ type: 'person.scored' }));
        return tell(work, one.on, 'person.scored');
      }
      case 'accept': {
        const [suggested] = (await tess.ok(calls.questionResponses, { ...asker('open'), district_id: ids.district })).filter(
          (response) => response.result_id === result_id,
        );
        expect(suggested?.suggestion != null, 'may accept').toBe(work.charts.open.can({ type: 'suggestion.accepted' }));
        if (!suggested?.suggestion) return;
        await tess.ok(calls.submitUserFeedback, {
          ...grade,
          question_index: asked.open,
          user_feedback: '',
          user_score: suggested.suggestion.points,
        });
        return tell(work, 'open', 'suggestion.accepted');
      }
      case 'comment': {
        const answer = await tess.call(calls.submitUserFeedback, {
          ...grade,
          question_index: asked[one.on],
          user_feedback: 'Look again.',
          user_score: null,
        });
        expect(answer.code === 200, 'may comment').toBe(work.charts[one.on].can({ type: 'comment.written' }));
        if (answer.code !== 200) return;
        work.comments[one.on].push((answer.data as { comment_id: number }).comment_id);
        return tell(work, one.on, 'comment.written');
      }
      case 'takeBack': {
        const comment_id = work.comments[one.on].pop();
        if (comment_id === undefined) return;
        await tess.ok(calls.takeBackComment, { user_puid: ids.tess, comment_id });
        if (work.comments[one.on].length === 0) tell(work, one.on, 'comments.takenBack');
        return;
      }
      case 'release':
      case 'recall': {
        const isRelease = one.act === 'release';
        const isShown = work.charts.open.can({ type: 'report.recalled' });
        if (isRelease === isShown) return;
        if (isRelease)
          await tess.ok(calls.releaseReport, {
            released_by_puid: ids.tess,
            ...whose,
            release_date: new Date(server.clock.now).toISOString(),
          });
        else await tess.ok(calls.recallReport, { recalled_by_puid: ids.tess, ...whose });
        for (const kind of kinds) tell(work, kind, isRelease ? 'report.released' : 'report.recalled');
        return;
      }
      case 'reassign': {
        server.clock.now += 60_000;
        await tess.ok(calls.reassign, {
          ...{
            assigned_by_puid: ids.tess,
            reassigned_lessonid: ids.freeLesson,
            quiz_assessment_id: quiz_id,
            item_type_id: ResourceType.quiz,
          },
          ...{ schoolyear: '2029-2030', reassigned_students: [user_puid], reassign_date: new Date(server.clock.now).toISOString() },
        });
        work.result_id = null;
        work.comments = { key: [], open: [] };
        for (const kind of kinds) tell(work, kind, 'work.reassigned');
      }
    }
  };

  /** What the server says of a response, in words of the chart. */
  const stored = async (work: Work, kind: Asked, at: number): Promise<Chart['value']> => {
    if (work.result_id === null) return begin().value;
    const { result_id } = work;
    const listed = (await tess.ok(calls.questionResponses, { ...asker(kind), district_id: ids.district })).find(
      (one) => one.result_id === result_id,
    );
    const row = await server.db
      .selectFrom('response')
      .selectAll()
      .where('result_id', '=', result_id)
      .where('question_id', '=', question[kind])
      .executeTakeFirst();
    const attempt = await server.db.selectFrom('attempt').selectAll().where('result_id', '=', result_id).executeTakeFirstOrThrow();
    const reviewed = await (clients[at] as (typeof clients)[number]).call(calls.quizReview, {
      user_puid: clients[at]!.user.userPuid,
      result_id,
    });
    const isFull = scoring[kind].outcome === 'full' && row?.scored_by === 'rule';
    const points = !listed
      ? isFull
        ? 'fullUnanswered'
        : 'unanswered'
      : isFull
        ? listed.grade
          ? 'fullOverPerson'
          : 'full'
        : listed.points === null
          ? listed.suggestion
            ? 'suggested'
            : 'waiting'
          : ({ key: 'byKey', rule: 'byRule', person: 'byPerson' } as const)[listed.scored_by ?? 'key'];
    return {
      points,
      comments: (listed?.comment_count ?? 0) > 0 ? 'commented' : 'uncommented',
      counting: JSON.parse(attempt.layout).questions.includes(question[kind]) ? 'counted' : 'dropped',
      result: reviewed.code === 200 ? 'released' : 'hidden',
    };
  };

  for (const [place, one] of steps.entries()) {
    await perform(one);
    for (const [at, work] of works.entries())
      for (const kind of kinds) {
        reached.add(work.charts[kind].value.points);
        expect(await stored(work, kind, at), `${students[at]}, ${kind}, after step ${place}: ${JSON.stringify(one)}`).toEqual(
          work.charts[kind].value,
        );
      }
  }
}

const scored = (on: Asked, more: Partial<Scoring> = {}): Step => ({ act: 'scoring', on, ...plain, ...more });
/** Reaches every state, so that no run of bad luck leaves one out. */
const everyState: Step[] = [
  { act: 'submit', who: 0, answers: { key: 'steam', open: 'steam' } },
  { act: 'submit', who: 1, answers: { key: '', open: 'ice' } },
  scored('open', { hasIdeas: true }),
  { act: 'accept', who: 0 },
  { act: 'comment', who: 1, on: 'key' },
  { act: 'comment', who: 1, on: 'open' },
  scored('open', { hasIdeas: true, isRule: true }),
  scored('open', { outcome: 'full' }),
  { act: 'undo', on: 'open' },
  scored('key', { outcome: 'full' }),
  { act: 'release', who: 1 },
  scored('key', { outcome: 'dropped' }),
  { act: 'undo', on: 'key' },
  { act: 'score', who: 0, on: 'key', points: 0 },
  scored('key'),
  // The person scored while everybody had full points: undoing what came after leaves that.
  { act: 'undo', on: 'key' },
  { act: 'recall', who: 1 },
  { act: 'takeBack', who: 1, on: 'open' },
  { act: 'reassign', who: 1 },
];

it('is where the server says it is, whatever people do', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), run), { numRuns: 8, examples: [[everyState]] });
  expect(reached).toEqual(new Set(Object.keys(responseMachine.states.points?.states ?? {})));
});
