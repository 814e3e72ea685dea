import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Question } from '../../contract/quiz.ts';
import { assignTo } from '../views/kit/fixture.ts';
import { assessment_id, ids, quiz_id, schoolServer } from './fixtureSchool.ts';
import { termId } from './glossaryTerms.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

const lesson_id = ids.freeLesson;
const place = { lesson_id, lesson_resource_tracking_id: 0 };

let server: TestServer;
let ana: TestClient;
let ben: TestClient;
let tess: TestClient;
let group_assignment_id: number;
beforeEach(async () => {
  [server, ana, ben, tess] = await schoolServer('ana', 'ben', 'tess');
  ({ group_assignment_id } = await assignTo(server, lesson_id));
});

const allow = (user_puids: number[], is_timed_too = false) => tess.ok(calls.setTermHelp, { group_assignment_id, user_puids, is_timed_too });
const rewrite = (question_type: Question['question_type'], texts: { question_html?: string; explanation_html?: string }) =>
  server.db.updateTable('question').set(texts).where('question_type', '=', question_type).execute();
const start = (by = ana) => by.ok(calls.startQuiz, { quiz_id, ...place });
const marked = (questions: readonly Question[], type: Question['question_type']) =>
  questions.find((one) => one.question_type === type)?.terms?.map(({ term }) => term);

describe('definitions of terms in a quiz', () => {
  beforeEach(async () => {
    await rewrite('single_choice', { question_html: '<p>Cells need <b>energy</b>. Which kinetic energy has an atom? Energy!</p>' });
  });

  it('are for the students whom the teacher chooses, and for nobody else', async () => {
    expect(await start()).not.toHaveProperty('quiz_details.questions.0.terms');
    await allow([ids.ana]);
    expect(marked((await start()).quiz_details.questions, 'single_choice')).toEqual(['cell', 'energy', 'kinetic energy', 'atom']);
    expect(await start(ben)).not.toHaveProperty('quiz_details.questions.0.terms');
    await allow([]);
    expect(await start()).not.toHaveProperty('quiz_details.questions.0.terms');
  });

  it('are those of the class, too', async () => {
    await allow([ids.ana]);
    await tess.ok(calls.addOwnTerm, { group_puid: ids.class, term: 'Cells', definition: 'Of the class.', fill_in: '___ live.' });
    expect(marked((await start()).quiz_details.questions, 'single_choice')?.[0]).toBe('Cells');
  });

  it('are for nobody where the school has switched the glossary off', async () => {
    await allow([ids.ana]);
    await server.db
      .updateTable('school')
      .set({ nav_tabs: JSON.stringify([{ key: 'glossary', show: false }]) })
      .where('school_id', '=', ids.school)
      .execute();
    expect(await start()).not.toHaveProperty('quiz_details.questions.0.terms');
    expect((await ana.call(calls.glossaryItemTerms, { user_puid: ids.ana, item_id: 1 })).code).toBe(403);
  });

  it('are on a device that keeps the quiz', async () => {
    await allow([ids.ana]);
    const kept = await ana.ok(calls.quizToKeep, { user_puid: ids.ana, quiz_id, ...place });
    expect(marked(kept.quiz_details.questions, 'single_choice')).toContain('cell');
  });

  it('come in both languages, that of the quiz first', async () => {
    await allow([ids.ana]);
    const [question] = (await start()).quiz_details.questions;
    expect(question?.terms?.[0]).toEqual({
      term_id: termId('cell'),
      language_id: 101,
      ...{ term: 'cell', definition: 'What cell means.' },
      ...{ other_term: 'célula', other_definition: 'Qué significa célula.' },
    });
  });

  it('are in a timed assessment only if the teacher allows them there, too', async () => {
    const begin = async () =>
      (await ana.ok(calls.startAssessment, { assessment_id, ...place })).quiz_details.questions.map(({ terms }) => terms?.length);
    await allow([ids.ana]);
    expect(await begin()).toEqual([undefined, undefined]);
    await allow([ids.ana], true);
    expect(await begin()).toEqual([4, 0]);
    // The glossary itself stays closed.
    expect((await ana.call(calls.glossaryTerms, { user_puid: ids.ana })).code).toBe(423);
  });

  it('give no answer away: neither a term of the key, nor a definition that contains it', async () => {
    await allow([ids.ana]);
    const question_html = '<p>Does an atom have energy? Is acceleration evaporation?</p>';
    await rewrite('short_text', { question_html });
    const shown = async (accepted: string[]) => {
      const answer_key = JSON.stringify({ kind: 'text', accepted });
      await server.db.updateTable('question').set({ answer_key }).where('question_type', '=', 'short_text').execute();
      return marked((await start()).quiz_details.questions, 'short_text');
    };
    expect(await shown(['Evaporation'])).toEqual(['atom', 'energy', 'acceleration']);
    expect(await shown(['The energy'])).toEqual(['atom', 'acceleration']);
    expect(await shown(['Velocity changes'])).toEqual(['atom', 'energy']);
    await rewrite('single_choice', { question_html: '<p>Is steam in a cell?</p>' });
    await server.db.updateTable('question_option').set({ answer_text: 'a cell' }).where('answer_text', '=', 'steam').execute();
    expect(marked((await start()).quiz_details.questions, 'single_choice')).toEqual([]);
  });
});

