import { tz, tzOffset } from '@date-fns/tz';
import { parseISO } from 'date-fns/parseISO';
import { startOfDay as startOf } from 'date-fns/startOfDay';
import { subMinutes } from 'date-fns/subMinutes';
import { addDays, dayIn } from './day.ts';

/** The instant (ms) of a wall time in an IANA zone. A time skipped by daylight saving falls just after the gap. */
export const zonedTime = (day: string, timeZone: string, hours = 0, minutes = 0): number =>
  parseISO(day, { in: tz(timeZone) }).setHours(hours, minutes);

/** The first instant of a day (YYYY-MM-DD) in a zone. If midnight does not exist, the first instant after it. */
export function startOfDay(day: string, timeZone: string): Date {
  const start = startOf(parseISO(day, { in: tz(timeZone) })).getTime();
  // Where clocks are put back across midnight, the day starts twice. The library may return the second start.
  const before = start - 1;
  if (dayIn(before, timeZone) !== day) return new Date(start);
  return subMinutes(start, tzOffset(timeZone, new Date(before)) - tzOffset(timeZone, new Date(start)));
}

/** The last second of a day in a zone. */
export const endOfDay = (day: string, timeZone: string): Date => new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1000);
