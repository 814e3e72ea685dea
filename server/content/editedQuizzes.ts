import { hash } from 'node:crypto';
import { type ItemBody, isHandedIn } from '../../contract/content.ts';
import { asStored } from '../areas/authoring/versions.ts';
import { authoredOf } from '../areas/itemBank/authoredOf.ts';
import { loadQuestions, type StoredQuestion } from '../areas/quiz/questions.ts';
import type { NewRow, Row } from '../db/schema.ts';
import { insertAll } from '../db/upsert.ts';
import type { Db } from '../kit/access.ts';
import type { QuestionContent } from './contentSet.ts';
import { questionRows } from './questionRows.ts';

/** A question of the course with its rows. */
export interface CourseQuestion extends ReturnType<typeof questionRows> {
  code: string;
  quiz_id: number;
  /** Its position in the quiz. */
  sort_order: number;
  content: QuestionContent;
}

/** All that a question says, without its ids. */
function gistOf(question: StoredQuestion): string {
  const { key, diagram } = question;
  const further = key.kind === 'numeric' ? [key.units, key.figures] : key.kind === 'open' ? key.ideas : null;
  return JSON.stringify([{ ...authoredOf(question), key: null, kept: null }, diagram, further]);
}

/**
 * The ids of an edited quiz's questions as the course has them now. What the course changed is stored beside the older questions, for the
 * editor, and no attempt gets it.
 */
async function storeCourse(trx: Db, stored: readonly StoredQuestion[], questions: readonly CourseQuestion[]): Promise<number[]> {
  const gists = new Map(stored.map((question) => [question.question_id, gistOf(question)]));
  let last = Math.max(0, ...stored.map(({ sort_order }) => sort_order));
  const ids: number[] = [];
  for (const { code, content, quiz_id, sort_order, ...rows } of questions) {
    const gist = gistOf(asStored(rows, quiz_id, sort_order - 1));
    const isSame = gists.get(rows.question.question_id) === gist;
    const own = isSame ? rows : questionRows(`${code}#${hash('sha256', gist, 'hex').slice(0, 16)}`, content);
    const { question_id } = own.question;
    ids.push(question_id);
    if (gists.has(question_id)) continue;
    await insertAll(trx, 'question', [{ ...own.question, quiz_id, sort_order: ++last, retired_at: 0 }]);
    await insertAll(trx, 'question_option', own.options);
  }
  return ids;
}

/** Whether a quiz that has a draft, and no edit, says something else after the import. */
function isChanged(stored: readonly StoredQuestion[], questions: readonly CourseQuestion[]): boolean {
  const gists = new Map(stored.map((question) => [question.question_id, gistOf(question)]));
  return questions.some(
    ({ quiz_id, sort_order, ...rows }) => gists.get(rows.question.question_id) !== gistOf(asStored(rows, quiz_id, sort_order - 1)),
  );
}

/**
 * What an import leaves alone: the questions of quizzes that administrators have edited (decision 077). Where a draft or an edit stands on
 * other questions than the course has now, it is noted for the editor.
 */
export async function editedQuizzes(trx: Db, questions: readonly CourseQuestion[]): Promise<Set<number>> {
  const edited = new Set<number>();
  const byQuiz = Map.groupBy(questions, ({ quiz_id }) => quiz_id);
  for (const row of await trx.selectFrom('catalog_quiz').select(['quiz_id', 'is_edited', 'course', 'is_course_new']).execute()) {
    const { quiz_id } = row;
    const ofCourse = byQuiz.get(quiz_id);
    if (!ofCourse) continue;
    const stored = await loadQuestions(trx, [quiz_id]);
    if (row.is_edited === 1) edited.add(quiz_id);
    const ids = row.is_edited === 1 ? await storeCourse(trx, stored, ofCourse) : ofCourse.map(({ question }) => question.question_id);
    const course = JSON.stringify(ids);
    const isNew = course !== row.course || (row.is_edited === 0 && isChanged(stored, ofCourse));
    if (isNew) await trx.updateTable('catalog_quiz').set({ course, is_course_new: 1 }).where('quiz_id', '=', quiz_id).execute();
  }
  return edited;
}

/** Columns of an item that the form of its quiz has. */
const ofQuiz = ['title', 'minutes', 'language_id', 'mapped_id', 'body'] as const;

/** The rows of items and their quizzes, with the titles, times, languages and intros that administrators gave. */
export async function withEdits(
  trx: Db,
  edited: ReadonlySet<number>,
  items: readonly NewRow<'content_item'>[],
  quizzes: readonly NewRow<'quiz'>[],
): Promise<{ items: NewRow<'content_item'>[]; quizzes: NewRow<'quiz'>[] }> {
  const kept = new Map<number, Pick<Row<'content_item'>, (typeof ofQuiz)[number]>>();
  for (const { item_id, quiz_id, item_type_id } of items) {
    if (quiz_id == null || !edited.has(quiz_id) || !isHandedIn(item_type_id)) continue;
    const stored = await trx.selectFrom('content_item').select(ofQuiz).where('item_id', '=', item_id).executeTakeFirst();
    if (stored) kept.set(item_id, stored);
  }
  const edits = items.map((item) => {
    const stored = kept.get(item.item_id);
    if (!stored) return item;
    const { mapped_id, ...own } = stored;
    // In another language than the course has it in, it has another counterpart.
    return { ...item, ...own, ...(own.language_id === item.language_id ? {} : { mapped_id }) };
  });
  const titles = new Map(edits.map(({ item_id, title }) => [item_id, title]));
  const introOf = ({ item_id, intro_html }: NewRow<'quiz'>) => {
    const own = kept.get(item_id);
    const body = own && (JSON.parse(own.body) as ItemBody);
    return body?.kind === 'quiz' ? body.intro_html : intro_html;
  };
  return {
    items: edits,
    quizzes: quizzes.map((quiz) => ({ ...quiz, title: titles.get(quiz.item_id) ?? quiz.title, intro_html: introOf(quiz) })),
  };
}
