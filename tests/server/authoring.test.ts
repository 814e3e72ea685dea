import { beforeEach, describe, expect, it } from 'vitest';
import { questionProblems, quizProblems } from '../../common/authoring/quizProblems.ts';
import { readDecimal } from '../../common/readDecimal.ts';
import type { AuthoredQuestion, AuthoredQuiz } from '../../contract/authoring.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { Role } from '../../contract/kit.ts';
import type { Question, StartedQuiz } from '../../contract/quiz.ts';
import type { ScoringSettings } from '../../contract/scoring.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { assignOwnQuiz, authored, everyAuthoredType, ownQuiz } from './ownQuiz.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
let tom: TestClient;
beforeEach(async () => {
  [server, tess, tom] = await schoolServer('tess', 'tom');
});

const create = (client = tess, quiz = ownQuiz(), creation_key = 'device-1') => client.ok(calls.createQuiz, { creation_key, quiz });
const save = (item_id: number, version: number, quiz: AuthoredQuiz, client = tess) =>
  client.call(calls.saveQuiz, { item_id, version, quiz });
const publish = (item_id: number, version: number, client = tess) => client.call(calls.publishQuiz, { item_id, version });
/** A quiz of tess's that lessons can use. */
const published = async (quiz = ownQuiz()) => {
  const { item_id } = await create(tess, quiz);
  await tess.ok(calls.publishQuiz, { item_id, version: 1 });
  return item_id;
};
const share = (item_id: number, ...user_puid_list: number[]) => tess.ok(calls.shareQuiz, { item_id, user_puid_list });
const lessonWith = (client: TestClient, item_id: number) =>
  client.call(calls.createLesson, {
    user_puid: client.user.userPuid,
    lesson_name: 'With a quiz',
    lesson_resources: JSON.stringify([{ item_id, resource_type_id: ResourceType.quiz, time: 10, sort_order: 1, remarks: '' }]),
  });
const assigned = async (item_id: number) => (await assignOwnQuiz(server, tess, item_id)).given.lesson_id;
const quizOf = async (item_id: number) =>
  (await server.db.selectFrom('content_item').select('quiz_id').where('item_id', '=', item_id).executeTakeFirstOrThrow()).quiz_id ?? 0;
const start = async (client: TestClient, item_id: number, lesson_id: number) =>
  client.ok(calls.startQuiz, { quiz_id: await quizOf(item_id), lesson_id, lesson_resource_tracking_id: 0 });
const submit = (client: TestClient, result_id: number, quizResponse: Parameters<typeof answers>[1]) =>
  client.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: answers(null, quizResponse) });
const answers = (_: null, list: { question_id: number; answer_id?: number | null; answer_text?: string }[]) =>
  list.map((one) => ({ answer_id: null, answer_text: '', time_spent: 3, ...one }));
const asked = ({ quiz_details }: StartedQuiz) => quiz_details.questions;
const byText = (questions: readonly Question[], text: string) => questions.find(({ question_text }) => question_text === text) as Question;
const optionOf = ({ answer_options }: Question, text: string) => answer_options.find((one) => one.answer_text === text)?.id ?? 0;

