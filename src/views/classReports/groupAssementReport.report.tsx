import { percentOf } from '../../../common/assessmentResult.ts';
import { classReports, type GroupAssementReport } from '../../../contract/classReports.ts';
import { m } from '../../paraglide/messages.js';
import { percent } from '../../ui/numbers.ts';
import { type ReportColumn, type ReportSection, type Say, sectionTable } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { studentProgress } from '../reports/studentProgress.screen.ts';
import { lowestFirst } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import { assessmentAddress, assessmentTitles, keyOfAssessment, resultWords } from './assessmentWords.ts';
import { groupAssementReport } from './groupAssementReport.screen.ts';
import { groupAssementReportView } from './groupAssementReportView.screen.ts';
import { classFilters, classInput, personColumns, reportCrumbs } from './ofClass.ts';

type Assessment = GroupAssementReport['assessments'][number];
type Student = GroupAssementReport['students'][number];

/** A student's result in one assessment. Files have its percent as a number, too. */
function resultColumns({ group_assignment_id, quiz_id }: Assessment, title: string): Record<string, ReportColumn<Student>> {
  const key = `${group_assignment_id}-${quiz_id}`;
  const resultOf = ({ results }: Student) =>
    results.find((one) => one.group_assignment_id === group_assignment_id && one.quiz_id === quiz_id);
  return {
    [`percent-${key}`]: {
      header: () => m.classReports_score_of({ title }),
      value: (row) => {
        const result = resultOf(row);
        return result ? percentOf(result) : null;
      },
      unit: 'percent',
      only: 'file',
    },
    [`result-${key}`]: {
      header: () => title,
      value: (row, say) => {
        const result = resultOf(row);
        return result && resultWords(result, say);
      },
    },
  };
}

function studentsOf({ group_puid, assessments, students }: GroupAssementReport, say: Say): ReportSection {
  const titles = assessmentTitles(assessments, say);
  return {
    key: 'students',
    title: m.classReports_students(),
    tables: [
      sectionTable<Student, string>({
        key: 'results',
        rows: students,
        rowKey: ({ user_puid }) => user_puid,
        caption: m.classReports_students,
        sort: 'name',
        isMatrix: true,
        empty: m.teacher_no_students,
        columns: {
          ...personColumns,
          submitted: {
            header: m.classReports_submitted_of,
            value: ({ submitted }) => submitted,
            unit: 'number',
            text: ({ submitted, given }) => m.reports_of({ value: submitted, max: given }),
          },
          score: { header: m.classReports_mean_score, value: ({ score }) => score, unit: 'percent' },
          ...Object.assign({}, ...assessments.map((one, at) => resultColumns(one, titles[at] ?? ''))),
        },
        drill: { to: ({ user_puid }) => addressOf(studentProgress, group_puid, user_puid) },
      }),
    ],
  };
}

/** The results of a class in its assessments over a period: each assessment, and each student's scores. */
export default reportScreen({
  ...groupAssementReport,
  call: classReports.groupAssementReport,
  input: classInput,
  rows: ({ assessments }) => assessments,
  name: m.classReports_assessments,
  title: ({ group_name }) => m.classReports_results_of({ name: group_name }),
  back: reportCrumbs,
  students: ({ students }) => students,
  missing: {
    of: ({ students }, { name }) => students.filter(({ given, submitted }) => given > 0 && submitted === 0).map(name),
    words: m.classReports_none_submitted,
  },
  filters: classFilters,
  rowKey: (row) => keyOfAssessment(row),
  caption: m.classReports_assessment_by_assessment,
  sort: '-from',
  columns: {
    title: { header: m.classReports_assessment, value: ({ title }) => title, isRowHeader: true, width: 'l' },
    lesson: { header: m.teacher_lesson, value: ({ lesson_name }) => lesson_name, width: 'l' },
    from: { header: m.teacher_from, value: ({ from_date }) => from_date, unit: 'day' },
    submitted: {
      header: m.classReports_submitted_of,
      value: ({ submitted }) => submitted,
      unit: 'number',
      text: ({ submitted, students }) => m.reports_of({ value: submitted, max: students }),
    },
    waiting: { header: m.classReports_waiting, value: ({ waiting }) => waiting, unit: 'number' },
    score: { header: m.classReports_mean_score, value: ({ score }) => score, unit: 'percent' },
    lowest: { header: m.classReports_lowest, value: ({ lowest }) => lowest, unit: 'percent' },
    highest: { header: m.classReports_highest, value: ({ highest }) => highest, unit: 'percent' },
  },
  chart: {
    title: m.classReports_average_chart,
    finding: (rows, { language }) => {
      const [least] = lowestFirst(rows, ({ score }) => score);
      return least
        ? m.classReports_lowest_average({ title: least.title, score: percent(Number(least.score) / 100, language) })
        : m.classReports_no_scores();
    },
    kind: 'across',
    along: 'title',
    series: ['score'],
    max: 100,
  },
  drill: { to: (row, { group_puid }) => assessmentAddress(groupAssementReportView, group_puid, row) },
  empty: { title: m.classReports_no_assessments, text: m.classReports_no_assessments_text },
  sections: { of: (data, say) => [studentsOf(data, say)], empty: { title: m.teacher_no_students } },
});
