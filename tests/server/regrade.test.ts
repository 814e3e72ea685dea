import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { ScoringSettings } from '../../contract/scoring.ts';
import { countRows } from '../../server/db/open.ts';
import type { Row } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { makeOddClass, odd, oddQuiz } from './oddClass.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
beforeEach(async () => {
  [server, tess] = await schoolServer('tess');
  await makeOddClass(server);
});

/** The first question: one right option, one point. The fourth: a short text. */
const asked = (client: TestClient, question_index = 0) => ({ ...oddQuiz, question_index, user_puid: client.user.userPuid });
const wanted = (client: TestClient, settings: ScoringSettings, more: object = {}) => ({
  ...asked(client),
  ...{ group_puids: [ids.class], settings, is_rule: false },
  ...more,
});
const preview = (settings: ScoringSettings, more: object = {}) => tess.ok(calls.previewRegrade, wanted(tess, settings, more));
const order = async (settings: ScoringSettings, more: object = {}, regrade_key = 'regrade-1') => {
  const { versions } = await preview(settings, more);
  return { ...wanted(tess, settings, more), regrade_key, seen_versions: versions };
};
const apply = async (settings: ScoringSettings, more: object = {}, key?: string) =>
  tess.ok(calls.applyRegrade, await order(settings, more, key));
const undo = (regrade_id: number) => tess.ok(calls.undoRegrade, { user_puid: ids.tess, regrade_id });
const responses = (question_index = 0) =>
  tess.ok(calls.questionResponses, { ...oddQuiz, question_index, user_puid: ids.tess, district_id: ids.district });
const attempts = () =>
  server.db
    .selectFrom('attempt')
    .select(['result_id', 'state', 'score', 'max_score', 'layout'])
    .where('quiz_id', '=', quiz_id)
    .orderBy('result_id')
    .execute();
const stored = () =>
  server.db
    .selectFrom('response')
    .select(['result_id', 'question_id', 'points', 'scored_by', 'is_dropped'])
    .orderBy('result_id')
    .orderBy('question_id')
    .execute();
/** Makes the short text one that a teacher scores, by these ideas. */
const makeOpen = async () => {
  const { questions } = await tess.ok(calls.itemQuestions, oddQuiz);
  const key = { kind: 'open', example: '', ideas: [{ name: 'steam', points: 1, ways: ['evapor*', 'steam'] }] };
  await server.db
    .updateTable('question')
    .set({ answer_key: JSON.stringify(key) })
    .where('question_id', '=', questions[3]!.question.id)
    .execute();
};
const text = { question_index: 3 };

describe('the key of a class', () => {
  const rightIn = ({ question }: { question: { answer_options: { id: number; is_answer?: boolean | undefined }[] } }) =>
    question.answer_options.filter(({ is_answer }) => is_answer).map(({ id }) => id);

  it('stands beside the answers of the class, and nowhere else', async () => {
    const of = async (more: object = {}) => (await tess.ok(calls.itemQuestions, { ...oddQuiz, ...more })).questions[0]!;
    const { answer_options } = (await of()).question;
    const [other] = answer_options.filter(({ is_answer }) => !is_answer);
    const own = rightIn(await of());
    await apply({ key: { kind: 'one', option: other!.id } });
    expect(rightIn(await of({ group_puid: ids.class }))).toEqual([other!.id]);
    expect(rightIn(await of())).toEqual(own);
    const [{ result_id } = { result_id: 0 }] = await responses();
    const { answers } = await tess.ok(calls.studentResponses, { result_id });
    expect(rightIn(answers[0]!)).toEqual([other!.id]);
  });
});

