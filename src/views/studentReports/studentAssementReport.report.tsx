import { isSubmitted, percentOf } from '../../../common/assessmentResult.ts';
import { type StudentAssementReport, studentReports } from '../../../contract/studentReports.ts';
import { m } from '../../paraglide/messages.js';
import { keyOfAssessment, standingOf } from '../classReports/assessmentWords.ts';
import { ofStudent } from '../classReports/ofClass.ts';
import type { ReportColumn, Say } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { figureWords } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { StudentParts } from './StudentParts.tsx';
import { studentAssementReport } from './studentAssementReport.screen.ts';
import { studentAssementReportView } from './studentAssementReportView.screen.ts';
import { studentLearnoReportView } from './studentLearnoReportView.screen.ts';

type Assessment = StudentAssementReport['assessments'][number];

const pointsWords = ({ score, max_score }: Pick<Assessment, 'score' | 'max_score'>, { language }: Say): string =>
  score === null ? m.reports_none() : m.reports_of({ value: figureWords(score, language), max: max_score ?? 0 });

/** The points of attempts that a reassignment replaced, if there are any. */
const earlierColumn = (assessments: readonly Assessment[]): Record<string, ReportColumn<Assessment>> =>
  assessments.some(({ earlier }) => earlier.length > 0)
    ? {
        earlier: {
          header: m.studentReports_earlier,
          value: ({ earlier }, say) => earlier.map((one) => pointsWords(one, say)).join('; '),
          width: 's',
        },
      }
    : {};

/** How many scores are at least the average of the class, of those that have one to compare with. */
function besideClass(assessments: readonly Assessment[]) {
  const compared = assessments.flatMap((one) => {
    const percent = percentOf(one);
    return percent === null || one.class_score === null ? [] : [Math.round(percent) >= one.class_score];
  });
  return { count: compared.filter(Boolean).length, of: compared.length };
}

/** One student's assessments over a period: score, state and earlier attempts, beside the class. */
export default reportScreen({
  ...studentAssementReport,
  call: studentReports.studentAssementReport,
  ...ofStudent,
  rows: ({ assessments }) => assessments,
  name: m.studentReports_assessments,
  title: ({ student }, { name }) => m.studentReports_assessments_of({ name: name(student) }),
  figures: [
    {
      name: m.reports_handed_in,
      value: ({ assessments }) => m.reports_of({ value: assessments.filter(isSubmitted).length, max: assessments.length }),
      unit: 'text',
    },
    {
      name: m.classReports_mean_score,
      value: ({ assessments }) => {
        const scores = assessments.map(percentOf).filter((score) => score !== null);
        return scores.length === 0 ? null : Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length);
      },
      unit: 'percent',
    },
  ],
  missing: {
    of: ({ assessments }) => assessments.filter((one) => !isSubmitted(one)).map(({ title }) => title),
    words: m.studentReports_not_submitted,
  },
  rowKey: (row) => keyOfAssessment(row),
  caption: m.classReports_assessment_by_assessment,
  columns: {
    title: { header: m.classReports_assessment, value: ({ title }) => title, isRowHeader: true, width: 'l' },
    lesson: { header: m.teacher_lesson, value: ({ lesson_name }) => lesson_name },
    due: { header: m.teacher_to, value: ({ to_date }) => to_date, unit: 'day', only: 'file' },
    submitted: { header: m.reports_submitted_at, value: ({ submitted_at }) => submitted_at, unit: 'day' },
    state: { header: m.teacher_state, value: (row, say) => standingOf(row, say), width: 'm' },
    points: { header: m.reports_points, value: ({ score }) => score, unit: 'number', text: (row, say) => pointsWords(row, say) },
    score: { header: m.reports_score, value: (row) => percentOf(row), unit: 'percent' },
    classScore: {
      header: m.classReports_class_score,
      value: ({ class_score }) => class_score,
      unit: 'percent',
      missing: m.reports_not_enough,
      width: 's',
    },
    time: { header: m.teacher_time, value: ({ time_spent }) => time_spent, unit: 'minutes', only: 'file' },
  },
  moreColumns: ({ assessments }) => earlierColumn(assessments),
  chart: {
    title: m.studentReports_over_time,
    finding: (rows) => {
      const compared = besideClass(rows);
      return compared.of === 0 ? m.studentReports_over_time() : m.studentReports_beside_class(compared);
    },
    kind: 'line',
    along: 'submitted',
    isToScale: true,
    series: ['score', 'classScore'],
    axis: m.reports_per_cent,
    max: 100,
  },
  drill: {
    to: ({ result_id, is_learnosity_enabled }) =>
      result_id === null ? null : addressOf(is_learnosity_enabled ? studentLearnoReportView : studentAssementReportView, result_id),
  },
  empty: { title: m.classReports_no_assessments, text: m.classReports_no_assessments_text },
  Parts: StudentParts,
});
