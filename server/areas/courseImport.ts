import {
  type CourseChange,
  type CourseCounts,
  type CourseFinding,
  type CourseImport,
  type CourseImportState,
  type courseImport as calls,
  coursePartSize,
  courseUndoDays,
  mostCourseImports,
} from '../../contract/courseImport.ts';
import { type CourseJob, catalogueVersion, runCourse } from '../content/courseJobs.ts';
import { type Db, iso, isoOrNull } from '../kit/access.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { writeAudit } from '../kit/audit.ts';
import { assertFilePart } from '../kit/fileParts.ts';
import { type HandlersOf, notFound, refuse, type UserContext } from '../kit/handler.ts';
import { tenant } from '../kit/tenant.ts';
import { transact } from '../kit/transact.ts';
import { beginCourse } from './exports.ts';

const undoLife = courseUndoDays * 24 * 3_600_000;
const partsOf = ({ size }: Pick<CourseJob, 'size'>) => Math.ceil(size / coursePartSize);

/** Imports of all districts, newest first: the catalog is of none, and so its administrators see each other's. */
const allImports = (db: Db) =>
  allDistricts(db).selectFrom('course_import').selectAll().orderBy('created_at', 'desc').orderBy('job_id', 'desc');

/** @throws 404 */
async function importAt(db: Db, job_id: number): Promise<CourseJob> {
  const job = await allImports(db).where('job_id', '=', job_id).executeTakeFirst();
  if (!job) throw notFound('import');
  return job;
}

/** An import of the caller's own, who alone checks and confirms it. @throws 404 */
async function ownImport(db: Db, user: UserContext['user'], job_id: number): Promise<CourseJob> {
  const job = await importAt(db, job_id);
  if (!isOwn(job, user)) throw notFound('import');
  return job;
}
const isOwn = (job: Pick<CourseJob, 'created_by' | 'district_id'>, user: UserContext['user']) =>
  job.created_by === user.user_puid && job.district_id === user.district_id;

async function onWire({ ports: { db, now }, user }: UserContext, jobs: readonly CourseJob[]): Promise<CourseImport[]> {
  return Promise.all(
    jobs.map(async (job) => {
      const own = tenant(allDistricts(db), job.district_id);
      const { first_name, last_name } = await own
        .selectFrom('app_user')
        .select(['first_name', 'last_name'])
        .where('user_puid', '=', job.created_by)
        .executeTakeFirstOrThrow();
      const kept = await own
        .selectFrom('course_import_part')
        .select(['kind', (eb) => eb.fn.countAll<number>().as('count')])
        .where('job_id', '=', job.job_id)
        .groupBy('kind')
        .execute();
      const partsIn = (kind: (typeof kept)[number]['kind']) => Number(kept.find((one) => one.kind === kind)?.count ?? 0);
      const until = (job.finished_at ?? 0) + undoLife;
      return {
        ...{ job_id: job.job_id, state: job.state, file_name: job.file_name, size: job.size },
        ...{ received: partsIn('file'), parts: partsOf(job), created_by: `${first_name} ${last_name}`, is_own: isOwn(job, user) },
        ...{ created_at: iso(job.created_at), finished_at: isoOrNull(job.finished_at) },
        ...{ errors: job.errors, warnings: job.warnings, left_alone: job.left_alone },
        counts: JSON.parse(job.counts) as CourseCounts[],
        undo_until: job.state === 'done' && partsIn('log') > 0 && until > now() ? iso(until) : null,
      };
    }),
  );
}
const answer = async (context: UserContext, job_id: number): Promise<CourseImport> => {
  const [job] = await onWire(context, [await importAt(context.ports.db, job_id)]);
  return job as CourseImport;
};

/**
 * Moves an import on, for its worker. Only one import at a time writes or takes back.
 * @throws refusal if it is in another state, or another import is being written
 */
async function begin(
  context: UserContext,
  job: CourseJob,
  from: readonly CourseImportState[],
  state: 'checking' | 'importing' | 'undoing',
  action?: 'catalog.import' | 'catalog.undo',
): Promise<CourseImport> {
  const { ports, user } = context;
  const { job_id, district_id } = job;
  await transact(ports.db, async (trx) => {
    const all = allDistricts(trx);
    // Locks the catalog, so that of two imports that begin at once the second sees the first one.
    await trx
      .updateTable('catalogue')
      .set(({ ref }) => ({ version: ref('version') }))
      .execute();
    if (state !== 'checking') {
      const other = await all
        .selectFrom('course_import')
        .select('job_id')
        .where('state', 'in', ['importing', 'undoing'])
        .executeTakeFirst();
      if (other) throw refuse('courseImportRunning');
    }
    if (state === 'importing' && (await catalogueVersion(trx)) !== job.catalogue_version) {
      throw refuse('courseOutdated');
    }
    const { numUpdatedRows } = await all
      .updateTable('course_import')
      .set({
        ...{ state, updated_at: ports.now(), runner: null, lease_until: 0 },
        ...(state === 'undoing' ? { undone_by: user.user_puid, undone_district_id: user.district_id } : {}),
      })
      .where('district_id', '=', district_id)
      .where('job_id', '=', job_id)
      .where('state', 'in', from)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw refuse('importMovedOn');
    if (action)
      await writeAudit(ports, trx, {
        actor_puid: user.user_puid,
        action,
        subject: `courseImport ${job_id}`,
        detail: { after: { name: job.file_name } },
      });
  });
  start(ports, job);
  return answer(context, job_id);
}

