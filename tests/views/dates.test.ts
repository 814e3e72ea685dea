import { afterEach, describe, expect, it } from 'vitest';
import { formatDay, formatMoment, setCalendar } from '../../src/views/dates.ts';

const zone = 'America/Chicago';
const on = (iso: string) => setCalendar(() => Date.parse(iso));

describe('a date', () => {
  afterEach(() => on('2026-11-22T12:00:00Z'));

  it('of this year does without the year', () => {
    on('2026-11-22T12:00:00Z');
    expect(formatDay('2026-11-24T18:00:00Z', 'en', zone)).toBe('Nov 24');
    expect(formatMoment('2026-11-25T05:59:00Z', 'en', zone)).toBe('Tue, Nov 24, 11:59 PM');
  });

  it('of another year says which', () => {
    on('2026-11-22T12:00:00Z');
    expect(formatDay('2025-11-24T18:00:00Z', 'en', zone)).toBe('Nov 24, 2025');
    expect(formatDay('2027-01-08T18:00:00Z', 'es', zone)).toBe('8 ene 2027');
    expect(formatMoment('2025-11-24T18:00:00Z', 'en', zone)).toBe('Mon, Nov 24, 2025, 12:00 PM');
  });

  it('changes its year where the school is, not in Greenwich', () => {
    on('2027-01-01T03:00:00Z');
    expect(formatDay('2026-12-31T18:00:00Z', 'en', zone)).toBe('Dec 31');
    expect(formatDay('2027-01-01T12:00:00Z', 'en', zone)).toBe('Jan 1, 2027');
  });
});
