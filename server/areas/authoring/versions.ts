import { hash } from 'node:crypto';
import type { AuthoredQuiz, AuthoredQuizCard } from '../../../contract/authoring.ts';
import { type ItemBody, ResourceType } from '../../../contract/content.ts';
import type { QuestionContent } from '../../content/contentSet.ts';
import { idOf } from '../../content/ids.ts';
import { questionRows } from '../../content/questionRows.ts';
import type { NewRow, Row } from '../../db/schema.ts';
import { insertAll, upsertAll } from '../../db/upsert.ts';
import type { Db } from '../../kit/access.ts';
import type { StoredQuestion } from '../quiz/questions.ts';
import { questionContent } from './questionContent.ts';

/** The quiz that versions of an own item are published as. */
export const quizIdOf = (item_id: number) => idOf(`authored/${item_id}#quiz`);

/** Minutes of a quiz whose author gives none, per question. */
const minutesEach = 2;
/** Minutes of a quiz, estimated if its author gives none. */
const minutesOf = ({ minutes, questions }: AuthoredQuiz) => minutes || Math.max(1, questions.length * minutesEach);
/** What a list says about a quiz. Stored with it, so that no list reads documents. */
export type QuizCard = Pick<AuthoredQuizCard, 'title' | 'minutes' | 'question_count' | 'points'>;
export const cardOf = (quiz: AuthoredQuiz): QuizCard => ({
  ...{ title: quiz.title, minutes: minutesOf(quiz), question_count: quiz.questions.length },
  points: quiz.questions.reduce((sum, { points }) => sum + points, 0),
});

const standardsOf = ({ questions }: AuthoredQuiz) => [...new Set(questions.flatMap(({ standards }) => standards))];

/** Locks a quiz until the transaction ends: no version of it is made meanwhile. */
export const lockVersion = (trx: Db, quiz_id: number) =>
  trx
    .updateTable('quiz')
    .set(({ ref }) => ({ quiz_id: ref('quiz_id') }))
    .where('quiz_id', '=', quiz_id)
    .execute();

/** What a version has of a question: its id, and its rows if it may be new. */
export interface VersionQuestion {
  question_id: number;
  rows?: ReturnType<typeof rowsOf>;
}

/**
 * Rows of a question. An id follows from what a question says, so that a changed question is another one, and the same question stays the
 * same in all versions.
 *
 * @param code of the quiz
 * @param key of the question, which it keeps in all versions
 */
export function rowsOf(code: string, quiz_id: number, key: string, content: QuestionContent) {
  const author_key = `${key}#${hash('sha256', JSON.stringify(content), 'hex').slice(0, 16)}`;
  const { question, options } = questionRows(`${code}#${author_key}`, content);
  return { question: { ...question, quiz_id, author_key, retired_at: null }, options };
}
type QuestionRows = ReturnType<typeof questionRows>;

const versionOf = (item_id: number, { questions, language_id }: AuthoredQuiz) =>
  questions.map((question) => {
    const rows = rowsOf(`authored/${item_id}`, quizIdOf(item_id), question.key, questionContent(question, language_id));
    return { question_id: rows.question.question_id, rows };
  });

/** A question as the player gets it, before it is stored. */
export function asStored({ question, options }: QuestionRows, quiz_id: number, at: number): StoredQuestion {
  const { answer_key, targets, diagram = null, unit = null, author_key = null, ...row } = question;
  return {
    ...row,
    ...{ quiz_id, author_key, retired_at: null, sort_order: at + 1, place: at + 1 },
    ...{ diagram, unit, key: JSON.parse(answer_key), targets: JSON.parse(targets) },
    options: options.map((option) => ({ ...option, misconception: option.misconception ?? null })),
  };
}

/** The questions of a complete draft as the player gets them, without storing them. */
export const draftQuestions = (item_id: number, quiz: AuthoredQuiz): StoredQuestion[] =>
  versionOf(item_id, quiz).map(({ rows }, at) => asStored(rows, quizIdOf(item_id), at));

