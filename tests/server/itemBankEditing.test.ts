import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { quizProblems } from '../../common/authoring/quizProblems.ts';
import { AuthoredQuestion, type AuthoredQuiz } from '../../contract/authoring.ts';
import { Language, ResourceType } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import type { Question, StartedQuiz } from '../../contract/quiz.ts';
import { questionContent } from '../../server/areas/authoring/questionContent.ts';
import { authoredOf } from '../../server/areas/itemBank/authoredOf.ts';
import { loadQuestions } from '../../server/areas/quiz/questions.ts';
import type { ContentSet, QuestionContent } from '../../server/content/contentSet.ts';
import { idOf } from '../../server/content/ids.ts';
import { importContent } from '../../server/content/importContent.ts';
import { questionRows } from '../../server/content/questionRows.ts';
import { readCourses } from '../../server/content/readCourse.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { sampleFiles } from '../../server/sample/files.ts';
import { assessment_id, catalogue, everyType, ids, quiz_id, schoolServer, videoQuiz_id } from './fixtureSchool.ts';
import { authored, ownQuiz } from './ownQuiz.ts';
import { png } from './pictures.ts';
import { auditOf, expectFailure, type TestClient, type TestServer } from './testServer.ts';

const item_id = idOf('course/unit/sub/quiz');
const video_id = idOf('course/unit/sub/video');

let server: TestServer;
let max: TestClient;
let tess: TestClient;
let ana: TestClient;
let ben: TestClient;
beforeEach(async () => {
  [server, max, tess, ana, ben] = await schoolServer('max', 'tess', 'ana', 'ben');
});

const open = (id = item_id, client = max) => client.ok(calls.bankDraft, { item_id: id });
const save = (version: number, quiz: AuthoredQuiz, id = item_id, client = max) =>
  client.call(calls.saveBankDraft, { item_id: id, version, quiz });
/** Saves and publishes what `change` makes of the draft. */
async function edit(change: (quiz: AuthoredQuiz) => AuthoredQuiz, id = item_id, client = max) {
  const { version, quiz } = await open(id, client);
  const saved = await client.ok(calls.saveBankDraft, { item_id: id, version, quiz: change(quiz) });
  return client.ok(calls.publishBankDraft, { item_id: id, version: saved.version });
}
const withFirst = (part: Partial<AuthoredQuestion>) => (quiz: AuthoredQuiz) => ({
  ...quiz,
  questions: quiz.questions.map((question, at) => (at === 0 ? { ...question, ...part } : question)),
});
const cold = withFirst({ text: '<p>What is cold?</p>', explanation: '<p>Ice is cold.</p>' });
const iceIsRight = (quiz: AuthoredQuiz) =>
  withFirst({ options: quiz.questions[0]?.options.map((one) => ({ ...one, is_right: one.text === 'ice' })) ?? [] })(quiz);

/** An attempt at the quiz of an assignment of the class. */
async function assigned() {
  const assignment_details = JSON.stringify({ from_date: new Date(server.clock.now - 1000).toISOString(), to_date: null });
  await tess.ok(calls.assign, { lesson_id: ids.freeLesson, group_puid: ids.class, assignment_no: 1, assignment_details });
  return { quiz_id, lesson_id: ids.freeLesson, lesson_resource_tracking_id: 0 };
}
const asked = ({ quiz_details }: StartedQuiz) => quiz_details.questions;
const texts = (questions: readonly Question[]) => questions.map(({ question_text }) => question_text);
const optionOf = (question: Question | undefined, text: string) =>
  question?.answer_options.find(({ answer_text }) => answer_text === text)?.id ?? 0;
const submit = (client: TestClient, { result_id }: StartedQuiz, question_id: number, answer_id: number) =>
  client.ok(calls.submitQuiz, {
    ...{ result_id, time_spent: 40, submit_type: 'save' as const },
    quizResponse: [{ question_id, answer_id, answer_text: '', time_spent: 3 }],
  });
const allQuestions = () => loadQuestions(tenant(server.ports.db, ids.district), [quiz_id]);
/** The course again, with other questions in the quiz. */
const courseWith = (questions: readonly QuestionContent[]): ContentSet => {
  const copy = structuredClone(catalogue);
  for (const item of copy.products[0]?.units[0]?.items ?? [])
    if (item.quiz && item.code.endsWith('/quiz')) item.quiz.questions = [...questions];
  return copy;
};

