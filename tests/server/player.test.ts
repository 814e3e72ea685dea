import { describe, expect, it } from 'vitest';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { trackTimeOut } from '../../server/areas/contentTracking.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { framePath } from '../../server/provider/frame.ts';
import { type Learnosity, readLearnosity, signedItemsRequest } from '../../server/provider/learnosity.ts';
import { ids, item_id, makeFixtureSchool, quiz_id, resourceIds } from './fixtureSchool.ts';
import { integrationOf } from './integrationOf.ts';
import { addLessonOfKinds, kinds } from './lessonOfKinds.ts';
import { days, minutes, testServer } from './testServer.ts';

async function school(further = {}) {
  const server = await testServer(further);
  await makeFixtureSchool(server.ports);
  await addLessonOfKinds(server.ports);
  const [ana, tess] = [await server.signIn('ana'), await server.signIn('tess')];
  const assignment_details = JSON.stringify({ from_date: new Date(server.clock.now - days(1)).toISOString(), to_date: null });
  const assign = (lesson_id: number) => tess.ok(calls.assign, { lesson_id, group_puid: ids.class, assignment_no: 1, assignment_details });
  const assigned = await assign(kinds.lesson_id);
  return { ...server, ana, tess, assign, assigned };
}
const self = { user_puid: ids.ana };
const sheet = { item_id: kinds.item('printable'), lesson_id: kinds.lesson_id, item_type_id: ResourceType.printableQuiz };
const completionOf = (slug: 'printable' | 'provider' | 'reader', quiz = true) => ({
  ...self,
  resource_id: kinds.resource(slug),
  lesson_id: kinds.lesson_id,
  resource_type_id: 1,
  quiz_id: quiz ? kinds.quiz(slug) : 0,
  isLearnosityEnabled: slug === 'provider',
});

describe('content tracking', () => {
  const opened = { ...self, item_id, item_type_id: ResourceType.reading, lesson_id: 0 };

  it('has a start, which gives an id, and an end with the seconds of attention, at most those that have passed', async () => {
    const { ana, db, clock } = await school();
    const id = await ana.ok(calls.startContentTracking, opened);
    const began = clock.now;
    clock.now += minutes(1);
    await ana.ok(calls.endContentTracking, { ...self, content_track_id: id, time_spent: 999 });
    clock.now += minutes(1);
    // Idempotent: a repeated beacon changes nothing.
    await ana.ok(calls.endContentTracking, { ...self, content_track_id: id, time_spent: 1 });
    const [row] = await db.selectFrom('content_track').selectAll().where('content_track_id', '=', id).execute();
    expect(row).toMatchObject({ ended_at: began + minutes(1), time_spent: 60, is_timed_out: 0, lesson_id: null });
  });

  it('ends by itself what was never closed, and takes an end that comes after all', async () => {
    const { ana, db, clock, signIn } = await school();
    const id = await ana.ok(calls.startContentTracking, opened);
    const row = () => db.selectFrom('content_track').selectAll().where('content_track_id', '=', id).executeTakeFirstOrThrow();
    const { started_at } = await row();
    clock.now += trackTimeOut + minutes(1);
    const later = await signIn('ana');
    await later.ok(calls.startContentTracking, opened);
    expect(await row()).toMatchObject({ ended_at: started_at + trackTimeOut, time_spent: 0, is_timed_out: 1 });
    await later.ok(calls.endContentTracking, { ...self, content_track_id: id, time_spent: 30 });
    expect(await row()).toMatchObject({ ended_at: clock.now, time_spent: 30, is_timed_out: 0 });
  });

  it('is of the person alone', async () => {
    const { ana, signIn } = await school();
    const id = await ana.ok(calls.startContentTracking, opened);
    const ben = await signIn('ben');
    const foreign = await ben.call(calls.endContentTracking, { user_puid: ids.ben, content_track_id: id, time_spent: 1 });
    expect(foreign.code).toBe(404);
    expect((await ana.call(calls.startContentTracking, { ...opened, lesson_id: ids.tomsLesson })).code).toBe(404);
  });
});

