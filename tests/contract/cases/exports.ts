import type { dataExports } from '../../../contract/exports.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';
import type { Cases } from './case.ts';

/** Dan's exports: one that waits for a worker, and one that is ready. */
export interface ExportWorld {
  queued: number;
  ready: number;
}

/** Adds exports to the world. */
export async function makeExportWorld({ db, clock }: TestServer): Promise<ExportWorld> {
  const { now } = clock;
  const job = {
    ...{ district_id: ids.district, created_by: ids.dan, school_id: null, tables: '["classes"]', format: 'csv' as const },
    ...{ from_date: null, to_date: null, with_names: 0, tables_done: 0, last_key: 0, table_rows: 0, rows_done: 0, bytes: 0, parts: 0 },
    ...{ problem: null, created_at: now, updated_at: now, finished_at: null, expires_at: null, runner: null, lease_until: 0 },
  };
  const world = { queued: 7001, ready: 7002 };
  await db
    .insertInto('export_job')
    .values([
      { ...job, job_id: world.queued, state: 'queued' },
      { ...job, job_id: world.ready, state: 'ready', tables_done: 1, finished_at: now, expires_at: now + 24 * 3_600_000 },
    ])
    .execute();
  return world;
}

export const exportsCases: Cases<keyof typeof dataExports> = {
  startExport: { as: 'dan', input: () => ({ tables: ['people'], school_id: ids.school, from_date: '2030-01-01', to_date: '2030-01-31' }) },
  getExports: { as: 'dan', input: ({ exports }) => ({ job_id: exports.ready }) },
  cancelExport: { as: 'dan', input: ({ exports }) => ({ job_id: exports.queued }) },
  getExportLink: { as: 'dan', input: ({ exports }) => ({ job_id: exports.ready }) },
  deleteExport: { as: 'dan', input: ({ exports }) => ({ job_id: exports.ready }) },
};