describe('another key', () => {
  type Key = NonNullable<ScoringSettings['key']>;
  /** Place of the question, its key and points; the key that holds from now on, and the answer that it takes as right. */
  const kinds: [string, number, number, (id: (text: string) => number) => { own: Key; key: Key; answer_text: string }][] = [
    [
      ...(['words', 3, 1] as const),
      () => ({
        own: { kind: 'text', accepted: ['Evaporation'] },
        key: { kind: 'text', accepted: ['condensation', 'dew'] },
        answer_text: 'Dew',
      }),
    ],
    [
      ...(['an order', 5, 3] as const),
      (id) => ({
        own: { kind: 'order', options: ['first', 'second', 'third'].map(id) },
        key: { kind: 'order', options: ['third', 'second', 'first'].map(id) },
        answer_text: JSON.stringify(['third', 'second', 'first'].map(id)),
      }),
    ],
    [
      ...(['pairs', 6, 2] as const),
      (id) => ({
        own: { kind: 'places', places: { t1: id('rows'), t2: id('apart') } },
        key: { kind: 'places', places: { t1: id('apart'), t2: id('none') } },
        answer_text: JSON.stringify({ t1: id('apart'), t2: id('none') }),
      }),
    ],
    [
      ...(['labels', 7, 2] as const),
      (id) => ({
        own: { kind: 'places', places: { 'f1-1': id('heart'), 'f1-2': id('lung') } },
        key: { kind: 'places', places: { 'f1-1': id('lung'), 'f1-2': id('heart') } },
        answer_text: JSON.stringify({ 'f1-1': id('lung'), 'f1-2': id('heart') }),
      }),
    ],
  ];

  it.each(kinds)('of %s is shown, gives points, stands beside the answers, and is undone', async (_, question_index, points, of) => {
    const { question, key: own } = await tess.ok(calls.scoring, asked(tess, question_index));
    const id = (text: string) => question.answer_options.find(({ answer_text }) => answer_text === text)!.id;
    const wantedKey = of(id);
    expect(own).toEqual(wantedKey.own);
    const [one] = await responses(question_index);
    await server.db
      .updateTable('response')
      .set({ answer_text: wantedKey.answer_text, points: 0, is_correct: 0, scored_by: 'key' })
      .where('result_id', '=', one!.result_id)
      .where('question_id', '=', question.id)
      .execute();
    const before = [await attempts(), await stored()];
    const now = async () => (await responses(question_index)).find(({ result_id }) => result_id === one!.result_id);
    const { changes } = await preview({ key: wantedKey.key }, { question_index });
    expect(changes.find(({ result_id }) => result_id === one!.result_id)).toMatchObject({ points_before: 0, points_after: points });
    const { regrade_id } = await apply({ key: wantedKey.key }, { question_index });
    expect(await now()).toMatchObject({ points, scored_by: 'key' });
    const inClass = await tess.ok(calls.itemQuestions, { ...oddQuiz, group_puid: ids.class });
    expect(inClass.questions[question_index]!.question.correct_answer).not.toBe(question.correct_answer);
    await undo(regrade_id);
    expect([await attempts(), await stored()]).toEqual(before);
  });

  it.each<[string, number, (id: (text: string) => number) => Key]>([
    ['an order without an option', 5, (id) => ({ kind: 'order', options: [id('first'), id('second')] })],
    ['an order with an option twice', 5, (id) => ({ kind: 'order', options: [id('first'), id('first'), id('second')] })],
    ['a pair without its option', 6, (id) => ({ kind: 'places', places: { t1: id('rows') } })],
    ['a place that is none', 6, (id) => ({ kind: 'places', places: { t1: id('rows'), t2: id('apart'), t9: id('none') } })],
    ['an option of another question', 7, () => ({ kind: 'places', places: { 'f1-1': 1, 'f1-2': 2 } })],
  ])('is refused: %s', async (_, question_index, of) => {
    const { question } = await tess.ok(calls.scoring, asked(tess, question_index));
    const key = of((text) => question.answer_options.find(({ answer_text }) => answer_text === text)!.id);
    const refused = await tess.call(calls.previewRegrade, wanted(tess, { key }, { question_index }));
    expectFailure(refused, 400);
    expect(JSON.stringify(refused)).toContain('answersUnusable');
  });
});

describe('a preview', () => {
  it('names who gets more and less, and stores nothing', async () => {
    const before = [await attempts(), await stored()];
    const { changes, attempts: of, more, less, kept, versions } = await preview({ outcome: 'full' }, { question_index: 7 });
    expect(changes.length).toBeGreaterThanOrEqual(more);
    expect(more).toBeGreaterThan(0);
    expect([less, kept, of]).toEqual([0, 0, 4]);
    expect(versions).toEqual([{ group_puid: ids.class, version: 0 }]);
    for (const { points_after, score_before, score_after, points_before } of changes)
      expect(score_after).toBe(score_before! + points_after! - points_before!);
    expect([await attempts(), await stored()]).toEqual(before);
  });

  it('changes nothing if nothing is said', async () => {
    for (const question_index of [0, 1, 2]) {
      // The fixture's points are not those of the key.
      await apply({}, { question_index }, `regrade-${question_index}`);
      expect((await preview({}, { question_index })).changes).toEqual([]);
    }
  });

  it('is what applying it does', async () => {
    const { changes } = await preview({ outcome: 'dropped' });
    expect((await apply({ outcome: 'dropped' })).changed).toBe(changes.length);
    const after = new Map((await attempts()).map((one) => [one.result_id, one]));
    for (const { result_id, score_after, max_after } of changes)
      expect(after.get(result_id)).toMatchObject({ score: score_after, max_score: max_after });
  });
});

