import { hash } from 'node:crypto';
import type { AuthoredQuiz, AuthoredQuizCard } from '../../../contract/authoring.ts';
import { type ItemBody, ResourceType } from '../../../contract/content.ts';
import { idOf } from '../../content/ids.ts';
import { questionRows } from '../../content/questionRows.ts';
import type { NewRow, Row } from '../../db/schema.ts';
import { insertAll, upsertAll } from '../../db/upsert.ts';
import type { Db } from '../../kit/access.ts';
import type { StoredQuestion } from '../quiz/questions.ts';
import { questionContent } from './questionContent.ts';

const quizIdOf = (item_id: number) => idOf(`authored/${item_id}#quiz`);

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

/** Locks a user's own quiz until the transaction ends, so that no version comes between reading its questions and storing an attempt. */
export const lockVersion = (trx: Db, quiz_id: number) =>
  trx
    .updateTable('quiz')
    .set(({ ref }) => ({ quiz_id: ref('quiz_id') }))
    .where('quiz_id', '=', quiz_id)
    .execute();

/**
 * Rows of the questions. An id follows from what a question says, so that a changed question is another one, and the same question stays
 * the same in all versions.
 */
function rowsOf(item_id: number, { questions, language_id }: AuthoredQuiz) {
  return questions.map((question, index) => {
    const content = questionContent(question, language_id);
    const author_key = `${question.key}#${hash('sha256', JSON.stringify(content), 'hex').slice(0, 16)}`;
    const { question: row, options } = questionRows(`authored/${item_id}#${author_key}`, content);
    return { question: { ...row, quiz_id: quizIdOf(item_id), author_key, place: index + 1, retired_at: null }, options };
  });
}

/** The questions of a complete draft as the player gets them, without storing them. */
export const draftQuestions = (item_id: number, quiz: AuthoredQuiz): StoredQuestion[] =>
  rowsOf(item_id, quiz).map(({ question, options }) => {
    const { answer_key, targets, diagram = null, unit = null, ...row } = question;
    return {
      ...row,
      ...{ sort_order: row.place, diagram, unit, key: JSON.parse(answer_key), targets: JSON.parse(targets) },
      options: options.map((option) => ({ ...option, misconception: option.misconception ?? null })),
    };
  });

/** A draft as a preview shows it, besides its questions. */
export const draftFacts = (item_id: number, quiz: AuthoredQuiz) => ({
  ...{ quiz_id: quizIdOf(item_id), title: quiz.title, intro: quiz.intro, minutes: minutesOf(quiz), is_timed: false },
  standards: standardsOf(quiz),
});

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
  const stored = await trx.selectFrom('question').select(['question_id', 'sort_order']).where('quiz_id', '=', quiz_id).execute();
  const known = new Set(stored.map(({ question_id }) => question_id));
  // The order in the table never changes, because grading names a question by it.
  let last = Math.max(0, ...stored.map(({ sort_order }) => sort_order));
  const rows = rowsOf(item_id, quiz);
  const added: NewRow<'question'>[] = [];
  for (const { question } of rows) {
    const { question_id, place } = question;
    if (!known.has(question_id)) added.push({ ...question, sort_order: ++last });
    else await trx.updateTable('question').set({ place, retired_at: null }).where('question_id', '=', question_id).execute();
  }
  const kept = new Set(rows.map(({ question }) => question.question_id));
  const dropped = stored.filter(({ question_id }) => !kept.has(question_id));
  const asked = dropped.length === 0 ? new Set<number>() : await askedQuestions(trx, quiz_id);
  for (const { question_id } of dropped) {
    if (asked.has(question_id)) {
      const own = trx.updateTable('question').where('question_id', '=', question_id).where('retired_at', 'is', null);
      await own.set({ retired_at: now }).execute();
      continue;
    }
    await trx.deleteFrom('question_option').where('question_id', '=', question_id).execute();
    await trx.deleteFrom('question').where('question_id', '=', question_id).execute();
  }
  await insertAll(trx, 'question', added);
  const addedIds = new Set(added.map(({ question_id }) => question_id));
  await insertAll(
    trx,
    'question_option',
    rows.filter(({ question }) => addedIds.has(question.question_id)).flatMap(({ options }) => options),
  );
}
