import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import * as v from 'valibot';
import { dataExports } from '../../contract/exports.ts';
import { Role } from '../../contract/kit.ts';
import { exportHandlers } from '../../server/areas/exports.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { contentsOf, runExport } from '../../server/exports/exportJobs.ts';
import { fileOf } from '../../server/exports/formats.ts';
import type { UserContext } from '../../server/kit/handler.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';
import { inDistrict } from '../../server/kit/tenant.ts';
import { counts, inWords } from '../lib/counts.ts';
import type { Measure } from '../lib/report.ts';
import { inSampleSchool } from '../lib/sampleSchool.ts';

const { rows: most } = counts.export;
const megabyte = 1024 * 1024;

/** Memory in use after a collection if the process allows one, in MB. */
const memory = () => {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().rss / megabyte;
};

/** Rows as plain CSV in pieces of about 64 kB. */
function* asText(rows: Iterable<Record<string, unknown>>): Generator<string> {
  let piece = '';
  for (const row of rows) {
    piece += `${Object.values(row).join(',')}\r\n`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** The time to write rows to a compressed file with nothing of the product, ms. */
async function timeToWrite(rows: Iterable<Record<string, unknown>>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
  try {
    const began = performance.now();
    await pipeline(asText(rows), createGzip(), createWriteStream(join(folder, 'rows.csv.gz')));
    return performance.now() - began;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An export of this many rows, beside a bare statement that reads the same rows and joins, and writes them to a compressed file. */
export const measureExport = (): Promise<Measure[]> =>
  inSampleSchool(async (db, bare) => {
    const owner = await db.selectFrom('app_user').selectAll().where('user_key', '=', 'lindqvist').executeTakeFirstOrThrow();
    const { district_id } = owner;
    const pupils = db.selectFrom('app_user').select('user_puid').where('district_id', '=', district_id);
    const students = await pupils.where('role_id', '=', Role.student).execute();
    const items = await db.selectFrom('content_item').select(['item_id', 'item_type_id']).limit(50).execute();
    await db.deleteFrom('content_track').execute();
    for (let from = 0; from < most; from += 20_000)
      await insertAll(
        db,
        'content_track',
        Array.from({ length: Math.min(20_000, most - from) }, (_, at) => ({
          ...{ district_id, content_track_id: from + at + 1, user_puid: students[at % students.length]?.user_puid ?? 0 },
          ...{ item_id: 0, item_type_id: 1, ...items[at % items.length] },
          ...{ lesson_id: null, started_at: 1_700_000_000_000 + at, ended_at: null, time_spent: at % 300, is_timed_out: 0 },
        })),
      );
    let job_id = 0;
    let first = Number.NaN;
    let highest = 0;
    const ports = nodePorts({ db, signingKey: new Uint8Array(32), background: () => {} });
    const user = { district_id, user_puid: owner.user_puid, role: owner.role_id, session_id: 0, token_version: 1 };
    const context = { ports: inDistrict(ports, district_id), user } as unknown as UserContext;
    const body = v.parse(dataExports.startExport.body, { tables: ['activity'], with_names: true });
    const before = memory();
    const began = performance.now();
    ({ job_id } = await exportHandlers.startExport({ query: {}, body }, context));
    const step = () => {
      highest = Math.max(highest, process.memoryUsage().rss / megabyte);
      return Date.now();
    };
    const looking = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss / megabyte);
      if (!Number.isNaN(first)) return;
      const row = bare.prepare('select rows_done from export_job where job_id = ?').get(job_id) as { rows_done: number } | undefined;
      if (row && row.rows_done > 0) first = performance.now() - began;
    }, 5);
    await runExport({ ...ports, now: step }, { district_id, job_id });
    clearInterval(looking);
    const written = performance.now() - began;
    if (Number.isNaN(first)) first = written;
    const job = await db.selectFrom('export_job').selectAll().where('job_id', '=', job_id).executeTakeFirstOrThrow();
    if (job.state !== 'ready' || job.rows_done !== most) throw new Error(`The export is ${job.state} with ${job.rows_done} rows.`);
    let bytes = 0;
    for await (const piece of fileOf('csv', contentsOf(context.ports.db, job), 0).content) {
      bytes += piece.length;
      highest = Math.max(highest, process.memoryUsage().rss / megabyte);
    }
    if (bytes < job.bytes) throw new Error(`The file has ${bytes} bytes of ${job.bytes}.`);
    const statement = bare.prepare(
      `select t.*, u.first_name, u.last_name, u.user_name, u.student_number, u.role_id, i.title from content_track t
       join app_user u on u.district_id = t.district_id and u.user_puid = t.user_puid
       join content_item i on i.item_id = t.item_id where t.district_id = ? order by t.content_track_id`,
    );
    const floor = await timeToWrite(statement.iterate(district_id));
    return [
      { name: `export of ${inWords(most)} rows, compressed and stored`, unit: 'ms', ours: written, floor, goal: { atMost: 1.5 } },
      { name: `first rows of an export of ${inWords(most)}`, unit: 'ms', ours: first, goal: { atMost: 1_000 } },
      {
        name: `memory for an export of ${inWords(most)} rows and its download`,
        unit: 'MB',
        ours: highest - before,
        goal: { atMost: 120 },
      },
    ];
  });
