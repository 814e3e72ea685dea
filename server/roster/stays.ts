import { setImmediate as breathe } from 'node:timers/promises';
import type { RosterJob } from '../../contract/rostering/job.ts';
import type { Row } from '../db/schema.ts';
import { iso } from '../kit/access.ts';
import type { TenantPorts } from '../kit/ports.ts';
import type { JobResult } from './jobs.ts';
import { readLog } from './log.ts';
import { type AnyRow, changedSince, isUnseen, type WrittenKind } from './tables.ts';

type Job = Row<'roster_job'>;
const mostNames = 20;
const keyOf = (kind: WrittenKind, ids: readonly number[]) => `${kind} ${ids.join(' ')}`;
const nameOf = (row: AnyRow) => String(row.name ?? `${row.first_name} ${row.last_name}`);

async function* logsOf({ db }: Pick<TenantPorts, 'db'>, { job_id }: Pick<Job, 'job_id'>) {
  let last = 0;
  for (;;) {
    const batch = await db
      .selectFrom('roster_batch')
      .select(['batch_no', 'entries'])
      .where('job_id', '=', job_id)
      .where('batch_no', '>', last)
      .orderBy('batch_no')
      .limit(1)
      .executeTakeFirst();
    if (!batch) return;
    last = batch.batch_no;
    // If the database answers synchronously, nothing else would let other requests in.
    await breathe();
    yield readLog(batch.entries);
  }
}

/** What would remain of an import after undoing it, because newer imports changed its rows or enrolled people in its classes. */
export async function staysOf(ports: Pick<TenantPorts, 'db'>, job: Job): Promise<RosterJob['stays']> {
  if (job.state !== 'done' && job.state !== 'partial') return null;
  const later = await ports.db
    .selectFrom('roster_job as j')
    .innerJoin('app_user as u', 'u.user_puid', 'j.created_by')
    .select(['j.district_id', 'j.job_id', 'j.result', 'j.finished_at', 'u.first_name', 'u.last_name'])
    .where('j.job_id', '<>', job.job_id)
    .where('j.state', 'in', ['done', 'partial'])
    .where('j.form', 'in', ['simple', 'oneRoster', 'selection'])
    .where('j.finished_at', '>=', job.finished_at ?? job.updated_at)
    .where('j.created_at', '>=', job.created_at)
    .orderBy('j.finished_at', 'desc')
    .orderBy('j.job_id', 'desc')
    .execute();
  if (later.length === 0) return null;
  const changed = new Map<string, AnyRow>();
  const made = new Set<string>();
  for await (const log of logsOf(ports, job))
    for (const { kind, changed: rows, made: ids } of await changedSince(ports.db, log)) {
      // Organizations and roles are hidden. A school that would remain is reported by its own row.
      if (isUnseen(kind)) continue;
      for (const { ids: one, row } of rows) changed.set(keyOf(kind, one), row);
      if (kind === 'users' || kind === 'classes') for (const one of ids) made.add(keyOf(kind, one));
    }
  const stays = new Set<string>();
  const newer: NonNullable<RosterJob['stays']>['newer'] = [];
  for (const one of later) {
    let rests = false;
    const stay = (key: string) => {
      stays.add(key);
      rests = true;
    };
    for await (const log of logsOf(ports, one))
      for (const [kind, entries] of log)
        for (const [ids, before] of entries) {
          const key = keyOf(kind, ids);
          if (changed.has(key)) stay(key);
          if (kind !== 'enrollments' || before !== null) continue;
          const [group_puid, user_puid] = ids as [number, number];
          for (const used of [keyOf('classes', [group_puid]), keyOf('users', [user_puid])]) if (made.has(used)) stay(used);
        }
    if (rests)
      newer.push({
        job_id: one.job_id,
        files: (JSON.parse(one.result) as JobResult).files.map(({ name }) => name),
        created_by: `${one.first_name} ${one.last_name}`,
        finished_at: iso(one.finished_at ?? 0),
      });
  }
  if (stays.size === 0) return null;
  return { count: stays.size, names: await namesOf(ports, stays), newer };
}

/** Names of the first people and classes that would remain. */
async function namesOf({ db }: Pick<TenantPorts, 'db'>, stays: ReadonlySet<string>): Promise<string[]> {
  const idsOf = (kind: 'users' | 'classes') =>
    [...stays].flatMap((key) => (key.startsWith(`${kind} `) ? [Number(key.split(' ')[1])] : [])).slice(0, mostNames);
  const [users, classes] = [idsOf('users'), idsOf('classes')];
  const people =
    users.length === 0
      ? []
      : await db
          .selectFrom('app_user')
          .select(['first_name', 'last_name'])
          .where('user_puid', 'in', users)
          .orderBy('last_name')
          .orderBy('first_name')
          .execute();
  const groups =
    classes.length === 0
      ? []
      : await db.selectFrom('class_group').select('name').where('group_puid', 'in', classes).orderBy('name').execute();
  return [...people, ...groups].map((row) => nameOf(row as unknown as AnyRow)).slice(0, mostNames);
}
