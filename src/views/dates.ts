const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;

const day = { month: 'short', day: 'numeric' } as const;
const moment = { ...day, weekday: 'short', hour: 'numeric', minute: '2-digit' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** To make a format costs a hundred times what it costs to use it, and tables use it in every row. */
function format(iso: string, language: string, timeZone: string | undefined, parts: typeof day | typeof moment): string {
  const key = `${language} ${timeZone} ${parts === day}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, ...parts });
  formats.set(key, known);
  return known.format(new Date(iso));
}

/** Day with a short month name (specification, section 9), in the school's zone: "Nov 24". */
export const formatDay = (iso: string, language: string, timeZone: string): string => format(iso, language, timeZone, day);

/** Day and time in the school's zone: "Mon, Nov 24, 11:59 PM". */
export const formatMoment = (iso: string, language: string, timeZone: string | undefined): string =>
  format(iso, language, timeZone, moment);

/** How far away an instant is, in the largest whole unit: "in 3 days", "2 hours ago". */
export function formatDistance(iso: string, now: number, language: string): string {
  const distance = Date.parse(iso) - now;
  const [size, unit]: [number, Intl.RelativeTimeFormatUnit] =
    Math.abs(distance) >= dayLength ? [dayLength, 'day'] : Math.abs(distance) >= hour ? [hour, 'hour'] : [minute, 'minute'];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(distance / size), unit);
}

/** Seconds as minutes, at least one when there was any time: 95 → 2. */
export const toMinutes = (seconds: number): number => (seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0);