describe('a draft', () => {
  it('is created once, however often the device sends it', async () => {
    const first = await create();
    expect(first).toEqual({ item_id: first.item_id, version: 1, published_version: null });
    expect(await create()).toEqual(first);
    expect((await create(tess, ownQuiz(), 'device-2')).item_id).not.toBe(first.item_id);
    expect(await tess.ok(calls.authoredQuizzes, {})).toHaveLength(2);
  });
  it('may be incomplete, and loses nothing that was typed', async () => {
    const quiz = ownQuiz({ title: '', questions: [authored('a', 'numeric', { value: 'about 3', accepted: ['x'] })] });
    const { item_id } = await create(tess, quiz);
    expect(await tess.ok(calls.authoredQuiz, { item_id })).toEqual({ item_id, version: 1, published_version: null, quiz });
    expectFailure(await publish(item_id, 1), 400, /2 more to fix/);
    expectFailure(await tess.call(calls.previewDraft, { item_id }), 400, /2 more to fix/);
    expect(await server.db.selectFrom('content_item').selectAll().where('item_id', '=', item_id).execute()).toEqual([]);
  });
  it('keeps formatted text without scripts', async () => {
    const text = '<p onclick="x()">Hot<script>alert(1)</script> <strong>steam</strong><img src=x onerror=alert(1)></p>';
    const { item_id } = await create(tess, ownQuiz({ intro: text, questions: [authored('a', 'true_false', { text, explanation: text })] }));
    const { quiz } = await tess.ok(calls.authoredQuiz, { item_id });
    const clean = '<p>Hot <strong>steam</strong></p>';
    expect(quiz).toMatchObject({ intro: clean, questions: [{ text: clean, explanation: clean }] });
  });
  it('is saved by version: the other of two tabs gets what was saved first', async () => {
    const { item_id } = await create();
    const second = ownQuiz({ title: 'Second' });
    expect((await save(item_id, 1, second)).data).toEqual({ item_id, version: 2, published_version: null });
    // The response was lost, and the device sends the same again.
    expect((await save(item_id, 1, second)).data).toEqual({ item_id, version: 2, published_version: null });
    const late = await save(item_id, 1, ownQuiz({ title: 'Late' }));
    expectFailure(late, 409, /changed somewhere else/);
    expect(late.data).toMatchObject({ reason: 'quizChanged', version: 2, quiz: { title: 'Second' } });
    expectFailure(await publish(item_id, 1), 409, /changed somewhere else/);
  });
  it('is kept with 200 questions, and not with more', async () => {
    const many = (count: number) =>
      ownQuiz({ questions: Array.from({ length: count }, (_, at) => ({ ...everyAuthoredType[0]!, key: `q${at}` })) });
    expect(await published(many(200))).toBeGreaterThan(0);
    expectFailure(await tess.call(calls.createQuiz, { creation_key: 'device-9', quiz: many(201) }), 400);
    expectFailure(await tess.call(calls.createQuiz, { creation_key: 'device-9', quiz: ownQuiz({ intro: 'x'.repeat(20_001) }) }), 400);
  });
  it('is of its author alone', async () => {
    const { item_id } = await create();
    await share(item_id, ids.tom);
    for (const client of [tom, await server.signIn('dan'), await server.signIn('ted')]) {
      expectFailure(await client.call(calls.authoredQuiz, { item_id }), 404);
      expectFailure(await save(item_id, 1, ownQuiz(), client), 404);
      expectFailure(await publish(item_id, 1, client), 404);
      expectFailure(await client.call(calls.previewDraft, { item_id }), 404);
      expectFailure(await client.call(calls.removeQuiz, { item_id }), 404);
      expectFailure(await client.call(calls.restoreQuiz, { item_id }), 404);
      expectFailure(await client.call(calls.shareQuiz, { item_id, user_puid_list: [ids.sue] }), 404);
      // Nothing is published, so there is nothing to copy.
      expectFailure(await client.call(calls.copyQuiz, { item_id }), 404);
      expect(await client.ok(calls.authoredQuizzes, {})).toEqual([]);
    }
    expect(await server.db.selectFrom('authored_quiz').select('published_version').execute()).toEqual([{ published_version: null }]);
  });
  it('is written by administrators as well', async () => {
    for (const name of ['sue', 'dan', 'pam', 'max']) {
      const client = await server.signIn(name);
      const { item_id } = await create(client);
      expect((await publish(item_id, 1, client)).code).toBe(200);
      expect((await lessonWith(client, item_id)).code).toBe(200);
    }
  });
});

describe('a preview', () => {
  it('plays the newest draft with its key, and stores nothing', async () => {
    const { item_id } = await create();
    const preview = await tess.ok(calls.previewDraft, { item_id });
    expect(preview).toMatchObject({ title: 'Heat and matter', intro: '<p>Ready?</p>', minutes: 16, standards: ['MS-PS1-4'], marks: [] });
    expect(preview.questions.filter(({ is_example }) => is_example).map(({ correct_answer }) => correct_answer)).toEqual([
      'Because it is hot.',
    ]);
    const words = preview.questions.map(({ question_type, correct_answer, answer_options }) => [
      question_type,
      correct_answer ?? answer_options.flatMap((one) => (one.is_answer ? one.answer_text : [])).join(),
    ]);
    expect(words).toEqual([
      ['single_choice', 'steam'],
      ['multiple_choice', 'gold,iron'],
      ['true_false', 'False'],
      ['short_text', 'Evaporation'],
      ['short_text', 'Because it is hot.'],
      ['numeric', '1.5 kg'],
      ['ordering', 'first → second → third'],
      ['matching', 'Solid: rows; Gas: apart'],
    ]);
    const number = byText(preview.questions, 'About number');
    const mark = async (answer_text: string) =>
      (await tess.ok(calls.previewDraft, { item_id, answers: answers(null, [{ question_id: number.id, answer_text }]) })).marks[0]?.points;
    expect([await mark('1,6 kg'), await mark('1.7'), await mark('1500 g'), await mark('1700 g'), await mark('1.5 L')]).toEqual([
      1, 0, 1, 0, 0,
    ]);
    expect(await server.db.selectFrom('question').select('question_id').where('author_key', 'is not', null).execute()).toEqual([]);
  });
});

