import { dayIn } from '../../../common/day.ts';
import { m } from '../../paraglide/messages.js';
import type { TableColumn } from '../../ui/DataTable.tsx';
import { formatDay, formatMoment, toMinutes } from '../../ui/dateFormats.ts';
import { percent } from '../../ui/numbers.ts';
import type { CellValue } from '../../ui/tableState.ts';
import type { ReportColumn, Say, Unit } from './declaration.ts';
import { whole } from './Whole.tsx';
import { figureWords } from './words.ts';

interface UnitRule {
  write: (value: Exclude<CellValue, null | undefined>, say: Say) => string;
  /** The number to chart and export in place of the value. */
  counted?: (value: number) => number;
  isNumber?: true;
  width: TableColumn<unknown>['width'];
}

const rules: Record<Unit, UnitRule> = {
  text: { write: String, width: 'm' },
  number: { write: (value, { language }) => figureWords(Number(value), language), isNumber: true, width: 's' },
  percent: { write: (value, { language }) => percent(Number(value) / 100, language), isNumber: true, width: 'xs' },
  minutes: { write: (value) => m.teacher_minutes({ count: toMinutes(Number(value)) }), counted: toMinutes, isNumber: true, width: 'xs' },
  day: { write: (value, { language, timeZone }) => formatDay(String(value), language, timeZone), width: 'xs' },
  moment: { write: (value, { language, timeZone }) => formatMoment(String(value), language, timeZone), width: 'm' },
};

/** A value formatted in its unit. Missing values are shown as missing. */
export const inUnit = (value: CellValue, unit: Unit | undefined, say: Say, missing: () => string = m.reports_none): string =>
  value === null || value === undefined || value === '' ? missing() : rules[unit ?? 'text'].write(value, say);

/** The text of a cell. */
export const textOf = <Row>({ value, unit, text, missing }: ReportColumn<Row>, row: Row, say: Say): string =>
  text?.(row, say) ?? inUnit(value(row, say), unit, say, missing);

/** The number that a chart draws for a cell; null if there is none. */
export function drawnOf<Row>({ value, unit = 'text' }: ReportColumn<Row>, row: Row, say: Say): number | null {
  const found = value(row, say);
  return typeof found === 'number' ? (rules[unit].counted?.(found) ?? found) : null;
}

/** Formats a number in a chart. */
export const drawnInUnit = (unit: Unit = 'number', say: Say) =>
  unit === 'minutes' ? (value: number) => m.teacher_minutes({ count: value }) : (value: number) => inUnit(value, unit, say);

const dayLength = 86_400_000;
/** The day of an instant in the school's time zone, as the number of days since 1970: the place of a date on an axis. */
export const dayNumber = (instant: string, { timeZone }: Say): number => Date.parse(dayIn(Date.parse(instant), timeZone)) / dayLength;
/** The text of such a day. */
export const dayText = (day: number, { language }: Say): string => formatDay(new Date(day * dayLength).toISOString(), language, 'UTC');

/** Turns a declared column into a table column. */
export function toColumn<Row>(key: string, column: ReportColumn<Row>, say: Say): TableColumn<Row> {
  const { header, value, unit = 'text', look, width, isRowHeader } = column;
  const { counted, isNumber, width: usual } = rules[unit];
  return {
    key,
    header: header(),
    value: (row) => value(row, say),
    text: (row) => textOf(column, row, say),
    width: width ?? usual,
    ...(isNumber ? { align: 'end' as const } : {}),
    ...(isRowHeader ? { isRowHeader } : {}),
    ...(counted ? { file: (row: Row) => drawnOf(column, row, say) } : {}),
    ...(look ? { look } : unit === 'text' ? {} : { look: whole }),
  };
}
