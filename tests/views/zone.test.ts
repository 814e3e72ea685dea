import { describe, expect, it } from 'vitest';
import { dayIn } from '../../common/day.ts';
import { endOfDay, startOfDay } from '../../common/zone.ts';

/** Zones that change at midnight, at other hours, by half an hour, not at all, or that skipped a day's first hour. */
const zones = [
  'America/Chicago',
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/St_Johns',
  'America/Havana',
  'America/Asuncion',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Europe/Berlin',
  'UTC',
];
const hour = 3_600_000;
const dayLength = 24 * hour;
const formats = new Map(
  zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })] as const),
);
const wall = (instant: number, timeZone: string) => (formats.get(timeZone) as Intl.DateTimeFormat).format(instant);
const offset = (instant: number, timeZone: string) => Date.parse(`${wall(instant, timeZone).replace(' ', 'T')}Z`) - instant;

/** The days from 2024 to 2030 on which a zone's clocks change, plus adjacent days. */
function changeDays(timeZone: string): string[] {
  const days = new Set<string>(['2024-02-29', '2027-12-31', '2028-01-01']);
  for (let noon = Date.UTC(2024, 0, 1, 12); noon < Date.UTC(2031, 0, 1); noon += dayLength) {
    if (offset(noon, timeZone) === offset(noon + dayLength, timeZone)) continue;
    for (const step of [-1, 0, 1, 2]) days.add(new Date(noon + step * dayLength).toISOString().slice(0, 10));
  }
  return [...days];
}

describe.each(zones)('days in %s', (timeZone) => {
  const days = changeDays(timeZone);

  it('begin with their first instant: the millisecond before is another day', () => {
    for (const day of days) {
      const start = startOfDay(day, timeZone).getTime();
      expect(wall(start, timeZone).slice(0, 10), day).toBe(day);
      expect(wall(start - 1, timeZone).slice(0, 10) < day, `${day}: ${wall(start - 1, timeZone)} is the day before`).toBe(true);
    }
  });

  it('end with their last second: the next one is another day', () => {
    for (const day of days) {
      const end = endOfDay(day, timeZone).getTime();
      expect(wall(end, timeZone), day).toMatch(new RegExp(`^${day} .*:59$`));
      expect(wall(end + 1000, timeZone).slice(0, 10) > day, `${day}: after ${wall(end, timeZone)}`).toBe(true);
    }
  });

  it('hold every instant between', () => {
    for (const day of days) {
      const [start, end] = [startOfDay(day, timeZone).getTime(), endOfDay(day, timeZone).getTime()];
      expect(end).toBeGreaterThan(start);
      for (let instant = start; instant <= end; instant += hour) expect(dayIn(instant, timeZone)).toBe(day);
    }
  });
});

it('knows the changes: the sample is not empty', () => {
  expect(changeDays('America/Chicago').length).toBeGreaterThan(14 * 3);
  expect(changeDays('America/Phoenix')).toHaveLength(3);
});
it('begins a day at one o’clock where the clocks skip midnight', () => {
  expect(startOfDay('2024-03-31', 'Asia/Beirut').toISOString()).toBe('2024-03-30T22:00:00.000Z');
  expect(startOfDay('2024-03-10', 'America/Chicago').toISOString()).toBe('2024-03-10T06:00:00.000Z');
  expect(endOfDay('2024-03-10', 'America/Chicago').toISOString()).toBe('2024-03-11T04:59:59.000Z');
});
