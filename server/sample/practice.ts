import { addDays } from '../../common/day.ts';
import { Language } from '../../contract/content.ts';
import { Role } from '../../contract/kit.ts';
import { boxDays } from '../areas/glossary/practice.ts';
import type { NewRow } from '../db/schema.ts';
import { insertAll } from '../db/upsert.ts';
import type { Tenant } from '../kit/tenant.ts';
import { seededChance } from './chance.ts';

/** Terms that the most eager student has practiced. */
const mostTerms = 40;
const day = 24 * 3_600_000;

/** Practice of terms by most students of the school. `today` is YYYY-MM-DD, `now` its first instant. */
export async function makePractice(db: Tenant, { today, now, seed }: { today: string; now: number; seed: number }): Promise<void> {
  const chance = seededChance(seed);
  const terms = await db.selectFrom('glossary_term').select('term_id').orderBy('term_id').execute();
  const students = await db
    .selectFrom('app_user')
    .select(['district_id', 'user_puid'])
    .where('role_id', '=', Role.student)
    .orderBy('user_puid')
    .execute();
  const rows: NewRow<'glossary_practice'>[] = [];
  for (const student of students) {
    // One in four has not begun.
    const count = Math.round(Math.max(0, chance.uniform() - 0.25) * mostTerms);
    for (const { term_id } of terms.slice(0, count)) {
      const box = chance.below(boxDays.length);
      const days = chance.below((boxDays[box] ?? 0) + 1);
      rows.push({
        ...student,
        term_id,
        language_id: Language.english,
        box,
        due_day: addDays(today, (boxDays[box] ?? 0) - days),
        last_at: now - days * day,
      });
    }
  }
  await insertAll(db, 'glossary_practice', rows);
}
