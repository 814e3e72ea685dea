import { wholeRoster } from '../../../contract/kit.ts';
import { rosterPartSize } from '../../../contract/rostering/job.ts';
import type { userBatch } from '../../../contract/userBatch.ts';
import { writeAudit } from '../../kit/audit.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../../kit/handler.ts';
import { hasWords } from '../../kit/pages.ts';
import type { TenantPorts } from '../../kit/ports.ts';
import { transact } from '../../kit/transact.ts';
import { noOptions } from '../../roster/jobs.ts';
import type { Selection } from '../../roster/planSelection.ts';
import { continueJob, makeRoom, newJob } from '../rostering/importJobs.ts';
import { narrowed, usersInScope } from './scope.ts';

/** Everybody moves to an open school of the district. School administrators have only their own. */
async function assertTarget({ db }: TenantPorts, role: number, school_id: number | null): Promise<void> {
  if (school_id === null) throw refuse('schoolMissing', {}, { fields: [fieldReason('school_id', 'missing')] });
  const school = await db
    .selectFrom('school')
    .select('school_id')
    .where('school_id', '=', school_id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!school || !wholeRoster.some((one) => one === role)) throw notFound('school');
}

/** Starts a job for people selected in the list of users. It waits until somebody confirms what it would change. */
export const startBatch: HandlersOf<typeof userBatch>['startBatch'] = async ({ body }, { ports, user }) => {
  assertSelf(user, body.user_puid);
  const { action, selected, search, role, in_school_id, state } = body;
  const school_id = action === 'move' ? body.school_id : null;
  if (action === 'move') await assertTarget(ports, user.role, school_id);
  const users = narrowed(await usersInScope(ports, user), { role, school_id: in_school_id, state })
    .where(hasWords(search, ['u.user_key', 'u.first_name', 'u.last_name', 's.name']))
    .where('u.district_id', '=', user.district_id)
    .clearSelect()
    .select('u.user_puid')
    .orderBy('u.user_puid');
  const rows = await (selected ? users.where('u.user_puid', 'in', selected) : users).execute();
  if (selected && rows.length !== new Set(selected).size) throw notFound('user');
  if (rows.length === 0) throw refuse('batchEmpty');
  await makeRoom(ports, user);
  const job_id = ports.newId();
  const selection: Selection = { school_id, user_puids: rows.map(({ user_puid }) => user_puid) };
  const bytes = Buffer.from(JSON.stringify(selection));
  const row = { ...(await newJob(ports, user, job_id)), form: 'selection' as const };
  await transact(ports.db, async (trx) => {
    await trx
      .insertInto('roster_job')
      .values({ ...row, state: 'checking', options: JSON.stringify({ ...noOptions, mode: action }) })
      .execute();
    for (let at = 0; at < bytes.length; at += rosterPartSize)
      await trx
        .insertInto('roster_file')
        .values({
          district_id: user.district_id,
          job_id,
          name: 'people.json',
          part_no: at / rosterPartSize + 1,
          size: bytes.length,
          content: bytes.subarray(at, at + rosterPartSize).toString('base64'),
        })
        .execute();
    await writeAudit(ports, trx, {
      actor_puid: user.user_puid,
      action: 'user.batch',
      subject: `import ${job_id}`,
      detail: { action, people: rows.length },
    });
  });
  continueJob(ports, user, job_id);
  return { job_id };
};