describe('a printable quiz', () => {
  it('is finished by what the student gives back, and by nothing that the client says', async () => {
    const { ana, assigned } = await school();
    const { lesson_id, assignment_id } = assigned;
    const lesson_tracking_id = await ana.ok(calls.trackLesson, { ...self, ...assigned, time_spent: 1, tracking_id: 0, mode: 'start' });
    await ana.ok(calls.trackResource, {
      ...self,
      lesson_id,
      assignment_id,
      time_spent: 5,
      percentage_completed: 100,
      previous_resource_id: 0,
      resource_id: kinds.resource('printable'),
      tracking_id: 0,
      lesson_tracking_id,
      resource_type_id: ResourceType.printableQuiz,
    });
    expect(await ana.ok(calls.checkResourceCompletion, completionOf('printable'))).toEqual({
      is_completed: false,
      percentage_completed: 99,
    });
    expect(await ana.ok(calls.printableResponse, { ...self, ...sheet })).toBeNull();
    const empty = await ana.call(calls.submitPrintableQuiz, { UserPuid: ids.ana, ...sheet, response_text: ' ', is_on_paper: false });
    expect([empty.code, empty.message]).toEqual([400, 'Type your answers, or confirm that you gave the sheet to your teacher.']);
    const given = { UserPuid: ids.ana, ...sheet, response_text: ' 1. ice ', is_on_paper: false };
    expect(await ana.ok(calls.submitPrintableQuiz, given)).toMatchObject({ response_text: '1. ice', is_on_paper: false });
    await ana.ok(calls.submitPrintableQuiz, { ...given, response_text: '', is_on_paper: true });
    expect(await ana.ok(calls.printableResponse, { ...self, ...sheet })).toMatchObject({ response_text: '', is_on_paper: true });
    expect(await ana.ok(calls.checkResourceCompletion, completionOf('printable'))).toEqual({
      is_completed: true,
      percentage_completed: 100,
    });
  });
});

describe('a leveled reader', () => {
  it('names the other levels of its family, the easiest first', async () => {
    const { ana } = await school();
    const named = { userPuid: ids.ana, roleId: 1, districtId: 1, stateId: 48 };
    const { levels } = await ana.ok(calls.getContent, { ...named, id: kinds.item('reader') });
    expect(levels.map(({ item_id: of, lexile }) => [of, lexile])).toEqual([
      [kinds.item('reader'), 620],
      [kinds.item('harderReader'), 820],
    ]);
    expect((await ana.ok(calls.getContent, { ...named, id: item_id })).levels).toEqual([]);
  });

  it('has its check handed in by its own call, and released at once', async () => {
    const { ana } = await school();
    const started = await ana.ok(calls.startQuiz, {
      quiz_id: kinds.quiz('reader'),
      lesson_id: kinds.lesson_id,
      lesson_resource_tracking_id: 0,
    });
    const result = await ana.ok(calls.submitReadersQuiz, {
      result_id: started.result_id,
      time_spent: 40,
      submit_type: 'save',
      quizResponse: [],
    });
    expect(result).toMatchObject({ state: 'released', questions: 1 });
  });
});

