import { TZDateMini } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { isSameYear } from 'date-fns/isSameYear';
import { dateLocales } from './dateLocale.ts';

const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;

/** How dates are written, as date-fns spells formats. */
const patterns = {
  en: { day: 'MMM d', dayOfYear: 'MMM d, yyyy', time: 'h:mm a', moment: 'EEE, MMM d, h:mm a', momentOfYear: 'EEE, MMM d, yyyy, h:mm a' },
  es: { day: 'd MMM', dayOfYear: 'd MMM yyyy', time: 'H:mm', moment: 'EEE, d MMM, H:mm', momentOfYear: 'EEE, d MMM yyyy, H:mm' },
};
type Shape = keyof (typeof patterns)['en'];
type Language = keyof typeof patterns;

let clock: (() => number) | undefined;

/** Sets the clock (ms since 1970) whose year is left out of dates. Until then no date shows its year. */
export function setCalendar(now: () => number): void {
  clock = now;
}

/** In an IANA zone; undefined for the browser's own. `TZDate` would also bring what writes its zone. */
const inZone = (timeZone: string | undefined) =>
  timeZone === undefined ? {} : { in: (value: number | string | Date) => new TZDateMini(+new Date(value), timeZone) };

function write(iso: string | number | Date, language: string, timeZone: string | undefined, shape: Shape): string {
  const locale = language === 'es' && dateLocales.es;
  return format(iso, patterns[language as Language][shape], { ...inZone(timeZone), ...(locale && { locale }) });
}

/** Whether an instant is in the current year in that zone. */
const isThisYear = (iso: string, timeZone: string | undefined): boolean =>
  clock === undefined || isSameYear(iso, clock(), inZone(timeZone));

/** Day with a short month name (specification, section 9), in the school's time zone: "Nov 24", in another year "Nov 24, 2025". */
export const formatDay = (iso: string, language: string, timeZone: string): string =>
  write(iso, language, timeZone, isThisYear(iso, timeZone) ? 'day' : 'dayOfYear');

/** Day with its year: "Nov 24, 2025". A calendar day (YYYY-MM-DD) begins in UTC, so its zone is `UTC`. */
export const formatWholeDay = (iso: string, language: string, timeZone: string): string => write(iso, language, timeZone, 'dayOfYear');

/** Day and time in the school's time zone: "Mon, Nov 24, 11:59 PM", in another year "Mon, Nov 24, 2025, 11:59 PM". */
export const formatMoment = (iso: string, language: string, timeZone: string | undefined): string =>
  write(iso, language, timeZone, isThisYear(iso, timeZone) ? 'moment' : 'momentOfYear');

/** Time of day: "11:59 PM". */
export const formatTime = (instant: Date, language: string, timeZone: string | undefined): string =>
  write(instant, language, timeZone, 'time');

/** Distance to an instant in the largest whole unit: "in 3 days", "2 hours ago". By `Intl`, which knows "tomorrow". */
export function formatDistance(iso: string, now: number, language: string): string {
  const distance = Date.parse(iso) - now;
  const [size, unit]: [number, Intl.RelativeTimeFormatUnit] =
    Math.abs(distance) >= dayLength ? [dayLength, 'day'] : Math.abs(distance) >= hour ? [hour, 'hour'] : [minute, 'minute'];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(distance / size), unit);
}

/** Seconds as minutes, at least one if there was any time: 95 → 2. */
export const toMinutes = (seconds: number): number => (seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0);
