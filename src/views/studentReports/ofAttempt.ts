import type { DataOf } from '../../../contract/kit.ts';
import { reports, type StudentAnswers } from '../../../contract/reports.ts';
import { studentReports } from '../../../contract/studentReports.ts';
import { m } from '../../paraglide/messages.js';
import { reportCrumbs } from '../classReports/ofClass.ts';
import { type Attempt, answerColumns, answersIn, attemptColumns, commentColumn } from '../reports/attemptTables.ts';
import { type Place, type ReportSection, type Say, sectionTable } from '../reports/declaration.ts';
import { releaseWords } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { studentAssementReport } from './studentAssementReport.screen.ts';

export type AttemptData = DataOf<typeof studentReports.attemptPlace> & { answers: StudentAnswers };

/** The quiz of the attempt, and the attempt. */
export function attemptIn({ quiz_id, result_id, answers }: AttemptData) {
  const quiz = answers.quizzes.find((one) => one.quiz_id === quiz_id);
  return { quiz, attempt: quiz?.attempts.find((one) => one.result_id === result_id) };
}

export const answersOf = (data: AttemptData) => {
  const { quiz, attempt } = attemptIn(data);
  return quiz && attempt ? answersIn(quiz, attempt) : [];
};

const figure =
  <T>(of: (attempt: Attempt) => T) =>
  (data: AttemptData) => {
    const { attempt } = attemptIn(data);
    return attempt ? of(attempt) : null;
  };

/** The other attempts at the same quiz, with the way to each. */
export const otherAttempts =
  (screen: { path: string }) =>
  (data: AttemptData): ReportSection[] => {
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
            drill: { to: ({ result_id }) => addressOf(screen, result_id) },
          }),
        ],
      },
    ];
  };

/** What the reports on one attempt have in common: the calls, the names, the way back, the figures and the columns. */
export const ofAttempt = {
  call: studentReports.attemptPlace,
  input: ({ ids: [result_id] }: Place<1>) => ({ result_id }),
  also: async (
    _: Place<1>,
    ask: (call: typeof reports.studentAnswers, input: { group_assignment_id: number; student_puid: number }) => Promise<StudentAnswers>,
    answer: Promise<DataOf<typeof studentReports.attemptPlace>>,
  ) => {
    const { group_assignment_id, student_puid } = await answer;
    return { answers: await ask(reports.studentAnswers, { group_assignment_id, student_puid }) };
  },
  name: m.studentReports_attempt,
  title: ({ title }: AttemptData) => title,
  lead: ({ answers: { student, assignment } }: AttemptData, { name }: Say) =>
    m.studentReports_attempt_lead({ name: name(student), lesson: assignment.lesson_name, group: assignment.group_name }),
  back: (data: AttemptData | undefined) => [
    ...reportCrumbs(data),
    ...(data ? [{ label: m.classReports_assessments(), href: addressOf(studentAssementReport, data.group_puid, data.student_puid) }] : []),
  ],
  students: ({ answers }: AttemptData) => [answers.student],
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
  ] as const,
  caption: m.reports_answers,
  columns: answerColumns,
  moreColumns: (data: AttemptData) => commentColumn(answersOf(data)),
};
