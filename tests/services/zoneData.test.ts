import { describe, expect, it } from 'vitest';
import { addDays, dayIn } from '../../common/day.ts';
import { endOfDay, startOfDay } from '../../common/zone.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Covers today's rules, and the years in which most zones last changed theirs. */
const years = { from: Date.UTC(2023, 0, 1), to: Date.UTC(2029, 0, 1) };
/** No zone changes twice within this period: Morocco's clocks change back after about a month. */
const step = 25 * day;

/** Wall time on the zone's clock, as formatted text. No product code reads time this way. */
function clockOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant: number) => format.format(instant);
}
const offsetOf = (clock: (instant: number) => string, instant: number) => Date.parse(`${clock(instant).replace(' ', 'T')}Z`) - instant;

/** Instants (to the minute) at which a zone's clocks change. */
function changesOf(clock: (instant: number) => string): number[] {
  const changes: number[] = [];
  let before = offsetOf(clock, years.from);
  for (let at = years.from; at < years.to; at += step) {
    const after = offsetOf(clock, at + step);
    if (after === before) continue;
    let [low, high] = [at, at + step];
    while (high - low > 60_000) {
      const middle = Math.floor((low + high) / 120_000) * 60_000;
      if (offsetOf(clock, middle) === before) low = middle;
      else high = middle;
    }
    changes.push(high);
    before = after;
  }
  return changes;
}

/** Zones whose clocks agree over these years count as one. */
function zones(): Map<string, { timeZone: string; changes: number[] }> {
  const found = new Map<string, { timeZone: string; changes: number[] }>();
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const clock = clockOf(timeZone);
    const changes = changesOf(clock);
    const key = `${offsetOf(clock, years.from)} ${changes.join()}`;
    if (!found.has(key)) found.set(key, { timeZone, changes });
  }
  return found;
}

describe('days of the school', () => {
  it('begin with their first instant and end with their last second at every change of every zone', () => {
    let checked = 0;
    for (const { timeZone, changes } of zones().values()) {
      const clock = clockOf(timeZone);
      const days = new Set(changes.flatMap((at) => [-1, 0, 1].map((step) => clock(at + step * day).slice(0, 10))));
      for (const one of days.size > 0 ? days : ['2026-02-28']) {
        const [start, end] = [startOfDay(one, timeZone).getTime(), endOfDay(one, timeZone).getTime()];
        const seen = [clock(start - 1), clock(start), clock(end), clock(end + 1000)].map((text) => text.slice(0, 10));
        expect([seen[0]! < one, seen[1], seen[2], seen[3]! > one], `${one} in ${timeZone}`).toEqual([true, one, one, true]);
        expect([dayIn(start, timeZone), dayIn(end, timeZone)]).toEqual([one, one]);
        expect(end - start, 'a day has 20 to 28 hours').toSatisfy((length: number) => length > 20 * hour && length < 28 * hour);
        expect(startOfDay(addDays(one, 1), timeZone).getTime(), 'no gap and no overlap with the next day').toBe(end + 1000);
        checked += 1;
      }
    }
    expect(checked, 'the zone data have changes').toBeGreaterThan(700);
  });
});
