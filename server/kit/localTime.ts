import type { Db } from './access.ts';

/** An instant (ms since 1970) as date and time of the district, such as 2030-01-15 08:00, for the audit; null for none. */
export async function localTime(db: Db, instant: number | null): Promise<string | null> {
  if (instant === null) return null;
  const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'short' }).format(instant);
}
