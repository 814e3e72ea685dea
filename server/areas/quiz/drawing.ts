import { hash } from 'node:crypto';
import { answersOf, countOf, type Drawing, type Drawn, filledIn, numberAt } from '../../../common/authoring/drawing.ts';
import { numbersText } from '../../../common/authoring/numbersText.ts';
import type { Db } from '../../kit/access.ts';
import { earlierAttempts } from './earlierAttempts.ts';
import type { StoredQuestion } from './questions.ts';
import type { AnswerKey, NumericKey } from './score.ts';

/** Draws that have no answer are repeated, this often at most. */
const mostTries = 50;

/** Numbers that follow from a seed, so that they are the same at each visit and on each device. */
function draw(drawing: Drawing, seed: string): Drawn {
  const attempt = (number: number): Drawn =>
    Object.fromEntries(
      drawing.variables.map((variable) => {
        const bytes = Number.parseInt(hash('sha256', `${seed}/${number}/${variable.name}`, 'hex').slice(0, 12), 16);
        return [variable.name, numberAt(variable, bytes % countOf(variable))];
      }),
    );
  const answer = answersOf(drawing);
  for (let number = 0; number < mostTries; number++) {
    const drawn = attempt(number);
    if (Number.isFinite(answer(drawn))) return drawn;
  }
  return attempt(0);
}

const drawingIn = (key: Readonly<AnswerKey>): Drawing | undefined => (key.kind === 'numeric' ? key.drawing : undefined);

/** Whether each student has own numbers, filled in or not. */
export const hasNumbers = (key: Readonly<AnswerKey>): boolean =>
  key.kind === 'numeric' && (key.drawing !== undefined || key.is_drawn === true);

/** Whether each student gets own numbers in some of the questions. */
export const hasDrawn = (questions: readonly Pick<StoredQuestion, 'key'>[]): boolean => questions.some(({ key }) => drawingIn(key));

/** Numbers by question, for those that have variables. */
export const drawnFor = (questions: readonly Pick<StoredQuestion, 'question_id' | 'key'>[], seed: string): Record<number, Drawn> =>
  Object.fromEntries(
    questions.flatMap(({ question_id, key }) => {
      const drawing = drawingIn(key);
      return drawing ? [[question_id, draw(drawing, `${seed}/${question_id}`)]] : [];
    }),
  );

/** Numbers by question for paper: as written, and in versions A and B, which differ wherever there are numbers enough. */
export function drawnForPaper(questions: readonly Pick<StoredQuestion, 'question_id' | 'key'>[]) {
  const papers: { one: Record<number, Drawn>; a: Record<number, Drawn>; b: Record<number, Drawn> } = {
    ...{ one: drawnFor(questions, 'paper/one'), a: drawnFor(questions, 'paper/a'), b: {} },
  };
  for (let number = 0; number < mostTries; number++) {
    const same = questions.filter(({ question_id: id }) => !papers.b[id] || numbersText(papers.b[id]) === numbersText(papers.a[id] ?? {}));
    Object.assign(papers.b, drawnFor(same, `paper/b/${number}`));
  }
  return papers;
}

/** The key of a question for the numbers that a student had; any other key as it is. */
export function drawnKey<K extends AnswerKey>(key: Readonly<K>, drawn: Drawn | undefined): Readonly<K> {
  const drawing = drawingIn(key);
  if (!drawing || !drawn) return key;
  const { drawing: _, ...rest } = key as unknown as NumericKey;
  const value = answersOf(drawing)(drawn);
  const tolerance = drawing.percent === null ? rest.tolerance : (Math.abs(value) * drawing.percent) / 100;
  return { ...rest, value, tolerance, is_drawn: true } as unknown as K;
}

/** A question with the numbers that a student had in its texts and in its key. */
export const withNumbers = <Q extends Pick<StoredQuestion, 'key' | 'question_html' | 'explanation_html'>>(
  question: Q,
  drawn: Drawn | undefined,
): Q =>
  drawn && drawingIn(question.key)
    ? {
        ...question,
        key: drawnKey(question.key, drawn),
        question_html: filledIn(question.question_html, drawn),
        explanation_html: filledIn(question.explanation_html, drawn),
      }
    : question;

/**
 * Seed of the numbers of a student's next attempt at a quiz of an assignment: a reassigned quiz has other ones. Empty if no question has
 * numbers.
 */
export async function seedFor(
  questions: readonly Pick<StoredQuestion, 'key'>[],
  db: Db,
  whose: { user_puid: number; group_assignment_id: number; quiz_id: number },
): Promise<string> {
  if (!hasDrawn(questions)) return '';
  return `${whose.user_puid}/${whose.group_assignment_id}/${whose.quiz_id}/${await earlierAttempts(db, whose)}`;
}