describe('the form of a question', () => {
  it('has all that a question of the course says, and makes the same of it', async () => {
    for (const product of readCourses(sampleFiles()).products)
      for (const item of product.units.flatMap(({ items }) => items))
        for (const [at, content] of (item.quiz?.questions ?? []).entries()) {
          const { question, options } = questionRows(`${item.code}#question${at + 1}`, content);
          const stored = {
            ...{ ...question, quiz_id: 1, sort_order: at + 1, author_key: null, place: null, retired_at: null },
            ...{ diagram: question.diagram ?? null, unit: question.unit ?? null },
            ...{ key: JSON.parse(question.answer_key), targets: JSON.parse(question.targets) },
            options: options.map((option) => ({ ...option, misconception: option.misconception ?? null })),
          };
          const form = authoredOf(stored);
          expect(v.parse(AuthoredQuestion, form)).toEqual(form);
          expect(quizProblems({ title: 'x', intro: '', minutes: 0, language_id: product.language_id, questions: [form] })).toEqual([]);
          const made = questionContent(form, product.language_id, stored);
          const asIs = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&#39;', "'");
          expect(made).toEqual({
            ...content,
            ...{ question_html: asIs(content.question_html), explanation_html: asIs(content.explanation_html) },
            // Options to put in order or in places are shuffled for each student.
            options: expect.toSatisfy((list: typeof content.options) =>
              content.key.kind === 'order' || content.key.kind === 'places'
                ? isDeepStrictEqual(new Set(list.map(({ text }) => text)), new Set(content.options.map(({ text }) => text)))
                : isDeepStrictEqual(list, content.options),
            ),
          });
        }
  });
});

