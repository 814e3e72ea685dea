import { counts } from '../../../common/answered.ts';
import { type ItemsOfStudent, progressMonitoring } from '../../../contract/progressMonitoring.ts';
import { m } from '../../paraglide/messages.js';
import { classFilters, reportCrumbs, studentInput } from '../classReports/ofClass.ts';
import { paths } from '../paths.ts';
import { answerInWords, keyInWords } from '../quiz/answers.ts';
import { plainText } from '../reports/plainText.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { figureWords } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { measureTitle } from './overTime.ts';
import { standardsReport } from './standardsReport.screen.ts';
import { studentStandardsReport } from './studentStandardsReport.screen.ts';

type Item = ItemsOfStudent['items'][number];

/** The questions that a student was given, by standard: what was answered, what is right, and what it earned. */
export default reportScreen({
  ...studentStandardsReport,
  call: progressMonitoring.itemsOfStudent,
  input: studentInput,
  rows: ({ items }) => items,
  name: m.progressMonitoring_student_items,
  title: ({ student }, { name }) => m.progressMonitoring_student_items_of({ name: name(student) }),
  lead: ({ group_name }) => group_name,
  back: (data) => [
    ...reportCrumbs(data),
    ...(data ? [{ label: m.progressMonitoring_standards_name(), href: addressOf(standardsReport, data.group_puid) }] : []),
  ],
  students: ({ student }) => [student],
  filters: { period: classFilters.period, standard: { of: ({ standards }) => standards }, assignment: classFilters.assignment },
  rowKey: (row) => `${row.kind === 'quiz' ? row.group_assignment_id : `game-${row.game_id}`}-${row.question.id}`,
  caption: m.progressMonitoring_items,
  columns: {
    question: {
      header: m.reports_question,
      value: ({ question }: Item) => plainText(question.question_text),
      isRowHeader: true,
      width: 'm',
    },
    standards: { header: m.library_standards, value: ({ standards }) => standards.join(', ') || null, width: 's' },
    title: { header: m.classReports_assessment, value: measureTitle, width: 's' },
    submitted: { header: m.progressMonitoring_submitted, value: ({ submitted_at }) => submitted_at, unit: 'day' },
    points: {
      header: m.reports_points,
      value: ({ points }) => points,
      unit: 'number',
      text: ({ points, max_points }, { language }) => m.reports_of({ value: figureWords(points, language), max: max_points }),
    },
    answer: {
      header: m.reports_answer,
      value: ({ question, answer }) =>
        answer && counts(answer.answer_id, answer.answer_text)
          ? answerInWords(question, { answerId: answer.answer_id, answerText: answer.answer_text })
          : m.progressMonitoring_skipped(),
    },
    key: { header: m.reports_key, value: ({ question }) => keyInWords(question) },
  },
  drill: {
    to: (row, { student }) => (row.kind === 'quiz' ? paths.studentAnswers(row.group_assignment_id, student.user_puid) : null),
  },
  empty: { title: m.progressMonitoring_none, text: m.progressMonitoring_none_text },
});
