import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDay, formatMoment, formatTime, formatWholeDay, setCalendar } from '../../src/ui/dateFormats.ts';
import { dateLocales, loadDateLocale } from '../../src/ui/dateLocale.ts';

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

  it('is in Spanish once its names have loaded, which every page waits for', () => {
    on('2026-11-22T12:00:00Z');
    expect(formatDay('2026-09-01T18:00:00Z', 'es', zone)).toBe('1 sep');
    expect(formatMoment('2026-11-25T05:59:00Z', 'es', zone)).toBe('mar, 24 nov, 23:59');
    const { es } = dateLocales;
    delete dateLocales.es;
    expect(formatDay('2026-01-01T18:00:00Z', 'es', zone)).toBe('1 Jan');
    dateLocales.es = es;
  });

  it('stays English if the Spanish names cannot be loaded, and is in Spanish after the next try', async () => {
    delete dateLocales.es;
    vi.doMock('date-fns/locale/es', () => {
      throw new Error('no connection');
    });
    await loadDateLocale('es');
    vi.doUnmock('date-fns/locale/es');
    expect(formatWholeDay('2026-01-01', 'es', 'UTC')).toBe('1 Jan 2026');
    await loadDateLocale('es');
    expect(formatWholeDay('2026-01-01', 'es', 'UTC')).toBe('1 ene 2026');
  });

  it('is a calendar day, and a time of day', () => {
    expect(formatWholeDay('2026-11-24', 'en', 'UTC')).toBe('Nov 24, 2026');
    expect(formatTime(new Date('2026-11-25T05:09:00Z'), 'en', zone)).toBe('11:09 PM');
    // Clocks are put back: the same time twice, an hour apart.
    expect(['06', '07'].map((hour) => formatTime(new Date(`2026-11-01T${hour}:30:00Z`), 'en', zone))).toEqual(['1:30 AM', '1:30 AM']);
  });

  it('changes its year where the school is, not in Greenwich', () => {
    on('2027-01-01T03:00:00Z');
    expect(formatDay('2026-12-31T18:00:00Z', 'en', zone)).toBe('Dec 31');
    expect(formatDay('2027-01-01T12:00:00Z', 'en', zone)).toBe('Jan 1, 2027');
  });
});