describe('a quiz that is ready', () => {
  it('goes the whole way: into a lesson, to the class, and to results', async () => {
    const item_id = await published();
    const lesson_id = await assigned(item_id);
    const ana = await server.signIn('ana');
    const started = await start(ana, item_id, lesson_id);
    expect(JSON.stringify(started)).not.toMatch(/is_answer|It is hot|misconception|Evaporation|Because/);
    const questions = asked(started);
    const choice = byText(questions, 'About choice');
    const order = byText(questions, 'About order');
    await submit(ana, started.result_id, [
      { question_id: choice.id, answer_id: optionOf(choice, 'steam') },
      { question_id: byText(questions, 'About number').id, answer_text: '1.45 kg' },
      { question_id: order.id, answer_text: JSON.stringify(['first', 'second', 'third'].map((text) => optionOf(order, text))) },
      { question_id: byText(questions, 'About open').id, answer_text: 'It boils' },
    ]);
    expect(await server.db.selectFrom('attempt').select(['score', 'max_score']).execute()).toEqual([{ score: 5, max_score: 14 }]);
    const tracking = await tess.ok(calls.itemData, { user_puid: ids.tess, district_id: ids.district });
    expect(tracking).toMatchObject([{ item_id, title: 'Heat and matter', waiting: 1 }]);
    const sheet = await tess.ok(calls.quizSheet, { userPuid: ids.tess, item_id });
    expect(sheet.questions).toHaveLength(8);
  });
  it('is changed for new attempts only', async () => {
    const item_id = await published();
    const lesson_id = await assigned(item_id);
    const [ana, ben] = [await server.signIn('ana'), await server.signIn('ben')];
    const before = await start(ana, item_id, lesson_id);
    const [choice, choices, ...rest] = everyAuthoredType as AuthoredQuestion[];
    const changed = { ...choice!, points: 5, options: choice!.options.map((one) => ({ ...one, is_right: one.text === 'ice' })) };
    await save(item_id, 1, ownQuiz({ questions: [rest[0]!, changed, authored('new', 'short_text', { accepted: ['x'] })] }));
    // A draft changes nothing.
    expect(asked(await start(ben, item_id, lesson_id))).toHaveLength(8);
    await server.db.deleteFrom('attempt').where('user_puid', '=', ids.ben).execute();
    expect((await publish(item_id, 2)).data).toMatchObject({ version: 2, published_version: 2 });
    expect(await start(ana, item_id, lesson_id)).toEqual(before);
    const after = await start(ben, item_id, lesson_id);
    expect(asked(after).map(({ question_text, points }) => [question_text, points])).toEqual([
      ['About truth', 1],
      ['About choice', 5],
      ['About new', 1],
    ]);
    // What did not change is the same question, in results too.
    expect(byText(asked(after), 'About truth').id).toBe(byText(asked(before), 'About truth').id);
    expect(byText(asked(after), 'About choice').id).not.toBe(byText(asked(before), 'About choice').id);
    for (const [client, started, right, points] of [
      [ana, before, 'steam', 1],
      [ben, after, 'ice', 5],
    ] as const) {
      const question = byText(asked(started), 'About choice');
      await submit(client, started.result_id, [{ question_id: question.id, answer_id: optionOf(question, right) }]);
      const own = server.db.selectFrom('attempt').select('score').where('result_id', '=', started.result_id);
      expect(await own.executeTakeFirst()).toEqual({ score: points });
    }
    const overview = await ben.ok(calls.quizDetails, {
      ...{ user_puid: ids.ben, quiz_id: await quizOf(item_id), lesson_id, lesson_resource_tracking_id: 0 },
    });
    expect(overview.quiz_details).toMatchObject({ question_count: 3, points: 7 });
    expect((await tess.ok(calls.quizSheet, { userPuid: ids.tess, item_id })).questions).toHaveLength(3);
    // Back at the first version, the first questions come back.
    await save(item_id, 2, ownQuiz({ questions: [choice!, choices!, ...rest] }));
    await publish(item_id, 3);
    await server.db.deleteFrom('response').execute();
    await server.db.deleteFrom('attempt').where('user_puid', '=', ids.ben).execute();
    expect(asked(await start(ben, item_id, lesson_id)).map(({ id }) => id)).toEqual(asked(before).map(({ id }) => id));
  });
  it('suggests points by its ideas, and counts significant figures', async () => {
    const ideas = [{ key: 'i', name: 'Steam', points: '0,5', ways: 'evapor*\nsteam\nsteam' }];
    const item_id = await published(
      ownQuiz({
        questions: [
          authored('open', 'short_text', { is_scored_by_person: true, example: 'It is steam.', ideas }),
          authored('number', 'numeric', { points: 4, value: '1.5', unit: 'kg', figures: 2, figures_cost: 25 }),
          authored('any', 'numeric', { points: 4, value: '1.5', unit: 'kg' }),
        ],
      }),
    );
    const lesson_id = await assigned(item_id);
    const ana = await server.signIn('ana');
    const started = await start(ana, item_id, lesson_id);
    const [open, number, any] = asked(started).map(({ id }) => id) as [number, number, number];
    await submit(ana, started.result_id, [
      { question_id: open, answer_text: 'It evaporates' },
      { question_id: number, answer_text: '1.500 kg' },
      { question_id: any, answer_text: '1.500 kg' },
    ]);
    const of = async (question_id: number) => {
      const reader = { user_puid: ids.tess, district_id: ids.district };
      const named = { item_id, itemtype_id: ResourceType.quiz, question_id };
      return (await tess.ok(calls.questionResponses, { ...named, ...reader }))[0];
    };
    expect(await of(open)).toMatchObject({ points: null, suggestion: { points: 0.5, ideas: [{ name: 'Steam', outcome: 'found' }] } });
    expect(await of(number)).toMatchObject({ points: 3, reasons: [{ code: 'numberRight' }, { code: 'figures' }] });
    expect(await of(any)).toMatchObject({ points: 4 });
  });

  describe('with a corrected key', () => {
    const [choice, choices, truth, word, _open, number, order, match] = everyAuthoredType as AuthoredQuestion[];
    /** A quiz that ana and ben have answered. */
    const answered = async () => {
      const item_id = await published();
      const lesson_id = await assigned(item_id);
      for (const name of ['ana', 'ben']) {
        const client = await server.signIn(name);
        const started = await start(client, item_id, lesson_id);
        const given = asked(started).map(({ id, question_type, answer_options: [option] }) => ({
          question_id: id,
          answer_id: question_type === 'single_choice' || question_type === 'true_false' ? (option?.id ?? 0) : null,
          answer_text: question_type === 'single_choice' || question_type === 'true_false' ? '' : `[${option?.id ?? 1}]`,
        }));
        await submit(client, started.result_id, given);
      }
      return item_id;
    };
    const corrections = (item_id: number) => tess.ok(calls.keyCorrections, { item_id });
    const republish = async (item_id: number, version: number, questions: AuthoredQuestion[]) => {
      expect((await save(item_id, version, ownQuiz({ questions }))).code).toBe(200);
      await tess.ok(calls.publishQuiz, { item_id, version: version + 1 });
    };
    const quizItem = (item_id: number) => ({ item_id, itemtype_id: ResourceType.quiz, user_puid: ids.tess });

    it('offers the regrade of each assignment, question by question, until it is done', async () => {
      const item_id = await answered();
      expect(await corrections(item_id)).toEqual([]);
      const changed = [
        { ...choice!, options: choice!.options.map((one) => ({ ...one, is_right: one.text === 'ice' })) },
        { ...choices!, options: choices!.options.map((one) => ({ ...one, is_right: one.text !== 'iron' })) },
        { ...truth!, is_true: true },
        { ...word!, accepted: ['condensation'] },
        // A text that changes is no correction of the key.
        { ...number!, text: '<p>How many?</p>' },
        { ...order!, options: order!.options.toReversed() },
        { ...match!, pairs: match!.pairs.map((pair, at, all) => ({ ...pair, right: all[1 - at]!.right })) },
      ];
      await republish(item_id, 1, changed);
      const found = await corrections(item_id);
      expect(found.map((one) => one.number)).toEqual([1, 2, 3, 4, 6, 7]);
      for (const { assignments } of found)
        expect(assignments).toMatchObject([{ group_puid: ids.class, lesson_name: 'With a quiz', responses: 2 }]);
      for (const [at, { question_id }] of found.entries()) {
        const named = { ...quizItem(item_id), question_id };
        const { corrected_key, key } = await tess.ok(calls.scoring, named);
        expect(corrected_key).toMatchObject({ kind: key!.kind });
        expect(corrected_key).not.toEqual(key);
        const wanted = { ...named, group_puids: [ids.class], settings: { key: corrected_key! }, is_rule: false };
        const { versions } = await tess.ok(calls.previewRegrade, wanted);
        await tess.ok(calls.applyRegrade, { ...wanted, regrade_key: `regrade-${at}`, seen_versions: versions });
        expect(await corrections(item_id)).toHaveLength(found.length - at - 1);
      }
    });
    it('offers it again when the key is corrected once more, and none where everyone has full points', async () => {
      const item_id = await answered();
      const withRight = (right: string) => [
        { ...choice!, options: choice!.options.map((one) => ({ ...one, is_right: one.text === right })) },
      ];
      await republish(item_id, 1, withRight('ice'));
      const [first] = await corrections(item_id);
      const named = { ...quizItem(item_id), question_id: first!.question_id };
      const regrade = async (settings: ScoringSettings, regrade_key: string) => {
        const wanted = { ...named, group_puids: [ids.class], settings, is_rule: false };
        const { versions } = await tess.ok(calls.previewRegrade, wanted);
        await tess.ok(calls.applyRegrade, { ...wanted, regrade_key, seen_versions: versions });
      };
      await regrade({ key: (await tess.ok(calls.scoring, named)).corrected_key! }, 'regrade-1');
      expect(await corrections(item_id)).toEqual([]);
      await republish(item_id, 2, withRight('water'));
      expect(await corrections(item_id)).toMatchObject([{ number: 1, question_id: first!.question_id }]);
      await regrade({ outcome: 'full' }, 'regrade-2');
      expect(await corrections(item_id)).toEqual([]);
    });
    it('says nothing where the options are other ones, and to nobody but the author', async () => {
      const item_id = await answered();
      await share(item_id, ids.sue);
      await republish(item_id, 1, [
        { ...choice!, options: choice!.options.map((one) => (one.is_right ? { ...one, text: 'vapor' } : one)) },
        { ...truth!, is_true: true },
      ]);
      expect((await corrections(item_id)).map((one) => one.number)).toEqual([2]);
      const sue = await server.signIn('sue');
      expectFailure(await sue.call(calls.keyCorrections, { item_id }), 404);
    });
  });
  it('keeps no questions that nobody was asked', async () => {
    const item_id = await published();
    await save(item_id, 1, ownQuiz({ questions: [everyAuthoredType[2]!] }));
    await publish(item_id, 2);
    const stored = await server.db.selectFrom('question').select('place').where('author_key', 'is not', null).execute();
    expect(stored).toEqual([{ place: 1 }]);
  });
  it('says whether it changed since', async () => {
    const item_id = await published();
    const card = async () => (await tess.ok(calls.authoredQuizzes, {}))[0];
    expect(await card()).toMatchObject({ item_id, question_count: 8, points: 14, is_ready: true, has_changes: false, is_own: true });
    await save(item_id, 1, ownQuiz({ title: 'Newer' }));
    expect(await card()).toMatchObject({ title: 'Newer', is_ready: true, has_changes: true });
  });
  it('stays out of the catalog', async () => {
    const item_id = await published();
    const found = await tess.ok(calls.search, { user_puid: ids.tess, query: 'Heat and matter' });
    expect(found.items.map((item) => item.item_id)).not.toContain(item_id);
    expectFailure(await tom.call(calls.contentUrlId, { userPuid: ids.tom, item_id }), 404);
  });
});

