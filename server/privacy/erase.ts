import { type Kysely, sql } from 'kysely';
import { type DataKind, dataKinds, type ErasurePlan, type KeepReason } from '../../contract/privacy.ts';
import type { Database, UserKey } from '../db/schema.ts';
import { writeAudit } from '../kit/audit.ts';
import type { Ports } from '../kit/ports.ts';
import { tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { doomed, everyMention, names, type Person, personOf, rowsOf } from './concerned.ts';
import { held } from './holdings.ts';

type Db = Kysely<Database>;

/** What stands where others used to read the name. */
const erasedName = { en: ['Former', 'user'], es: ['Antiguo', 'usuario'] } as const;

/** Rows that an erasure deletes, detaches and keeps, by kind. `db` sees all districts. */
export async function planOf(db: Db, person: Person): Promise<ErasurePlan['kinds']> {
  const counts = new Map<DataKind, { deleted: number; detached: number; kept: number; reasons: Set<KeepReason> }>(
    dataKinds.map((kind) => [kind, { deleted: 0, detached: 0, kept: 0, reasons: new Set() }]),
  );
  const count = async (table: (typeof held)[number][0], condition: ReturnType<typeof doomed>) =>
    Number(
      (
        await rowsOf(db, table)
          .select((eb) => eb.fn.countAll<number>().as('rows'))
          .where(condition)
          .executeTakeFirstOrThrow()
      ).rows,
    );
  for (const [table, { kind }] of held) {
    const of = counts.get(kind);
    if (of) of.deleted += await count(table, doomed(db, table, person));
  }
  for (const { table, name, mention, kind } of everyMention) {
    const of = counts.get(kind);
    if (!of || mention.fate === 'deleted') continue;
    const rows = await count(table, sql`(${names(db, table, name, mention, person)} and not ${doomed(db, table, person)})`);
    if (rows === 0) continue;
    of[mention.fate] += rows;
    of.reasons.add(mention.reason);
  }
  return dataKinds.flatMap((kind) => {
    const of = counts.get(kind);
    return of && of.deleted + of.detached + of.kept > 0 ? [{ kind, ...of, reasons: [...of.reasons] }] : [];
  });
}

/** Erases a person in the open transaction. `newId` makes the number of the stand-in. */
async function forget(db: Db, person: Person, { newId, now }: Pick<Ports, 'newId' | 'now'>): Promise<void> {
  const { district_id, user_puid } = person;
  const { language } = await db.selectFrom('district').select('language').where('district_id', '=', district_id).executeTakeFirstOrThrow();
  const [first_name, last_name] = erasedName[language ?? 'en'];
  for (const [table] of held.toReversed())
    if (table !== 'app_user')
      await db
        .deleteFrom(table as 'audit')
        .where(doomed(db, table, person))
        .execute();
  const standIn = newId();
  let isNeeded = false;
  const clear = (clears: NonNullable<(typeof everyMention)[number]['mention']['clears']>) =>
    Object.fromEntries(
      Object.entries(clears).map(([column, to]) => [column, typeof to === 'object' && to !== null ? `${first_name} ${last_name}` : to]),
    );
  for (const { table, name, mention } of everyMention) {
    if (mention.fate === 'deleted') continue;
    const isDetached = mention.fate === 'detached' && mention.holds === undefined;
    const set = { ...clear(mention.clears ?? {}), ...(isDetached ? { [name]: standIn } : {}) };
    if (Object.keys(set).length === 0) continue;
    const found = await rowsOf(db, table)
      .select(sql`1`.as('one'))
      .where(names(db, table, name, mention, person))
      .limit(1)
      .executeTakeFirst();
    if (!found) continue;
    if (isDetached && !isNeeded) {
      isNeeded = true;
      await db
        .insertInto('app_user')
        .values({
          ...{ district_id, user_puid: standIn, user_name: `former ${standIn}`, user_key: `former ${standIn}`, password_hash: null },
          ...{ role_id: -1, first_name, last_name, email: null, school_id: null, grade: null, sourced_id: null, student_number: null },
          ...{ active: 0, token_version: 1, created_at: now(), erased_at: now() },
        })
        .execute();
    }
    await db
      .updateTable(table as 'audit')
      .set(set)
      .where(names(db, table, name, mention, person))
      .execute();
  }
  await db.deleteFrom('app_user').where('district_id', '=', district_id).where('user_puid', '=', user_puid).execute();
}

/**
 * Erases a person whose erasure is due, in one transaction; whoever comes second, or again after a stop, finds nothing to do. Returns
 * whether this call did it. `db` sees all districts.
 */
export const erase = (ports: Pick<Ports, 'now' | 'newId' | 'clientAddress' | 'report'>, db: Db, key: UserKey): Promise<boolean> =>
  transact(db, async (trx) => {
    const { district_id, user_puid } = key;
    // The first statement that writes locks the row for everybody else.
    const [done] = await trx
      .updateTable('erasure')
      .set({ done_at: ports.now() })
      .where('district_id', '=', district_id)
      .where('user_puid', '=', user_puid)
      .where('done_at', 'is', null)
      .where('due_at', '<=', ports.now())
      .returning(['requested_by', 'requester_district_id'])
      .execute();
    if (!done) return false;
    const person = await personOf(trx, key);
    if (!person) return false;
    const kinds = await planOf(trx, person);
    const sum = (fate: 'deleted' | 'detached' | 'kept') => kinds.reduce((rows, kind) => rows + kind[fate], 0);
    await forget(trx, person, ports);
    await writeAudit(ports, tenant(trx, district_id), {
      actor_puid: done.requested_by,
      ...(done.requester_district_id === null ? {} : { actor_district_id: done.requester_district_id }),
      action: 'user.erased',
      subject: `user ${user_puid}`,
      detail: { count: sum('deleted'), detached: sum('detached'), kept: sum('kept') },
    });
    return true;
  });

/** Erases everybody whose erasure is due. Returns how many. `db` sees all districts. */
export async function eraseDue(ports: Parameters<typeof erase>[0], db: Db): Promise<number> {
  const due = await db
    .selectFrom('erasure')
    .select(['district_id', 'user_puid'])
    .where('done_at', 'is', null)
    .where('due_at', '<=', ports.now())
    .orderBy('due_at')
    .execute();
  let erased = 0;
  for (const key of due)
    try {
      if (await erase(ports, db, key)) erased += 1;
    } catch (error) {
      // One person's failure keeps nobody else's data.
      ports.report(error, `erasing user ${key.user_puid}`);
    }
  return erased;
}
