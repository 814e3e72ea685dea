// @vitest-environment jsdom

import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rosterSync as calls } from '../../contract/rosterSync.ts';
import type { Row } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import ImportPage from '../../src/views/rostering/ImportPage.tsx';
import Sync from '../../src/views/rostering/rosterSync.records.tsx';
import { rosterSync } from '../../src/views/rostering/rosterSync.screen.ts';
import Status from '../../src/views/rostering/rosterSyncStatus.report.tsx';
import { rosterSyncStatus } from '../../src/views/rostering/rosterSyncStatus.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { check } from '../machines/rosterSamples.ts';
import { syncService } from '../roster/syncService.ts';
import { ids } from '../server/fixtureSchool.ts';
import type { TestServer } from '../server/testServer.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { AtRoute, route } from './kit/atRoute.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, shown } from './kit/screen.tsx';
import { chooseFor } from './kit/students.tsx';

installNetwork();

const host = 'roster.example.org';

async function setUp(backend: TestServer): Promise<number> {
  const dan = await backend.signIn('dan');
  await dan.ok(calls.saveRosterSync, {
    ...{ user_puid: ids.dan, version: 0, base_url: `https://${host}`, access_token: 'district-token' },
    ...{ kinds: ['students', 'teachers', 'classes'], school_ids: [], nightly_hour: 2 },
  });
  const { connection_id } = await backend.db.selectFrom('roster_connection').select('connection_id').executeTakeFirstOrThrow();
  return connection_id;
}

const counts = { created: 0, updated: 0, unchanged: 0, deactivated: 0, kept: 0 };
const run = (job_id: number, connection_id: number, at: number, changes: Partial<Row<'roster_job'>> = {}): Row<'roster_job'> => ({
  ...{ district_id: 1, job_id, connection_id, created_by: ids.dan, school_id: null, form: 'oneRoster', state: 'done', options: '{}' },
  result: JSON.stringify({
    ...{ files: [], skipped: 0, brake: null, losers: [], looksUp: false },
    check: { ...check, errors: 0, warnings: 2, files: [{ ...check.files[0], rows: 40 }] },
    counts: {
      ...{ schools: counts, sessions: counts },
      ...{ users: { ...counts, created: 3, updated: 2, deactivated: 1 }, classes: { ...counts, created: 4 } },
      enrollments: { ...counts, created: 9, deactivated: 5 },
    },
  }),
  ...{ findings: '[]', changes: '[]', confirmation: null, problem: null, rows_total: 40, rows_done: 40, left_alone: 0 },
  ...{ created_at: at - 60_000, updated_at: at, validated_at: at, finished_at: at, runner: null, lease_until: 0 },
  source: JSON.stringify({ mode: 'bulk', since: null, as_of: at, is_alone: true }),
  ...changes,
});

describeReport(Status, {
  as: 'dan',
  prepare: async (backend) => {
    const connection_id = await setUp(backend);
    const now = backend.clock.now;
    const failed = {
      ...{ state: 'failed' as const, problem: 'apiDown', finished_at: null, result: JSON.stringify({ check: null, counts: null }) },
      ...{ rows_done: 7, source: JSON.stringify({ mode: 'bulk', since: null, as_of: null, is_alone: false }) },
    };
    await insertAll(backend.db, 'roster_job', [run(1, connection_id, now - 600_000), run(2, connection_id, now, failed)]);
    return [];
  },
  heading: m.rosterSync_status(),
  table: [
    [
      ...[m.rosterSync_started(), m.rosterSync_ended(), m.rostering_state(), m.rosterSync_begun(), m.rosterSync_rows()],
      ...[m.rosterSync_people_created(), m.rosterSync_people_updated(), m.rosterSync_people_ended()],
      ...[m.rosterSync_classes_created(), m.rosterSync_classes_ended(), m.rosterSync_places_created(), m.rosterSync_places_ended()],
      ...[m.rosterSync_errors(), m.rosterSync_warnings()],
    ],
    [
      ...['Tue, Jan 15, 8:59 AM', 'Tue, Jan 15, 9:00 AM', `${m.rostering_state_failed()}: ${m.roster_why_apiDown()}`],
      ...[m.rosterSync_by_hand(), '7', '–', '–', '–', '–', '–', '–', '–', '0', '0'],
    ],
    [
      ...['Tue, Jan 15, 8:49 AM', 'Tue, Jan 15, 8:50 AM', m.rostering_state_done()],
      ...[m.rosterSync_at_night(), '40', '3', '2', '1', '4', '0', '9', '5', '0', '2'],
    ],
  ],
  leadsTo: ([newest]) => paths.adminImport('rosterSyncRun', newest?.job_id),
  refused: {},
});

