import { type CalendarDate, type CalendarDateTime, parseDate, parseDateTime } from '@internationalized/date';

/** A day, `2026-11-27`, or with granularity `minute` a local time, `2026-11-27T23:59`; null for none. */
export type DateText = string | null;

export type Granularity = 'day' | 'minute';

/** Parses a picker's value. Throws on an invalid date, which is the caller's mistake, not a user's. */
export function readDate(text: string, granularity: Granularity): CalendarDate | CalendarDateTime {
  if (granularity === 'day') return parseDate(text.slice(0, 10));
  return text.includes('T') ? parseDateTime(text) : parseDateTime(`${text}T00:00`);
}

/** The text of a picker's value. */
export const writeDate = (value: { toString: () => string }, granularity: Granularity): string =>
  value.toString().slice(0, granularity === 'day' ? 10 : 16);