describe('the assessment provider', () => {
  const named = { assessment_id: kinds.quiz('provider'), lesson_id: kinds.lesson_id, lesson_resource_tracking_id: 0 };
  const right = (questions: { id: number; question_type: string; answer_options: { id: number; answer_text: string }[] }[]) => {
    const question = questions.find(({ question_type }) => question_type === 'single_choice')!;
    return {
      question_id: question.id,
      answer_text: '',
      answer_id: question.answer_options.find(({ answer_text }) => answer_text === 'steam')!.id,
      is_correct_answer: false,
      time_spent: 3,
    };
  };

  it('starts one attempt, hands out no key, and the server scores what it brings', async () => {
    const { ana, db } = await school();
    const started = await ana.call(calls.startProviderAssessment, named);
    expect(started.text).not.toMatch(/is_answer|EXPLANATION|MISCONCEPTION/);
    const { result_id, setup, frame_path } = started.data;
    expect(frame_path).toBe(framePath);
    if (setup.provider !== 'builtIn') throw new Error('not the built-in provider');
    const answer = right(setup.questions);
    await ana.ok(calls.saveAnswers, {
      result_id,
      answers: [{ ...answer, sequence: 1, given_at: new Date().toISOString() }],
    });
    const again = await ana.ok(calls.startProviderAssessment, named);
    expect([again.result_id, Object(again.setup).answers]).toEqual([
      result_id,
      [{ question_id: answer.question_id, answer_id: answer.answer_id, answer_text: '', sequence: 1 }],
    ]);
    const result = await ana.ok(calls.submitProviderAssessment, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [answer] });
    expect(result).toMatchObject({ state: 'graded', answered: 1, score: null, duplicate: false });
    const rows = await db.selectFrom('attempt').select(['score', 'max_score']).where('quiz_id', '=', named.assessment_id).execute();
    expect(rows).toEqual([{ score: 1, max_score: 13 }]);
    expect(await ana.ok(calls.checkResourceCompletion, completionOf('provider'))).toMatchObject({ is_completed: true });
    expect((await ana.call(calls.startProviderAssessment, named)).code).toBe(409);
  });

  it('is not asked for other quizzes, nor given other results', async () => {
    const { ana, assign } = await school();
    await assign(ids.freeLesson);
    const other = { lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };
    expect((await ana.call(calls.startProviderAssessment, { ...other, assessment_id: quiz_id })).code).toBe(404);
    const { result_id } = await ana.ok(calls.startQuiz, { ...other, quiz_id });
    const submission = { result_id, time_spent: 40, submit_type: 'save' as const, quizResponse: [] };
    expect((await ana.call(calls.submitProviderAssessment, submission)).code).toBe(404);
  });

  it('has a frame of an origin of its own that may load nothing', async () => {
    const { app } = await school();
    const answer = await app.request(framePath);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/sandbox allow-scripts$/);
    expect(policy).not.toContain('https:');
    expect(policy).not.toContain('unsafe');
  });
});

describe('Learnosity', () => {
  const learnosity: Learnosity = {
    consumer_key: 'key-of-the-district',
    consumer_secret: 'secret-of-the-district',
    domain: 'science.example.org',
    script: 'https://items.learnosity.com/?latest-lts',
    data: 'https://data.learnosity.com/latest-lts',
    sources: ['https://*.learnosity.com'],
  };

  it('gets a request that is signed as it documents', () => {
    const request = signedItemsRequest(learnosity, Date.UTC(2026, 0, 5, 9, 7), { user_id: 'u-1', items: ['Demo3'] });
    expect(JSON.parse(request)).toEqual({
      security: {
        consumer_key: 'key-of-the-district',
        domain: 'science.example.org',
        timestamp: '20260105-0907',
        user_id: 'u-1',
        // printf '%s' 'key-of-the-district_science.example.org_20260105-0907_u-1_{"user_id":"u-1","items":["Demo3"]}' | openssl dgst -sha256 -hmac secret-of-the-district
        signature: '$02$a1f2428da264f3909babaab26d167cd9b9e8de2ab593461d55f8ec6b73ad0556',
      },
      request: { user_id: 'u-1', items: ['Demo3'] },
    });
  });

  it('is told no name and no id of ours, the same ones each time, and its score is not invented', async () => {
    const { ana, app, db, signIn } = await school({ learnosity });
    const named = { assessment_id: kinds.quiz('provider'), lesson_id: kinds.lesson_id, lesson_resource_tracking_id: 0 };
    const first = await ana.ok(calls.startProviderAssessment, named);
    if (first.setup.provider !== 'learnosity') throw new Error('not Learnosity');
    expect(first.setup.script).toBe(learnosity.script);
    const { request } = JSON.parse(first.setup.request) as { request: Record<string, string> };
    expect(request).toMatchObject({ state: 'initial', activity_template_id: 'kinds/unit/sub/provider' });
    expect(first.setup.request).not.toMatch(new RegExp(`ana|${ids.ana}|${learnosity.consumer_secret}|${first.result_id}`));
    const result = await ana.ok(calls.submitProviderAssessment, {
      result_id: first.result_id,
      time_spent: 40,
      submit_type: 'save',
      quizResponse: [],
    });
    expect(result.state).toBe('submitted');
    expect(await integrationOf(await signIn('dan'), 'assessment')).toMatchObject({ state: 'unused', failures: 0 });
    expect(await db.selectFrom('attempt').select('score').where('result_id', '=', first.result_id).execute()).toEqual([{ score: null }]);
    const policy = (await app.request(framePath)).headers.get('content-security-policy');
    expect(policy).toContain('script-src');
    expect(policy).toContain('https://items.learnosity.com https://*.learnosity.com');
  });

  it('is set up by one variable, and what is wrong in it is named', () => {
    const { sources: _, ...given } = learnosity;
    expect(readLearnosity(JSON.stringify(given))).toEqual(learnosity);
    expect(readLearnosity(undefined)).toBeUndefined();
    expect(() => readLearnosity('{')).toThrow('ORRERY_LEARNOSITY is not valid JSON');
    expect(() => readLearnosity(JSON.stringify({ ...given, script: 'http://items.learnosity.com' }))).toThrow('script');
  });
});

