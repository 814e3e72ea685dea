const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;

const day = { month: 'short', day: 'numeric' } as const;
const moment = { ...day, weekday: 'short', hour: 'numeric', minute: '2-digit' } as const;
const year = { year: 'numeric' } as const;
const shapes = { day, moment, year, dayOfYear: { ...day, ...year }, momentOfYear: { ...moment, ...year } };

let clock: (() => number) | undefined;

/** Sets the clock (ms since 1970) whose year is left out of dates. Until then no date shows its year. */
export function setCalendar(now: () => number): void {
  clock = now;
}

const formats: Record<string, Intl.DateTimeFormat> = {};

/** Cached: creating a format costs a hundred times more than using it, and tables use it in every row. */
function format(instant: number, language: string, timeZone: string | undefined, shape: keyof typeof shapes): string {
  const key = `${language} ${timeZone} ${shape}`;
  formats[key] ??= new Intl.DateTimeFormat(language, { timeZone, ...shapes[shape] });
  return formats[key].format(instant);
}

/** Whether an instant is in the current year in that zone. */
const isThisYear = (instant: number, timeZone: string | undefined): boolean =>
  clock === undefined || format(instant, 'en', timeZone, 'year') === format(clock(), 'en', timeZone, 'year');

/** Day with a short month name (specification, section 9), in the school's time zone: "Nov 24", in another year "Nov 24, 2025". */
export function formatDay(iso: string, language: string, timeZone: string): string {
  const instant = Date.parse(iso);
  return format(instant, language, timeZone, isThisYear(instant, timeZone) ? 'day' : 'dayOfYear');
}

/** Day and time in the school's time zone: "Mon, Nov 24, 11:59 PM", in another year "Mon, Nov 24, 2025, 11:59 PM". */
export function formatMoment(iso: string, language: string, timeZone: string | undefined): string {
  const instant = Date.parse(iso);
  return format(instant, language, timeZone, isThisYear(instant, timeZone) ? 'moment' : 'momentOfYear');
}

/** Distance to an instant in the largest whole unit: "in 3 days", "2 hours ago". */
export function formatDistance(iso: string, now: number, language: string): string {
  const distance = Date.parse(iso) - now;
  const [size, unit]: [number, Intl.RelativeTimeFormatUnit] =
    Math.abs(distance) >= dayLength ? [dayLength, 'day'] : Math.abs(distance) >= hour ? [hour, 'hour'] : [minute, 'minute'];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(distance / size), unit);
}

/** Seconds as minutes, at least one if there was any time: 95 → 2. */
export const toMinutes = (seconds: number): number => (seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0);
