import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { openDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';
import { outsideOf } from '../../server/kit/outside.ts';
import { inDistrict } from '../../server/kit/tenant.ts';
import { collections, pageSize } from '../../server/roster/api/reader.ts';
import { secrets } from '../../server/roster/api/readSet.ts';
import { startImport } from '../../server/roster/api/sync.ts';
import { runJob } from '../../server/roster/jobs.ts';
import { counts, inWords } from '../lib/counts.ts';
import { addDistrict } from '../lib/district.ts';
import type { Measure } from '../lib/report.ts';

const { students } = counts.rosterApi;
const client = { id: 'orrery', secret: 'a secret: 100% /safe?' };

/** CPU time of this process so far, ms, all cores. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Reads the same pages with nothing but fetch. Returns how many records there are. */
async function readBare(origin: string): Promise<number> {
  const form = encodeURIComponent(client.secret);
  const answer = await fetch(`${origin}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client.id}:${form}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'https://purl.imsglobal.org/spec/or/v1p1/scope/roster-core.readonly',
    }).toString(),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  let all = 0;
  for (const collection of collections)
    for (let offset = 0; ; ) {
      const page = await fetch(`${origin}/ims/oneroster/v1p1/${collection}?limit=${pageSize}&offset=${offset}&sort=sourcedId`, {
        headers: { authorization: `Bearer ${access_token}` },
      });
      const records = ((await page.json()) as Record<string, unknown[]>)[collection] as unknown[];
      if (records.length === 0) break;
      offset += records.length;
      all += records.length;
    }
  return all;
}

/** A district with its administrator. */
async function district(): Promise<Kysely<Database>> {
  const db = await openDatabase(':memory:');
  await addDistrict(db);
  return db;
}

/** Reads, checks and applies a district's roster from a service. Returns its CPU time up to the end of each step, in ms. */
async function importAll(origin: string) {
  const db = await district();
  const failures: unknown[] = [];
  const outer = nodePorts({
    db,
    signingKey: new Uint8Array(32),
    outside: outsideOf(['127.0.0.1']),
    report: (error) => void failures.push(error),
    background: () => {},
  });
  const ports = inDistrict(outer, 1);
  const connection = {
    ...{ district_id: 1, connection_id: 7, version: 1, name: 'SIS', base_url: origin, token_url: `${origin}/token`, scope: '' },
    ...{
      service: 'oneRoster' as const,
      kinds: '[]',
      roster_version: '1.1' as const,
      client_id: client.id,
      sealed_secret: secrets.seal(ports, client.secret),
      school_ids: '[]',
    },
    ...{ nightly_hour: null, arranged_by: 1, next_at: null, synced_at: null, full_at: null },
  };
  await insertAll(db, 'roster_connection', [connection]);
  const job_id = await startImport(ports, connection, { user_puid: 1, isFull: true, isAlone: true });
  const began = spent();
  await runJob(outer, { district_id: 1, job_id });
  const took = spent() - began;
  const { state, problem, rows_total } = await db
    .selectFrom('roster_job')
    .select(['state', 'problem', 'rows_total'])
    .executeTakeFirstOrThrow();
  const { users } = await db
    .selectFrom('app_user')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .executeTakeFirstOrThrow();
  await db.destroy();
  if (state !== 'done' || Number(users) <= students) throw new Error(`${state} ${problem} ${users} ${failures.join()}`);
  return { took, rows: rows_total };
}

/** A roster read from a OneRoster service over real connections, checked and applied. */
export async function measureRosterApi(): Promise<Measure[]> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'service.ts'), [String(students)], {
    execArgv: ['--max-old-space-size=4096'],
  });
  try {
    const [port] = (await once(child, 'message')) as [number];
    const origin = `http://127.0.0.1:${port}`;
    const began = spent();
    const records = await readBare(origin);
    const bare = spent() - began;
    const { took, rows } = await importAll(origin);
    if (rows < records / 2) throw new Error(`${rows} of ${records} records`);
    return [
      {
        name: `${inWords(students)} students with their enrollments read, checked and applied, beside reading alone with fetch (CPU)`,
        unit: 'ms',
        ours: took,
        floor: bare,
        goal: { atMost: 15 },
      },
      { name: `CPU time for each of ${inWords(records)} records`, unit: 'µs', ours: (took * 1000) / records, goal: { atMost: 250 } },
    ];
  } finally {
    child.disconnect();
  }
}
