const minute = 60_000;
const dayLength = 24 * 60 * minute;

/** Offset of a zone at an instant, in ms east of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((p) => p.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return wall - Math.floor(instant / 1000) * 1000;
}

/** The calendar day of an instant in a zone, YYYY-MM-DD. */
export function dayIn(instant: number, timeZone: string): string {
  return new Date(instant + offsetAt(instant, timeZone)).toISOString().slice(0, 10);
}

/** The first instant of a day (YYYY-MM-DD) in a zone; where midnight does not exist, the first instant after it. */
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
export function endOfDay(day: string, timeZone: string): Date {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayLength).toISOString().slice(0, 10);
  return new Date(startOfDay(next, timeZone).getTime() - 1000);
}
