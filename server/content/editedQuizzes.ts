import { hash } from 'node:crypto';
import { type ItemBody, isHandedIn } from '../../contract/content.ts';
import { asStored } from '../areas/authoring/versions.ts';
import { authoredOf } from '../areas/itemBank/authoredOf.ts';
import { loadQuestions, newestOf, type StoredQuestion } from '../areas/quiz/questions.ts';
import type { NumericKey } from '../areas/quiz/score.ts';
import type { NewRow, Row } from '../db/schema.ts';
import type { Db } from '../kit/access.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { changesTo, type RowChange, storedRows, type Values } from './changes.ts';
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

/** What a number's key has if it was written in the product. */
const ofEach = ({ takesAnyUnit, drawing }: NumericKey) => (takesAnyUnit || drawing ? [takesAnyUnit, drawing] : []);

/** All that a question says, without its ids. */
function gistOf(question: StoredQuestion): string {
  const { key, diagram } = question;
  const further = key.kind === 'numeric' ? [key.units, key.figures, ...ofEach(key)] : key.kind === 'open' ? key.ideas : null;
  return JSON.stringify([{ ...authoredOf(question), key: null, kept: null }, diagram, further]);
}

/** Whether the course asks the same questions in the same order. */
const isSaid = (published: readonly StoredQuestion[], ofCourse: readonly CourseQuestion[]) =>
  published.length === ofCourse.length &&
  ofCourse.every(
    ({ code: _, content: __, quiz_id, sort_order, ...rows }, at) =>
      gistOf(asStored(rows, quiz_id, sort_order - 1)) === gistOf(published[at] as StoredQuestion),
  );

/** What to write of the questions of quizzes. */
export interface QuestionPlan {
  /** Quizzes whose questions administrators edited. */
  edited: Set<number>;
  /** Those of them of which the course has other questions. */
  kept: Set<number>;
  changes: RowChange[];
}

/** Rows of questions as they are stored, with their options. */
interface StoredRows {
  /** The item of the quiz. */
  about: () => string;
  questions: Values[];
  options: Map<unknown, Values[]>;
}

/** What somebody is asked, and the right answer. The other columns may change under a question that was answered. */
const asks = ['question_type', 'question_html', 'diagram', 'points', 'unit', 'targets', 'answer_key'] as const;
const asksOf = (question: Values, options: readonly Values[]) =>
  JSON.stringify([
    asks.map((name) => question[name] ?? null),
    options.map(({ option_id, answer_text, is_answer }) => [option_id, answer_text, is_answer]).sort(),
  ]);

const hashOf = (text: string) => hash('sha256', text, 'hex').slice(0, 16);

/** The changes that make the questions of a quiz those of the course in place. For quizzes that nobody has begun. */
const inPlace = ({ about, questions, options }: StoredRows, ofCourse: readonly CourseQuestion[]): RowChange[] => [
  ...changesTo(
    'question',
    about,
    questions,
    ofCourse.map(({ question, quiz_id, sort_order }) => ({ ...question, quiz_id, sort_order, place: null, retired_at: null })),
    true,
  ),
  ...changesTo(
    'question_option',
    about,
    [...options.values()].flat(),
    ofCourse.flatMap((question) => question.options as Values[]),
    true,
  ),
];

/**
 * The changes that make the questions of the course a new version of the quiz. A question that asks something else is another one, and
 * those that the version leaves out are retired: attempts have them.
 */
function asVersion({ about, questions, options }: StoredRows, ofCourse: readonly CourseQuestion[], at: number): RowChange[] {
  const known = new Map(questions.map((question) => [question.question_id, question]));
  let last = Math.max(0, ...questions.map(({ sort_order }) => Number(sort_order)));
  const rows: Values[] = [];
  const optionRows: Values[] = [];
  for (const { code, content, quiz_id, sort_order: place, ...own } of ofCourse) {
    const asked = asksOf(own.question, own.options as Values[]);
    const old = known.get(own.question.question_id);
    const isSame = !old || asksOf(old, options.get(own.question.question_id) ?? []) === asked;
    const { question, options: answers } = isSame ? own : questionRows(`${code}#${hashOf(asked)}`, content);
    const stored = known.get(question.question_id);
    const sort_order = stored ? Number(stored.sort_order) : ++last;
    const isInPlace = (stored?.place ?? sort_order) === place;
    rows.push({ ...question, quiz_id, sort_order, place: isInPlace ? (stored?.place ?? null) : place, retired_at: null });
    optionRows.push(...(answers as Values[]));
  }
  const version = new Set(rows.map(({ question_id }) => question_id));
  const retired = questions
    .filter(({ question_id, retired_at }) => !version.has(question_id) && retired_at === null)
    .map(({ question_id }) => ({ question_id, retired_at: at }));
  return [
    ...changesTo('question', about, questions, [...rows, ...retired]),
    ...changesTo('question_option', about, [...options.values()].flat(), optionRows),
  ];
}

/** Those of the quizzes that somebody of any district has begun. */
export async function begunOf(trx: Db, quiz_ids: readonly number[]): Promise<Set<number>> {
  if (quiz_ids.length === 0) return new Set();
  const of = (table: 'attempt' | 'earlier_attempt') =>
    allDistricts(trx).selectFrom(table).select('quiz_id').distinct().where('quiz_id', 'in', quiz_ids).execute();
  return new Set([...(await of('attempt')), ...(await of('earlier_attempt'))].map(({ quiz_id }) => quiz_id));
}

