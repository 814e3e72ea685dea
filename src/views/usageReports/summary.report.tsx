import { type Summary, usageReports } from '../../../contract/usageReports.ts';
import { m } from '../../paraglide/messages.js';
import { formatNumber } from '../../ui/numbers.ts';
import type { Say } from '../reports/declaration.ts';
import { reportScreen } from '../reports/reportScreen.tsx';
import { definitions } from './definitions.tsx';
import { summary } from './summary.screen.ts';
import { chosenPlace, dayWords, highest, partsSection, usageCrumbs, usageFilters, useColumns, weekWords } from './usageWords.ts';

type Week = Summary['weeks'][number];

/** The table and chart of weeks, which the overview shows too. */
export const weekTable = {
  rowKey: ({ week }: Week) => week,
  caption: m.usageReports_weeks,
  columns: {
    week: {
      header: m.usageReports_week,
      value: ({ week }: Week) => week,
      text: ({ week }: Week, { language }: Say) => dayWords(week, language),
      isRowHeader: true,
      width: 's' as const,
    },
    active: {
      header: m.usageReports_active,
      value: ({ active }: Week) => active,
      unit: 'number' as const,
      missing: m.reports_not_enough,
    },
    ...useColumns,
  },
  chart: {
    title: m.usageReports_active_chart,
    finding: (rows: readonly Week[], { language }: Say) => {
      const most = highest(rows, ({ active }) => active);
      return most
        ? m.usageReports_most_active({ week: dayWords(most.row.week, language), count: formatNumber(most.figure, language) })
        : m.usageReports_nobody_active();
    },
    kind: 'line' as const,
    along: 'week' as const,
    series: ['active'] as const,
  },
};

/** Use by week, and by district or school. */
export default reportScreen({
  ...summary,
  call: usageReports.summary,
  input: ({ from, to, chosen }) => ({ ...chosenPlace(chosen), from_date: from, to_date: to }),
  rows: ({ weeks }: Summary) => weeks,
  name: m.usageReports_summary,
  title: ({ name }) => m.usageReports_summary_of({ name }),
  lead: (data, { language }) => weekWords(data, language),
  back: usageCrumbs,
  filters: usageFilters,
  ...weekTable,
  empty: { title: m.usageReports_nobody_active },
  sections: { of: (data) => [...partsSection(summary, data), definitions()] },
});
