import { type ProgressMonitoring, progressMonitoring, type Trend } from '../../../contract/progressMonitoring.ts';
import { m } from '../../paraglide/messages.js';
import { Text } from '../../ui/Layout.tsx';
import { percent } from '../../ui/numbers.ts';
import { assessmentAddress } from '../classReports/assessmentWords.ts';
import { groupAssementReportView } from '../classReports/groupAssementReportView.screen.ts';
import { personColumns, reportCrumbs } from '../classReports/ofClass.ts';
import { type ReportSection, type Say, sectionTable } from '../reports/declaration.ts';
import { progressPeriod } from '../reports/onward.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { figureWords } from '../reports/words.ts';
import { addressOf } from '../screen.ts';
import {
  chartOverTime,
  growth,
  lineColumns,
  type Measure,
  measureColumns,
  measureTable,
  percentColumn,
  placesOf,
  range,
  standardsOf,
  verdict,
  withLine,
} from './overTime.ts';
import { progressMonitoringGroupReport } from './progressMonitoringGroupReport.screen.ts';
import { progressMonitoringStudentReport } from './progressMonitoringStudentReport.screen.ts';
import { gainVerdictWords, noTrends, rateWords, trendWords, verdictWords } from './trendWords.ts';

type Student = ProgressMonitoring['students'][number];

function timeOf({ group_puid, class_trend, measures }: ProgressMonitoring, { language }: Say): ReportSection {
  return {
    key: 'time',
    title: m.progressMonitoring_over_time(),
    note: <Text tone="soft">{m.progressMonitoring_help()}</Text>,
    tables: [
      sectionTable<Measure, string>({
        ...measureTable,
        rows: measures,
        columns: {
          ...measureColumns,
          at: { header: m.progressMonitoring_half_submitted, value: ({ at }) => at, unit: 'day' },
          students: { header: m.progressMonitoring_results, value: ({ students }) => students, unit: 'number' },
          mean: percentColumn(m.progressMonitoring_mean, ({ mean }) => mean),
          ...lineColumns,
          lower: percentColumn(m.progressMonitoring_lower, ({ lower }) => lower),
          median: percentColumn(m.progressMonitoring_median, ({ median }) => median),
          upper: percentColumn(m.progressMonitoring_upper, ({ upper }) => upper),
        },
        chart: {
          trend: {
            ...chartOverTime,
            name: m.progressMonitoring_trend,
            title: m.progressMonitoring_over_time,
            finding: () => trendWords(class_trend, language),
            series: ['mean', 'trend'],
            points: (rows, say) =>
              withLine(rows, say, [{ name: m.progressMonitoring_mean(), values: rows.map(({ mean }) => mean), only: 'points' }]),
          },
          spread: {
            ...chartOverTime,
            name: m.progressMonitoring_spread,
            title: m.progressMonitoring_spread_chart,
            finding: (rows, { language }) => {
              const last = rows.findLast(({ lower, upper }) => lower !== null && upper !== null);
              const write = (value: number | null) => percent(Number(value) / 100, language);
              return last
                ? m.progressMonitoring_spread_finding({ from: write(last.lower), to: write(last.upper) })
                : m.progressMonitoring_spread_chart();
            },
            series: ['median', 'lower', 'upper'],
            points: (rows, say) => ({
              ...placesOf(rows, say),
              series: [{ name: m.progressMonitoring_median(), values: rows.map(({ median }) => median) }],
              band: {
                name: m.progressMonitoring_middle_half(),
                lower: rows.map(({ lower }) => lower),
                upper: rows.map(({ upper }) => upper),
              },
            }),
          },
        },
        drill: { to: (row) => (row.kind === 'quiz' ? assessmentAddress(groupAssementReportView, group_puid, row) : null) },
      }),
    ],
  };
}

/** Who grows fastest and slowest, and whether that is more than chance. */
function fastestWords(students: readonly Student[], { name, language }: Say): string {
  const known = students
    .flatMap((student) => (student.trend ? [{ student, trend: student.trend }] : []))
    .toSorted((a, b) => b.trend.per_week - a.trend.per_week);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return noTrends();
  if (first === last) return `${name(first.student)}: ${trendWords(first.trend, language)}`;
  const rate = ({ per_week }: Trend) => rateWords(per_week, language);
  const found = m.progressMonitoring_fastest({
    ...{ name: name(first.student), rate: rate(first.trend) },
    ...{ last: name(last.student), lastRate: rate(last.trend) },
  });
  return first.trend.lower <= last.trend.upper ? `${found} ${m.progressMonitoring_overlap()}` : found;
}

const studentsOf = ({ group_puid, students }: ProgressMonitoring, say: Say): ReportSection => ({
  key: 'students',
  title: m.progressMonitoring_students(),
  note: <Text>{fastestWords(students, say)}</Text>,
  tables: [
    sectionTable<Student, string>({
      key: 'list',
      rows: students,
      rowKey: ({ user_puid }) => user_puid,
      caption: m.progressMonitoring_students,
      sort: '-growth',
      empty: m.teacher_no_students,
      columns: {
        ...personColumns,
        results: { header: m.progressMonitoring_results, value: ({ results }) => results, unit: 'number' },
        mean: { header: m.progressMonitoring_own_mean, value: ({ mean }) => mean, unit: 'percent', width: 's' },
        latest: { header: m.progressMonitoring_latest, value: ({ latest }) => latest, unit: 'percent' },
        growth: growth<Student>(m.progressMonitoring_growth, ({ trend }) => trend),
        ...range<Student>(({ trend }) => trend),
        verdict: verdict<Student>(m.progressMonitoring_means, ({ trend }) => trend && verdictWords(trend)),
        against: growth<Student>(m.progressMonitoring_against, ({ gain }) => gain),
        againstVerdict: verdict<Student>(m.progressMonitoring_against_means, ({ gain }) => gain && gainVerdictWords(gain)),
      },
      drill: { to: ({ user_puid }) => addressOf(progressMonitoringStudentReport, group_puid, user_puid) },
    }),
  ],
});

/** A class's results over time: means with their trend, how far they are spread, and who grows. */
export default reportScreen({
  ...progressMonitoringGroupReport,
  call: progressMonitoring.progressMonitoring,
  input: ({ ids: [group_puid], from, to }) => ({ level: 'group' as const, group_puid, from_date: from, to_date: to }),
  name: m.progressMonitoring_name,
  title: ({ group_name }) => m.progressMonitoring_of({ name: group_name }),
  back: reportCrumbs,
  students: ({ students }) => students,
  figures: [
    { name: m.progressMonitoring_assessments, value: ({ measures }) => measures.length },
    {
      name: m.progressMonitoring_growth,
      value: ({ class_trend }, { language }) => figureWords(class_trend?.per_week ?? null, language),
      unit: 'text',
    },
  ],
  missing: {
    of: ({ students, measures }, { name }) => (measures.length === 0 ? [] : students.filter(({ results }) => results === 0).map(name)),
    words: m.progressMonitoring_without,
  },
  filters: { period: progressPeriod },
  sections: {
    of: (data, say) => (data.measures.length === 0 ? [] : [timeOf(data, say), studentsOf(data, say), standardsOf(data)]),
    empty: { title: m.progressMonitoring_none, text: m.progressMonitoring_none_text },
  },
});