it('shows administrators of schools the runs, without a way into them', async () => {
  const opened = await openScreen();
  const { db, clock } = opened.network.backend;
  await insertAll(db, 'roster_job', [run(1, await setUp(opened.network.backend), clock.now)]);
  await opened.signIn('sue');
  const address = addressOf(rosterSyncStatus);
  render(
    <AtRoute app={opened.app} address={address} path={address}>
      <Status />
    </AtRoute>,
  );
  const table = await screen.findByRole('table', { name: m.rosterSync_status() });
  expect(within(table).queryByRole('link')).toBeNull();
  expect(screen.queryByRole('link', { name: m.rosterSync_title() })).toBeNull();
});

it('looks again while a run is under way', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const opened = await openScreen();
  const { db, clock } = opened.network.backend;
  const at = { finished_at: null, result: JSON.stringify({ check: null, counts: null }) };
  await insertAll(db, 'roster_job', [run(1, await setUp(opened.network.backend), clock.now, { ...at, state: 'checking', rows_done: 12 })]);
  await opened.signIn('dan');
  const address = addressOf(rosterSyncStatus);
  render(
    <AtRoute app={opened.app} address={address} path={address}>
      <Status />
    </AtRoute>,
  );
  await screen.findByText(m.rostering_state_checking());
  await db.updateTable('roster_job').set({ state: 'validated' }).execute();
  const again = timers.mock.calls.find(([, ms]) => ms === 3_000)?.[0];
  act(() => (again as () => void)());
  await screen.findByText(m.rostering_state_validated());
  timers.mockRestore();
});

const openSync = async () => {
  const opened = await openScreen();
  return {
    ...opened,
    show: async () => {
      await opened.signIn('dan');
      const address = addressOf(rosterSync);
      render(
        <AtRoute app={opened.app} address={address} path={address}>
          <Sync />
        </AtRoute>,
      );
    },
  };
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });

it('is set up once, keeps its token, and is removed with it', async () => {
  const { show, network, notices } = await openSync();
  await show();
  await screen.findByText(m.rosterSync_none());
  press(m.rosterSync_set_up());
  await screen.findByRole('dialog');
  type(m.connections_base(), `https://${host}`);
  press(m.records_save());
  await shown(m.records_missing());
  type(m.rosterSync_token(), 'seeded in the form');
  for (const kind of [m.rosterSync_students(), m.rosterSync_teachers(), m.rosterSync_classes()])
    fireEvent.click(screen.getByRole('checkbox', { name: kind }));
  press(m.records_save());
  await screen.findByText(m.refusal_syncNothing());
  fireEvent.click(screen.getByRole('checkbox', { name: m.rosterSync_students() }));
  press(m.records_save());
  await screen.findByRole('rowheader', { name: `https://${host}` });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await network.backend.db.selectFrom('roster_connection').select('kinds').execute()).toEqual([{ kinds: '["students"]' }]);
  expect(screen.getByRole('button', { name: m.rosterSync_set_up() }).getAttribute('aria-disabled')).toBe('true');
  await chooseFor(host, m.records_edit());
  await screen.findByRole('dialog');
  expect(screen.getByLabelText<HTMLInputElement>(new RegExp(`^${m.rosterSync_token()}`)).value).toBe('');
  fireEvent.click(screen.getByRole('checkbox', { name: m.rosterSync_staff() }));
  press(m.records_save());
  await screen.findByText(`${m.rosterSync_students()}, ${m.rosterSync_staff()}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await chooseFor(host, m.records_remove());
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: m.records_remove() }));
  await screen.findByText(m.rosterSync_none());
  expect(notices().at(-1)?.text).toBe(m.workspace_deleted({ name: host }));
  expect(screen.queryByRole('button', { name: m.workspace_undo() })).toBeNull();
});

it('is tested, and its run is compared, applied and found again', async () => {
  const { show, network } = await openSync();
  const { backend } = network;
  await setUp(backend);
  const { app } = syncService({ now: () => backend.clock.now });
  Object.assign(backend.ports.outside, {
    send: async (url: URL, { method, headers }: { method: string; headers: HeadersInit }) =>
      app.fetch(new Request(url, { method, headers })),
  });
  await show();
  await screen.findByRole('rowheader');
  await chooseFor(host, m.connections_test());
  await screen.findByText(m.connections_tested_text({ schools: 'Hill, the school (s1), Lake School (s2)' }));
  await chooseFor(host, m.rosterSync_run());
  await waitFor(() => expect(route.path).toMatch(/rosterSyncRun\?job=\d+$/));
  expect(await backend.db.selectFrom('roster_job').select('state').execute()).toHaveLength(1);
});

it('leads from a run that nobody has started to the sync', async () => {
  const opened = await openScreen();
  await opened.signIn('dan');
  render(
    <AtAddress app={opened.app} address={paths.adminImport('rosterSyncRun')}>
      <ImportPage />
    </AtAddress>,
  );
  await screen.findByText(m.rosterSync_no_run());
  expect(screen.getByRole('link', { name: m.rosterSync_title() }).getAttribute('href')).toBe(addressOf(rosterSync));
  // The service brings the rows, so no file is chosen.
  const [first] = within(screen.getByRole('list', { name: m.rostering_steps() })).getAllByRole('listitem');
  expect(first?.textContent).toBe(`1${m.rostering_step_read()}`);
});