describe('who sees a quiz', () => {
  const uses = async (client: TestClient, item_id: number) => {
    const { userPuid: user_puid, districtID: districtId } = client.user;
    const answers = [
      await client.call(calls.getContent, { id: item_id, userPuid: user_puid, roleId: 2, districtId, stateId: null }),
      await client.call(calls.previewQuiz, { user_puid, lesson_id: 0, quiz_id: await quizOf(item_id) }),
      await client.call(calls.quizSheet, { userPuid: user_puid, item_id }),
      await client.call(calls.copyQuiz, { item_id }),
      await lessonWith(client, item_id),
    ];
    return answers.map(({ code }) => code);
  };
  it('colleagues with whom it is shared may use and copy it, nobody else', async () => {
    const item_id = await published();
    const no = [404, 404, 404, 404, 404];
    expect(await uses(tess, item_id)).toEqual([200, 200, 200, 200, 200]);
    for (const name of ['tom', 'sue', 'dan', 'ted', 'dora'])
      expect([name, await uses(await server.signIn(name), item_id)]).toEqual([name, no]);
    await share(item_id, ids.tom);
    server.clock.now += 1;
    expect(await uses(tom, item_id)).toEqual([200, 200, 200, 200, 200]);
    const [own, shared] = await tom.ok(calls.authoredQuizzes, {});
    expect([own, shared]).toMatchObject([
      { is_own: true, is_ready: false },
      { item_id, is_own: false, author: 'tess Person', is_ready: true },
    ]);
    // A copy is the colleague's own, and leaves the first one alone.
    const copy = own?.item_id ?? 0;
    expect((await save(copy, 1, ownQuiz({ title: 'Mine' }), tom)).code).toBe(200);
    expect((await tess.ok(calls.authoredQuiz, { item_id })).quiz.title).toBe('Heat and matter');
    await tess.ok(calls.unshareQuiz, { item_id, user_puid_list: [ids.tom] });
    // His lesson still has it.
    expect(await uses(tom, item_id)).toEqual([200, 200, 200, 404, 200]);
    expectFailure(await tess.call(calls.unshareQuiz, { item_id, user_puid_list: [ids.tom] }), 404);
  });
  it('is shared with staff of the district only', async () => {
    const item_id = await published();
    const found = (search: string, client = tess) => client.call(calls.quizColleagues, { item_id, role_id: Role.teacher, search });
    await share(item_id, ids.tom);
    expect((await found('')).data).toMatchObject({ users: [{ user_puid: ids.tom, is_shared: true }], total: 1 });
    expect((await found('zzz')).data).toEqual({ users: [], total: 0 });
    expectFailure(await found('', tom), 404);
    await tess.ok(calls.unshareQuiz, { item_id, user_puid_list: [ids.tom] });
    expect((await found('TOM')).data.users).toMatchObject([{ is_shared: false }]);
    for (const who of [ids.ana, ids.ted, ids.tess, 999])
      expectFailure(await tess.call(calls.shareQuiz, { item_id, user_puid_list: [ids.tom, who] }), 404);
    expect(await server.db.selectFrom('item_share').selectAll().execute()).toEqual([]);
  });
  it('students see it with an assignment only', async () => {
    const item_id = await published();
    const ana = await server.signIn('ana');
    const get = () => ana.call(calls.getContent, { id: item_id, userPuid: ids.ana, roleId: 1, districtId: 1, stateId: null });
    expectFailure(await get(), 404);
    await assigned(item_id);
    expect((await get()).code).toBe(200);
    const cal = await server.signIn('cal');
    expectFailure(await cal.call(calls.getContent, { id: item_id, userPuid: ids.cal, roleId: 1, districtId: 1, stateId: null }), 404);
    expectFailure(await ana.call(calls.authoredQuizzes, {}), 403);
  });
  it('a deleted one stays in lessons and comes back', async () => {
    const item_id = await published();
    const lesson_id = await assigned(item_id);
    await tess.ok(calls.removeQuiz, { item_id });
    expect(await tess.ok(calls.authoredQuizzes, {})).toEqual([]);
    expectFailure(await tess.call(calls.removeQuiz, { item_id }), 404);
    expect(asked(await start(await server.signIn('ana'), item_id, lesson_id))).toHaveLength(8);
    await tess.ok(calls.restoreQuiz, { item_id });
    expect(await tess.ok(calls.authoredQuizzes, {})).toHaveLength(1);
  });
});

