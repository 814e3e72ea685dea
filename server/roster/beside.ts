import type { Row } from '../db/schema.ts';
import type { Db } from '../kit/access.ts';
import { refuse } from '../kit/handler.ts';

/** Refuses while another import of the district is writing: two at once would undo each other's work. */
export async function refuseBeside(trx: Db, job: Pick<Row<'roster_job'>, 'job_id'>): Promise<void> {
  // Locks the district, so that of two concurrent commands the second sees the first one's write.
  await trx
    .updateTable('district')
    .set((eb) => ({ name: eb.ref('name') }))
    .execute();
  const other = await trx
    .selectFrom('roster_job')
    .select('job_id')
    .where('job_id', '<>', job.job_id)
    .where('state', 'in', ['confirmed', 'applying', 'undoing'])
    .executeTakeFirst();
  if (other) throw refuse('importBusy');
}
