import type { DataOf } from '../../../contract/kit.ts';
import { reports, type StudentAnswers } from '../../../contract/reports.ts';
import { studentReports } from '../../../contract/studentReports.ts';
import { m } from '../../paraglide/messages.js';
import { reportCrumbs } from '../classReports/ofClass.ts';
import { type Attempt, answerChart, answerColumns, answersIn, attemptColumns, commentColumn } from '../reports/attemptTables.ts';
import { type Say, sectionTable } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { releaseWords } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { studentAssementReport } from './studentAssementReport.screen.ts';
import { studentAssementReportView } from './studentAssementReportView.screen.ts';

type Data = DataOf<typeof studentReports.attemptPlace> & { answers: StudentAnswers };

/** The quiz of the attempt, and the attempt. */
function attemptIn({ quiz_id, result_id, answers }: Data) {
  const quiz = answers.quizzes.find((one) => one.quiz_id === quiz_id);
  return { quiz, attempt: quiz?.attempts.find((one) => one.result_id === result_id) };
}

const answersOf = (data: Data) => {
  const { quiz, attempt } = attemptIn(data);
  return quiz && attempt ? answersIn(quiz, attempt) : [];
};

const figure =
  <T,>(of: (attempt: Attempt) => T) =>
  (data: Data) => {
    const { attempt } = attemptIn(data);
    return attempt ? of(attempt) : null;
  };

/** The other attempts at the same quiz, with the way to each. */
function otherAttempts(data: Data) {
  const others = attemptIn(data).quiz?.attempts.filter(({ result_id }) => result_id !== data.result_id) ?? [];
  if (others.length === 0) return [];
  return [
    {
      key: 'others',
      title: m.studentReports_other_attempts(),
      tables: [
        sectionTable<Attempt, string>({
          key: 'attempts',
          rows: others,
          rowKey: ({ result_id }) => result_id,
          caption: m.studentReports_other_attempts,
          isSmall: true,
          empty: m.reports_no_answers,
          columns: attemptColumns,
          drill: { to: ({ result_id }) => addressOf(studentAssementReportView, result_id) },
        }),
      ],
    },
  ];
}

/** One attempt at an assessment: each question with the answer, the key and the points, and the other attempts. */
export default reportScreen({
  ...studentAssementReportView,
  call: studentReports.attemptPlace,
  input: ({ ids: [result_id] }) => ({ result_id }),
  also: async (_, ask, answer) => {
    const { group_assignment_id, student_puid } = await answer;
    return { answers: await ask(reports.studentAnswers, { group_assignment_id, student_puid }) };
  },
  rows: answersOf,
  name: m.studentReports_attempt,
  title: ({ title }) => title,
  lead: ({ answers: { student, assignment } }, { name }: Say) =>
    m.studentReports_attempt_lead({ name: name(student), lesson: assignment.lesson_name, group: assignment.group_name }),
  back: (data) => [
    ...reportCrumbs(data),
    ...(data ? [{ label: m.classReports_assessments(), href: addressOf(studentAssementReport, data.group_puid, data.student_puid) }] : []),
  ],
  students: ({ answers }) => [answers.student],
  figures: [
    { name: m.reports_attempt, value: figure(({ attempt_no }) => attempt_no) },
    { name: m.teacher_state, value: figure(({ state }) => releaseWords(state, '')), unit: 'text' },
    {
      name: m.reports_score,
      value: figure(({ score, max_score }) => (score === null ? null : m.student_score({ score, max: max_score }))),
      unit: 'text',
    },
    { name: m.reports_submitted_at, value: figure(({ submitted_at }) => submitted_at), unit: 'moment' },
    { name: m.teacher_time, value: figure(({ time_spent }) => time_spent), unit: 'minutes' },
  ],
  rowKey: ({ question }) => question.id,
  caption: m.reports_answers,
  columns: answerColumns,
  moreColumns: (data) => commentColumn(answersOf(data)),
  chart: answerChart,
  empty: { title: m.reports_no_answers },
  sections: { of: otherAttempts },
});