describe('what a quiz lacks', () => {
  const problems = (type: AuthoredQuestion['question_type'], fields: Partial<AuthoredQuestion>) =>
    questionProblems(authored('a', type, fields)).map(({ code, part }) => (part === undefined ? code : `${code} ${part}`));
  const option = (key: string, text: string, is_right = false) => ({ key, text, is_right, misconception: '' });
  const pair = (key: string, left: string, right: string) => ({ key, left, right });

  const idea = (key: string, name: string, points: string, ways: string) => ({ key, name, points, ways });
  const withIdeas = (...ideas: AuthoredQuestion['ideas']) => ({ is_scored_by_person: true, example: 'It is steam.', ideas });

  it('is nothing when it is complete', () => expect(quizProblems(ownQuiz())).toEqual([]));
  it('is a title and a question', () =>
    expect(quizProblems(ownQuiz({ title: ' ', questions: [] })).map(({ code }) => code)).toEqual(['title', 'noQuestions']));
  it.each<[string, AuthoredQuestion['question_type'], Partial<AuthoredQuestion>, string[]]>([
    ['no words', 'true_false', { is_true: true, text: '<p>&nbsp; </p>' }, ['text']],
    ['zero points', 'true_false', { is_true: true, points: 0 }, ['points']],
    ['no options', 'single_choice', {}, ['fewOptions', 'noRight']],
    ['an empty option', 'single_choice', { options: [option('x', 'A', true), option('y', ' ')] }, ['emptyOption y']],
    ['an option twice', 'single_choice', { options: [option('x', 'A', true), option('y', ' A')] }, ['sameOption y']],
    ['options that differ in case', 'single_choice', { options: [option('x', 'Tt', true), option('y', 'tt')] }, []],
    ['two right options', 'single_choice', { options: [option('x', 'A', true), option('y', 'B', true)] }, ['noRight']],
    ['one right option of many', 'multiple_choice', { options: [option('x', 'A', true), option('y', 'B')] }, ['fewRight']],
    ['neither true nor false', 'true_false', {}, ['truth']],
    ['no accepted answer', 'short_text', { accepted: ['', ' '] }, ['accepted']],
    ['no example', 'short_text', { is_scored_by_person: true, example: ' ' }, ['example']],
    ['an idea without anything', 'short_text', withIdeas(idea('x', '', '', ' ')), ['ideaName x', 'ideaPoints x', 'ideaWays x']],
    ['an idea worth too much', 'short_text', withIdeas(idea('x', 'Steam', '1.5', 'steam')), ['ideaPoints x']],
    ['an idea twice', 'short_text', withIdeas(idea('x', 'Steam', '1', 'steam'), idea('y', 'steam ', '0,5', 'vapor')), ['sameIdea y']],
    ['an idea with a way of signs only', 'short_text', withIdeas(idea('x', 'Steam', '1', 'steam\n…')), ['ideaWays x']],
    ['ideas that are complete', 'short_text', withIdeas(idea('x', 'Steam', '0.5', 'steam\n\nvapor'), idea('y', 'Heat', '0', 'hot')), []],
    ['no number', 'numeric', { value: 'ten' }, ['value']],
    ['a tolerance below zero', 'numeric', { value: '10', tolerance: '-1' }, ['tolerance']],
    ['two items', 'ordering', { options: [option('x', 'A'), option('y', 'B')] }, ['fewItems']],
    ['one pair', 'matching', { pairs: [pair('x', 'A', 'B')] }, ['fewPairs']],
    ['half a pair', 'matching', { pairs: [pair('x', 'A', 'B'), pair('y', 'C', '')] }, ['emptyPair y']],
    ['the same to match twice', 'matching', { pairs: [pair('x', 'A', 'B'), pair('y', 'a', 'C')] }, ['samePair y']],
  ])('%s', (_, type, fields, codes) => expect(problems(type, fields)).toEqual(codes));
});

it.each([
  ['9.81', 9.81],
  [' −3 ', -3],
  ['0,5', 0.5],
  ['.5', 0.5],
  ['6.02e23', 6.02e23],
  ['', undefined],
  ['1,000.5', undefined],
  ['3 m', undefined],
  ['1e999', undefined],
  ['0x10', undefined],
])('%j is read as %s', (text, value) => expect(readDecimal(text)).toBe(value));