/** Runs the import in its own district, which may be another administrator's. */
const start = (ports: UserContext['ports'], { district_id, job_id }: Pick<CourseJob, 'district_id' | 'job_id'>) =>
  ports.background(() => runCourse(ports, { district_id, job_id }), `course import ${job_id}`);

export const courseImport: HandlersOf<typeof calls> = {
  importCourse: async ({ body }, context) => {
    const { ports, user } = context;
    const { db } = ports;
    assertFilePart(body, coursePartSize);
    const now = ports.now();
    const job_id = body.job_id ?? ports.newId();
    await transact(db, async (trx) => {
      if (body.job_id === null) {
        // An earlier file of the same person that was not imported is of no use any more.
        const old = trx
          .selectFrom('course_import')
          .select('job_id')
          .where('created_by', '=', user.user_puid)
          .where('state', 'in', ['uploaded', 'refused', 'checked', 'outdated', 'failed']);
        await trx.deleteFrom('course_import_part').where('job_id', 'in', old).execute();
        await trx
          .deleteFrom('course_import')
          .where('created_by', '=', user.user_puid)
          .where('state', 'in', ['uploaded', 'refused', 'checked', 'outdated', 'failed'])
          .execute();
        await trx
          .insertInto('course_import')
          .values({
            ...{ job_id, created_by: user.user_puid, state: 'uploaded', file_name: body.file_name, size: body.size },
            ...{
              findings: '[]',
              changes: '[]',
              counts: '[]',
              errors: 0,
              warnings: 0,
              catalogue_version: 0,
              left_alone: 0,
              undone_by: null,
              undone_district_id: null,
            },
            ...{ created_at: now, updated_at: now, finished_at: null, runner: null, lease_until: 0 },
          })
          .execute();
      } else {
        const { numUpdatedRows } = await trx
          .updateTable('course_import')
          .set({ updated_at: now })
          .where('job_id', '=', job_id)
          .where('created_by', '=', user.user_puid)
          .where('state', '=', 'uploaded')
          .where('size', '=', body.size)
          .executeTakeFirst();
        if (Number(numUpdatedRows) === 0) {
          await importAt(trx, job_id);
          throw refuse('importMovedOn');
        }
      }
      await trx
        .insertInto('course_import_part')
        .values({ job_id, kind: 'file', part_no: body.part_no, content: body.content })
        .onConflict((conflict) => conflict.columns(['district_id', 'job_id', 'kind', 'part_no']).doUpdateSet({ content: body.content }))
        .execute();
    });
    return answer(context, job_id);
  },

  checkCourse: async ({ body }, context) => {
    const { db } = context.ports;
    const job = await ownImport(db, context.user, body.job_id);
    const { received, parts } = await answer(context, body.job_id);
    if (received !== parts) throw refuse('importFileIncomplete', { file: job.file_name });
    return begin(context, job, ['uploaded', 'refused', 'checked', 'outdated', 'failed'], 'checking');
  },

  confirmCourse: async ({ body }, context) => {
    const job = await ownImport(context.ports.db, context.user, body.job_id);
    return begin(context, job, ['checked'], 'importing', 'catalog.import');
  },

  undoCourse: async ({ body }, context) => {
    const job = await importAt(context.ports.db, body.job_id);
    const { undo_until } = await answer(context, body.job_id);
    if (job.state === 'done' && undo_until === null) throw refuse('importTooOld');
    return begin(context, job, ['done'], 'undoing', 'catalog.undo');
  },

  courseImports: async ({ query }, context) =>
    query.job_id === undefined
      ? onWire(context, await allImports(context.ports.db).limit(mostCourseImports).execute())
      : [await answer(context, query.job_id)],

  exportCourse: (_, { ports, user }) => beginCourse(ports, user),

  courseReport: async ({ query }, { ports }) => {
    const { findings, changes } = await importAt(ports.db, query.job_id);
    return { findings: JSON.parse(findings) as CourseFinding[], changes: JSON.parse(changes) as CourseChange[] };
  },
};
