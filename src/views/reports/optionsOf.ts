import type { ItemStatistics } from '../../../contract/reports.ts';
import { m } from '../../paraglide/messages.js';
import { percent } from '../../ui/numbers.ts';
import { type AnyTable, type ReportColumn, type Say, sectionTable } from './declaration.ts';
import { figureWords, lowestFirst } from './words.ts';

/** The share of students in the top and bottom groups (Kelley, 1939), as the server counts them. */
const shareOfGroup = 0.27;

/** A figure from −1 to 1 in hundredths, as such figures are usually read. */
const hundredths = (figure: number | null) => (figure === null ? null : figure * 100);

export type Item = ItemStatistics & { number: number };
type Option = ItemStatistics['options'][number] & { key: string; number: number };

/** A column of a figure in hundredths: `percent` for shares, `number` for the rest. */
export const figure = <Row>(header: () => string, of: (row: Row) => number | null, unit: 'percent' | 'number'): ReportColumn<Row> => ({
  header,
  value: (row) => hundredths(of(row)),
  unit,
  missing: m.reports_not_enough,
  width: 's',
  ...(unit === 'number' ? { text: (row: Row, { language }: Say) => figureWords(hundredths(of(row)), language, 0) } : {}),
});

/** The question with the lowest share of the points, in words. */
function worstWords(rows: readonly { number: number; facility: number | null }[], { language }: Pick<Say, 'language'>): string {
  const [worst] = lowestFirst(rows, ({ facility }) => facility);
  return worst
    ? m.classReports_item_worst({ number: worst.number, share: percent(Number(worst.facility), language) })
    : m.reports_facility_title();
}

export const number: ReportColumn<{ number: number }> = {
  header: m.teacher_number,
  value: (row) => row.number,
  unit: 'number',
  width: 'xs',
};

/** How well questions tell students apart. */
export const itemColumns = {
  discrimination: figure<Item>(m.reports_discrimination, ({ discrimination }) => discrimination, 'number'),
  efficiency: figure<Item>(m.reports_efficiency, ({ efficiency }) => efficiency, 'number'),
};

/** The share of the points in each question; of a table with the columns `number` and `facility`. */
export const facilityChart = {
  title: m.reports_facility_title,
  finding: worstWords,
  summary: m.reports_facility_summary,
  kind: 'bar',
  along: 'number',
  series: ['facility'],
  axis: m.reports_per_cent,
  // Room for the number above a full bar.
  max: 110,
} as const;

/** What was chosen, option by option. `captionOf` makes the caption from the table's name. */
export function optionsOf(items: readonly Item[], captionOf: (name: string) => string): AnyTable {
  const rows = items.flatMap(({ number, options }) => options.map((option, at): Option => ({ ...option, key: `${number}-${at}`, number })));
  const hasGroups = rows.some(({ upper }) => upper !== null);
  const inGroup = (name: (share: { share: string }) => string) => () => name({ share: percent(shareOfGroup) });
  const groups: Record<string, ReportColumn<Option>> = {
    upper: figure(inGroup(m.reports_upper), ({ upper }) => upper, 'percent'),
    middle: figure(m.reports_middle, ({ middle }) => middle, 'percent'),
    lower: figure(inGroup(m.reports_lower), ({ lower }) => lower, 'percent'),
  };
  return sectionTable<Option, string>({
    key: 'options',
    rows,
    rowKey: ({ key }) => key,
    caption: () => captionOf(m.reports_options()),
    heading: m.reports_options,
    help: hasGroups ? m.reports_options_lead : m.reports_options_counts,
    file: m.reports_options,
    fold: { open: m.reports_options_show, close: m.reports_options_hide },
    isMatrix: true,
    empty: m.teacher_no_responses,
    columns: {
      number,
      option: { header: m.reports_option, value: ({ answer_text }) => answer_text, isRowHeader: true, width: 'l' },
      right: { header: m.reports_right, value: ({ is_answer }) => (is_answer ? m.reports_yes() : m.reports_no()), width: 's' },
      count: { header: m.reports_chosen, value: ({ count }) => count, unit: 'number' },
      ...(hasGroups ? groups : {}),
      misconception: { header: m.reports_misconception, value: ({ misconception }) => misconception, width: 'xl' },
    },
  });
}
