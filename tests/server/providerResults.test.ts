import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { Question } from '../../contract/quiz.ts';
import { outsideOf } from '../../server/kit/outside.ts';
import { resultDelivery } from '../../server/provider/results.ts';
import { everythingTold } from './everythingTold.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { integrationOf } from './integrationOf.ts';
import { type LearnosityServer, type StoredSession, startLearnosity } from './learnosityServer.ts';
import { addLessonOfKinds, kinds } from './lessonOfKinds.ts';
import { questionsOfAttempt } from './providedAnswers.ts';
import { days, hours, minutes, type TestClient, type TestServer, testServer } from './testServer.ts';

let learnosity: LearnosityServer;
const clock = { now: 0 };
beforeAll(async () => {
  learnosity = await startLearnosity(() => clock.now);
  return learnosity.stop;
});
beforeEach(() => {
  learnosity.sessions.clear();
  learnosity.asked.length = 0;
  learnosity.answers.length = 0;
  learnosity.page.size = 50;
});

const named = { assessment_id: kinds.quiz('provider'), lesson_id: kinds.lesson_id, lesson_resource_tracking_id: 0 };
const code = 'kinds/unit/sub/provider';
/** Right answers in the provider's forms, and the points of ours, by question. */
const right: readonly { value: unknown; points: number }[] = [
  { value: ['1'], points: 1 },
  { value: ['0', '2'], points: 2 },
  { value: ['1'], points: 1 },
  { value: 'Evaporation', points: 1 },
  { value: '150 kPa', points: 1 },
  { value: [0, 1, 2], points: 3 },
  { value: ['rows', 'apart'], points: 2 },
  { value: [['heart'], ['lung']], points: 2 },
];
const responsesTo = (answers: readonly { value: unknown; points: number; score?: number | null }[]): StoredSession['responses'] =>
  answers.map(({ value, points, score = points }, at) => ({
    item_reference: `${code}/${at + 1}`,
    attempted: value !== undefined,
    score: value === undefined ? 0 : score,
    max_score: points,
    ...(value === undefined ? {} : { response: { value, type: 'string', apiVersion: 'v2.200.0', revision: 1 } }),
  }));

async function school(further = {}) {
  const server = await testServer({ learnosity: learnosity.settings, outside: outsideOf(['127.0.0.1']), ...further });
  clock.now = server.clock.now;
  await makeFixtureSchool(server.ports);
  await addLessonOfKinds(server.ports);
  const [ana, ben, tess] = [await server.signIn('ana'), await server.signIn('ben'), await server.signIn('tess')];
  const assignment_details = JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null });
  await tess.ok(calls.assign, { lesson_id: kinds.lesson_id, group_puid: ids.class, assignment_no: 1, assignment_details });
  return { server, ana, ben, tess, delivery: resultDelivery(server.ports) };
}

