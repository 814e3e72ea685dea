import type { ExportJob } from '../../contract/exportJob.ts';

/** An export in a state. */
export const exportOf = (state: ExportJob['state'], more: Partial<ExportJob> = {}): ExportJob => ({
  job_id: 5,
  state,
  created_by: 'Dan Diaz',
  created_at: '2030-01-15T15:00:00.000Z',
  finished_at: state === 'queued' || state === 'running' ? null : '2030-01-15T15:01:00.000Z',
  expires_at: state === 'ready' || state === 'expired' ? '2030-01-22T15:01:00.000Z' : null,
  tables: ['results', 'answers'],
  tables_all: 2,
  archive: null,
  format: 'csv',
  from_date: null,
  to_date: null,
  school_name: null,
  with_names: false,
  tables_done: state === 'ready' ? 2 : 1,
  rows_done: 1200,
  bytes: 34_000,
  problem: state === 'failed' ? 'stopped' : null,
  left_out: [],
  ...more,
});
