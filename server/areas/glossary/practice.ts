import { sql } from 'kysely';
import { addDays } from '../../../common/day.ts';
import type { TermLevel } from '../../../contract/glossary.ts';
import type { Row } from '../../db/schema.ts';
import type { Tenant } from '../../kit/tenant.ts';
import { transact } from '../../kit/transact.ts';

/** Days until a term in each box is asked again (Leitner). A right answer moves it to the next box, a wrong one back to the first. */
export const boxDays = [0, 1, 3, 7, 16, 35] as const;
const lastBox = boxDays.length - 1;
const dueIn = (box: number, today: string) => addDays(today, boxDays[Math.min(box, lastBox)] ?? 0);

/** How well a term in a box is known. */
export const levelOf = (box: number): TermLevel => (box < 2 ? 'learning' : box < 4 ? 'familiar' : 'known');

type Key = Pick<Row<'glossary_practice'>, 'district_id' | 'user_puid' | 'term_id' | 'language_id'>;

/**
 * Writes an answer down. A right answer counts once per day that the term is due: a repeated call, a second tab, and more practice on the
 * same day change nothing. With a hint, a right answer keeps its box until the next day.
 *
 * @param today YYYY-MM-DD in the district's zone
 */
export async function recordAnswer(
  db: Tenant,
  key: Key,
  { isRight, hasHint, today, now }: { isRight: boolean; hasHint: boolean; today: string; now: number },
): Promise<void> {
  await transact(db, async (trx) => {
    const first = isRight && !hasHint ? 1 : 0;
    const due_day = isRight ? dueIn(1, today) : today;
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('glossary_practice')
      .values({ ...key, box: first, due_day, last_at: now })
      .onConflict((conflict) => conflict.columns(['district_id', 'user_puid', 'term_id', 'language_id']).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows) return;
    const own = trx
      .updateTable('glossary_practice')
      .where('user_puid', '=', key.user_puid)
      .where('term_id', '=', key.term_id)
      .where('language_id', '=', key.language_id);
    if (!isRight) await own.set({ box: 0, due_day: today, last_at: now }).execute();
    else if (hasHint) await own.set({ due_day, last_at: now }).where('due_day', '<=', today).execute();
    else
      await own
        .set({
          box: sql<number>`case when box < ${lastBox} then box + 1 else ${lastBox} end`,
          due_day: sql<string>`case box ${sql.join(
            boxDays.map((_, box) => sql`when ${box} then ${dueIn(box + 1, today)}`),
            sql` `,
          )} end`,
          last_at: now,
        })
        // After the first of two answers at once, it is no longer due.
        .where('due_day', '<=', today)
        .execute();
  });
}