describe('a draft', () => {
  it('begins with what new attempts get, and is of nobody until it is saved', async () => {
    const draft = await open();
    expect(draft).toMatchObject({
      item_id,
      quiz_id,
      delivery: 'quiz',
      is_check: false,
      is_course_new: false,
      quiz: { title: 'quiz', minutes: 10 },
    });
    expect(draft.published_version).toBe(draft.version);
    expect(draft.quiz.questions.map(({ question_type }) => question_type)).toEqual(everyType.map(({ question_type }) => question_type));
    expect(draft.course_questions).toEqual(draft.quiz.questions);
    expect(draft.drawings.map(({ diagram }) => diagram)).toEqual([everyType[7]?.diagram]);
    expect(await server.db.selectFrom('catalog_quiz').selectAll().execute()).toEqual([]);
  });
  it('is saved by version: the other of two editors gets what was saved first', async () => {
    const { version, quiz } = await open();
    const pam = await server.signIn('pam');
    const first = cold(quiz);
    expect((await save(version, first)).data).toEqual({ item_id, version: version + 1, published_version: version });
    // The response was lost, and the device sends the same again.
    expect((await save(version, first)).data).toEqual({ item_id, version: version + 1, published_version: version });
    const late = await save(version, { ...quiz, title: 'Late' }, item_id, pam);
    expectFailure(late, 409, /changed somewhere else/);
    expect(late.data).toMatchObject({ reason: 'quizChanged', version: version + 1, quiz: { questions: first.questions } });
    expectFailure(await pam.call(calls.publishBankDraft, { item_id, version }), 409, /changed somewhere else/);
    expect((await save(version + 1, { ...quiz, title: 'Then' }, item_id, pam)).code).toBe(200);
    // Of two at the same time, one is refused.
    const both = await Promise.all([save(version + 2, { ...quiz, title: 'A' }), save(version + 2, { ...quiz, title: 'B' }, item_id, pam)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  });
  it('may be incomplete, and is not published then', async () => {
    const { version, quiz } = await open();
    const { version: saved } = await max.ok(calls.saveBankDraft, {
      item_id,
      version,
      quiz: { ...withFirst({ text: '' })(quiz), title: '' },
    });
    expectFailure(await max.call(calls.publishBankDraft, { item_id, version: saved }), 400, /2 more to fix/);
    expectFailure(await max.call(calls.previewBankDraft, { item_id }), 400, /2 more to fix/);
    expect(texts((await max.ok(calls.questionAnswers, { quiz_id })).questions)[0]).toBe('A single_choice question');
  });
  it('keeps formatted text without scripts, its own language, and of stored questions only those of its quiz', async () => {
    const { version, quiz } = await open();
    const [video] = (await open(video_id)).quiz.questions;
    const text = '<p onclick="x()">Hot<script>alert(1)</script> <strong>steam</strong><img src=x onerror=alert(1)></p>';
    await save(version, { ...withFirst({ text, kept: video?.kept })(quiz), language_id: 7 });
    const { quiz: now } = await open();
    expect([now.language_id, now.questions[0]?.text]).toEqual([101, '<p>Hot <strong>steam</strong></p>']);
    expect(now.questions.slice(0, 2).map(({ kept }) => kept)).toEqual([undefined, quiz.questions[1]?.kept]);
  });
  it('has room for 100 questions with the longest texts', async () => {
    const long = `<p>${'x'.repeat(19_000)}</p>`;
    const questions = Array.from({ length: 100 }, (_, at) =>
      authored(`q${at}`, 'true_false', { is_true: true, text: long, explanation: long }),
    );
    await edit((quiz) => ({ ...quiz, questions }));
    const { questions: now } = await max.ok(calls.questionAnswers, { quiz_id });
    expect(now).toHaveLength(100);
    expect(now[99]?.question_text).toHaveLength(19_000);
    const { version, quiz } = await open();
    expectFailure(await save(version, withFirst({ text: 'x'.repeat(20_001) })(quiz)), 400);
    expectFailure(await save(version, { ...quiz, questions: Array.from({ length: 201 }, () => questions[0]!) }), 400);
  });
  it('is played as students see it, with its key, and stores nothing', async () => {
    const { version, quiz } = await open();
    await save(version, iceIsRight(cold(quiz)));
    const played = await max.ok(calls.previewBankDraft, { item_id });
    expect(played).toMatchObject({ quiz_id, title: 'quiz', intro: '<p>Ready?</p>', minutes: 10, is_timed: false });
    expect(texts(played.questions)).toEqual(['What is cold?', ...everyType.slice(1).map(({ question_html }) => question_html)]);
    const [first] = played.questions;
    const given = { question_id: first?.id ?? 0, answer_id: optionOf(first, 'ice'), answer_text: '', time_spent: 0 };
    const { marks } = await max.ok(calls.previewBankDraft, { item_id, answers: [given] });
    expect(marks).toMatchObject([{ is_correct: true, points: 1 }]);
    expectFailure(await max.call(calls.previewBankDraft, { item_id, answers: [{ ...given, question_id: 1 }] }), 404);
    expect(texts((await max.ok(calls.questionAnswers, { quiz_id })).questions)[0]).toBe('A single_choice question');
  });
});

describe('the audit', () => {
  const lines = async () =>
    (await auditOf(server.db).where('subject', '=', `item ${item_id}`).select(['actor_puid', 'action']).execute()).length;
  it('says once an hour that somebody works on a draft, and names each picture', async () => {
    const { version, quiz } = await open();
    await save(version, cold(quiz));
    await save(version + 1, quiz);
    expect(await lines()).toBe(1);
    await save(version + 2, cold(quiz), item_id, await server.signIn('pam'));
    expect(await lines()).toBe(2);
    server.clock.now += 3_600_000;
    max = await server.signIn('max');
    await save(version + 3, quiz);
    expect(await lines()).toBe(3);
    const picture = () => new File([png(8, 8)], 'a.png');
    await max.ok(calls.uploadBankPicture, { item_id, picture: picture() });
    await max.ok(calls.uploadBankPicture, { item_id, picture: picture() });
    expect(await lines()).toBe(4);
  });
});

describe('rights', () => {
  it('are those of the provider’s administrators', async () => {
    const { version, quiz } = await open();
    const picture = new File([png(8, 8)], 'a.png');
    for (const name of ['ana', 'tess', 'sue', 'dan', 'dora', 'ted']) {
      const client = await server.signIn(name);
      expectFailure(await client.call(calls.bankDraft, { item_id }), 403);
      expectFailure(await save(version, quiz, item_id, client), 403);
      expectFailure(await client.call(calls.publishBankDraft, { item_id, version }), 403);
      expectFailure(await client.call(calls.previewBankDraft, { item_id }), 403);
      expectFailure(await client.call(calls.uploadBankPicture, { item_id, picture }), 403);
      expectFailure(await client.call(calls.bankPicture, { picture_id: '0'.repeat(32) }), 403);
    }
    expect((await open(item_id, await server.signIn('pam'))).version).toBe(version);
  });
  it('are those of the person whom an administrator acts as', async () => {
    const { version, quiz } = await open();
    const { token } = await max.ok(calls.loginAsUser, { user_puid: ids.max, login_as_puid: ids.dan });
    const headers = { authorization: `Bearer ${token}` };
    expectFailure(await server.call(calls.bankDraft, { item_id }, headers), 403);
    expectFailure(await server.call(calls.saveBankDraft, { item_id, version, quiz }, headers), 403);
  });
  it('do not reach quizzes that users wrote, nor items without questions', async () => {
    const own = await tess.ok(calls.createQuiz, { creation_key: 'one', quiz: ownQuiz() });
    await tess.ok(calls.publishQuiz, { item_id: own.item_id, version: 1 });
    for (const id of [own.item_id, idOf('course/unit/sub/reading'), 7])
      expectFailure(await max.call(calls.bankDraft, { item_id: id }), 404);
  });
});

describe('publishing', () => {
  it('gives the questions to new attempts; an attempt in progress and its result keep theirs', async () => {
    const named = await assigned();
    const begun = await ana.ok(calls.startQuiz, named);
    const [first] = asked(begun);
    await edit((quiz) => iceIsRight(cold(quiz)));
    expect(texts(asked(await ana.ok(calls.startQuiz, named)))).toEqual(texts(asked(begun)));
    await submit(ana, begun, first?.id ?? 0, optionOf(first, 'steam'));
    const later = await ben.ok(calls.startQuiz, named);
    const [now] = asked(later);
    expect(texts(asked(later))).toEqual(['What is cold?', ...everyType.slice(1).map(({ question_html }) => question_html)]);
    // The others are the course's own rows.
    expect(
      asked(later)
        .slice(1)
        .map(({ id }) => id),
    ).toEqual(
      asked(begun)
        .slice(1)
        .map(({ id }) => id),
    );
    await submit(ben, later, now?.id ?? 0, optionOf(now, 'ice'));
    const scores = await server.db.selectFrom('attempt').select(['user_puid', 'score']).orderBy('user_puid').execute();
    expect(scores.map(({ score }) => score)).toEqual([1, 1]);
    expect((await max.ok(calls.questionAnswers, { quiz_id })).questions[0]?.explanation).toBe('Ice is cold.');
  });
  it('shows in grading what somebody has, under the number that they saw, and finds a question after it was retired', async () => {
    const named = await assigned();
    const begun = await ana.ok(calls.startQuiz, named);
    const [first, second] = asked(begun);
    await edit(cold);
    await edit(withFirst({ text: '<p>Nobody ever sees this.</p>' }));
    const added = authored('new', 'true_false', { is_true: true });
    await edit((quiz) => ({ ...iceIsRight(quiz), questions: [added, ...iceIsRight(cold(quiz)).questions] }));
    const later = await ben.ok(calls.startQuiz, named);
    await submit(ana, begun, first?.id ?? 0, optionOf(first, 'steam'));
    await submit(ben, later, second?.id ?? 0, optionOf(second, second?.answer_options[0]?.answer_text ?? ''));
    const item = { item_id, itemtype_id: ResourceType.quiz };
    const { questions } = await tess.ok(calls.itemQuestions, item);
    expect(questions.slice(0, 4).map(({ number, is_retired, question }) => [number, is_retired, question.question_text])).toEqual([
      [1, true, 'A single_choice question'],
      [1, false, 'About new'],
      [2, false, 'What is cold?'],
      [3, false, everyType[1]?.question_html],
    ]);
    expect(questions).toHaveLength(everyType.length + 2);

    const reader = { user_puid: ids.tess, district_id: ids.district };
    const question_id = first?.id ?? 0;
    const own = await tess.ok(calls.studentResponses, { result_id: begun.result_id });
    expect(own.answers.map(({ number, question }) => [number, question.id])).toEqual(asked(begun).map(({ id }, at) => [at + 1, id]));
    expect(own).toMatchObject({ previous_result_id: null, next_result_id: later.result_id });
    const their = await tess.ok(calls.studentResponses, { result_id: later.result_id });
    expect(their.answers.map(({ question }) => question.id)).toEqual(asked(later).map(({ id }) => id));
    expect(their).toMatchObject({ previous_result_id: begun.result_id, next_result_id: null });

    const score = { user_puid: ids.tess, question_id, user_score: 0.5, user_feedback: 'Look again.' };
    await tess.ok(calls.submitUserFeedback, { ...score, result_id: begun.result_id });
    expect(await tess.ok(calls.questionResponses, { ...item, ...reader, question_id })).toMatchObject([
      { result_id: begun.result_id, points: 0.5, comment_count: 1 },
    ]);
    expect(await tess.ok(calls.responseComments, { ...reader, question_id, result_id: begun.result_id })).toHaveLength(1);
    expect(await tess.ok(calls.scoring, { ...item, question_id, user_puid: ids.tess })).toMatchObject({ number: 1 });
    const grids = await tess.ok(calls.responses, { user_Puid: ids.tess, lesson_id: ids.freeLesson });
    expect(grids.find((one) => one.quiz_id === quiz_id)?.questions.map(({ id }) => id)).toEqual(
      questions.map(({ question }) => question.id),
    );
    const { assignment_id } = await server.db.selectFrom('assignment').select('assignment_id').executeTakeFirstOrThrow();
    const sheet = await ana.ok(calls.printableQuiz, { user_puid: ids.ana, lesson_id: ids.freeLesson, assignment_id, quiz_id });
    expect(sheet.questions.map(({ id }) => id)).toEqual(asked(begun).map(({ id }) => id));
    // The specification's name of a question, which its list gives.
    const { question_index = 0 } = questions.find(({ question }) => question.id === question_id) ?? {};
    expect(await tess.ok(calls.questionResponses, { ...item, ...reader, question_index })).toHaveLength(1);
    expectFailure(await tess.call(calls.questionResponses, { ...item, ...reader }), 400);
    expectFailure(await tess.call(calls.questionResponses, { ...item, ...reader, question_id: 1 }), 404);
  });
  it('keeps a result that was given before', async () => {
    const named = await assigned();
    const begun = await ana.ok(calls.startQuiz, named);
    const [first] = asked(begun);
    await submit(ana, begun, first?.id ?? 0, optionOf(first, 'steam'));
    const result = () => server.db.selectFrom('attempt').select(['score', 'max_score', 'layout']).execute();
    const responses = () => server.db.selectFrom('response').selectAll().execute();
    const [before, answers] = [await result(), await responses()];
    await edit((quiz) => ({ ...quiz, questions: iceIsRight(quiz).questions.slice(0, 1) }));
    expect([await result(), await responses()]).toEqual([before, answers]);
    const seen = (await allQuestions()).find(({ question_id }) => question_id === first?.id);
    expect(seen).toMatchObject({ question_html: 'A single_choice question', retired_at: server.clock.now });
  });
  it('brings back the course’s own question when it says the same again', async () => {
    const [before] = (await max.ok(calls.questionAnswers, { quiz_id })).questions;
    await edit(cold);
    const edited = (await max.ok(calls.questionAnswers, { quiz_id })).questions[0];
    expect(edited?.id).not.toBe(before?.id);
    await edit((quiz) => withFirst({ text: '<p>A single_choice question</p>', explanation: '<p>EXPLANATION</p>' })(quiz));
    expect((await max.ok(calls.questionAnswers, { quiz_id })).questions[0]).toEqual(before);
    await edit(cold);
    expect((await max.ok(calls.questionAnswers, { quiz_id })).questions[0]).toEqual(edited);
  });
  it('orders, adds and removes, and says the title and minutes everywhere', async () => {
    await edit((quiz) => ({
      ...{ ...quiz, title: 'Matter', minutes: 25 },
      questions: [quiz.questions[2]!, authored('new', 'true_false', { is_true: true }), quiz.questions[0]!],
    }));
    const { title, questions } = await max.ok(calls.questionAnswers, { quiz_id });
    expect([title, ...texts(questions)]).toEqual(['Matter', 'A true_false question', 'About new', 'A single_choice question']);
    const item = await server.db.selectFrom('content_item').select(['title', 'minutes']).where('item_id', '=', item_id).executeTakeFirst();
    expect(item).toEqual({ title: 'Matter', minutes: 25 });
  });
  it('leaves the title and time of what has the questions, which nobody scores by hand', async () => {
    expect(await open(video_id)).toMatchObject({ is_check: true, quiz_id: videoQuiz_id });
    await edit((quiz) => ({ ...cold(quiz), title: 'Else', minutes: 99 }), video_id);
    const item = await server.db.selectFrom('content_item').select(['title', 'minutes']).where('item_id', '=', video_id).executeTakeFirst();
    expect(item).toEqual({ title: 'video', minutes: 10 });
    const { version, quiz } = await open(video_id);
    const open_ = authored('open', 'short_text', { is_scored_by_person: true, example: 'Because.' });
    const saved = await max.ok(calls.saveBankDraft, { item_id: video_id, version, quiz: { ...quiz, questions: [open_] } });
    expectFailure(await max.call(calls.publishBankDraft, { item_id: video_id, version: saved.version }), 400, /1 more to fix/);
  });
  it('keeps drawings, listed units and ideas', async () => {
    await edit((quiz) => ({
      ...quiz,
      questions: quiz.questions.map((question) =>
        question.question_type === 'label_diagram'
          ? { ...question, spots: question.spots.map((spot, at) => (at === 0 ? { ...spot, text: 'liver' } : spot)), extras: ['heart'] }
          : question.question_type === 'numeric'
            ? { ...question, value: '200' }
            : question,
      ),
    }));
    const stored = (await allQuestions()).filter(({ retired_at }) => retired_at === null);
    const diagram = stored.find(({ question_type }) => question_type === 'label_diagram');
    expect(diagram).toMatchObject({ diagram: everyType[7]?.diagram, targets: everyType[7]?.targets });
    const { questions } = await max.ok(calls.questionAnswers, { quiz_id });
    expect(questions.find(({ question_type }) => question_type === 'label_diagram')?.correct_answer).toBe('1: liver; 2: lung');
    expect(stored.find(({ question_type }) => question_type === 'numeric')?.key).toMatchObject({
      value: 200,
      units: [{ unit: 'Pa', factor: 0.001 }],
    });
  });
  it('scales the ideas of an answer with its points', async () => {
    const ideas = [{ name: 'heat', points: 2, ways: ['hot'] }];
    const content: QuestionContent = { ...everyType[3]!, points: 2, key: { kind: 'open', example: 'It is hot.', ideas } };
    await importContent(server.db, courseWith([content]));
    await edit(withFirst({ points: 4 }));
    const [stored] = (await allQuestions()).filter(({ retired_at }) => retired_at === null);
    expect(stored).toMatchObject({ points: 4, key: { kind: 'open', ideas: [{ name: 'heat', points: 4 }] } });
  });
  it('changes nothing the second time', async () => {
    const { version } = await edit(cold);
    const lines = () => auditOf(server.db).select('audit_id').execute();
    const before = await lines();
    expect(await max.ok(calls.publishBankDraft, { item_id, version })).toEqual({ item_id, version, published_version: version });
    expect(await lines()).toEqual(before);
  });
  it('is in the audit, with what each question said', async () => {
    await edit((quiz) => ({
      ...quiz,
      questions: [...iceIsRight(cold(quiz)).questions.slice(0, 7).toReversed(), authored('new', 'true_false', { is_true: true })],
    }));
    const { rows } = await max.ok(calls.auditEntries, { user_puid: ids.max, kind: 'content', first: 0, count: 50 } as never);
    const lines = rows.map(({ action, subject, changes }) => [action, subject.name, changes] as const);
    expect(lines.map(([action]) => action).toSorted()).toEqual([
      ...['question.add', 'question.remove', 'question.update'],
      ...['quiz.draft', 'quiz.publish'],
    ]);
    expect(lines.every(([, name]) => name === 'quiz')).toBe(true);
    expect(lines.find(([action]) => action === 'question.update')?.[2]).toEqual([
      { field: 'question', before: 'A single_choice question', after: 'What is cold?' },
      { field: 'answer', before: 'steam', after: 'ice' },
      { field: 'explanation', before: 'EXPLANATION', after: 'Ice is cold.' },
      expect.objectContaining({ field: 'misconceptions' }),
    ]);
    expect(lines.find(([action]) => action === 'quiz.publish')?.[2]).toEqual([
      { field: 'questions', before: '1, 2, 3, 4, 5, 6, 7, 8', after: '7, 6, 5, 4, 3, 2, 1, +' },
    ]);
  });
  it('reaches timed assessments as well', async () => {
    await edit(cold, idOf('course/unit/sub/assessment'));
    expect(texts((await max.ok(calls.assessmentQuestionAnswers, { assessment_id })).questions)[0]).toBe('What is cold?');
  });
});

describe('a picture', () => {
  it('is seen by students of all districts, and not taken from users', async () => {
    const file = () => new File([png(40, 30)], 'cell.png');
    const { picture_id } = await max.ok(calls.uploadBankPicture, { item_id, picture: file() });
    expect(await max.ok(calls.uploadBankPicture, { item_id, picture: file() })).toEqual({ picture_id });
    expect(await (await server.signIn('pam')).ok(calls.bankPicture, { picture_id })).toMatchObject({ media_type: 'image/png' });
    const own = (await tess.ok(calls.uploadPicture, { picture: new File([png(41, 30)], 'own.png') })).picture_id;
    expectFailure(await max.call(calls.bankPicture, { picture_id: own }), 404);
    const img = (name: string) => `<img src="picture/${name}" alt="A cell">`;
    await edit(withFirst({ text: `<p>Which? ${img(picture_id)} ${img(own)}</p>` }));
    const seen = (await ana.ok(calls.startQuiz, await assigned())).quiz_details.questions[0]?.question_text ?? '';
    expect(seen.match(/<img src="data:image\/png;base64,/g)).toHaveLength(1);
    expect(seen).toContain('width="40" height="30"');
  });
});

describe('an import of the course', () => {
  const changed = [{ ...everyType[0]!, question_html: 'From the course' }, ...everyType.slice(1, 7)];

  it('does not undo an edit, and offers the course’s questions', async () => {
    await edit((quiz) => ({ ...cold(quiz), title: 'Matter', minutes: 25 }));
    const before = await max.ok(calls.questionAnswers, { quiz_id });
    // A restart imports the same course.
    await importContent(server.db, catalogue);
    expect(await max.ok(calls.questionAnswers, { quiz_id })).toEqual(before);
    expect(await open()).toMatchObject({ is_course_new: false, quiz: { title: 'Matter', minutes: 25 } });
    await importContent(server.db, courseWith(changed));
    await importContent(server.db, courseWith(changed));
    expect(await max.ok(calls.questionAnswers, { quiz_id })).toEqual(before);
    const draft = await open();
    expect(draft.is_course_new).toBe(true);
    expect(draft.course_questions.map(({ text }) => text)).toEqual(changed.map(({ question_html }) => `<p>${question_html}</p>`));
    await edit((quiz) => ({ ...quiz, questions: draft.course_questions }));
    expect(texts((await max.ok(calls.questionAnswers, { quiz_id })).questions)).toEqual(changed.map(({ question_html }) => question_html));
    expect((await open()).is_course_new).toBe(false);
    await importContent(server.db, courseWith(changed));
    expect((await open()).is_course_new).toBe(false);
  });
  it('reaches quizzes with a draft that is not published, and says so in the editor', async () => {
    const { version, quiz } = await open();
    await save(version, cold(quiz));
    await importContent(server.db, catalogue);
    expect((await open()).is_course_new).toBe(false);
    await importContent(server.db, courseWith(changed));
    expect(texts((await max.ok(calls.questionAnswers, { quiz_id })).questions)[0]).toBe('From the course');
    expect(await open()).toMatchObject({
      is_course_new: true,
      quiz: { questions: [{ text: '<p>What is cold?</p>' }, {}, {}, {}, {}, {}, {}, {}] },
    });
  });
  it('is noticed by a form that was open meanwhile', async () => {
    const { version, quiz } = await open();
    await importContent(server.db, courseWith(changed));
    expectFailure(await save(version, cold(quiz)), 409, /changed somewhere else/);
  });
});

describe('reports', () => {
  it('do not list versions that nobody has', async () => {
    const named = await assigned();
    const begun = await ana.ok(calls.startQuiz, named);
    await submit(ana, begun, asked(begun)[0]?.id ?? 0, optionOf(asked(begun)[0], 'steam'));
    // Of three versions of the first question, nobody has the second one.
    await edit(cold);
    await edit(withFirst({ text: '<p>What is colder?</p>' }));
    const listed = ['A single_choice question', ...everyType.slice(1).map(({ question_html }) => question_html), 'What is colder?'];
    const { group_assignment_id } = await server.db.selectFrom('attempt').select('group_assignment_id').executeTakeFirstOrThrow();
    const said = (items: readonly { question_text: string }[]) => items.map(({ question_text }) => question_text);
    const [statistics] = (await tess.ok(calls.quizStatistics, { group_assignment_id })).filter((one) => one.quiz_id === quiz_id);
    expect(said(statistics?.items ?? [])).toEqual(listed);
    const analysed = await tess.ok(calls.itemAnalysis, { level: 'group', id: ids.class, quiz_assessment_id: quiz_id });
    expect(said(analysed.items)).toEqual(listed);
    const url = `https://orrery.example/previewResource/${Buffer.from(String(item_id)).toString('base64url')}`;
    const cited = JSON.stringify(await tess.ok(calls.itemBreakout, { url }));
    expect(cited).toContain('What is colder?');
    expect(cited).not.toMatch(/A single_choice question|What is cold\?/);
  });
});

describe('a quiz that is withdrawn', () => {
  const found = async () => (await tess.ok(calls.search, { user_puid: ids.tess, query: 'quiz' })).items.map((one) => one.item_id);
  const actions = async () =>
    (await auditOf(server.db).where('subject', '=', `item ${item_id}`).select('action').execute()).map(({ action }) => action);

  it('is not offered any more, lessons and attempts that have it keep it, and it comes back', async () => {
    const named = await assigned();
    const begun = await ana.ok(calls.startQuiz, named);
    expect(await found()).toContain(item_id);
    await max.ok(calls.withdrawItem, { item_id });
    expect((await max.ok(calls.setupItem, { item_id })).state).toBe('withdrawn');
    expect((await open()).is_offered).toBe(false);
    expect(await found()).not.toContain(item_id);
    // Who has begun goes on, and who has the lesson begins.
    await submit(ana, begun, asked(begun)[0]?.id ?? 0, 0);
    expect(asked(await ben.ok(calls.startQuiz, named))).toHaveLength(everyType.length);
    await importContent(server.db, catalogue);
    expect(await found()).not.toContain(item_id);
    await max.ok(calls.offerItem, { item_id });
    expect(await found()).toContain(item_id);
    expect(await actions()).toEqual(['item.withdraw', 'item.offer']);
    expectFailure(await tess.call(calls.withdrawItem, { item_id }), 403);
  });
  it('is not there for teachers without a lesson that has it', async () => {
    const tom = await server.signIn('tom');
    const seen = () => tom.call(calls.previewQuiz, { user_puid: ids.tom, lesson_id: 0, quiz_id, answers: [] });
    expect((await seen()).code).toBe(200);
    await max.ok(calls.withdrawItem, { item_id });
    await server.db.deleteFrom('lesson_resource').where('item_id', '=', item_id).execute();
    expectFailure(await seen(), 404);
  });
  it('is offered again with its next version', async () => {
    await max.ok(calls.withdrawItem, { item_id });
    await edit(cold);
    expect([(await open()).is_offered, await found()]).toEqual([true, expect.arrayContaining([item_id])]);
  });
  it('does not offer the item that has the questions', async () => {
    await max.ok(calls.withdrawItem, { item_id: video_id });
    await edit(cold, video_id);
    expect((await max.ok(calls.setupItem, { item_id: video_id })).state).toBe('withdrawn');
  });
});

describe('the language and the intro of a quiz', () => {
  const stored = () =>
    server.db
      .selectFrom('content_item as i')
      .innerJoin('quiz as q', 'q.item_id', 'i.item_id')
      .select(['i.language_id', 'i.mapped_id', 'i.body', 'q.intro_html'])
      .where('i.item_id', '=', item_id)
      .executeTakeFirstOrThrow();
  const inSpanish = (quiz: AuthoredQuiz) => ({ ...quiz, language_id: Language.spanish, intro: '<p>¿Listos? <script>x</script></p>' });
  const truths = async () =>
    (await max.ok(calls.questionAnswers, { quiz_id })).questions
      .filter(({ question_type }) => question_type === 'true_false')
      .flatMap(({ answer_options }) => answer_options.map(({ answer_text }) => answer_text));

  it('are what students read, and stay when the course is imported', async () => {
    await server.db.updateTable('content_item').set({ mapped_id: video_id }).where('item_id', '=', item_id).execute();
    await edit(inSpanish);
    const intro_html = '<p>¿Listos? </p>';
    const now = { language_id: Language.spanish, intro_html, body: JSON.stringify({ kind: 'quiz', intro_html }), mapped_id: video_id };
    expect(await stored()).toEqual(now);
    // True and false are said in the language of the quiz, also after another version.
    expect((await truths()).toSorted()).toEqual(['Falso', 'Verdadero']);
    await edit(cold);
    expect((await truths()).toSorted()).toEqual(['Falso', 'Verdadero']);
    expect((await max.ok(calls.previewBankDraft, { item_id })).intro).toBe(intro_html);
    await importContent(server.db, catalogue);
    expect(await stored()).toEqual(now);
    const detail = (await auditOf(server.db, 'quiz.publish').select('detail').execute())[0]?.detail ?? '';
    expect(JSON.parse(detail)).toMatchObject({
      before: { content_language: Language.english, text: 'Ready?' },
      after: { content_language: Language.spanish, text: '¿Listos?' },
    });
    // In English again, it has no counterpart: the video is English.
    await edit((quiz) => ({ ...quiz, language_id: Language.english }));
    expect(await stored()).toMatchObject({ language_id: Language.english, mapped_id: null });
  });
  it('are those of the item for the questions in a video', async () => {
    await edit((quiz) => inSpanish(cold(quiz)), video_id);
    const { quiz } = await open(video_id);
    expect([quiz.language_id, quiz.intro]).toEqual([Language.english, '']);
  });
  it('follow the list of items, where the language can be changed too', async () => {
    const before = await edit(cold);
    const { version } = await max.ok(calls.setupItem, { item_id });
    const flags = { item_id, version, is_assignable: true, is_learnosity_enabled: false, language_id: Language.spanish, mapped_id: null };
    await max.ok(calls.saveItemFlags, flags);
    const { quiz, version: now, published_version } = await open();
    expect([quiz.language_id, now, published_version]).toEqual([Language.spanish, before.version + 1, before.version + 1]);
    // A form that was open before has another version now.
    expectFailure(await save(before.version, cold({ ...quiz, title: 'Mine' })), 409);
  });
});