describe('completion', () => {
  it('is asked of the assignment that is meant, where a lesson came twice', async () => {
    const { ana, assigned, db, signIn } = await school();
    const enrollment = {
      district_id: 1,
      group_puid: ids.otherClass,
      user_puid: ids.ana,
      role: 'student',
      sourced_id: null,
      active: 1,
    } as const;
    await insertAll(db, 'enrollment', [enrollment]);
    const second = await (await signIn('tom')).ok(calls.assign, {
      lesson_id: kinds.lesson_id,
      group_puid: ids.otherClass,
      assignment_no: 1,
      assignment_details: JSON.stringify({ from_date: new Date(0).toISOString(), to_date: null }),
    });
    await ana.ok(calls.submitPrintableQuiz, {
      UserPuid: ids.ana,
      ...sheet,
      response_text: 'ice',
      is_on_paper: false,
      group_assignment_id: second.group_assignment_id,
    });
    const of = (group_assignment_id: number) =>
      ana.ok(calls.checkResourceCompletion, { ...completionOf('printable'), group_assignment_id });
    expect((await of(assigned.group_assignment_id)).is_completed).toBe(false);
    expect((await of(second.group_assignment_id)).is_completed).toBe(true);
    for (const { assignment_id, group_assignment_id } of [assigned, second])
      expect(await ana.ok(calls.lessonPlayer, { ...self, lesson_id: kinds.lesson_id, assignment_id })).toMatchObject({
        assignment_id,
        group_assignment_id,
      });
    const player = await ana.ok(calls.lessonPlayer, { ...self, ...second });
    expect(player.lesson_resources.find(({ id }) => id === kinds.resource('printable'))?.percentage_completed).toBe(100);
  });

  it('is not told of another resource or quiz', async () => {
    const { ana } = await school();
    expect((await ana.call(calls.checkResourceCompletion, { ...completionOf('printable'), quiz_id })).code).toBe(404);
    const foreign = { ...completionOf('reader', false), resource_id: resourceIds(ids.foreignLesson).reading };
    expect((await ana.call(calls.checkResourceCompletion, foreign)).code).toBe(404);
  });
});

describe('a guest with a code', () => {
  it('reads a reader at other levels and prints the sheet, and opens nothing of another lesson', async () => {
    const { tess, call } = await school();
    const { code } = await tess.ok(calls.generateCode, { lesson_id: kinds.lesson_id });
    const { data } = await call(calls.loginWithAssignmentCode, { code, name: 'Ana B.' });
    const { token, userData } = data as { token: string; userData: { userPuid: number } };
    const bearer = { authorization: `Bearer ${token}` };
    const item = { userPuid: userData.userPuid, roleId: 1, districtId: 1, stateId: 48 };
    const read = async (id: number) => (await call(calls.getContent, { ...item, id }, bearer)).code;
    expect([await read(kinds.item('reader')), await read(kinds.item('harderReader')), await read(item_id)]).toEqual([200, 200, 404]);
    const of = { user_puid: userData.userPuid, lesson_id: kinds.lesson_id, item_type_id: ResourceType.printableQuiz };
    const response = async (id: number) => (await call(calls.printableResponse, { ...of, item_id: id }, bearer)).code;
    expect([await response(sheet.item_id), await response(item_id)]).toEqual([200, 404]);
  });
});
