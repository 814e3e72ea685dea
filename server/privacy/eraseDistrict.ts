import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Row } from '../db/schema.ts';
import { writeAudit } from '../kit/audit.ts';
import type { Ports } from '../kit/ports.ts';
import { isTenantTable, tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { rowsOf } from './concerned.ts';
import { holdings, type TableName } from './holdings.ts';

type Db = Kysely<Database>;
type Erasure = Row<'district_erasure'>;

/** Values of a table's key that one transaction deletes, so that nobody waits long for it. */
const batch = 200;

/** Rows that one step deletes, by the values of their key; null: all of them at once, because they are few. */
interface Step {
  table: TableName;
  key: string | null;
  of: (district_id: number) => RawBuilder<boolean>;
}
const own = (district_id: number) => sql<boolean>`district_id = ${district_id}`;
/** Quizzes and sets of terms that people of the district made. The catalog has their published version, which names no district. */
const madeItem = (column: string) => (district_id: number) =>
  sql<boolean>`${sql.ref(column)} in (select item_id from authored_quiz where district_id = ${district_id} union select item_id from term_set where district_id = ${district_id})`;
const madeQuiz = (district_id: number) => sql<boolean>`quiz_id in (select quiz_id from quiz where ${madeItem('item_id')(district_id)})`;

/** What hangs on a district without being of it. It goes first, as long as it can be found. */
const elsewhere: readonly Step[] = [
  // The archives that the provider made of it.
  {
    table: 'export_part',
    key: 'job_id',
    of: (district_id) =>
      sql`exists (select 1 from export_job j where j.district_id = export_part.district_id and j.job_id = export_part.job_id and j.about_district_id = ${district_id})`,
  },
  { table: 'export_job', key: 'job_id', of: (district_id) => sql`about_district_id = ${district_id}` },
  {
    table: 'mail',
    key: 'mail_id',
    of: (district_id) =>
      sql`about_district_id = ${district_id} or recipient in (select email from app_user where district_id = ${district_id}) and recipient not in (select email from app_user where email is not null and district_id <> ${district_id})`,
  },
  {
    table: 'question_option',
    key: 'question_id',
    of: (district_id) => sql`question_id in (select question_id from question where ${madeQuiz(district_id)})`,
  },
  { table: 'question', key: 'question_id', of: madeQuiz },
  { table: 'quiz', key: 'quiz_id', of: madeItem('item_id') },
  { table: 'content_item', key: 'item_id', of: madeItem('item_id') },
];

/** All steps but the district's own row, in an order that foreign keys allow: `holdings` has a table after those that it refers to. */
const steps: readonly Step[] = [
  ...elsewhere,
  ...(Object.keys(holdings) as TableName[])
    .filter((table) => isTenantTable(table) && table !== 'district')
    .toReversed()
    .map((table) => {
      const holding = holdings[table];
      return { table, key: typeof holding === 'object' ? holding.key : null, of: own };
    }),
];

/** Deletes some rows of a step, and returns how many. */
async function removeSome(trx: Db, { table, key, of }: Step, district_id: number): Promise<number> {
  const rows = trx.deleteFrom(table as 'audit').where(of(district_id));
  if (key === null) return Number((await rows.executeTakeFirstOrThrow()).numDeletedRows);
  const found = await rowsOf(trx, table)
    .select(sql<number | string>`${sql.ref(key)}`.as('key'))
    .distinct()
    .where(of(district_id))
    .limit(batch)
    .execute();
  if (found.length === 0) return 0;
  const keys = sql.join(found.map((row) => row.key));
  return Number((await rows.where(sql<boolean>`${sql.ref(key)} in (${keys})`).executeTakeFirstOrThrow()).numDeletedRows);
}

/**
 * Does the next piece of a district's erasure, in one transaction, beginning with the step `from`. Nothing but the rows themselves says how
 * far it is, so it can be stopped after each piece, and two servers may do it at once. Returns the step to go on with; null if there is
 * nothing to do anymore. `db` sees all districts.
 */
export const erasePiece = (
  ports: Pick<Ports, 'now' | 'newId' | 'clientAddress'>,
  db: Db,
  { district_id, erased_district }: Pick<Erasure, 'district_id' | 'erased_district'>,
  from = 0,
): Promise<number | null> =>
  transact(db, async (trx) => {
    const mine = () =>
      trx.updateTable('district_erasure').where('district_id', '=', district_id).where('erased_district', '=', erased_district);
    // Locks the row, so that it cannot be called off now.
    const erasure = await mine()
      .set((eb) => ({ started_at: eb.fn.coalesce('started_at', eb.val(ports.now())) }))
      .where('erased_at', 'is', null)
      .where('due_at', '<=', ports.now())
      .returningAll()
      .executeTakeFirst();
    if (!erasure) return null;
    const note = (rows: number) =>
      mine()
        .set((eb) => ({ erased_rows: eb('erased_rows', '+', rows) }))
        .execute();
    for (const [index, step] of steps.entries()) {
      if (index < from) continue;
      const rows = await removeSome(trx, step, erased_district);
      if (rows === 0) continue;
      await note(rows);
      return index;
    }
    // Something may have come after its step.
    if (from > 0) return 0;
    await trx.deleteFrom('district').where('district_id', '=', erased_district).execute();
    await mine()
      .set({ erased_at: ports.now(), erased_rows: erasure.erased_rows + 1 })
      .execute();
    await writeAudit(ports, tenant(trx, district_id), {
      actor_puid: erasure.requested_by,
      action: 'district.erased',
      subject: `district ${erased_district}`,
      detail: { facts: { name: erasure.name }, count: Number(erasure.erased_rows) + 1 },
    });
    return null;
  });

/**
 * Erases the districts whose time has come, once their teachers' access to the classroom service has ended (`accessEnding`), for which it
 * takes what the district has stored. Returns how many. `db` sees all districts.
 */
export async function eraseDueDistricts(ports: Parameters<typeof erasePiece>[0] & Pick<Ports, 'report'>, db: Db): Promise<number> {
  const due = await db
    .selectFrom('district_erasure as e')
    .select(['e.district_id', 'e.erased_district'])
    .where('e.erased_at', 'is', null)
    .where('e.due_at', '<=', ports.now())
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('ended_access as a').select('a.ending_id').whereRef('a.district_id', '=', 'e.erased_district'))),
    )
    .orderBy('e.due_at')
    .execute();
  let erased = 0;
  for (const one of due)
    try {
      for (let step: number | null = 0; step !== null; ) step = await erasePiece(ports, db, one, step);
      erased += 1;
    } catch (error) {
      // One district's failure keeps no other's data. The next purge goes on.
      ports.report(error, `erasing district ${one.erased_district}`);
    }
  return erased;
}
