import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayIn } from '../../common/day.ts';
import { zonedTime } from '../../common/zone.ts';

const at = (...args: Parameters<typeof zonedTime>) => new Date(zonedTime(...args)).toISOString();

describe('wall time', () => {
  it.each([
    ['2030-01-20', 'America/Chicago', 0, 0, '2030-01-20T06:00:00.000Z'],
    ['2030-07-20', 'America/Chicago', 0, 0, '2030-07-20T05:00:00.000Z'],
    ['2030-07-20', 'America/Phoenix', 8, 30, '2030-07-20T15:30:00.000Z'],
    ['2030-01-20', 'Asia/Kolkata', 0, 0, '2030-01-19T18:30:00.000Z'],
    ['2030-01-20', 'UTC', 0, 0, '2030-01-20T00:00:00.000Z'],
    // Clocks go forward on 2030-03-10 at 02:00 and back on 2030-11-03 at 02:00.
    ['2030-03-10', 'America/Chicago', 1, 59, '2030-03-10T07:59:00.000Z'],
    ['2030-03-10', 'America/Chicago', 3, 0, '2030-03-10T08:00:00.000Z'],
    ['2030-03-10', 'America/Chicago', 23, 59, '2030-03-11T04:59:00.000Z'],
    ['2030-11-03', 'America/Chicago', 0, 0, '2030-11-03T05:00:00.000Z'],
    ['2030-11-03', 'America/Chicago', 23, 59, '2030-11-04T05:59:00.000Z'],
  ] as const)('%s in %s at %d:%d is %s', (date, zone, hours, minutes, instant) => expect(at(date, zone, hours, minutes)).toBe(instant));
  it('and calendar days agree in every zone, all year', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('America/Chicago', 'America/New_York', 'Europe/Madrid', 'Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Honolulu'),
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: 3, max: 23 }),
        (zone, days, hour) => {
          const date = addDays('2029-06-01', days);
          return dayIn(zonedTime(date, zone, hour, 30), zone) === date;
        },
      ),
    ));
  it('days are counted over months and leap years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2030-01-01', -1)).toBe('2029-12-31');
  });
});
