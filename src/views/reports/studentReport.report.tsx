import { reports, type StudentAnswers } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import { paths } from '../paths.ts';
import { answerInWords, keyInWords } from '../quiz/answers.ts';
import { nameOf } from '../words.ts';
import { type ReportSection, type Say, sectionTable } from './declaration.ts';
import { plainText } from './plainText.ts';
import { reportScreen } from './reportScreen.tsx';
import { studentReport } from './studentReport.screen.ts';
import { inUnit } from './units.ts';
import { figureWords, progressWords, releaseWords } from './words.ts';

type Quiz = StudentAnswers['quizzes'][number];
type Attempt = Quiz['attempts'][number];

/** All attempts at a quiz. */
const attemptsOf = ({ title, attempts }: Quiz) =>
  sectionTable({
    key: 'attempts',
    rows: attempts,
    rowKey: ({ attempt_no }) => attempt_no,
    caption: () => `${title}: ${m.reports_attempts()}`,
    isSmall: true,
    empty: m.reports_no_answers,
    columns: {
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
    },
  });

/** The answers of an attempt beside the key. */
const answersOf = ({ title, questions }: Quiz, { attempt_no, responses, comments, score }: Attempt) =>
  sectionTable({
    key: 'answers',
    rows: questions.map((question, at) => ({
      number: at + 1,
      question,
      response: responses.find(({ question_id }) => question_id === question.id),
      comments: comments.filter(({ question_id }) => question_id === question.id).map(({ feedback_text }) => feedback_text),
    })),
    rowKey: ({ question }) => question.id,
    caption: () => m.reports_answers_of({ title: `${title} · ${m.reports_attempt_no({ number: attempt_no })}` }),
    empty: m.reports_no_answers,
    columns: {
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
      comment: { header: m.reports_comment, value: ({ comments }) => comments.join(' · ') || null },
    },
    chart:
      score === null
        ? undefined
        : {
            title: m.reports_facility_title,
            kind: 'bar',
            along: 'number',
            series: ['points'],
            axis: m.reports_per_cent,
            unit: 'percent',
            max: 110,
            points: (rows) => ({
              labels: rows.map(({ number }) => String(number)),
              values: rows.map(({ question, response }) =>
                question.points > 0 ? (100 * (response?.points ?? 0)) / question.points : null,
              ),
            }),
          },
  });

function sectionOf(quiz: Quiz): ReportSection {
  const latest = quiz.attempts.at(-1);
  return {
    key: String(quiz.quiz_id),
    title: quiz.title,
    ...(latest ? { tables: [attemptsOf(quiz), answersOf(quiz, latest)] } : { note: <Text tone="soft">{m.reports_no_attempt()}</Text> }),
  };
}

const called = ({ student }: StudentAnswers, { name, areNamesHidden }: Say): string => (areNamesHidden ? name(student) : nameOf(student));

/** One student in one assignment: every answer with the correct one, times, comments and earlier attempts. */
export default reportScreen({
  ...studentReport,
  call: reports.studentAnswers,
  input: ({ ids: [group_assignment_id, student_puid] }) => ({ group_assignment_id, student_puid }),
  name: m.reports_answers,
  title: called,
  lead: ({ assignment }) => m.reports_student_lead({ lesson: assignment.lesson_name, group: assignment.group_name }),
  back: (data) => [
    { label: m.teacher_assignments(), href: paths.assignments },
    ...(data
      ? [
          {
            label: data.assignment.lesson_name,
            href: paths.assignmentResult(data.assignment.lesson_id, data.assignment.group_puid, data.assignment.group_assignment_id),
          },
        ]
      : []),
  ],
  students: ({ student }) => [student],
  figures: [
    { name: m.teacher_state, value: ({ student }) => progressWords(student.state), unit: 'text' },
    { name: m.teacher_done, value: ({ student }) => student.percentage_completed, unit: 'percent' },
    { name: m.teacher_time, value: ({ student }) => student.time_spent, unit: 'minutes' },
    { name: m.teacher_last_active, value: ({ student }) => student.last_active_at, unit: 'moment' },
  ],
  sections: {
    of: ({ quizzes }) => quizzes.map(sectionOf),
    empty: { title: m.reports_no_quiz, text: m.reports_no_quiz_text },
  },
});
