import { type ProgressMonitoring, progressMonitoring } from '../../../contract/progressMonitoring.ts';
import { m } from '../../paraglide/messages.js';
import { Stack, Text } from '../../ui/Layout.tsx';
import { reportCrumbs } from '../classReports/ofClass.ts';
import { paths } from '../paths.ts';
import { type ReportSection, type Say, sectionTable } from '../reports/declaration.ts';
import { progressPeriod } from '../reports/onward.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { figureWords } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import {
  chartOverTime,
  lineColumns,
  type Measure,
  measureColumns,
  measureTable,
  percentColumn,
  standardsOf,
  withLine,
} from './overTime.ts';
import { progressMonitoringGroupReport } from './progressMonitoringGroupReport.screen.ts';
import { progressMonitoringStudentReport } from './progressMonitoringStudentReport.screen.ts';
import { gainWords, trendWords } from './trendWords.ts';

type Student = ProgressMonitoring['students'][number];

/** The one student whom the answer is about. */
const studentIn = ({ students }: ProgressMonitoring) => students[0] as Student;

function timeOf(data: ProgressMonitoring, { language }: Say): ReportSection {
  const { user_puid, trend, gain } = studentIn(data);
  return {
    key: 'time',
    title: m.progressMonitoring_over_time(),
    note: (
      <Stack gap={2}>
        <Text>{gainWords(gain, language)}</Text>
        <Text tone="soft">{m.progressMonitoring_help()}</Text>
      </Stack>
    ),
    tables: [
      sectionTable<Measure, string>({
        ...measureTable,
        rows: data.measures,
        columns: {
          ...measureColumns,
          at: { header: m.progressMonitoring_submitted, value: ({ at }) => at, unit: 'day' },
          score: { header: m.reports_score, value: ({ score }) => score, unit: 'percent' },
          ...lineColumns,
          mean: percentColumn(m.progressMonitoring_mean, ({ mean }) => mean),
          median: percentColumn(m.progressMonitoring_median, ({ median }) => median),
        },
        chart: {
          ...chartOverTime,
          title: m.progressMonitoring_over_time,
          finding: () => trendWords(trend, language),
          series: ['score', 'mean'],
          points: (rows, say) =>
            withLine(rows, say, [
              { name: m.reports_score(), values: rows.map(({ score }) => score), only: 'points' },
              { name: m.progressMonitoring_mean(), values: rows.map(({ mean }) => mean) },
            ]),
        },
        drill: { to: (row) => (row.kind === 'quiz' ? paths.studentAnswers(row.group_assignment_id, user_puid) : null) },
      }),
    ],
  };
}

/** One student's results over time: the trend, how sure it is, and growth against the class. */
export default reportScreen({
  ...progressMonitoringStudentReport,
  call: progressMonitoring.progressMonitoring,
  input: ({ ids: [group_puid, student_puid], from, to }) => ({
    level: 'student' as const,
    ...{ group_puid, student_puid, from_date: from, to_date: to },
  }),
  name: m.progressMonitoring_name,
  title: (data, { name }) => m.progressMonitoring_of({ name: name(studentIn(data)) }),
  lead: ({ group_name }) => group_name,
  back: (data) => [
    ...reportCrumbs(data),
    ...(data ? [{ label: m.progressMonitoring_name(), href: addressOf(progressMonitoringGroupReport, data.group_puid) }] : []),
  ],
  students: ({ students }) => students,
  figures: [
    { name: m.progressMonitoring_results, value: (data) => studentIn(data).results },
    { name: m.progressMonitoring_own_mean, value: (data) => studentIn(data).mean, unit: 'percent' },
    {
      name: m.progressMonitoring_growth,
      value: (data, { language }) => figureWords(studentIn(data).trend?.per_week ?? null, language),
      unit: 'text',
    },
    {
      name: m.progressMonitoring_class_growth,
      value: ({ class_trend }, { language }) => figureWords(class_trend?.per_week ?? null, language),
      unit: 'text',
    },
  ],
  filters: { period: progressPeriod },
  sections: {
    of: (data, say) => (data.measures.length === 0 ? [] : [timeOf(data, say), standardsOf(data)]),
    empty: { title: m.progressMonitoring_none, text: m.progressMonitoring_none_text },
  },
});