/** A student's attempt with Learnosity, submitted here. */
async function submitted(
  server: TestServer,
  student: TestClient,
  { isThere = true, answers = right as Parameters<typeof responsesTo>[0] } = {},
) {
  const started = await student.ok(calls.startProviderAssessment, named);
  const { result_id } = started;
  const { session_id, provider_student_id: user_id } = await sessionOf(server, result_id);
  const session: StoredSession = {
    ...{ session_id, user_id, activity_id: code, status: 'Completed' },
    items: answers.map((_, at) => ({ reference: `${code}/${at + 1}`, time: 10 + at })),
    responses: responsesTo(answers),
  };
  if (isThere) learnosity.sessions.set(session_id, session);
  await student.ok(calls.submitProviderAssessment, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
  return { result_id, session };
}
const reassign = (server: TestServer, teacher: TestClient) =>
  teacher.ok(calls.reassign, {
    ...{ assigned_by_puid: ids.tess, reassigned_lessonid: kinds.lesson_id, quiz_assessment_id: named.assessment_id },
    ...{ item_type_id: ResourceType.providerAssessment, schoolyear: '2029-2030', reassigned_students: [ids.ana] },
    reassign_date: new Date(server.clock.now).toISOString(),
  });
const sessionOf = (server: TestServer, result_id: number) =>
  server.db.selectFrom('provider_session').selectAll().where('result_id', '=', result_id).executeTakeFirstOrThrow();
const attemptOf = (server: TestServer, result_id: number) =>
  server.db.selectFrom('attempt').selectAll().where('result_id', '=', result_id).executeTakeFirstOrThrow();
/** Points by question, in the quiz's order. */
const pointsOf = async (server: TestServer, result_id: number) =>
  (
    await server.db
      .selectFrom('response as r')
      .innerJoin('question as q', 'q.question_id', 'r.question_id')
      .select(['r.points', 'r.scored_by'])
      .where('r.result_id', '=', result_id)
      .orderBy('q.sort_order')
      .execute()
  ).map(({ points, scored_by }) => [points, scored_by]);
/** Lets time pass. */
function pass(server: TestServer, ms: number): void {
  server.clock.now += ms;
  clock.now = server.clock.now;
}

describe('results of Learnosity', () => {
  it('come by themselves, and are answers and points like ours', async () => {
    const { server, ana, tess, delivery } = await school();
    const { result_id } = await submitted(server, ana);
    expect(await attemptOf(server, result_id)).toMatchObject({ state: 'submitted', score: null });
    expect(await tess.ok(calls.attemptPlace, { result_id })).toMatchObject({ provider: 'learnosity', fetched_at: null });
    await delivery.fetchDue();
    expect(await attemptOf(server, result_id)).toMatchObject({ state: 'graded', score: 13, max_score: 13, time_spent: 108 });
    expect(await sessionOf(server, result_id)).toMatchObject({ state: 'fetched', next_at: null, fetched_at: server.clock.now });
    const { questions, answers } = await questionsOfAttempt(tess, server, result_id);
    expect(answers).toEqual([
      { answer_id: questions[0]?.answer_options[1]?.id, answer_text: '' },
      { answer_id: null, answer_text: JSON.stringify([0, 2].map((at) => questions[1]?.answer_options[at]?.id)) },
      { answer_id: questions[2]?.answer_options[1]?.id, answer_text: '' },
      { answer_id: null, answer_text: 'Evaporation' },
      { answer_id: null, answer_text: '150 kPa' },
      { answer_id: null, answer_text: JSON.stringify([0, 1, 2].map((at) => optionOf(questions[5], ['first', 'second', 'third'][at]))) },
      { answer_id: null, answer_text: JSON.stringify({ t1: optionOf(questions[6], 'rows'), t2: optionOf(questions[6], 'apart') }) },
      { answer_id: null, answer_text: JSON.stringify({ 'f1-1': optionOf(questions[7], 'heart'), 'f1-2': optionOf(questions[7], 'lung') }) },
    ]);
    expect(await integrationOf(await server.signIn('dan'), 'assessment')).toMatchObject({ state: 'works', failures: 0 });
    expect(learnosity.asked).toHaveLength(1);
    await delivery.fetchDue();
    expect(learnosity.asked).toHaveLength(1);
  });

  it('follow a release that the class already had, and are released like ours', async () => {
    const { server, ana, ben, tess, delivery } = await school();
    const { result_id } = await submitted(server, ana);
    const { group_assignment_id } = await attemptOf(server, result_id);
    const release_date = new Date(server.clock.now).toISOString();
    await tess.ok(calls.releaseAssignment, { released_by_puid: ids.tess, group_assignment_id, release_date });
    const { result_id: late } = await submitted(server, ben);
    await delivery.fetchDue();
    for (const one of [result_id, late]) expect(await attemptOf(server, one)).toMatchObject({ state: 'released', score: 13 });
    expect(await tess.ok(calls.attemptPlace, { result_id })).toMatchObject({ fetched_at: new Date(server.clock.now).toISOString() });
  });

  it('wait for a person where the provider does, and keep what a person gave', async () => {
    const { server, ana, tess, delivery } = await school();
    const answers = right.map((one, at) => (at === 3 ? { ...one, score: null } : one));
    const { result_id, session } = await submitted(server, ana, { answers });
    await delivery.fetchDue();
    expect(await attemptOf(server, result_id)).toMatchObject({ state: 'submitted', score: 12 });
    const { questions } = await questionsOfAttempt(tess, server, result_id);
    await server.db
      .updateTable('response')
      .set({ points: 0.5, scored_by: 'person' })
      .where('result_id', '=', result_id)
      .where('question_id', '=', questions[3]?.id ?? 0)
      .execute();
    session.responses = responsesTo(right.map((one, at) => (at === 0 ? { ...one, value: ['0'], score: 0 } : one)));
    expect(await tess.ok(calls.fetchProviderResults, { result_id })).toEqual({ outcome: 'fetched' });
    expect(await attemptOf(server, result_id)).toMatchObject({ state: 'graded', score: 11.5 });
  });

  it('are scored as the class decided: a dropped question, full points, another key', async () => {
    const { server, ana, tess, delivery } = await school();
    const answers = right.map((one, at) => (at < 3 ? { ...one, value: ['0'], score: 0 } : one));
    const { result_id } = await submitted(server, ana, { answers });
    const { questions } = await questionsOfAttempt(tess, server, result_id);
    const set = (at: number, settings: object) => ({
      ...{ district_id: 1, group_puid: ids.class, quiz_id: named.assessment_id, question_id: questions[at]?.id ?? 0 },
      ...{ settings: JSON.stringify(settings), is_rule: 0, version: 1, user_puid: ids.tess, updated_at: server.clock.now },
    });
    await server.db
      .insertInto('question_scoring')
      .values([
        set(0, { key: { kind: 'one', option: questions[0]?.answer_options[0]?.id } }),
        set(1, { outcome: 'full' }),
        set(2, { outcome: 'dropped' }),
      ] as never)
      .execute();
    await delivery.fetchDue();
    expect((await pointsOf(server, result_id)).slice(0, 3)).toEqual([
      [1, 'key'],
      [2, 'rule'],
      [0, 'key'],
    ]);
    expect(await attemptOf(server, result_id)).toMatchObject({ state: 'graded', score: 12 });
  });

  it('have partial points, several questions in an item, and answers in other forms, which are kept as text', async () => {
    const { server, ana, tess, delivery } = await school();
    const { result_id, session } = await submitted(server, ana);
    session.responses = [
      ...responsesTo([
        { ...right[0]!, value: undefined },
        { value: ['0'], points: 8, score: 2 },
        { value: { a: '<script>' }, points: 1, score: 1 },
        ...right.slice(3),
      ]),
      { item_reference: `${code}/2`, attempted: true, score: 8, max_score: 8, response: { value: ['2'] } },
    ];
    await delivery.fetchDue();
    const { answers } = await questionsOfAttempt(tess, server, result_id);
    expect((await pointsOf(server, result_id)).slice(0, 2)).toEqual([
      [1.25, 'key'],
      [1, 'key'],
    ]);
    expect(answers[0]).toBeUndefined();
    expect(answers[2]).toEqual({ answer_id: null, answer_text: '{"a":"<script>"}' });
    expect(await attemptOf(server, result_id)).toMatchObject({ score: 11.25 });
  });

  it('are asked for again, ever more rarely, until the provider has them', async () => {
    const { server, ana, delivery } = await school();
    const { result_id, session } = await submitted(server, ana, { isThere: false });
    await delivery.fetchDue();
    const first = await sessionOf(server, result_id);
    expect(first).toMatchObject({ state: 'waiting', fetches: 1 });
    await delivery.fetchDue();
    expect(learnosity.asked).toHaveLength(1);
    learnosity.sessions.set(session.session_id, { ...session, status: 'Incomplete' });
    pass(server, minutes(1));
    await delivery.fetchDue();
    expect(await sessionOf(server, result_id)).toMatchObject({ state: 'waiting', fetches: 2 });
    expect(await integrationOf(await server.signIn('dan'), 'assessment')).toMatchObject({ failures: 0 });
    pass(server, days(1) + hours(1));
    await delivery.fetchDue();
    expect(await integrationOf(await server.signIn('dan'), 'assessment')).toMatchObject({ state: 'failed', cause: 'missing' });
    pass(server, days(7));
    await delivery.fetchDue();
    expect(await sessionOf(server, result_id)).toMatchObject({ state: 'lost', next_at: null });
    learnosity.sessions.set(session.session_id, session);
    const tess = await server.signIn('tess');
    expect(await tess.ok(calls.fetchProviderResults, { result_id })).toEqual({ outcome: 'fetched' });
    expect(await sessionOf(server, result_id)).toMatchObject({ state: 'fetched' });
  });

  it.each([
    ['dataSignIn', () => ({ status: 403, body: '{"meta":{"status":false}}' })],
    ['dataBusy', () => ({ status: 429, headers: { 'retry-after': '3600' }, body: '' })],
    ['dataDown', () => ({ status: 502, body: '<html>' })],
    ['dataAnswer', () => ({ status: 200, body: '<html>' })],
    ['dataAnswer', () => ({ status: 200, body: '{"meta":{"status":true},"data":[{"session_id":1}]}' })],
    ['dataAnswer', () => ({ status: 200, body: '{"meta":{"status":false},"data":[]}' })],
  ] as const)('fail with %s: the cause is told, and they come later', async (cause, answer) => {
    const { server, ana, tess, delivery } = await school();
    const { result_id } = await submitted(server, ana);
    learnosity.answers.push(answer, answer);
    await delivery.fetchDue();
    expect(await sessionOf(server, result_id)).toMatchObject({ state: 'waiting', fetches: 1 });
    expect(await integrationOf(await server.signIn('dan'), 'assessment')).toMatchObject({ state: 'failed', cause });
    expect(await tess.ok(calls.fetchProviderResults, { result_id })).toEqual({ outcome: cause });
    pass(server, minutes(5));
    await delivery.fetchDue();
    // It asked to be left alone for an hour.
    expect((await attemptOf(server, result_id)).score).toBe(cause === 'dataBusy' ? null : 13);
    pass(server, hours(1));
    await delivery.fetchDue();
    expect(await attemptOf(server, result_id)).toMatchObject({ state: 'graded', score: 13 });
    expect(await integrationOf(await server.signIn('dan'), 'assessment')).toMatchObject({ state: 'warning', cause });
  });

  it('count one failure of a call, however many attempts it asked for', async () => {
    const { server, ana, ben, delivery } = await school();
    await submitted(server, ana);
    await submitted(server, ben);
    learnosity.answers.push(() => ({ status: 502, body: '<html>' }));
    await delivery.fetchDue();
    expect(learnosity.asked).toHaveLength(1);
    expect(await integrationOf(await server.signIn('dan'), 'assessment')).toMatchObject({ state: 'failed', failures: 1 });
  });

  it('are not taken from another person, nor if the questions are others, and hold up nobody else', async () => {
    const { server, ana, ben, tess, delivery } = await school();
    const anas = await submitted(server, ana);
    const bens = await submitted(server, ben);
    learnosity.sessions.set(anas.session.session_id, { ...anas.session, user_id: bens.session.user_id });
    await delivery.fetchDue();
    expect(await attemptOf(server, anas.result_id)).toMatchObject({ state: 'submitted', score: null });
    expect(await attemptOf(server, bens.result_id)).toMatchObject({ state: 'graded', score: 13 });
    pass(server, minutes(1));
    for (const responses of [
      anas.session.responses.slice(1),
      [...anas.session.responses, { item_reference: `${code}/9`, attempted: true, score: 1, max_score: 1 }],
    ]) {
      learnosity.sessions.set(anas.session.session_id, { ...anas.session, responses });
      expect(await tess.ok(calls.fetchProviderResults, { result_id: anas.result_id })).toEqual({ outcome: 'unmatched' });
    }
    expect(await pointsOf(server, anas.result_id)).toEqual([]);
    expect(await integrationOf(await server.signIn('dan'), 'assessment')).toMatchObject({ state: 'failed', cause: 'unmatched' });
  });

  it('of many come page by page, once, whatever is asked at the same time', async () => {
    const { server, ana, ben, delivery } = await school();
    learnosity.page.size = 1;
    const all = [await submitted(server, ana), await submitted(server, ben)];
    const other = resultDelivery(server.ports);
    const tess = await server.signIn('tess');
    await Promise.all([
      delivery.fetchDue(),
      other.fetchDue(),
      ...all.map(({ result_id }) => tess.ok(calls.fetchProviderResults, { result_id })),
      tess.ok(calls.fetchProviderResults, { result_id: all[0]?.result_id ?? 0 }),
    ]);
    for (const { result_id } of all) {
      expect(await attemptOf(server, result_id)).toMatchObject({ state: 'graded', score: 13 });
      expect(await pointsOf(server, result_id)).toHaveLength(8);
    }
  });

  it('that never end are given up', async () => {
    const { server, ana, tess } = await school();
    const { result_id, session } = await submitted(server, ana);
    const again = () => ({ status: 200, body: JSON.stringify({ meta: { status: true, next: 'x' }, data: [session] }) });
    learnosity.answers.push(...Array.from({ length: 20 }, () => again));
    expect(await tess.ok(calls.fetchProviderResults, { result_id })).toEqual({ outcome: 'dataAnswer' });
    expect(learnosity.asked).toHaveLength(10);
  });

  it('are fetched by teachers of the class alone, and only of such attempts', async () => {
    const { server, ana, tess } = await school();
    const { result_id } = await submitted(server, ana);
    for (const name of ['tom', 'sid', 'dora', 'ted'])
      expect((await (await server.signIn(name)).call(calls.fetchProviderResults, { result_id })).code).toBe(404);
    expect((await ana.call(calls.fetchProviderResults, { result_id })).code).toBe(403);
    expect(await (await server.signIn('sue')).ok(calls.fetchProviderResults, { result_id })).toEqual({ outcome: 'fetched' });
    expect((await tess.call(calls.fetchProviderResults, { result_id: 99 })).code).toBe(404);
  });

  it('are not asked for while the student works, and are forgotten with an attempt that was erased', async () => {
    const { server, ana, tess, delivery } = await school();
    const { result_id } = await ana.ok(calls.startProviderAssessment, named);
    expect(await tess.ok(calls.fetchProviderResults, { result_id })).toEqual({ outcome: 'notReady' });
    await delivery.fetchDue();
    expect(learnosity.asked).toEqual([]);
    await submitted(server, ana);
    await server.db.deleteFrom('attempt').where('result_id', '=', result_id).execute();
    await delivery.fetchDue();
    expect(await sessionOf(server, result_id)).toMatchObject({ state: 'lost', next_at: null });
  });

  it('come to an attempt that was reassigned before, and are released to nobody', async () => {
    const { server, ana, tess, delivery } = await school();
    const { result_id, session } = await submitted(server, ana, { isThere: false });
    await reassign(server, tess);
    const earlier = () => server.db.selectFrom('earlier_attempt').selectAll().executeTakeFirstOrThrow();
    await delivery.fetchDue();
    expect(await sessionOf(server, result_id)).toMatchObject({ state: 'waiting', fetches: 1 });
    expect(await earlier()).toMatchObject({ result_id, state: 'submitted', responses: '[]' });
    learnosity.sessions.set(session.session_id, session);
    pass(server, hours(1));
    await delivery.fetchDue();
    expect(await sessionOf(server, result_id)).toMatchObject({ state: 'fetched', next_at: null });
    expect(await earlier()).toMatchObject({ state: 'submitted', score: 13, max_score: 13 });
    expect(await tess.ok(calls.fetchProviderResults, { result_id })).toEqual({ outcome: 'fetched' });
    const { group_assignment_id } = await earlier();
    const seen = await tess.ok(calls.studentAnswers, { group_assignment_id, student_puid: ids.ana });
    const [attempt, ...others] = seen.quizzes.flatMap(({ attempts }) => attempts);
    expect(attempt).toMatchObject({ result_id, score: 13 });
    // In the order of the student.
    expect(attempt?.responses.map(({ points }) => points).toSorted()).toEqual(right.map(({ points }) => points).toSorted());
    expect(others).toEqual([]);
    // The new attempt has results of its own.
    const next = await submitted(server, ana, { answers: right.map((one) => ({ ...one, score: 0 })) });
    await delivery.fetchDue();
    expect(await attemptOf(server, next.result_id)).toMatchObject({ state: 'graded', score: 0 });
    expect(await earlier()).toMatchObject({ score: 13 });
  });

  it('that do not match an attempt that was reassigned change nothing', async () => {
    const { server, ana, tess, delivery } = await school();
    const { result_id, session } = await submitted(server, ana);
    session.responses[0] = { ...session.responses[0], item_reference: `${code}/99` } as (typeof session.responses)[number];
    await reassign(server, tess);
    await delivery.fetchDue();
    expect(await sessionOf(server, result_id)).toMatchObject({ state: 'waiting', fetches: 1 });
    expect(await server.db.selectFrom('earlier_attempt').select('responses').executeTakeFirst()).toEqual({ responses: '[]' });
  });

  it('wait while the provider is not set up, with a person told so', async () => {
    const { server, ana, tess, delivery } = await school();
    const { result_id } = await submitted(server, ana);
    server.ports.learnosity = undefined;
    expect(await tess.ok(calls.fetchProviderResults, { result_id })).toEqual({ outcome: 'notSetUp' });
    await delivery.fetchDue();
    expect(await sessionOf(server, result_id)).toMatchObject({ state: 'waiting', fetches: 0 });
    server.ports.learnosity = learnosity.settings;
    await delivery.fetchDue();
    expect(await attemptOf(server, result_id)).toMatchObject({ state: 'graded', score: 13 });
  });

  it('survive a submission that the server did not finish', async () => {
    const { server, ana, delivery } = await school();
    const { result_id } = await ana.ok(calls.startProviderAssessment, named);
    await server.db
      .updateTable('provider_session')
      .set({ state: 'waiting', next_at: server.clock.now })
      .where('result_id', '=', result_id)
      .execute();
    await delivery.fetchDue();
    expect(await sessionOf(server, result_id)).toMatchObject({ state: 'open', next_at: null });
    await submitted(server, ana);
    await delivery.fetchDue();
    expect(await attemptOf(server, result_id)).toMatchObject({ state: 'graded', score: 13 });
  });
});

describe('results of the built-in provider', () => {
  /** Answers by the texts of the options. */
  const answerTo = (question: Question, at: number): { answer_id: number | null; answer_text: string } => {
    const id = (text: string) => optionOf(question, text) ?? 0;
    const text = (value: unknown) => ({ answer_id: null, answer_text: JSON.stringify(value) });
    return (
      [
        { answer_id: id('steam'), answer_text: '' },
        text([id('gold'), id('air')]),
        { answer_id: id('True'), answer_text: '' },
        { answer_id: null, answer_text: 'evaporation' },
        { answer_id: null, answer_text: '150000 Pa' },
        text(['second', 'first', 'third'].map(id)),
        text({ t1: id('rows'), t2: id('none') }),
        text({ 'f1-2': id('lung') }),
      ][at] ?? { answer_id: null, answer_text: '' }
    );
  };
  async function handedIn(change: (answers: { question_id: number; answer_id: number | null; answer_text: string }[]) => void = () => {}) {
    const { server, ana, tess } = await school({ learnosity: undefined });
    const { result_id, setup } = await ana.ok(calls.startProviderAssessment, named);
    if (setup.provider !== 'builtIn') throw new Error('not the built-in provider');
    const quizResponse = setup.questions.map((question, at) => ({ question_id: question.id, ...answerTo(question, at), time_spent: at }));
    change(quizResponse);
    await ana.ok(calls.submitProviderAssessment, { result_id, time_spent: 40, submit_type: 'save', quizResponse });
    const stored = async () => ({
      attempt: await attemptOf(server, result_id),
      responses: (
        await server.db.selectFrom('response').selectAll().where('result_id', '=', result_id).orderBy('question_id').execute()
      ).map(({ updated_at: _, ...rest }) => rest),
    });
    return { server, tess, result_id, stored };
  }

  it('go through the same calls, and are what was scored at submission', async () => {
    const { server, tess, result_id, stored } = await handedIn();
    const before = await stored();
    expect(before.attempt).toMatchObject({ state: 'graded', score: 1 + 0 + 0 + 1 + 1 + 1 + 1 + 1 });
    expect(before.responses).toHaveLength(8);
    expect(await tess.ok(calls.fetchProviderResults, { result_id })).toEqual({ outcome: 'fetched' });
    expect(await stored()).toEqual(before);
    expect(await sessionOf(server, result_id)).toMatchObject({ provider: 'builtIn', state: 'fetched' });
    expect((await (await server.signIn('dan')).ok(calls.technicalStatus, {})).integrations.map(({ kind }) => kind)).not.toContain(
      'assessment',
    );
  });

  it('take an option that the question does not have as no answer', async () => {
    const { tess, result_id, stored } = await handedIn((answers) => {
      answers[0]!.answer_id = 99;
      answers[1]!.answer_text = '[99]';
      answers[5]!.answer_text = '{"a":1}';
      answers[6]!.answer_text = '[';
      answers[7]!.answer_text = '{"f1-1":99}';
    });
    expect(await tess.ok(calls.fetchProviderResults, { result_id })).toEqual({ outcome: 'fetched' });
    expect((await stored()).attempt).toMatchObject({ state: 'graded', score: 2 });
  });
});

it('leaves the secret nowhere', async () => {
  const { server, ana, delivery } = await school();
  await submitted(server, ana);
  learnosity.answers.push(() => ({ status: 200, body: `{"key":"${learnosity.settings.consumer_secret}"}` }));
  await delivery.fetchDue();
  pass(server, minutes(2));
  await delivery.fetchDue();
  for (const text of await everythingTold(server, await server.signIn('dan')))
    expect(text).not.toContain(learnosity.settings.consumer_secret);
});

function optionOf(question: { answer_options: { id: number; answer_text: string }[] } | undefined, text: string | undefined) {
  return question?.answer_options.find(({ answer_text }) => answer_text === text)?.id;
}
