import { percentOf } from '../../../common/assessmentResult.ts';
import { fewestStudents } from '../../../common/itemFlags.ts';
import { reports } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { Row } from '../../ui/Layout.tsx';
import { percent } from '../../ui/numbers.ts';
import { quizSection } from '../reports/quizSection.tsx';
import { reportScreen } from '../reports/reportScreen.tsx';
import { assessmentStatus } from './assessmentStatus.screen.ts';
import { assessmentAddress, assessmentTitles, standingOf } from './assessmentWords.ts';
import { groupAssementReportView } from './groupAssementReportView.screen.ts';
import { itemWiseReport } from './itemWiseReport.screen.ts';
import { OnwardButton } from './OnwardButton.tsx';
import {
  assignmentColumns,
  keyOf,
  notSubmitted,
  ofAssessment,
  type Student,
  scoreColumn,
  studentColumns,
  toAnswers,
} from './ofAssessment.ts';
import { statisticsOf } from './statisticsOf.ts';

/** Width of a band of scores, in percent. */
const band = 20;

const percentsOf = (rows: readonly Student[]) => rows.flatMap((row) => percentOf(row) ?? []);

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The results of a class in one assessment: scores and their spread, test and item statistics. */
export default reportScreen({
  ...groupAssementReportView,
  ...ofAssessment,
  also: async (_, ask, answer) => ({ statistics: await statisticsOf(await answer, (input) => ask(reports.quizStatistics, input)) }),
  rows: ({ students }) => students,
  name: m.classReports_assessments,
  title: ({ title }) => m.classReports_view_of({ title }),
  lead: ({ group_name, students }) =>
    percentsOf(students).length < fewestStudents ? `${group_name} · ${m.classReports_few_scores({ count: fewestStudents })}` : group_name,
  rowKey: keyOf,
  caption: m.classReports_students,
  sort: 'name',
  columns: {
    ...studentColumns,
    state: { header: m.teacher_state, value: standingOf },
    score: scoreColumn,
    percent: { header: m.classReports_percent, value: percentOf, unit: 'percent' },
    time: { header: m.teacher_time, value: ({ time_spent }) => time_spent, unit: 'minutes' },
  },
  moreColumns: assignmentColumns,
  chart: {
    title: m.classReports_distribution,
    finding: (rows, { language }) => m.classReports_half({ median: percent(Math.round(medianOf(percentsOf(rows))) / 100, language) }),
    kind: 'bar',
    along: 'percent',
    series: ['percent'],
    axis: m.teacher_students_title,
    unit: 'number',
    points: (rows, { language }) => {
      const values = percentsOf(rows);
      if (values.length < fewestStudents) return { labels: [], values: [] };
      const starts = [0, 20, 40, 60, 80];
      return {
        labels: starts.map((from) => m.classReports_band({ from, to: percent((from + band) / 100, language) })),
        values: starts.map((from) => values.filter((value) => Math.min(Math.floor(value / band) * band, 80) === from).length),
      };
    },
  },
  drill: { to: toAnswers },
  empty: { title: m.teacher_no_students },
  sections: {
    of: ({ group_puid, given, students, statistics }, say) => {
      const titles = assessmentTitles(given, say);
      return given.flatMap((one, at) => {
        const quiz = statistics.get(one.group_assignment_id);
        if (!quiz) return [];
        const own = students.filter(({ group_assignment_id }) => group_assignment_id === one.group_assignment_id);
        const section = quizSection({ ...quiz, title: titles[at] ?? quiz.title }, notSubmitted(own, say), given.length > 1, say);
        return [
          {
            ...section,
            key: String(one.group_assignment_id),
            note: (
              <>
                {section.note}
                <Row>
                  <OnwardButton href={assessmentAddress(itemWiseReport, group_puid, one)}>{m.classReports_to_items()}</OnwardButton>
                  <OnwardButton href={assessmentAddress(assessmentStatus, group_puid, one)}>{m.classReports_to_status()}</OnwardButton>
                </Row>
              </>
            ),
          },
        ];
      });
    },
    empty: { title: m.classReports_no_scores },
  },
});
