import type { Call } from '../../../contract/kit.ts';
import type { NewRow, Row } from '../../../server/db/schema.ts';
import { insertAll } from '../../../server/db/upsert.ts';
import UsageReportDownloadPage from '../../../src/views/exports/UsageReportDownloadPage.tsx';
import { usageReportDownload } from '../../../src/views/exports/usageReportDownload.screen.ts';
import { addressOf } from '../../../src/views/screen.ts';
import type { Stage } from '../../kit/describeView.ts';
import { ids } from '../../server/fixtureSchool.ts';
import type { TestServer } from '../../server/testServer.ts';
import { AtRoute } from './atRoute.tsx';
import { openScreen, type Screen } from './screen.tsx';

export const jobId = 5;

/** An export of dan's, as a row. */
export const exportRow = (now: number, more: Partial<NewRow<'export_job'>> = {}): NewRow<'export_job'> => ({
  ...{ district_id: ids.district, job_id: jobId, created_by: ids.dan, school_id: null, state: 'running', format: 'csv' },
  ...{ tables: '["results","answers"]', from_date: null, to_date: null, with_names: 1, tables_done: 1, last_key: 0, table_rows: 0 },
  ...{ rows_done: 1200, bytes: 34_000, parts: 0, problem: null, created_at: now, updated_at: now, finished_at: null, expires_at: null },
  ...{ runner: null, lease_until: 0 },
  ...more,
});
const day = 24 * 3_600_000;
/** What else a row has in a state. */
export const inState = (
  state: NewRow<'export_job'>['state'],
  now: number,
): Pick<NewRow<'export_job'>, 'state'> & Partial<Pick<Row<'export_job'>, 'finished_at' | 'expires_at' | 'problem'>> =>
  state === 'running' || state === 'queued'
    ? { state }
    : {
        state,
        finished_at: now,
        expires_at: state === 'ready' ? now + 7 * day : null,
        problem: state === 'failed' ? 'stopped' : null,
      };

export const putExports = ({ db }: TestServer, rows: readonly NewRow<'export_job'>[]) => insertAll(db, 'export_job', [...rows]);

/** Opens the page of an export of dan's. */
export async function openExport(
  stage: Pick<Stage<any>, 'clock' | 'inspect' | 'render'>,
  state: NewRow<'export_job'>['state'],
  held: readonly Call[],
): Promise<Screen> {
  const opened = await openScreen({ clock: stage.clock, inspect: stage.inspect, held });
  const { now } = opened.network.backend.clock;
  await putExports(opened.network.backend, [exportRow(now, inState(state, now))]);
  await opened.signIn('dan');
  stage.render(
    <AtRoute app={opened.app} address={addressOf(usageReportDownload, jobId)} path={`/authenticated/${usageReportDownload.path}`}>
      <UsageReportDownloadPage />
    </AtRoute>,
  );
  return opened;
}
