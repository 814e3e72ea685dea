const minute = 60_000;
const dayLength = 24 * 60 * minute;

/** Formatters are expensive to create and hold memory outside the heap, so one is cached per zone. */
function perZone(options: Intl.DateTimeFormatOptions, locale: string): (timeZone: string) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = kept.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    kept.set(timeZone, format);
    return format;
  };
}
const offsetFormat = perZone({ timeZoneName: 'longOffset' }, 'en-US');

/** UTC offset of a zone at an instant, in ms. */
export function offsetAt(instant: number, timeZone: string): number {
  const [, sign, hours, minutes, seconds] = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?/.exec(offsetFormat(timeZone).format(instant)) ?? [];
  return (sign === '-' ? -1 : 1) * ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1000;
}

/** The instant (ms) of a wall time in an IANA zone. A time skipped by daylight saving falls just after the gap. */
export function zonedTime(day: string, timeZone: string, hours = 0, minutes = 0): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + (hours * 60 + minutes) * minute;
  const guess = wall - offsetAt(wall, timeZone);
  return wall - offsetAt(guess, timeZone);
}

/** The calendar day (YYYY-MM-DD) of an instant in a zone. */
export const dayIn = (instant: number, timeZone: string): string =>
  new Date(instant + offsetAt(instant, timeZone)).toISOString().slice(0, 10);

/** The calendar day some days later, or earlier if negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);

/** The first instant of a day (YYYY-MM-DD) in a zone. If midnight does not exist, the first instant after it. */
export function startOfDay(day: string, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`);
  const candidates = [wall - offsetAt(wall - dayLength, timeZone), wall - offsetAt(wall + dayLength, timeZone)].sort((a, b) => a - b);
  const first = candidates.find((instant) => dayIn(instant, timeZone) === day);
  if (first !== undefined) return new Date(first);
  let instant = candidates[0] as number;
  while (dayIn(instant, timeZone) < day) instant += minute;
  return new Date(instant);
}

/** The last second of a day in a zone. */
export const endOfDay = (day: string, timeZone: string): Date => new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1000);
