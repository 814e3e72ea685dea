const day = 24 * 3_600_000;

/** Formatters are dear to make and hold memory outside the heap: one of each is kept per zone. */
function perZone(options: Intl.DateTimeFormatOptions, locale: string): (zone: string) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const format = kept.get(zone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    kept.set(zone, format);
    return format;
  };
}
const offsetFormat = perZone({ timeZoneName: 'longOffset' }, 'en-US');
const dayFormat = perZone({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');

/** How far a zone's wall time is ahead of UTC at an instant, in ms. */
function offset(instant: number, zone: string): number {
  const parts = offsetFormat(zone).formatToParts(instant);
  const [, sign, hours, minutes] =
    /GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find((part) => part.type === 'timeZoneName')?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** The instant (ms) of a wall time in an IANA zone; a time that daylight saving skips falls just after the gap. */
export function zonedTime(date: string, zone: string, hours = 0, minutes = 0): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + (hours * 60 + minutes) * 60_000;
  const guess = wall - offset(wall, zone);
  return wall - offset(guess, zone);
}

/** The calendar day (YYYY-MM-DD) of an instant in a zone. */
export const dayIn = (instant: number, zone: string): string => dayFormat(zone).format(instant);

/** The calendar day some days later (or, negative, earlier). */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
