import type { Answer } from '../../../common/attempt.ts';
import type { Question } from '../../../contract/quiz.ts';
import { m } from '../../paraglide/messages.js';

const parse = (answer: Answer | undefined): unknown => {
  try {
    return JSON.parse(answer?.answerText ?? '');
  } catch {
    return null;
  }
};

/** Option ids of a multiple choice or an ordering; empty if nothing usable is stored. */
export function placedOptions(answer: Answer | undefined): number[] {
  const value = parse(answer);
  return Array.isArray(value) ? value.filter((id) => Number.isSafeInteger(id)) : [];
}

/** Option id by target, for a matching or a labeled diagram. */
export function placements(answer: Answer | undefined): Record<string, number> {
  const value = parse(answer);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter(([, id]) => Number.isSafeInteger(id)));
}

/** The list with the id added or removed. */
export const toggled = (ids: readonly number[], id: number): number[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

/** Question types with options to choose from, which can be crossed out. */
export const isChoice = ({ question_type }: Pick<Question, 'question_type'>): boolean =>
  question_type === 'single_choice' || question_type === 'true_false' || question_type === 'multiple_choice';

/** The answer after an option was chosen; in a multiple choice, toggled. */
export function chosen({ question_type }: Pick<Question, 'question_type'>, answer: Answer | undefined, optionId: number): Answer {
  if (question_type !== 'multiple_choice') return { answerId: optionId, answerText: '' };
  const next = toggled(placedOptions(answer), optionId);
  return { answerId: null, answerText: next.length > 0 ? JSON.stringify(next) : '' };
}

/** Whether an option is the answer, or part of it. */
export const isChosen = ({ question_type }: Pick<Question, 'question_type'>, answer: Answer | undefined, optionId: number): boolean =>
  question_type === 'multiple_choice' ? placedOptions(answer).includes(optionId) : answer?.answerId === optionId;

/** Texts in one line. Sentences among them lose their period, which would stand before the semicolon. */
const listed = (texts: readonly string[]): string =>
  texts.map((text, at) => (at < texts.length - 1 ? text.replace(/([^.])\.$/, '$1') : text)).join('; ');

/** A readable answer: the texts that were chosen, ordered or placed. */
export function answerInWords(
  question: Pick<Question, 'question_type' | 'answer_options' | 'targets'>,
  answer: Answer | undefined,
): string {
  if (!answer) return '';
  const textOf = (id: number | null) => question.answer_options.find((option) => option.id === id)?.answer_text ?? '';
  switch (question.question_type) {
    case 'single_choice':
    case 'true_false':
      return textOf(answer.answerId);
    case 'multiple_choice':
      return listed(placedOptions(answer).map(textOf));
    case 'ordering':
      return placedOptions(answer).map(textOf).join(' → ');
    case 'matching':
    case 'label_diagram': {
      const placed = placements(answer);
      return listed(question.targets.map(({ id, text }) => `${text}: ${textOf(placed[id] ?? null)}`));
    }
    default:
      return answer.answerText;
  }
}

/** What `keyInWords` is called. */
export const keyLabel = ({ is_example }: Pick<Question, 'is_example'>): string =>
  is_example ? m.quiz_review_example() : m.quiz_review_key();

/** The correct answer in words, for a question that came with its key. */
export const keyInWords = ({ correct_answer, answer_options }: Pick<Question, 'correct_answer' | 'answer_options'>): string =>
  correct_answer ?? listed(answer_options.filter(({ is_answer }) => is_answer).map(({ answer_text }) => answer_text));
