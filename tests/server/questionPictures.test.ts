import { beforeEach, describe, expect, it } from 'vitest';
import { quizProblems } from '../../common/authoring/quizProblems.ts';
import { type AuthoredQuestion, pictureLimits } from '../../contract/authoring.ts';
import { ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { cleanQuestionText } from '../../server/content/richText.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { assignOwnQuiz, authored, ownQuiz } from './ownQuiz.ts';
import { png } from './pictures.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let tess: TestClient;
let tom: TestClient;
let ana: TestClient;
beforeEach(async () => {
  [server, tess, tom, ana] = await schoolServer('tess', 'tom', 'ana');
});

const upload = async (client: TestClient, width = 64) =>
  (await client.ok(calls.uploadPicture, { picture: new File([png(width, 32)], 'cell.png') })).picture_id;
const picture = (name: string, alt = 'A cell') => `<p>Which part? <img src="picture/${name}" alt="${alt}"></p>`;
const quizWith = (text: string, explanation = '') =>
  ownQuiz({ questions: [authored('a', 'true_false', { is_true: true, text, explanation })] });
const create = (client: TestClient, text: string) =>
  client.ok(calls.createQuiz, { creation_key: `key-${text.length}`, quiz: quizWith(text) });
const data = /<img src="data:image\/png;base64,[\w+/=]+" alt="A cell" width="64" height="32">/;

describe('a picture', () => {
  it('is in the question for everyone who sees the question, and has no address', async () => {
    const { item_id } = await tess.ok(calls.createQuiz, {
      creation_key: 'k',
      quiz: quizWith(picture(await upload(tess)), picture(await upload(tess))),
    });
    expect((await tess.ok(calls.previewDraft, { item_id })).questions[0]?.question_text).toMatch(data);
    await tess.ok(calls.publishQuiz, { item_id, version: 1 });
    const sheet = await tess.ok(calls.quizSheet, { userPuid: ids.tess, item_id });
    expect(sheet.questions[0]).toMatchObject({ question_text: expect.stringMatching(data), explanation: expect.stringMatching(data) });
    const { named } = await assignOwnQuiz(server, tess, item_id);
    const kept = await ana.ok(calls.quizToKeep, { ...named, user_puid: ids.ana });
    const started = await ana.ok(calls.startQuiz, named);
    for (const { quiz_details } of [kept, started]) expect(quiz_details.questions[0]?.question_text).toMatch(data);
    const { result_id } = started;
    const [question] = started.quiz_details.questions;
    const answer = { question_id: question?.id ?? 0, answer_id: question?.answer_options[0]?.id ?? 0, answer_text: '', time_spent: 3 };
    await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [answer] });
    const graded = { user_puid: ids.tess, item_id, itemtype_id: ResourceType.quiz };
    expect((await tess.ok(calls.itemQuestions, graded)).questions[0]?.question.question_text).toMatch(data);
    const answers = await tess.ok(calls.studentResponses, { result_id });
    expect(answers.answers[0]?.question).toMatchObject({
      question_text: expect.stringMatching(data),
      explanation: expect.stringMatching(data),
    });
  });
  it('is loaded by who uploaded it, and by no one else', async () => {
    const picture_id = await upload(tess);
    expect(await upload(tess)).toBe(picture_id);
    expect(await tess.ok(calls.picture, { picture_id })).toMatchObject({ media_type: 'image/png' });
    for (const client of [tom, await server.signIn('dan'), await server.signIn('ted')])
      expectFailure(await client.call(calls.picture, { picture_id }), 404, /Choose it again/);
    expectFailure(await tess.call(calls.picture, { picture_id: '../../etc' }), 400);
  });
  it('of someone else does not get into a quiz by its name', async () => {
    const { item_id } = await create(tom, picture(await upload(tess)));
    expect((await tom.ok(calls.authoredQuiz, { item_id })).quiz.questions[0]?.text).toBe('<p>Which part? </p>');
  });
  it('goes with a copy of a shared quiz, which can be changed then', async () => {
    const picture_id = await upload(tess);
    const { item_id } = await create(tess, picture(picture_id));
    await tess.ok(calls.publishQuiz, { item_id, version: 1 });
    await tess.ok(calls.shareQuiz, { item_id, user_puid_list: [ids.tom] });
    const copy = await tom.ok(calls.copyQuiz, { item_id });
    const { quiz } = await tom.ok(calls.authoredQuiz, { item_id: copy.item_id });
    await tom.ok(calls.saveQuiz, { item_id: copy.item_id, version: 1, quiz: { ...quiz, title: 'Mine' } });
    expect((await tom.ok(calls.previewDraft, { item_id: copy.item_id })).questions[0]?.question_text).toMatch(data);
    expect(await tom.ok(calls.picture, { picture_id })).toMatchObject({ media_type: 'image/png' });
  });
  it('needs an alternative text before the quiz can be used', async () => {
    const picture_id = await upload(tess);
    const { item_id } = await create(tess, picture(picture_id, ' '));
    expectFailure(await tess.call(calls.publishQuiz, { item_id, version: 1 }), 400, /1 more to fix/);
    expect(quizProblems(quizWith(picture(picture_id, ''), picture(picture_id, '')))).toMatchObject([
      { field: 'text', code: 'alternative' },
      { field: 'explanation', code: 'alternative' },
    ]);
    expect(quizProblems(quizWith(`<p><img src="picture/${picture_id}" alt="A cell"></p>`))).toMatchObject([{ code: 'text' }]);
  });
  it('is one of at most 30 in a quiz', () => {
    const names = Array.from({ length: 31 }, (_, at) => picture(String(at).padStart(32, '0')));
    expect(quizProblems(quizWith(names.join('')))).toMatchObject([{ question: null, code: 'manyPictures' }]);
    expect(quizProblems(quizWith(names.slice(1).join('')))).toEqual([]);
  });
  it('is refused once a user has too many', async () => {
    const row = { district_id: 1, owner_puid: ids.tess, media_type: 'image/png', content: '', width: 1, height: 1, uploaded_at: 0 };
    await server.db
      .insertInto('authored_picture')
      .values(Array.from({ length: pictureLimits.pictures }, (_, at) => ({ ...row, picture_id: `p${at}` })))
      .execute();
    expectFailure(await tess.call(calls.uploadPicture, { picture: new File([png(8, 8)], 'a.png') }), 409, /limit/);
  });
});

