import { isDay } from '../../contract/isDay.ts';
import { straightLine } from '../../contract/plainLine.ts';
import type { Findings, Mend } from './findings.ts';
import type { Column } from './oneRoster.ts';
import { mendOf } from './readTable.ts';

/** Gets a cleaned value out of a row, with its column's fixes applied. */
export type Get = (values: readonly string[]) => string;

const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;
const two = (text: string) => text.padStart(2, '0');

/** The getter of the column at `index` (−1: absent). */
export function getterOf(file: string, column: string, index: number, rule: Column, mends: readonly Mend[]): Get {
  if (index < 0) return () => '';
  const bare: Get = (values) => straightLine(values[index] as string);
  const pad = mends.find((mend) => mend.kind === 'padZeros' && mend.file === file && mend.column === column);
  if (pad?.kind === 'padZeros') {
    const { length } = pad;
    return (values) => {
      const value = bare(values);
      return /^\d+$/.test(value) ? value.padStart(length, '0') : value;
    };
  }
  if (rule.kind === 'choice' && mends.some((mend) => mend.kind === 'letterCase' && mend.file === file && mend.column === column)) {
    const right = new Map(rule.of.map((one) => [one.toLowerCase(), one]));
    return (values) => {
      const value = bare(values);
      return right.get(value.toLowerCase()) ?? value;
    };
  }
  const order = rule.kind === 'date' ? mendOf(mends, 'dateOrder', file)?.order : undefined;
  if (order)
    return (values) => {
      const value = bare(values);
      const [, a = '', b = '', year = ''] = slashed.exec(value) ?? [];
      return year === '' ? value : order === 'mdy' ? `${year}-${two(a)}-${two(b)}` : `${year}-${two(b)}-${two(a)}`;
    };
  return bare;
}

/** Reports an invalid date and how it could be read. */
export function checkDate(value: string, file: string, row: number, column: string, findings: Findings): void {
  if (isDay(value)) return;
  const where = { row, column, value };
  const [, a, b] = slashed.exec(value) ?? [];
  const mend = (order: 'mdy' | 'dmy'): Mend => ({ kind: 'dateOrder', file, order });
  if (a === undefined) findings.error(/^\d{5}$/.test(value) ? 'dateSerial' : 'date', file, where);
  else if (Number(a) > 12 && Number(b) <= 12) findings.error('dateFormat', file, where, {}, [mend('dmy')]);
  else if (Number(b) > 12 && Number(a) <= 12) findings.error('dateFormat', file, where, {}, [mend('mdy')]);
  else if (Number(a) <= 12 && a === b) findings.error('dateFormat', file, where, {}, [mend('mdy')]);
  else if (Number(a) <= 12) findings.error('dateAmbiguous', file, where, {}, [mend('mdy'), mend('dmy')]);
  else findings.error('date', file, where);
}

/** A number in scientific notation from a spreadsheet. Its digits are lost. */
export const isMangled = (value: string): boolean => value.includes('+') && /^\d(?:[.,]\d+)?E\+\d+$/i.test(value);

const mail = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
export const isEmail = (value: string): boolean => mail.test(value);

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for.
const control = /[\u0001-\u0008\u000B-\u001F\u007F]/;
/** Maximum length of a stored value. */
export const longest = 255;
export function checkText(value: string, file: string, row: number, column: string, findings: Findings): void {
  if (value.length > longest) findings.error('tooLong', file, { row, column, value }, { most: longest });
  if (control.test(value)) findings.error('control', file, { row, column, value });
}

type Getters = Readonly<Record<string, Get>>;
/** Whether a row's end date is before today (YYYY-MM-DD; empty: never). */
export function isEnded(get: Getters, values: readonly string[], today: string): boolean {
  const end = get.endDate?.(values) ?? '';
  return end !== '' && end < today && isDay(end);
}
