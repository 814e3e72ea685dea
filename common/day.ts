// From their own modules: Node reads the package's long list of exports once for each of the 300 modules that the index loads.
import { addDays as addDaysTo } from 'date-fns/addDays';
import { formatISO } from 'date-fns/formatISO';
import { parseISO } from 'date-fns/parseISO';

// Swedish writes a date as YYYY-MM-DD. To make a format takes much longer than to use it.
const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day (YYYY-MM-DD) of an instant (ms) in an IANA zone. */
export function dayIn(instant: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format.format(instant);
}

/** The calendar day (YYYY-MM-DD) some days later, or earlier if negative. */
export const addDays = (day: string, days: number): string => formatISO(addDaysTo(parseISO(day), days), { representation: 'date' });

/** The Monday (YYYY-MM-DD) of a day's week (ISO 8601). */
export const weekOf = (day: string): string => addDays(day, -((parseISO(day).getDay() + 6) % 7));
