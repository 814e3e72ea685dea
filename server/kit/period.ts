import { addDays } from '../../common/day.ts';
import { zonedTime } from '../../common/zone.ts';
import { fieldReason } from './fieldReasons.ts';
import { refuse } from './handler.ts';
import type { TenantPorts } from './ports.ts';

/** The end of time for what has no last day. */
const always = Number.MAX_SAFE_INTEGER;

/**
 * When whole days of the district begin and end, in ms. No first day: from the beginning of time; no last day: for good.
 *
 * @throws refusal if the last day is before the first one, or over
 */
export async function periodOf(
  { db, now }: Pick<TenantPorts, 'db' | 'now'>,
  { from_date, to_date }: { from_date: string | null; to_date: string | null },
): Promise<{ from_at: number; until_at: number }> {
  if (from_date && to_date && to_date < from_date)
    throw refuse('lastDayBeforeFirst', {}, { fields: [fieldReason('to_date', 'endTooEarly')] });
  const { time_zone } = await db.selectFrom('district').select('time_zone').executeTakeFirstOrThrow();
  const until_at = to_date ? zonedTime(addDays(to_date, 1), time_zone) : always;
  if (until_at <= now()) throw refuse('endInPast', {}, { fields: [fieldReason('to_date', 'inPast')] });
  return { from_at: from_date ? zonedTime(from_date, time_zone) : 0, until_at };
}
