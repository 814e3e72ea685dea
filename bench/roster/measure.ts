import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobWriter, ZipWriter } from '@zip.js/zip.js';
import Papa from 'papaparse';
import { build as viteBuild } from 'vite';
import writeXlsxFile from 'write-excel-file/universal';
import { checkRoster } from '../../common/roster/checkRoster.ts';
import { fileOfBytes } from '../../common/roster/source.ts';
import { rosterPartSize, simpleFields } from '../../contract/rostering/job.ts';
import { root } from '../../scripts/kit.ts';
import { openDatabase } from '../../server/db/open.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { counts, inWords } from '../lib/counts.ts';
import { addDistrict } from '../lib/district.ts';
import { type Measure, median } from '../lib/report.ts';
import type { Took } from './importOnce.ts';
import { readInBrowser } from './readInBrowser.ts';
import { rosterSet } from './rosterSet.ts';

const { students: sizes, rows: listRows, readings, readingsOfMost, rounds } = counts.roster;

/** The import as the product runs it, in one file: stripping types at startup takes as much memory as a school. */
async function bundle(folder: string): Promise<string> {
  await viteBuild({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['pg'] },
    build: {
      ssr: true,
      rollupOptions: {
        input: { importOnce: join(import.meta.dirname, 'importOnce.ts'), workbookThread: 'server/roster/workbookThread.ts' },
      },
      outDir: folder,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
    },
  });
  return join(folder, 'importOnce.js');
}

/** CPU time of this process so far, ms, all cores. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Reading alone, and reading with all checks, alternating so that both run under the same load. */
async function read(set: ReadonlyMap<string, Uint8Array>, rounds: number) {
  const files = [...set].map(([name, bytes]) => fileOfBytes(name, bytes));
  const papa: number[] = [];
  const ours: number[] = [];
  let rows = 0;
  for (let round = 0; round <= rounds; round++) {
    rows = 0;
    const began = spent();
    for (const bytes of set.values()) rows += Papa.parse(new TextDecoder().decode(bytes)).data.length;
    const between = spent();
    const { check } = await checkRoster(files);
    const ended = spent();
    if (check.errors > 0) throw new Error('The set must be good.');
    // The first round compiles.
    if (round === 0) continue;
    papa.push(between - began);
    ours.push(ended - between);
  }
  return { rows, papa: median(papa), ours: median(ours) };
}

async function zipOf(set: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, bytes] of set) await writer.add(name, new Blob([bytes as Uint8Array<ArrayBuffer>]).stream());
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

/** A district with an administrator and an uploaded zip. */
async function prepare(file: string, zip: Uint8Array, name = 'roster.zip'): Promise<void> {
  const db = await openDatabase(file);
  await addDistrict(db);
  const texts = {
    options: JSON.stringify({ mends: [], mapping: null, mode: 'add', overwrite_manual: false }),
    result: '{}',
    findings: '[]',
    changes: '[]',
  };
  const times = { created_at: 1, updated_at: 1, validated_at: null, finished_at: null, runner: null, lease_until: 0 };
  const numbers = { rows_total: 0, rows_done: 0, left_alone: 0 };
  const empty = { school_id: null, form: null, confirmation: null, problem: null };
  await insertAll(db, 'roster_job', [
    { district_id: 1, job_id: 1, created_by: 1, state: 'uploaded', ...texts, ...times, ...numbers, ...empty },
  ]);
  for (let part_no = 1; (part_no - 1) * rosterPartSize < zip.length; part_no++) {
    const content = Buffer.from(zip.subarray((part_no - 1) * rosterPartSize, part_no * rosterPartSize)).toString('base64');
    await insertAll(db, 'roster_file', [{ district_id: 1, job_id: 1, name, part_no, size: zip.length, content }]);
  }
  await db.destroy();
}

const runnerOf =
  (program: string) =>
  (...parameters: string[]) =>
    JSON.parse(execFileSync(process.execPath, [program, ...parameters], { encoding: 'utf8' })) as Took;

