import type { GradedQuestion, QuestionResponse } from '../../../contract/autograde.ts';
import { m } from '../../paraglide/messages.js';
import { answerInWords } from '../quiz/answers.ts';
import { figureWords } from '../reports/words.ts';

type Asked = GradedQuestion['question'];

/** Longest text of an answer in the list; all of it is beside the list. */
const mostLetters = 240;

/** A student's answer in words. */
export const answerText = (question: Asked, { answer_id, answer_text }: Pick<QuestionResponse, 'answer_id' | 'answer_text'>): string =>
  answerInWords(question, { answerId: answer_id, answerText: answer_text });

/** The beginning of a long text. */
export const beginning = (text: string): string => {
  const letters = [...text];
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('')}…` : text;
};

/** The points of a group of answers: one number, several, or none yet. */
export function pointsText(group: readonly QuestionResponse[], max: number, language: 'en' | 'es'): string {
  const [first] = group;
  const points = first?.points ?? null;
  if (group.some((one) => one.points === null)) return m.autograde_waits();
  if (group.some((one) => one.points !== points) || points === null) return m.autograde_mixed();
  return m.autograde_points_of({ points: figureWords(points, language), max: figureWords(max, language) });
}

/** The numbers of points that have a button: halves for small questions. */
export const steps = (max: number): number[] => {
  const step = max <= 3 ? 0.5 : 1;
  const all = Array.from({ length: Math.floor(Math.min(max, 10) / step) + 1 }, (_, at) => at * step);
  return all.includes(max) ? all : [...all, max];
};

/** A question by its number, as the students who have it see it. */
export const questionName = ({ number, is_retired }: Pick<GradedQuestion, 'number' | 'is_retired'>): string =>
  is_retired ? m.autograde_question_earlier({ number }) : m.autograde_question({ number });
