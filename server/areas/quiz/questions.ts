import type { Drawn } from '../../../common/authoring/drawing.ts';
import type { Question, QuestionType } from '../../../contract/quiz.ts';
import { compiled } from '../../db/compiled.ts';
import type { Row } from '../../db/schema.ts';
import type { Db } from '../../kit/access.ts';
import type { Ports } from '../../kit/ports.ts';
import { shuffle } from '../../kit/shuffle.ts';
import { drawnFor, drawnKey, hasDrawn, hasNumbers, withNumbers } from './drawing.ts';
import type { AnswerKey } from './score.ts';

const byText = new Intl.Collator('en', { numeric: true });

/** A question with its key and its options in the author's order. */
export interface StoredQuestion extends Omit<Row<'question'>, 'answer_key' | 'targets'> {
  targets: { id: string; text: string }[];
  key: Readonly<AnswerKey>;
  options: Row<'question_option'>[];
}

/** Order of an attempt: question ids, and option ids of questions whose options are shuffled. */
export interface Layout {
  questions: number[];
  options: Record<string, number[]>;
  /** Answers are marked at once: this is a check at the end of another kind of resource. */
  isCheck?: boolean;
  /** All questions as the student saw them, if the teacher has dropped some since. */
  shown?: number[];
  /** The numbers that the student has, by question. */
  drawn?: Record<string, Drawn>;
}

const questionsOf = compiled((db, { quiz_ids }: { quiz_ids: readonly number[] }) =>
  db.selectFrom('question').selectAll().where('quiz_id', 'in', quiz_ids).orderBy('sort_order'),
);

const optionsOf = compiled((db, { quiz_ids }: { quiz_ids: readonly number[] }) =>
  db
    .selectFrom('question_option as o')
    .innerJoin('question as q', 'q.question_id', 'o.question_id')
    .selectAll('o')
    .where('q.quiz_id', 'in', quiz_ids)
    .orderBy('o.sort_order'),
);

/** Cache of parsed keys and targets by question. Parsing them for every attempt would cost as much as scoring. */
const read = new Map<number, Pick<Row<'question'>, 'answer_key' | 'targets'> & { parsed: Pick<StoredQuestion, 'key' | 'targets'> }>();

function parsedOf({
  question_id,
  answer_key,
  targets,
}: Pick<Row<'question'>, 'question_id' | 'answer_key' | 'targets'>): Pick<StoredQuestion, 'key' | 'targets'> {
  const known = read.get(question_id);
  // The content may have changed, or come from another database.
  if (known?.answer_key === answer_key && known.targets === targets) return known.parsed;
  const parsed = { targets: JSON.parse(targets), key: JSON.parse(answer_key) };
  read.set(question_id, { answer_key, targets, parsed });
  return parsed;
}

/** Questions of quizzes in order, of all versions, with keys. Server only. */
export async function loadQuestions(db: Db, quiz_ids: readonly number[]): Promise<StoredQuestion[]> {
  if (quiz_ids.length === 0) return [];
  const questions = await questionsOf(db, { quiz_ids });
  const options = Map.groupBy(await optionsOf(db, { quiz_ids }), (option) => option.question_id);
  return questions.map((row) => {
    const { answer_key: _key, targets: _targets, ...question } = row;
    return { ...question, ...parsedOf(row), options: options.get(question.question_id) ?? [] };
  });
}

/** The questions that new attempts get, in the author's order. The others are in earlier versions of a quiz, which has results. */
export const newestOf = (questions: readonly StoredQuestion[]): StoredQuestion[] =>
  questions.filter(({ retired_at }) => retired_at === null).toSorted((a, b) => (a.place ?? a.sort_order) - (b.place ?? b.sort_order));

/** Same as `loadQuestions`, only those that new attempts get. */
export const newestQuestions = async (db: Db, quiz_ids: readonly number[]): Promise<StoredQuestion[]> =>
  newestOf(await loadQuestions(db, quiz_ids));

/** All questions by quiz. */
export const questionsByQuiz = async (db: Db, quizzes: readonly { quiz_id: number }[]): Promise<Map<number, StoredQuestion[]>> =>
  Map.groupBy(
    await loadQuestions(
      db,
      quizzes.map(({ quiz_id }) => quiz_id),
    ),
    ({ quiz_id }) => quiz_id,
  );

const keysOf = compiled((db, { quiz_id }: { quiz_id: number }) =>
  db.selectFrom('question').select(['question_id', 'points', 'answer_key', 'targets']).where('quiz_id', '=', quiz_id),
);