describe('the teacher’s choice', () => {
  const choice = (by = tess) => by.ok(calls.termHelp, { group_assignment_id });

  it('lists the students of the assignment, and keeps who is chosen', async () => {
    const before = await choice();
    expect(before.is_timed_too).toBe(false);
    expect(before.students.filter(({ has_help }) => has_help)).toEqual([]);
    const elsewhere = { district_id: ids.district, group_assignment_id: 1, user_puid: ids.ben, is_timed_too: 1 as const };
    await server.db.insertInto('term_help').values(elsewhere).execute();
    await allow([ids.ana, ids.ana, ids.ben], true);
    await allow([ids.ana], true);
    const { students, is_timed_too } = await choice();
    const others = await server.db.selectFrom('term_help').selectAll().where('group_assignment_id', '=', 1).execute();
    expect(others, 'of another assignment').toEqual([elsewhere]);
    expect(is_timed_too).toBe(true);
    expect(students.filter(({ has_help }) => has_help).map(({ user_puid }) => user_puid)).toEqual([ids.ana]);
  });

  it('of two people at once is the choice of one of them', async () => {
    await Promise.all([allow([ids.ana]), allow([ids.ben])]);
    expect((await choice()).students.filter(({ has_help }) => has_help)).toHaveLength(1);
  });

  it('is for teachers of the class, and for its students', async () => {
    const order = { group_assignment_id, user_puids: [ids.ana], is_timed_too: false };
    expectFailure(await tess.call(calls.setTermHelp, { ...order, user_puids: [ids.zoe] }), 404);
    expectFailure(await (await server.signIn('tom')).call(calls.setTermHelp, order), 404);
    expectFailure(await ana.call(calls.setTermHelp, order), 403);
    expect((await choice()).students.some(({ has_help }) => has_help)).toBe(false);
  });
});

it('a released result says which terms its explanations use, in the language of the quiz', async () => {
  await rewrite('single_choice', { question_html: '<p>Cells</p>', explanation_html: '<p>An <em>atom</em> and energy.</p>' });
  await rewrite('numeric', { explanation_html: '<p>Energy of magnets.</p>' });
  const { result_id } = await start();
  await ana.ok(calls.submitQuiz, { result_id, time_spent: 40, submit_type: 'save', quizResponse: [] });
  await server.db.updateTable('attempt').set({ state: 'released' }).execute();
  const { questions } = await ana.ok(calls.quizReview, { user_puid: ids.ana, result_id });
  const asked = questions.map(({ question }) => question);
  expect(marked(asked, 'single_choice')).toEqual(['atom', 'energy']);
  expect(marked(asked, 'numeric')).toEqual(['energy', 'magnet']);
  expect(marked(asked, 'ordering')).toEqual([]);
  await tess.ok(calls.addOwnTerm, { group_puid: ids.class, term: 'An atom', definition: 'Of the class.', fill_in: 'It is ___.' });
  const again = await ana.ok(calls.quizReview, { user_puid: ids.ana, result_id });
  expect(
    marked(
      again.questions.map(({ question }) => question),
      'single_choice',
    ),
  ).toEqual(['An atom', 'atom', 'energy']);
  await server.db
    .updateTable('district')
    .set({ nav_tabs: JSON.stringify([{ key: 'glossary', show: false }]) })
    .execute();
  const off = await ana.ok(calls.quizReview, { user_puid: ids.ana, result_id });
  expect(off.questions.flatMap(({ question }) => question.terms ?? [])).toEqual([]);
});

it('staff get the terms of explanations with a preview and in the item bank, not those of the texts', async () => {
  await rewrite('single_choice', { question_html: '<p>Cells</p>', explanation_html: '<p>An atom.</p>' });
  const { questions } = await tess.ok(calls.previewQuiz, { user_puid: ids.tess, lesson_id: 0, quiz_id });
  expect(marked(questions, 'single_choice')).toEqual(['atom']);
  const max = await server.signIn('max');
  expect(marked((await max.ok(calls.questionAnswers, { quiz_id })).questions, 'single_choice')).toEqual(['atom']);
});