/** A long student list as a workbook, checked by the server: its cost, and how long others wait. */
async function workbookMeasures(folder: string): Promise<Measure[]> {
  const run = runnerOf(await bundle(join(folder, 'program')));
  const texts = (row: readonly string[]) => row.map((value) => ({ type: String, value }));
  const rows = Array.from({ length: listRows }, (_, index) => [
    `${100_000 + index}`,
    `student${index}`,
    `Given${index % 900}`,
    `Family${index % 7000}`,
    `${6 + (index % 3)}`,
    `s${index}@students.example`,
    `Science ${Math.floor(index / 28)}`,
    `${1 + (index % 7)}`,
    'Sample Middle School',
  ]);
  const book = await writeXlsxFile([texts(simpleFields), ...rows.map(texts)]).toBlob();
  const database = join(folder, 'workbook.sqlite');
  await prepare(database, new Uint8Array(await book.arrayBuffer()), 'students.xlsx');
  const db = await openDatabase(database);
  await insertAll(db, 'school', [{ district_id: 1, school_id: 1, name: 'Sample Middle School', sourced_id: null }]);
  await db.destroy();
  const { check, memory, longest } = run('check', database);
  const workbook = `workbook of ${inWords(listRows)} rows`;
  console.log(`${workbook}: checked in ${Math.round(check)} ms, others wait ${Math.round(longest)} ms, ${Math.round(memory / 2 ** 20)} MB`);
  return [
    { name: `${workbook}: longest wait of others`, unit: 'ms', ours: longest, goal: { atMost: 200 } },
    { name: `${workbook}: memory of the server`, unit: 'MB', ours: memory / 2 ** 20, goal: { atMost: 400 } },
  ];
}

/** The quick part of this bench: reading a large workbook. */
export async function measureWorkbook(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-workbook-'));
  try {
    return await workbookMeasures(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Checks and imports OneRoster sets of three sizes, six enrollments per student, with the built server's flags. */
export async function measureRoster(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-roster-'));
  try {
    const program = await bundle(join(folder, 'program'));
    const run = runnerOf(program);
    const perRow: Record<'read' | 'check' | 'import', number[]> = { read: [], check: [], import: [] };
    const against: { papa: number; ours: number; bare: number; imported: number; memory: number }[] = [];
    const empty = join(folder, 'empty.sqlite');
    await (await openDatabase(empty)).destroy();
    for (const students of sizes) {
      const set = new Map([...rosterSet(students)].map(([name, text]) => [name, new TextEncoder().encode(text)]));
      const { rows, papa, ours } = await read(set, students === sizes[2] ? readingsOfMost : readings);
      const zip = await zipOf(set);
      set.clear();
      const all: { took: Took; bare: Took }[] = [];
      for (let round = 0; round < rounds; round++) {
        const [full, bare] = [join(folder, `${students}-${round}.sqlite`), join(folder, `${students}-${round}-bare.sqlite`)];
        await prepare(full, zip);
        const took = run('job', full);
        copyFileSync(empty, bare);
        const district = await openDatabase(bare);
        await insertAll(district, 'district', [
          { district_id: 1, name: 'D', state_id: null, time_zone: 'America/Chicago', nav_tabs: '[]' },
        ]);
        await district.destroy();
        all.push({ took, bare: run('bare', full, bare) });
        for (const file of [full, bare]) for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
      }
      // On a shared machine, only runs measured right after each other are comparable.
      const ratioOf = ({ took, bare }: (typeof all)[number]) => took.import / bare.import;
      const compared = all.toSorted((a, b) => ratioOf(a) - ratioOf(b))[Math.floor(all.length / 2)] as (typeof all)[number];
      const middle = (of: (one: (typeof all)[number]) => number) => median(all.map(of));
      const took = {
        check: middle(({ took }) => took.check),
        import: middle(({ took }) => took.import),
        memory: middle(({ took }) => took.memory),
      };
      console.log(
        `${students} students, ${rows} rows: read and check ${((ours / rows) * 1000).toFixed(1)} µs a row (papaparse ${((papa / rows) * 1000).toFixed(1)}), ` +
          `job's check ${((took.check / rows) * 1000).toFixed(1)}, import ${((took.import / rows) * 1000).toFixed(1)} (bare ${((compared.bare.import / rows) * 1000).toFixed(1)}, ${all.map((one) => ratioOf(one).toFixed(2)).join(', ')} ×), ${Math.round(took.memory / 2 ** 20)} MB`,
      );
      perRow.read.push(ours / rows);
      perRow.check.push(took.check / rows);
      perRow.import.push(took.import / rows);
      against.push({ papa, ours, bare: compared.bare.import, imported: compared.took.import, memory: took.memory });
    }
    const flat = (name: string, [first, , last]: number[]): Measure => ({
      name: `${name}: a row of ${inWords(sizes[2])} students to one of ${inWords(sizes[0])}`,
      unit: 'ms',
      ours: last as number,
      floor: first as number,
      goal: { atMost: 1.3 },
    });
    const largest = against.at(-1) as (typeof against)[number];
    return [
      flat('read and check', perRow.read),
      flat('check on the server', perRow.check),
      flat('import', perRow.import),
      { name: 'read and all checks, to papaparse alone', unit: 'ms', ours: largest.ours, floor: largest.papa, goal: { atMost: 3 } },
      { name: 'import, to bare inserts', unit: 'ms', ours: largest.imported, floor: largest.bare, goal: { atMost: 2 } },
      { name: `memory of the server, ${inWords(sizes[2])} students`, unit: 'MB', ours: largest.memory / 2 ** 20, goal: { atMost: 300 } },
      ...(await readInBrowser(folder)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
