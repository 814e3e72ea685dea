import type { ProgressMonitoring, Trend } from '../../../contract/progressMonitoring.ts';
import { m } from '../../paraglide/messages.js';
import type { ChartData } from '../../ui/Chart.tsx';
import { formatDay } from '../../ui/dateFormats.ts';
import { type ReportColumn, type ReportSection, type Say, sectionTable } from '../reports/declaration.ts';
import { whole } from '../reports/Whole.tsx';
import { itemsAddress } from './itemsAddress.ts';
import { verdictWords } from './trendWords.ts';

export type Measure = ProgressMonitoring['measures'][number];
type Standard = ProgressMonitoring['standards'][number];

const day = 86_400_000;

/** Results at their days, to scale. */
export const placesOf = (rows: readonly Measure[], { language, timeZone }: Say): Pick<ChartData, 'labels' | 'x' | 'xText'> => ({
  labels: rows.map(({ at }) => formatDay(at, language, timeZone)),
  x: rows.map(({ at }) => Date.parse(at) / day),
  xText: (x) => formatDay(new Date(x * day).toISOString(), language, timeZone),
});

/** The trend line, and the interval around it; nothing without a trend. */
const lineOf = (rows: readonly Measure[]): Pick<ChartData, 'series' | 'band'> =>
  rows.every(({ line }) => line === null)
    ? { series: [] }
    : {
        series: [{ name: m.progressMonitoring_trend(), values: rows.map(({ line }) => line?.value ?? null), only: 'line' }],
        band: {
          name: m.progressMonitoring_trend_range(),
          lower: rows.map(({ line }) => line?.lower ?? null),
          upper: rows.map(({ line }) => line?.upper ?? null),
        },
      };

/** Results at their days, with the trend line. */
export function withLine(rows: readonly Measure[], say: Say, own: ChartData['series']): ChartData {
  const { series, ...line } = lineOf(rows);
  return { ...placesOf(rows, say), ...line, series: [...own, ...series] };
}

/** What the tables of results over time have in common. */
export const measureTable = {
  key: 'list',
  rowKey: (row: Measure) => (row.kind === 'quiz' ? `${row.group_assignment_id}-${row.quiz_id}` : `game-${row.game_id}`),
  caption: m.progressMonitoring_over_time,
  empty: m.progressMonitoring_none,
};

/** A game says that it is one. */
export const measureTitle = ({ kind, title }: Pick<Measure, 'kind' | 'title'>): string =>
  kind === 'game' ? m.classReports_game_of({ title }) : title;

/** The columns that name a result. */
export const measureColumns = {
  title: { header: m.classReports_assessment, value: measureTitle, isRowHeader: true, width: 'l' },
  lesson: { header: m.teacher_lesson, value: (row) => (row.kind === 'quiz' ? row.lesson_name : null), width: 'l' },
} as const satisfies Record<string, ReportColumn<Measure>>;
/** A column of per cent that only enough results have. */
export const percentColumn = (header: () => string, value: (row: Measure) => number | null | undefined) =>
  ({ header, value, missing: m.reports_not_enough, unit: 'percent', width: 's' }) as const;

export const lineColumns = { trend: percentColumn(m.progressMonitoring_trend, ({ line }) => line?.value) };

/** How every chart over time is drawn. */
export const chartOverTime = { kind: 'line', along: 'at', axis: m.reports_per_cent, max: 100 } as const;

/** Percent points per week. */
const points = <Row>(header: () => string, of: (row: Row) => number | undefined): ReportColumn<Row> => ({
  header,
  value: (row) => of(row) ?? null,
  unit: 'number',
  missing: m.reports_not_enough,
});
export const growth = <Row>(header: () => string, of: (row: Row) => Trend | null): ReportColumn<Row> =>
  points(header, (row) => of(row)?.per_week);

/** The ends of the confidence interval of the growth beside them. */
export const range = <Row>(of: (row: Row) => Trend | null) => {
  const end = (header: () => string, key: 'lower' | 'upper') => points<Row>(header, (row) => of(row)?.[key]);
  return { atLeast: end(m.progressMonitoring_at_least, 'lower'), atMost: end(m.progressMonitoring_at_most, 'upper') };
};

/** What they are sure of. */
export const verdict = <Row>(header: () => string, of: (row: Row) => string | null): ReportColumn<Row> => ({ header, value: of });

/** Growth by standard: of one student beside the class, or of the class. */
export function standardsOf({ level, group_puid, students, standards }: ProgressMonitoring): ReportSection {
  const one = level === 'student' ? students[0] : undefined;
  return {
    key: 'standards',
    title: m.progressMonitoring_standards(),
    tables: [
      sectionTable<Standard, string>({
        key: 'list',
        rows: standards,
        rowKey: ({ standard }) => standard,
        caption: m.progressMonitoring_standards,
        empty: m.progressMonitoring_no_standards,
        drill: one && { to: ({ standard }) => itemsAddress(group_puid, one.user_puid, standard) },
        columns: {
          standard: {
            header: m.progressMonitoring_standard,
            value: ({ standard }) => standard,
            isRowHeader: true,
            width: 's',
            look: whole,
          },
          description: { header: m.progressMonitoring_description, value: ({ description }) => description, width: 'l' },
          items: { header: m.progressMonitoring_items, value: ({ items }) => items, unit: 'number' },
          measures: { header: m.progressMonitoring_assessments, value: ({ measures }) => measures, unit: 'number' },
          ...(one ? { score: { header: m.reports_score, value: ({ score }: Standard) => score, unit: 'percent' as const } } : {}),
          class: {
            header: m.progressMonitoring_class_score,
            value: ({ class_score }) => class_score,
            unit: 'percent',
            missing: m.reports_not_enough,
            width: 's',
          },
          growth: growth<Standard>(m.progressMonitoring_growth, ({ trend }) => trend),
          verdict: verdict<Standard>(m.progressMonitoring_means, ({ trend }) => trend && verdictWords(trend)),
        },
      }),
    ],
  };
}