describe('a picture to label', () => {
  const spots = [
    { key: 's1', x: 250, y: 500, text: 'wall' },
    { key: 's2', x: 1000, y: 0, text: 'core' },
  ];
  const diagram = (picture_id: string, more: Partial<AuthoredQuestion> = {}) =>
    ownQuiz({
      questions: [
        authored('d', 'label_diagram', {
          picture: { picture_id, alt: 'A "cell"', width: 9, height: 9 },
          spots,
          extras: ['air'],
          points: 2,
          ...more,
        }),
      ],
    });
  it('shows its points on the picture in its size, and is scored by place', async () => {
    const { item_id } = await tess.ok(calls.createQuiz, { creation_key: 'k', quiz: diagram(await upload(tess, 200)) });
    const stored = await tess.ok(calls.authoredQuiz, { item_id });
    expect(stored.quiz.questions[0]?.picture).toMatchObject({ width: 200, height: 32 });
    const [question] = (await tess.ok(calls.previewDraft, { item_id })).questions;
    expect(question?.diagram).toMatch(
      /^<div class="d-picture"><img src="data:image\/png;base64,[^"]+" alt="A cell" width="200" height="32"><svg viewBox="0 0 200 32"/,
    );
    expect(question?.diagram).toContain('cx="50" cy="16" r="6"');
    expect(question?.targets).toEqual([
      { id: 't1', text: '1' },
      { id: 't2', text: '2' },
    ]);
    const optionOf = (text: string) => question?.answer_options.find(({ answer_text }) => answer_text === text)?.id;
    const mark = async (placed: object) => {
      const answers = [{ question_id: question?.id ?? 0, answer_id: null, answer_text: JSON.stringify(placed), time_spent: 0 }];
      return (await tess.ok(calls.previewDraft, { item_id, answers })).marks[0]?.points;
    };
    expect(await mark({ t1: optionOf('wall'), t2: optionOf('core') })).toBe(2);
    expect(await mark({ t1: optionOf('wall'), t2: optionOf('air') })).toBe(1);
    await tess.ok(calls.publishQuiz, { item_id, version: 1 });
    expect((await tess.ok(calls.quizSheet, { userPuid: ids.tess, item_id })).questions[0]?.diagram).toContain('data:image/png');
  });
  it('of someone else is not taken', async () => {
    const { item_id } = await tom.ok(calls.createQuiz, { creation_key: 'k', quiz: diagram(await upload(tess)) });
    expect((await tom.ok(calls.authoredQuiz, { item_id })).quiz.questions[0]?.picture).toBeNull();
  });
  it.each<[string, Partial<AuthoredQuestion>, string[]]>([
    ['is complete', {}, []],
    ['has no picture', { picture: null }, ['noPicture']],
    ['has no alternative text', { picture: { picture_id: 'a'.repeat(32), alt: ' ', width: 1, height: 1 } }, ['alternative']],
    ['has one point', { spots: spots.slice(1) }, ['fewSpots']],
    ['has a point without a label', { spots: [...spots, { key: 's3', x: 0, y: 0, text: ' ' }] }, ['emptySpot']],
    ['has a label twice', { spots: [...spots, { key: 's3', x: 0, y: 0, text: 'WALL' }] }, ['sameSpot']],
    ['has a label that belongs to none', { extras: ['core'] }, ['sameSpot']],
  ])('%s', (_, more, codes) => expect(quizProblems(diagram('a'.repeat(32), more)).map(({ code }) => code)).toEqual(codes));
});

describe('the text of a question', () => {
  const name = 'a'.repeat(32);
  const clean = (html: string) => cleanQuestionText(html, (one) => one === name);
  it.each([
    [`<p><img alt="A &quot;cell&quot;" onerror="x()" src="picture/${name}"></p>`, `<p><img src="picture/${name}" alt="A cell"></p>`],
    ['<p>a<img src="https://x.example/a.png" alt="b"></p>', '<p>a</p>'],
    ['<p>a<img src="data:image/png;base64,AAAA"></p>', '<p>a</p>'],
    [`<p>a<img src="picture/${'b'.repeat(32)}"></p>`, '<p>a</p>'],
    [`<p>a<img src="/picture/${name}"></p>`, '<p>a</p>'],
    [
      '<p><math alttext="x^2" onclick="y()"><mi href="javascript:x()">evil</mi></math></p>',
      '<p><math alttext="x^2"><msup><mi>x</mi><mn>2</mn></msup></math></p>',
    ],
    ['<p>a<math><mi>x</mi></math></p>', '<p>ax</p>'],
    [
      '<table onclick="x()"><tbody><tr><th colspan="9">T</th></tr><tr><td style="x">1</td></tr></tbody></table>',
      '<table><tbody><tr><th scope="col">T</th></tr><tr><td>1</td></tr></tbody></table>',
    ],
    ['<p>a</p><svg><script>x()</script></svg><iframe src="/"></iframe>', '<p>a</p>'],
  ])('%s', (html, kept) => {
    expect(clean(html)).toBe(kept);
    expect(clean(clean(html))).toBe(kept);
  });
});