describe('a regrade', () => {
  it('gives full points to all who have submitted, without an answer too', async () => {
    await apply({ outcome: 'full' }, { question_index: 7 });
    const full = (await stored()).filter(({ scored_by }) => scored_by === 'rule');
    expect(full).toHaveLength(4);
    expect(new Set(full.map(({ points }) => points)).size).toBe(1);
  });

  it('drops a question: what is possible goes down, and the answer earns nothing', async () => {
    const before = await attempts();
    await apply({ outcome: 'dropped' });
    const after = await attempts();
    const moved = after.filter(({ max_score }, at) => max_score === before[at]!.max_score - 1);
    expect(moved).toHaveLength(4);
    for (const { layout } of moved) expect(JSON.parse(layout).questions).toHaveLength(JSON.parse(layout).shown.length - 1);
    for (const { reasons } of await responses()) expect(reasons).toEqual([{ code: 'dropped', values: {} }]);
  });

  it('takes further answers as right, and another key', async () => {
    const { question } = await tess.ok(calls.scoring, asked(tess));
    const [right, other] = [
      question.answer_options.find((one) => one.is_answer)!.id,
      question.answer_options.find((one) => !one.is_answer)!.id,
    ];
    const [one] = await responses();
    await server.db
      .updateTable('response')
      .set({ answer_id: other, points: 0, is_correct: 0 })
      .where('result_id', '=', one!.result_id)
      .where('question_id', '=', question.id)
      .execute();
    const now = async () => (await responses()).find(({ result_id }) => result_id === one!.result_id);
    await apply({ also_right: [other] });
    expect(await now()).toMatchObject({ points: 1, scored_by: 'key', reasons: [{ code: 'optionRight' }] });
    await apply({}, {}, 'regrade-2');
    expect(await now()).toMatchObject({ points: 0 });
    await apply({ key: { kind: 'one', option: other } }, {}, 'regrade-3');
    expect(await now()).toMatchObject({ points: 1 });
    expect(right).not.toBe(other);
  });

  it('scores by ideas only once the rule is on, and never over a person', async () => {
    await makeOpen();
    const [first, ...others] = await responses(3);
    for (const { result_id } of [first!, ...others])
      await server.db
        .updateTable('response')
        .set({ answer_text: 'it evaporates', points: null, is_correct: null, scored_by: null })
        .where('result_id', '=', result_id)
        .where('question_id', '=', (await tess.ok(calls.scoring, asked(tess, 3))).question.id)
        .execute();
    expect(await responses(3)).toMatchObject(
      Array(4).fill({ points: null, scored_by: null, suggestion: { points: 1, is_checked: false } }),
    );
    await tess.ok(calls.submitUserFeedback, {
      result_id: first!.result_id,
      user_puid: ids.tess,
      ...text,
      user_feedback: '',
      user_score: 0.5,
    });
    const { changes, kept, ideas } = await preview({}, { ...text, is_rule: true });
    expect([changes.length, kept, ideas]).toEqual([3, 1, [{ name: 'steam', found: 4, negated: 0 }]]);
    const { regrade_id } = await apply({}, { ...text, is_rule: true });
    const points = async () => (await responses(3)).map((one) => [one.result_id === first!.result_id, one.points, one.scored_by]);
    expect(new Set((await points()).map(String))).toEqual(new Set(['true,0.5,person', 'false,1,rule']));
    expect((await responses(3)).find(({ scored_by }) => scored_by === 'rule')?.reasons).toEqual([
      { code: 'ideaFound', values: { name: 'steam', points: 1, words: 'evaporates' } },
    ]);
    // A person scores one of the rule's answers: undoing the rule leaves it, and says so.
    const [second] = others;
    await tess.ok(calls.submitUserFeedback, {
      result_id: second!.result_id,
      user_puid: ids.tess,
      ...text,
      user_feedback: '',
      user_score: 0,
    });
    const { restored, kept: stays } = await undo(regrade_id);
    expect([restored, stays]).toEqual([
      2,
      [
        {
          ...{ result_id: second!.result_id, user_puid: second!.user_puid },
          first_name: second!.first_name,
          last_name: second!.last_name,
          points: 0,
        },
      ],
    ]);
    expect((await points()).map(([, one]) => one).toSorted()).toEqual([0, 0.5, null, null]);
  });

  it('moves work between graded and submitted, and no release', async () => {
    await makeOpen();
    await server.db
      .updateTable('response')
      .set({ points: null, is_correct: null, scored_by: null })
      .where('question_id', '=', (await tess.ok(calls.scoring, asked(tess, 3))).question.id)
      .execute();
    const states = async () => (await attempts()).map(({ state }) => state).toSorted();
    await server.db.updateTable('attempt').set({ state: 'submitted' }).where('state', '=', 'graded').execute();
    const before = await states();
    const { regrade_id } = await apply({}, { ...text, is_rule: true });
    const after = await states();
    expect(after.filter((state) => state === 'released')).toEqual(before.filter((state) => state === 'released'));
    expect(after.filter((state) => state === 'graded').length).toBeGreaterThan(before.filter((state) => state === 'graded').length);
    await undo(regrade_id);
    expect(await states()).toEqual(before);
  });

  it('is undone exactly', async () => {
    for (const [at, settings] of ([{ outcome: 'full' }, { outcome: 'dropped' }] as ScoringSettings[]).entries()) {
      const before = [await attempts(), await stored()];
      const { regrade_id, changed } = await apply(settings, {}, `regrade-${at}`);
      expect(changed).toBeGreaterThan(0);
      expect(await undo(regrade_id)).toEqual({ restored: changed, kept: [] });
      expect([await attempts(), await stored()]).toEqual(before);
    }
  });

  it('reaches more different answers than a statement takes, and is undone', async () => {
    await makeOpen();
    const { question } = await tess.ok(calls.scoring, asked(tess, 3));
    const of = <T extends 'app_user' | 'enrollment' | 'attempt'>(table: T) =>
      server.db
        .selectFrom(table as 'attempt')
        .selectAll()
        .where('user_puid', '=', ids.ben);
    const user = await of('app_user').executeTakeFirstOrThrow();
    const enrollment = await of('enrollment').executeTakeFirstOrThrow();
    const attempt = await of('attempt').where('quiz_id', '=', quiz_id).where('state', '<>', 'started').executeTakeFirstOrThrow();
    const all = Array.from({ length: 2_100 }, (_, at) => 8_000_000_000_000_000 + at);
    await insertAll(
      server.db,
      'app_user',
      all.map((user_puid) => ({
        ...(user as never as Row<'app_user'>),
        user_puid,
        user_name: `u${user_puid}`,
        user_key: `u${user_puid}`,
        email: null,
        sourced_id: null,
      })),
    );
    await insertAll(
      server.db,
      'enrollment',
      all.map((user_puid) => ({ ...(enrollment as never as Row<'enrollment'>), user_puid, sourced_id: null })),
    );
    await insertAll(
      server.db,
      'attempt',
      all.map((result_id) => ({ ...attempt, result_id, user_puid: result_id, state: 'submitted' as const, score: 0 })),
    );
    const { result_id: _, ...response } = await server.db.selectFrom('response').selectAll().limit(1).executeTakeFirstOrThrow();
    await insertAll(
      server.db,
      'response',
      all.map((result_id, at) => ({
        ...{ ...response, result_id, question_id: question.id, answer_id: null, points: null, is_correct: null, scored_by: null },
        answer_text: `answer ${at}${at % 3 === 0 ? ', it evaporates' : ''}`,
      })),
    );
    await countRows(server.db);
    const points = async () =>
      (await stored())
        .filter(({ result_id, question_id }) => all.includes(result_id) && question_id === question.id)
        .map((one) => one.points);
    const { changes, more, attempts: seen } = await preview({}, { ...text, is_rule: true });
    expect([more, seen]).toEqual([700, 2_100 + 4]);
    const { regrade_id, changed } = await apply({}, { ...text, is_rule: true });
    expect(changed).toBe(changes.length);
    const given = await points();
    expect([given.filter((one) => one === 1).length, given.filter((one) => one === 0).length]).toEqual([700, 1_400]);
    expect((await undo(regrade_id)).restored).toBe(changed);
    expect(new Set(await points())).toEqual(new Set([null]));
  });

  it('scores what is submitted later, too', async () => {
    await apply({ outcome: 'dropped' });
    await apply({ outcome: 'full' }, { question_index: 1 }, 'regrade-2');
    const ana = await server.signIn('ana');
    const tracked = await server.db
      .selectFrom('attempt')
      .select(['result_id', 'lesson_id'])
      .where('user_puid', '=', ids.ana)
      .where('quiz_id', '=', quiz_id)
      .executeTakeFirstOrThrow();
    await server.db
      .updateTable('attempt')
      .set({ state: 'started', submitted_at: null, score: null, max_score: 12 })
      .where('result_id', '=', tracked.result_id)
      .execute();
    await server.db.deleteFrom('response').where('result_id', '=', tracked.result_id).execute();
    await server.db
      .updateTable('attempt')
      .set(({ ref }) => ({ layout: ref('layout') }))
      .execute();
    await ana.ok(calls.submitQuiz, { result_id: tracked.result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
    const [own] = (await attempts()).filter(({ result_id }) => result_id === tracked.result_id);
    expect(own!.score).toBe(2);
    expect(JSON.parse(own!.layout).shown).toHaveLength(JSON.parse(own!.layout).questions.length + 1);
  });
});

describe('a command', () => {
  it('that is repeated changes nothing', async () => {
    const body = await order({ outcome: 'full' });
    const first = await tess.ok(calls.applyRegrade, body);
    expect(await tess.ok(calls.applyRegrade, body)).toEqual(first);
    expect(await tess.ok(calls.regrades, asked(tess))).toHaveLength(1);
  });

  it('is refused if somebody else was faster, and says who', async () => {
    const mine = await order({ outcome: 'full' }, {}, 'regrade-1');
    const sue = await server.signIn('sue');
    await sue.ok(calls.applyRegrade, {
      ...wanted(sue, { outcome: 'dropped' }),
      regrade_key: 'regrade-of-sue',
      seen_versions: mine.seen_versions,
    });
    const refused = await tess.call(calls.applyRegrade, mine);
    expectFailure(refused, 409);
    expect(JSON.stringify(refused)).toContain('scoringChanged');
  });

  it('is undone once, and the last one first', async () => {
    const first = await apply({ outcome: 'full' });
    const second = await apply({ outcome: 'dropped' }, {}, 'regrade-2');
    expectFailure(await tess.call(calls.undoRegrade, { user_puid: ids.tess, regrade_id: first.regrade_id }), 409);
    expect((await tess.ok(calls.regrades, asked(tess))).map(({ may_undo }) => may_undo)).toEqual([true, false]);
    await undo(second.regrade_id);
    expectFailure(await tess.call(calls.undoRegrade, { user_puid: ids.tess, regrade_id: second.regrade_id }), 409);
    expect(await tess.ok(calls.regrades, asked(tess))).toMatchObject([
      { outcome: 'dropped', undone_by: expect.stringContaining('tess'), may_undo: false },
      { outcome: 'full', undone_at: null, may_undo: true, classes: [{ group_puid: ids.class }] },
    ]);
  });

  it('is undone without the changes of another question', async () => {
    const before = await attempts();
    const first = await apply({ outcome: 'full' });
    const between = await attempts();
    const second = await apply({ outcome: 'dropped' }, { question_index: 3 }, 'regrade-2');
    await undo(second.regrade_id);
    expect(await attempts()).toEqual(between);
    expect(await tess.ok(calls.regrades, asked(tess))).toMatchObject([{ undone_at: null, may_undo: true }]);
    expect((await undo(first.regrade_id)).restored).toBe(first.changed);
    expect(await attempts()).toEqual(before);
  });

  it.each<[string, ScoringSettings, number]>([
    ['ideas for a choice', { ideas: [{ name: 'x', points: 1, ways: ['x'] }] }, 0],
    ['an idea above the question’s points', { ideas: [{ name: 'x', points: 9, ways: ['x'] }] }, 3],
    ['a way that is empty', { ideas: [{ name: 'x', points: 1, ways: [' '] }] }, 3],
    ['a way twice', { ideas: [{ name: 'x', points: 1, ways: ['day', 'Days'] }] }, 3],
    ['an option of another question', { also_right: [1] }, 0],
    ['a text as an option', { also_right: ['x'] }, 0],
    ['a key of another kind', { key: { kind: 'text', accepted: ['x'] } }, 0],
    ['too many ways', { ideas: [{ name: 'x', points: 1, ways: Array.from({ length: 21 }, (_, at) => `way ${at}`) }] }, 3],
  ])('is refused for %s', async (_, settings, question_index) => {
    await makeOpen();
    const more = { question_index };
    expectFailure(await tess.call(calls.previewRegrade, wanted(tess, settings, more)), 400);
    expectFailure(
      await tess.call(calls.applyRegrade, { ...wanted(tess, settings, more), regrade_key: 'regrade-1', seen_versions: [] }),
      400,
    );
  });

  it('is for those who see the class', async () => {
    const { regrade_id } = await apply({ outcome: 'full' });
    for (const name of ['tom', 'sid', 'ted', 'dora']) {
      const client = await server.signIn(name);
      expectFailure(await client.call(calls.scoring, asked(client)), 404);
      expectFailure(await client.call(calls.regrades, asked(client)), 404);
      expectFailure(await client.call(calls.previewRegrade, wanted(client, {})), 404);
      expectFailure(await client.call(calls.undoRegrade, { user_puid: client.user.userPuid, regrade_id }), 404);
      expectFailure(await client.call(calls.applyRegrade, { ...wanted(client, {}), regrade_key: 'regrade-9', seen_versions: [] }), 404);
    }
  });

  it('leaves reassigned work alone', async () => {
    const { regrade_id } = await apply({ outcome: 'full' });
    const [one] = await responses();
    await server.db.deleteFrom('response').where('result_id', '=', one!.result_id).execute();
    await server.db.deleteFrom('attempt').where('result_id', '=', one!.result_id).execute();
    await undo(regrade_id);
    expect((await responses()).map(({ scored_by }) => scored_by)).not.toContain('rule');
  });
});

describe('the reasons', () => {
  const read = async () => {
    const { quizzes } = await tess.ok(calls.studentAnswers, { group_assignment_id: odd.unscored, student_puid: ids.ben });
    return quizzes.find((quiz) => quiz.quiz_id === quiz_id)!;
  };

  it('are in the report of a student’s answers: which ideas were found, and in which words', async () => {
    await makeOpen();
    const { question } = await tess.ok(calls.scoring, asked(tess, 3));
    await server.db
      .updateTable('response')
      .set({ answer_text: 'The water  evaporates and is steam.', points: null, is_correct: null })
      .where('question_id', '=', question.id)
      .execute();
    const reasons = async () => (await read()).attempts.at(-1)!.responses.find(({ question_id }) => question_id === question.id)?.reasons;
    expect(await reasons()).toEqual([{ code: 'waiting', values: {} }]);
    const { regrade_id } = await apply({}, { ...text, is_rule: true });
    expect(await reasons()).toEqual([{ code: 'ideaFound', values: { name: 'steam', points: 1, words: 'evaporates' } }]);
    const ben = await server.signIn('ben');
    const { result_id } = await server.db
      .selectFrom('attempt')
      .select('result_id')
      .where('user_puid', '=', ids.ben)
      .where('group_assignment_id', '=', odd.unscored)
      .executeTakeFirstOrThrow();
    const own = () => ben.call(calls.quizReview, { user_puid: ids.ben, result_id });
    expectFailure(await own(), 404);
    await server.db.updateTable('attempt').set({ state: 'released' }).where('result_id', '=', result_id).execute();
    const shown = async () => (await ben.ok(calls.quizReview, { user_puid: ids.ben, result_id })).questions[3]!.reasons;
    expect(await shown()).toEqual(await reasons());
    await undo(regrade_id);
    expect(await shown()).toEqual([{ code: 'waiting', values: {} }]);
    await tess.ok(calls.submitUserFeedback, { result_id, user_puid: ids.tess, ...text, user_feedback: '', user_score: 1 });
    expect(await reasons()).toEqual([{ code: 'person', values: {} }]);
  });

  it('come with the key that holds in the class', async () => {
    const { question } = await tess.ok(calls.scoring, asked(tess));
    const other = question.answer_options.find((one) => !one.is_answer)!.id;
    const right = async () => (await read()).questions[0]!.answer_options.filter(({ is_answer }) => is_answer).map(({ id }) => id);
    expect(await right()).not.toEqual([other]);
    const { regrade_id } = await apply({ key: { kind: 'one', option: other } });
    expect(await right()).toEqual([other]);
    await undo(regrade_id);
    expect(await right()).not.toEqual([other]);
  });
});