/** Ids of the questions that new attempts get once the changes are made, in their order. */
function newestIds({ questions }: StoredRows, changes: readonly RowChange[]): unknown[] {
  const rows = new Map(questions.map((question) => [question.question_id, question]));
  for (const { table, before, after } of changes) {
    if (table !== 'question') continue;
    if (after === null) rows.delete(before?.question_id);
    else rows.set(after.question_id, { ...rows.get(after.question_id), ...after });
  }
  const placeOf = ({ place, sort_order }: Values) => Number(place ?? sort_order);
  return [...rows.values()]
    .filter(({ retired_at }) => (retired_at ?? null) === null)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(({ question_id }) => question_id);
}

/**
 * The changes that store the course's questions of an edited quiz beside the older ones, for the editor. No attempt gets them. `ids`: of
 * the questions as the course has them now.
 */
function besideEdits(
  about: () => string,
  stored: readonly StoredQuestion[],
  questions: readonly CourseQuestion[],
): { ids: unknown[]; changes: RowChange[] } {
  const gists = new Map(stored.map((question) => [question.question_id, gistOf(question)]));
  let last = Math.max(0, ...stored.map(({ sort_order }) => sort_order));
  const ids: number[] = [];
  const changes: RowChange[] = [];
  for (const { code, content, quiz_id, sort_order, ...rows } of questions) {
    const gist = gistOf(asStored(rows, quiz_id, sort_order - 1));
    const isSame = gists.get(rows.question.question_id) === gist;
    const own = isSame ? rows : questionRows(`${code}#${hashOf(gist)}`, content);
    const { question_id } = own.question;
    ids.push(question_id);
    if (gists.has(question_id)) continue;
    changes.push(
      ...changesTo('question', about, [], [{ ...own.question, quiz_id, sort_order: ++last, retired_at: 0 }]),
      ...changesTo('question_option', about, [], own.options as Values[]),
    );
  }
  return { ids, changes };
}

/**
 * What an import writes of questions. It leaves alone those of quizzes that administrators have edited (decision 077). Where a draft or an
 * edit stands on other questions than the course has now, it is noted for the editor. `at`: now, in ms.
 */
export async function planQuestions(
  trx: Db,
  questions: readonly CourseQuestion[],
  quizzes: readonly Pick<Row<'quiz'>, 'quiz_id' | 'item_id'>[],
  at: number,
): Promise<QuestionPlan> {
  const itemOf = new Map(quizzes.map(({ quiz_id, item_id }) => [quiz_id, item_id]));
  const quiz_ids = [...itemOf.keys()];
  const aboutOf = (quiz_id: number) => () => `item ${itemOf.get(quiz_id)}`;
  const byQuiz = Map.groupBy(questions, ({ quiz_id }) => quiz_id);
  const rows = await storedRows(trx, 'question', 'quiz_id', quiz_ids);
  const options = Map.groupBy(
    await storedRows(
      trx,
      'question_option',
      'question_id',
      rows.map(({ question_id }) => question_id),
    ),
    ({ question_id }) => question_id,
  );
  const rowsOf = Map.groupBy(rows, ({ quiz_id }) => quiz_id);
  const drafts = await trx.selectFrom('catalog_quiz').select(['quiz_id', 'is_edited', 'course', 'is_course_new']).execute();
  const plan: QuestionPlan = { edited: new Set(), kept: new Set(), changes: [] };
  const followed = new Map<number, RowChange[]>();
  const storedOf = (quiz_id: number): StoredRows => {
    const own = rowsOf.get(quiz_id) ?? [];
    const ids = new Set(own.map(({ question_id }) => question_id));
    return { about: aboutOf(quiz_id), questions: own, options: new Map(options.entries().filter(([question_id]) => ids.has(question_id))) };
  };
  for (const { quiz_id, is_edited } of drafts) if (is_edited === 1) plan.edited.add(quiz_id);
  for (const quiz_id of quiz_ids)
    if (!plan.edited.has(quiz_id)) followed.set(quiz_id, asVersion(storedOf(quiz_id), byQuiz.get(quiz_id) ?? [], at));
  const changed = [...followed].filter(([, changes]) => changes.length > 0).map(([quiz_id]) => quiz_id);
  const begun = await begunOf(trx, changed);
  for (const quiz_id of changed) {
    if (!begun.has(quiz_id)) followed.set(quiz_id, inPlace(storedOf(quiz_id), byQuiz.get(quiz_id) ?? []));
    plan.changes.push(...(followed.get(quiz_id) ?? []));
  }
  for (const { quiz_id, is_edited, course: before, is_course_new } of drafts) {
    const ofCourse = byQuiz.get(quiz_id);
    if (!ofCourse) continue;
    // A folder that was exported here has what was published.
    if (is_edited === 1 && isSaid(newestOf(await loadQuestions(trx, [quiz_id])), ofCourse)) continue;
    const changes = followed.get(quiz_id) ?? [];
    const beside = is_edited === 1 ? besideEdits(aboutOf(quiz_id), await loadQuestions(trx, [quiz_id]), ofCourse) : null;
    const course = JSON.stringify(beside?.ids ?? newestIds(storedOf(quiz_id), changes));
    plan.changes.push(...(beside?.changes ?? []));
    const isNew = course !== before || changes.length > 0;
    if (is_edited === 1 && (isNew || is_course_new === 1)) plan.kept.add(quiz_id);
    if (isNew)
      plan.changes.push(
        ...changesTo('catalog_quiz', aboutOf(quiz_id), await storedRows(trx, 'catalog_quiz', 'quiz_id', [quiz_id]), [
          { quiz_id, course, is_course_new: 1 },
        ]),
      );
  }
  return plan;
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
