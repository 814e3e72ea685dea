import type { Ports } from '../kit/ports.ts';
import type { Tenant } from '../kit/tenant.ts';

/** Adds to the subjects of the district those that its classes have and the list lacks. What somebody removed stays removed. */
export async function learnSubjects(ports: Pick<Ports, 'newId'>, db: Tenant): Promise<void> {
  const used = await db
    .selectFrom('class_group')
    .select('subject')
    .distinct()
    .where('subject', 'is not', null)
    .orderBy('subject')
    .execute();
  const known = new Set((await db.selectFrom('subject').select('name_key').execute()).map((row) => row.name_key));
  for (const { subject } of used) {
    const name = (subject ?? '').trim().slice(0, 100);
    const name_key = name.toLowerCase();
    if (name === '' || known.has(name_key)) continue;
    known.add(name_key);
    await db
      .insertInto('subject')
      .values({ subject_id: ports.newId(), name, name_key, active: 1, version: 1, removed_at: null })
      // Another import may have added it at the same moment.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
