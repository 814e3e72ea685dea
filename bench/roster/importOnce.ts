import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../server/db/open.ts';
import { nodePorts } from '../../server/kit/nodePorts.ts';
import { runJob } from '../../server/roster/jobs.ts';

/** Cost of one import, or of the bare inserts of its rows, in an otherwise idle process. */
export interface Took {
  /** CPU time, ms, all cores: on a busy machine, wall time means little. */
  check: number;
  import: number;
  /** Peak memory, bytes. */
  memory: number;
  /** The longest time the event loop was blocked during the check, ms; 0 if not measured. */
  longest: number;
}

const millisecondsSince = (began: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};

/** Peak memory of this process. `maxRSS` also includes its parent's memory at the fork, which Linux reports separately in one place. */
function mostMemory(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return Number(kilobytes ?? process.resourceUsage().maxRSS) * 1024;
}

/** Checks and applies the job of a prepared database. */
async function importJob(file: string, isCheckedOnly = false): Promise<Took> {
  const db = await openDatabase(file);
  const failures: unknown[] = [];
  const ports = nodePorts({ db, signingKey: new Uint8Array(32), report: (error) => void failures.push(error) });
  const key = { district_id: 1, job_id: 1 };
  const timed = async (from: 'checking' | 'confirmed', to: string) => {
    await db.updateTable('roster_job').set({ state: from }).execute();
    const began = process.cpuUsage();
    await runJob(ports, key);
    const took = millisecondsSince(began);
    const { state, findings } = await db.selectFrom('roster_job').select(['state', 'findings']).executeTakeFirstOrThrow();
    if (state !== to) throw new Error(`${state} ${findings} ${failures.join()}`);
    return took;
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const check = await timed('checking', 'validated');
  delay.disable();
  const memory = mostMemory();
  const took = isCheckedOnly ? 0 : await timed('confirmed', 'done');
  await db.destroy();
  return { check, import: took, memory: isCheckedOnly ? memory : mostMemory(), longest: delay.max / 1e6 };
}

/** Copies the rows of an imported database into an empty one with plain insert statements, one per row, 2,000 per transaction. */
function insertBare(from: string, to: string): Took {
  const source = new DatabaseSync(from);
  const target = new DatabaseSync(to);
  target.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  let took = 0;
  for (const table of ['school', 'class_group', 'app_user', 'enrollment']) {
    const all = source.prepare(`select * from ${table} where sourced_id is not null`).all() as Record<string, string | number | null>[];
    const columns = Object.keys(all[0] ?? {});
    const rows = all.map((row) => columns.map((column) => row[column] ?? null));
    const began = process.cpuUsage();
    const insert = target.prepare(`insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`);
    for (let start = 0; start < rows.length; start += 2000) {
      target.exec('begin');
      for (const row of rows.slice(start, start + 2000)) insert.run(...row);
      target.exec('commit');
    }
    took += millisecondsSince(began);
  }
  return { check: 0, import: took, memory: 0, longest: 0 };
}

const [what, first, second] = process.argv.slice(2);
if (import.meta.main)
  console.log(
    JSON.stringify(what === 'bare' ? insertBare(first as string, second as string) : await importJob(first as string, what === 'check')),
  );