/** A draft as a preview shows it, besides its questions. */
export const draftFacts = (item_id: number, quiz: AuthoredQuiz) => ({
  ...{ quiz_id: quizIdOf(item_id), title: quiz.title, intro: quiz.intro, minutes: minutesOf(quiz), is_timed: false },
  standards: standardsOf(quiz),
});

/** Puts the questions of a version in their order, which new attempts get. Returns those that it does not have. */
export async function placeQuestions(trx: Db, quiz_id: number, version: readonly VersionQuestion[]): Promise<number[]> {
  const stored = await trx.selectFrom('question').select(['question_id', 'sort_order']).where('quiz_id', '=', quiz_id).execute();
  const known = new Set(stored.map(({ question_id }) => question_id));
  // The order in the table never changes, because grading names a question by it.
  let last = Math.max(0, ...stored.map(({ sort_order }) => sort_order));
  const added: NewRow<'question'>[] = [];
  const options: NewRow<'question_option'>[] = [];
  for (const [index, { question_id, rows }] of version.entries()) {
    const place = index + 1;
    if (known.has(question_id) || !rows) {
      await trx.updateTable('question').set({ place, retired_at: null }).where('question_id', '=', question_id).execute();
      continue;
    }
    added.push({ ...rows.question, place, sort_order: ++last });
    options.push(...rows.options);
  }
  await insertAll(trx, 'question', added);
  await insertAll(trx, 'question_option', options);
  const kept = new Set(version.map(({ question_id }) => question_id));
  return [...known].filter((question_id) => !kept.has(question_id));
}

/** Keeps a question for the attempts that have it. New ones do not get it. */
export const retire = (trx: Db, question_id: number, now: number) =>
  trx.updateTable('question').set({ retired_at: now }).where('question_id', '=', question_id).where('retired_at', 'is', null).execute();

/** Questions that some attempt of a student has. */
async function askedQuestions(trx: Db, quiz_id: number): Promise<Set<number>> {
  const of = (table: 'attempt' | 'earlier_attempt') => trx.selectFrom(table).select('layout').where('quiz_id', '=', quiz_id).execute();
  const attempts = [...(await of('attempt')), ...(await of('earlier_attempt'))];
  return new Set(attempts.flatMap(({ layout }) => (JSON.parse(layout) as { questions: number[] }).questions));
}

/**
 * Makes a complete quiz the version that lessons use. New attempts get its questions; questions of attempts stay, retired if this version
 * leaves them out or changes them.
 */
export async function publishVersion(
  trx: Db,
  { item_id, owner_puid }: Pick<Row<'authored_quiz'>, 'item_id' | 'owner_puid'>,
  quiz: AuthoredQuiz,
  now: number,
): Promise<void> {
  const quiz_id = quizIdOf(item_id);
  await upsertAll(
    trx,
    'content_item',
    ['item_id'],
    [
      {
        // No place in the catalog.
        ...{ item_id, product_id: 0, unit_id: 0, sub_unit_id: 0, level3_id: null, sort_order: 0, mapped_id: null },
        ...{
          code: `authored/${item_id}`,
          owner_puid,
          item_type_id: ResourceType.quiz,
          quiz_id,
          is_assignable: 1,
          is_learnosity_enabled: 0,
        },
        ...{ title: quiz.title, summary: '', minutes: minutesOf(quiz), language_id: quiz.language_id, lexile: null, spanish_remark: null },
        body: JSON.stringify({ kind: 'quiz', intro_html: quiz.intro } satisfies ItemBody),
        ...{ grades: '[]', sources: '[]', standards: JSON.stringify(standardsOf(quiz)) },
      },
    ],
  );
  await upsertAll(trx, 'quiz', ['quiz_id'], [{ quiz_id, item_id, title: quiz.title, intro_html: quiz.intro, delivery: 'quiz' }]);
  const dropped = await placeQuestions(trx, quiz_id, versionOf(item_id, quiz));
  const asked = dropped.length === 0 ? new Set<number>() : await askedQuestions(trx, quiz_id);
  for (const question_id of dropped) {
    if (asked.has(question_id)) {
      await retire(trx, question_id, now);
      continue;
    }
    await trx.deleteFrom('question_option').where('question_id', '=', question_id).execute();
    await trx.deleteFrom('question').where('question_id', '=', question_id).execute();
  }
}
