import type { Ports } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';

async function subjectsOfClasses(db: Tenant): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('class_group')
    .select('subject')
    .distinct()
    .where('subject', 'is not', null)
    .orderBy('subject')
    .execute();
  return rows.map((row) => row.subject);
}

/**
 * Adds missing subjects to the district's list. Removed subjects stay removed.
 *
 * @param given a class's subjects; if omitted, those of all classes, as after an import
 */
export async function learnSubjects(ports: Pick<Ports, 'newId'>, db: Tenant, given?: readonly (string | null)[]): Promise<void> {
  const names = (given ?? (await subjectsOfClasses(db))).map((subject) => (subject ?? '').trim().slice(0, 100));
  const byKey = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]));
  byKey.delete('');
  if (byKey.size === 0) return;
  const known = await db
    .selectFrom('subject')
    .select('name_key')
    .where('name_key', 'in', [...byKey.keys()])
    .execute();
  for (const { name_key } of known) byKey.delete(name_key);
  for (const [name_key, name] of byKey)
    await db
      .insertInto('subject')
      .values({ subject_id: ports.newId(), name, name_key, active: 1, version: 1, removed_at: null })
      // Another import may have added it at the same moment.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
