import type { StudentAnswers } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { answerInWords, keyInWords } from '../quiz/answers.ts';
import { reasonText } from '../quiz/reasons.ts';
import type { ReportChart, ReportColumn } from './declaration.ts';
import { plainText } from './plainText.ts';
import { inUnit } from './units.ts';
import { figureWords, releaseWords } from './words.ts';

type Quiz = StudentAnswers['quizzes'][number];
export type Attempt = Quiz['attempts'][number];

/** The columns of a student's attempts at a quiz. */
export const attemptColumns = {
  attempt: {
    header: m.reports_attempt,
    value: ({ attempt_no }) => attempt_no,
    text: ({ attempt_no }) => m.reports_attempt_no({ number: attempt_no }),
    width: 's',
  },
  state: { header: m.reports_result, value: ({ state }) => releaseWords(state, ''), width: 's' },
  begun: { header: m.reports_begun, value: ({ started_at }) => started_at, unit: 'moment' },
  submitted: {
    header: m.reports_submitted_at,
    value: ({ submitted_at }) => submitted_at,
    unit: 'moment',
    text: ({ submitted_at, is_past_due, is_late }, say) =>
      `${inUnit(submitted_at, 'moment', say)}${is_past_due ? ` (${m.reports_late()})` : ''}${is_late ? ` (${m.reports_time_up()})` : ''}`,
  },
  score: {
    header: m.reports_score,
    value: ({ score }) => score,
    unit: 'number',
    text: ({ score, max_score }) => (score === null ? m.reports_none() : m.student_score({ score, max: max_score })),
  },
  time: { header: m.reports_time, value: ({ time_spent }) => time_spent, unit: 'minutes', width: 's' },
} as const satisfies Record<string, ReportColumn<Attempt>>;

/** The questions of an attempt with their answers. */
export const answersIn = ({ questions }: Pick<Quiz, 'questions'>, { responses, comments }: Attempt) =>
  questions.map((question, at) => ({
    number: at + 1,
    question,
    response: responses.find(({ question_id }) => question_id === question.id),
    comments: comments.filter(({ question_id }) => question_id === question.id).map(({ feedback_text }) => feedback_text),
  }));
export type Answer = ReturnType<typeof answersIn>[number];

/** An answer beside its key. */
export const answerColumns = {
  number: { header: m.teacher_number, value: ({ number }) => number, unit: 'number', width: 'xs' },
  question: { header: m.reports_question, value: ({ question }) => plainText(question.question_text), isRowHeader: true, width: 'l' },
  answer: {
    header: m.reports_answer,
    value: ({ question, response }) =>
      (response && answerInWords(question, { answerId: response.answer_id, answerText: response.answer_text })) || null,
  },
  key: { header: m.reports_key, value: ({ question }) => keyInWords(question) },
  points: {
    header: m.reports_points,
    value: ({ response }) => response?.points ?? null,
    unit: 'number',
    text: ({ question, response }, { language }) =>
      response === undefined || response.points === null
        ? m.reports_none()
        : m.reports_of({ value: figureWords(response.points, language), max: question.points }),
  },
  time: {
    header: m.reports_time,
    value: ({ response }) => response?.time_spent ?? null,
    unit: 'number',
    text: ({ response }) => (response ? m.reports_seconds({ count: Math.round(response.time_spent) }) : m.reports_none()),
  },
} as const satisfies Record<string, ReportColumn<Answer>>;

/** The teacher's comments, if there are any. */
export const commentColumn = (answers: readonly Answer[]): Record<string, ReportColumn<Answer>> =>
  answers.some(({ comments }) => comments.length > 0)
    ? { comment: { header: m.reports_comment, value: ({ comments }) => comments.join(' · ') || null } }
    : {};

/** Why the answers have their points, if there is a reason. */
export const whyColumn = (answers: readonly Answer[]): Record<string, ReportColumn<Answer>> =>
  answers.some(({ response }) => response !== undefined && response.reasons.length > 0)
    ? {
        why: {
          header: m.reports_why,
          value: ({ response }, { language }) => response?.reasons.map((reason) => reasonText(reason, language)).join(' ') || null,
          width: 'l',
        },
      }
    : {};

/** The share of the points of each answer. */
export const answerChart: ReportChart<Answer, 'number' | 'points'> = {
  title: m.reports_facility_title,
  finding: (rows) => {
    const scored = rows.filter(({ question, response }) => question.points > 0 && response?.points != null);
    return scored.length === 0
      ? m.reports_no_scores()
      : m.reports_full_points({
          count: scored.filter(({ question, response }) => response?.points === question.points).length,
          of: rows.length,
        });
  },
  kind: 'bar',
  along: 'number',
  series: ['points'],
  axis: m.reports_per_cent,
  unit: 'percent',
  max: 110,
  points: (rows) => ({
    labels: rows.map(({ number }) => String(number)),
    values: rows.map(({ question, response }) => (question.points > 0 ? (100 * (response?.points ?? 0)) / question.points : null)),
  }),
};
