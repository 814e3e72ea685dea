import { type CourseFinding, coursePartSize, mostCourseChanges, mostCourseFindings } from '../../contract/courseImport.ts';
import type { Row } from '../db/schema.ts';
import { packed, unpacked } from '../exports/formats.ts';
import type { Db } from '../kit/access.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { jobsOf } from '../kit/jobs.ts';
import type { TenantPorts } from '../kit/ports.ts';
import { transact } from '../kit/transact.ts';
import type { RowChange } from './changes.ts';
import type { ContentSet } from './contentSet.ts';
import { differencesOf } from './courseDifferences.ts';
import { planImport, writePlan } from './importContent.ts';
import { lessonFindings } from './lessonFindings.ts';
import type { ReadCourse } from './packedCourse.ts';
import { readInThread } from './readInThread.ts';
import { touchCatalogue } from './touchCatalogue.ts';
import { undoChanges } from './undoImport.ts';

export type CourseJob = Row<'course_import'>;

/** Version of the catalog; 0 before the first import. */
export const catalogueVersion = async (db: Db): Promise<number> =>
  (await db.selectFrom('catalogue').select('version').executeTakeFirst())?.version ?? 0;

/** The packed file of an import, or null if a part is missing. */
async function fileOf(db: Db, { job_id, size }: CourseJob): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts = await db
    .selectFrom('course_import_part')
    .select(['part_no', 'content'])
    .where('job_id', '=', job_id)
    .where('kind', '=', 'file')
    .orderBy('part_no')
    .execute();
  const bytes = new Uint8Array(size);
  let count = 0;
  for (const { part_no, content } of parts) {
    const part = Buffer.from(content, 'base64');
    bytes.set(part, (part_no - 1) * coursePartSize);
    count += part.length;
  }
  return count === size ? bytes : null;
}

async function read(ports: TenantPorts, job: CourseJob): Promise<ReadCourse> {
  const bytes = await fileOf(ports.db, job);
  if (bytes === null) throw new Error(`The file of course import ${job.job_id} is not complete.`);
  return readInThread(job.file_name, bytes);
}

const countOf = (findings: readonly CourseFinding[], wanted: CourseFinding['severity']) =>
  findings.filter(({ severity }) => severity === wanted).length;

async function check(ports: TenantPorts, job: CourseJob): Promise<void> {
  const { db } = ports;
  const catalogue_version = await catalogueVersion(db);
  const { set, findings: found } = await read(ports, job);
  const findings = set === null ? found : [...found, ...(await lessonFindings(db, set))];
  const report = {
    findings: JSON.stringify(findings.slice(0, mostCourseFindings)),
    ...{ errors: countOf(findings, 'error'), warnings: countOf(findings, 'warning'), catalogue_version, runner: null },
  };
  if (set === null) {
    await jobs.move(ports, db, job, { ...report, state: 'refused', changes: '[]', counts: '[]' });
    return;
  }
  const { changes, counts } = await differencesOf(db, set, await planImport(db, set, ports.now()));
  await jobs.move(ports, db, job, {
    ...report,
    ...{ state: 'checked', changes: JSON.stringify(changes.slice(0, mostCourseChanges)), counts: JSON.stringify(counts) },
  });
}

/** Numbers for the audit. */
function numbersOf(job: CourseJob): Record<string, number> {
  const counts = JSON.parse(job.counts) as { added: number; changed: number; removed: number; kept: number }[];
  const sum = (name: 'added' | 'changed' | 'removed' | 'kept') => counts.reduce((total, one) => total + one[name], 0);
  return { added: sum('added'), changed: sum('changed'), removed: sum('removed'), kept: sum('kept') };
}

/** Deletes the uploaded file, or what an import changed. */
const forget = (db: Db, job_id: number, kind: Row<'course_import_part'>['kind']) =>
  db.deleteFrom('course_import_part').where('job_id', '=', job_id).where('kind', '=', kind).execute();

async function apply(ports: TenantPorts, job: CourseJob): Promise<void> {
  const { set } = await read(ports, job);
  const isDone = set !== null && (await transact(ports.db, (trx) => write({ ...ports, db: trx }, { ...job }, set)));
  if (!isDone) await jobs.move(ports, ports.db, job, { state: 'outdated', runner: null });
}

/** Writes the whole course. Returns false, and writes nothing, if the catalog is not the one that it was compared with. */
async function write(ports: TenantPorts, job: CourseJob, set: ContentSet): Promise<boolean> {
  const { db } = ports;
  const { job_id, created_by } = job;
  // Waits for other changes of the catalog, and makes the next one wait.
  await db
    .updateTable('catalogue')
    .set(({ ref }) => ({ version: ref('version') }))
    .execute();
  if ((await catalogueVersion(db)) !== job.catalogue_version) return false;
  await touchCatalogue(db);
  const now = ports.now();
  const plan = await planImport(db, set, now);
  await writePlan(db, plan);
  // What an earlier import changed can no longer be put back.
  await allDistricts(db).deleteFrom('course_import_part').where('kind', '=', 'log').execute();
  await db
    .insertInto('course_import_part')
    .values({ job_id, kind: 'log', part_no: 1, content: packed(JSON.stringify(plan.changes)) })
    .execute();
  await forget(db, job_id, 'file');
  await jobs.move(ports, db, job, { state: 'done', finished_at: now, runner: null });
  await writeAudit(ports, db, {
    actor_puid: created_by,
    action: 'catalog.imported',
    subject: `courseImport ${job_id}`,
    detail: { after: { name: job.file_name, ...numbersOf(job) } },
  });
  return true;
}

async function undo(outside: TenantPorts, given: CourseJob): Promise<void> {
  await transact(outside.db, async (db) => {
    const ports = { ...outside, db };
    const job = { ...given };
    const { job_id } = job;
    await touchCatalogue(db);
    const now = ports.now();
    const { content } = await db
      .selectFrom('course_import_part')
      .select('content')
      .where('job_id', '=', job_id)
      .where('kind', '=', 'log')
      .executeTakeFirstOrThrow();
    const { undone, left } = await undoChanges(db, JSON.parse(unpacked(content).toString()) as RowChange[], now);
    await forget(db, job_id, 'log');
    await jobs.move(ports, db, job, { state: 'undone', finished_at: now, left_alone: left, runner: null });
    await writeAudit(ports, db, {
      actor_puid: job.undone_by ?? job.created_by,
      actor_district_id: job.undone_district_id ?? job.district_id,
      action: 'catalog.undone',
      subject: `courseImport ${job_id}`,
      detail: { after: { name: job.file_name, undone, left } },
    });
  });
}

const work = async (ports: TenantPorts, job: CourseJob): Promise<void> => {
  if (job.state === 'checking') await check(ports, job);
  else if (job.state === 'importing') await apply(ports, job);
  else await undo(ports, job);
};

const jobs = jobsOf<'course_import'>({
  table: 'course_import',
  name: (job_id) => `course import ${job_id}`,
  running: ['checking', 'importing', 'undoing'],
  work,
  // Each of them is one transaction, so nothing was written.
  stopped: ({ state }) => ({ state: state === 'undoing' ? 'done' : 'failed' }),
});

/** Runs one import until it waits for a person. Does nothing if another worker has it. */
export const runCourse = jobs.run;
/** Resumes every import without a worker (`jobsOf`). */
export const resumeCourses = jobs.resume;