/** Questions of an attempt with only what scoring needs. Texts and options make up most of a quiz and are not needed here. */
export async function loadKeys(db: Db, quiz_id: number, layout: Layout): Promise<Pick<StoredQuestion, 'question_id' | 'points' | 'key'>[]> {
  const rows = await keysOf(db, { quiz_id });
  return inOrder(rows, layout).map((row) => ({
    question_id: row.question_id,
    points: row.points,
    key: drawnKey(parsedOf(row).key, layout.drawn?.[row.question_id]),
  }));
}

/**
 * Layout for a new attempt, with the newest version of a quiz. Options to order or place are shuffled; choices keep the author's order.
 * Numbers follow from `seed`.
 */
export const newLayout = (questions: readonly StoredQuestion[], randomBytes: Ports['randomBytes'], seed: string): Layout => ({
  ...(hasDrawn(questions) ? { drawn: drawnFor(newestOf(questions), seed) } : {}),
  questions: newestOf(questions).map((question) => question.question_id),
  options: Object.fromEntries(
    newestOf(questions)
      .filter(({ key }) => key.kind === 'order' || key.kind === 'places')
      .map(({ question_id, options }) => [
        question_id,
        shuffle(
          options.map((option) => option.option_id),
          randomBytes,
        ),
      ]),
  ),
});

/** Questions of an attempt in their order. Questions since removed from the content are left out. */
function inOrder<Q extends { question_id: number }>(questions: readonly Q[], layout: Layout): Q[] {
  const byId = new Map(questions.map((question) => [question.question_id, question]));
  return layout.questions.map((question_id) => byId.get(question_id)).filter((question) => question !== undefined);
}

/** Questions of an attempt in the attempt's layout. */
export const layOut = (questions: readonly StoredQuestion[], layout: Layout): StoredQuestion[] =>
  inOrder(questions, layout).map((question) => {
    const order = layout.options[question.question_id];
    const place = (option: Row<'question_option'>) => order?.indexOf(option.option_id) ?? option.sort_order;
    return {
      ...withNumbers(question, layout.drawn?.[question.question_id]),
      options: question.options.toSorted((a, b) => place(a) - place(b)),
    };
  });

/** A question as a student may see it, without anything that reveals the key. */
export const withoutKey = (question: StoredQuestion): Question => ({
  id: question.question_id,
  question_type: question.question_type as QuestionType,
  question_text: question.question_html,
  diagram: question.diagram,
  points: question.points,
  unit: question.unit,
  targets: question.targets,
  answer_options: question.options.map(({ option_id, answer_text }) => ({ id: option_id, answer_text })),
});

function keyInWords({ key, options, targets }: StoredQuestion): string | undefined {
  const textOf = (option_id: number) => options.find((option) => option.option_id === option_id)?.answer_text ?? '';
  switch (key.kind) {
    case 'text':
      return key.accepted[0];
    case 'open':
      return key.example;
    case 'numeric':
      return `${key.drawing?.formula ?? key.value} ${key.unit}`.trim();
    case 'order':
      return key.options.map(textOf).join(' → ');
    case 'places':
      return targets.map(({ id, text }) => `${text}: ${textOf(key.places[id] ?? 0)}`).join('; ');
    default:
      return undefined;
  }
}

/** Correct options in their correct places: in order, or one per target. */
function placedRight({ key, targets }: StoredQuestion): number[] | undefined {
  if (key.kind === 'order') return [...key.options];
  if (key.kind === 'places') return targets.map(({ id }) => key.places[id] ?? 0);
  return undefined;
}

/**
 * A question as printed on every sheet, so that one key fits all. Options to order or place are sorted alphabetically, because the author's
 * order would give away the answer.
 */
export function forPaper(question: StoredQuestion): StoredQuestion {
  const { kind } = question.key;
  if (kind !== 'order' && kind !== 'places') return question;
  return { ...question, options: question.options.toSorted((a, b) => byText.compare(a.answer_text, b.answer_text)) };
}

/** A question with its key, misconceptions and explanation: for teachers, and for students after release. */
export function withKey(question: StoredQuestion): Question {
  const correct_answer = keyInWords(question);
  const correct_option_ids = placedRight(question);
  const choice = question.key.kind === 'one' || question.key.kind === 'many';
  return {
    ...withoutKey(question),
    ...(hasNumbers(question.key) ? { is_drawn: true } : {}),
    answer_options: question.options.map(({ option_id, answer_text, is_answer, misconception }) => ({
      id: option_id,
      answer_text,
      ...(choice ? { is_answer: is_answer === 1 } : {}),
      ...(misconception === null ? {} : { misconception }),
    })),
    explanation: question.explanation_html,
    ...(correct_answer === undefined ? {} : { correct_answer }),
    ...(question.key.kind === 'open' ? { is_example: true } : {}),
    ...(correct_option_ids === undefined ? {} : { correct_option_ids }),
  };
}
