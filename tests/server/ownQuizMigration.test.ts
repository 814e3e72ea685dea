import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { richQuestions } from '../../server/db/migrations/044-rich-questions.ts';
import type { AnyDatabase } from '../../server/db/migrations/kit.ts';
import { schoolServer } from './fixtureSchool.ts';
import { authored, ownQuiz } from './ownQuiz.ts';

it('lists say the same about quizzes from before, drafts and published ones', async () => {
  const [server, tess] = await schoolServer('tess');
  const first = await tess.ok(calls.createQuiz, { creation_key: 'a', quiz: ownQuiz() });
  await tess.ok(calls.publishQuiz, { item_id: first.item_id, version: 1 });
  await tess.ok(calls.saveQuiz, { item_id: first.item_id, version: 1, quiz: ownQuiz({ title: 'Newer', minutes: 7 }) });
  await tess.ok(calls.createQuiz, { creation_key: 'b', quiz: ownQuiz({ questions: [] }) });
  const before = await server.db.selectFrom('authored_quiz').selectAll().orderBy('item_id').execute();
  const listed = await tess.ok(calls.authoredQuizzes, {});
  const { schema } = server.db;
  await schema.dropTable('authored_picture').execute();
  for (const column of ['card', 'published_card']) await schema.alterTable('authored_quiz').dropColumn(column).execute();
  await richQuestions.up(server.db as AnyDatabase);
  expect(await server.db.selectFrom('authored_quiz').selectAll().orderBy('item_id').execute()).toEqual(before);
  expect(await tess.ok(calls.authoredQuizzes, {})).toEqual(listed);
});

it('a document from before has every field when it is opened', async () => {
  const [server, tess] = await schoolServer('tess');
  const question = authored('a', 'true_false', { is_true: true });
  const { item_id } = await tess.ok(calls.createQuiz, { creation_key: 'a', quiz: ownQuiz({ questions: [question] }) });
  const { variables: _, picture: __, spots: ___, ...old } = question;
  await server.db
    .updateTable('authored_quiz')
    .set({ document: JSON.stringify(ownQuiz({ questions: [old as typeof question] })) })
    .execute();
  expect((await tess.ok(calls.authoredQuiz, { item_id })).quiz.questions).toEqual([question]);
  await tess.ok(calls.publishQuiz, { item_id, version: 1 });
});
