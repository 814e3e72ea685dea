// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Row } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import History from '../../src/views/rostering/history.report.tsx';
import ImportPage from '../../src/views/rostering/ImportPage.tsx';
import Outcome from '../../src/views/rostering/Outcome.tsx';
import { check, finding, jobOf, wrongCheck } from '../machines/rosterSamples.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
import { addConnection, connectionName } from './kit/connections.tsx';
import { describeReport } from './kit/describeReport.tsx';
import { savedCsv } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, shown } from './kit/screen.tsx';

installNetwork();

const states = ['done', 'refused', 'rolledBack', 'applying', 'cancelled'] as const;
/** A year of imports; the newest has the highest id. */
const imports = (count: number, now: number): Row<'roster_job'>[] =>
  Array.from({ length: count }, (_, index) => ({
    district_id: 1,
    job_id: index + 1,
    created_by: ids.dan,
    school_id: null,
    form: 'simple',
    state: states[index % states.length] as (typeof states)[number],
    options: '{}',
    result: JSON.stringify({
      files: [{ name: `list-${index + 1}.csv`, size: 90, parts: 1 }],
      check: { ...check, files: [{ ...check.files[0], rows: index + 1 }] },
      counts: null,
      skipped: 0,
      brake: null,
      losers: [],
      looksUp: false,
    }),
    findings: JSON.stringify('x'.repeat(10_000)),
    changes: JSON.stringify('x'.repeat(10_000)),
    confirmation: null,
    problem: null,
    rows_total: 3,
    rows_done: 3,
    left_alone: 0,
    created_at: now - (count - index) * 60_000,
    updated_at: now,
    validated_at: now,
    finished_at: now,
    runner: null,
    lease_until: 0,
    source: null,
    connection_id: null,
  }));

const state = m.rostering_state();
describeReport(History, {
  as: 'dan',
  prepare: async ({ db, clock }) => {
    await insertAll(db, 'roster_job', imports(3, clock.now));
    return [];
  },
  heading: m.rostering_history(),
  table: [
    [m.rostering_from(), state, m.rostering_when(), m.rostering_who(), m.rostering_rows_column()],
    ['list-3.csv', m.rostering_state_rolledBack(), 'Tue, Jan 15, 8:59 AM', m.rostering_who_you(), '3'],
    ['list-2.csv', m.rostering_state_refused(), 'Tue, Jan 15, 8:58 AM', m.rostering_who_you(), '2'],
    ['list-1.csv', m.rostering_state_done(), 'Tue, Jan 15, 8:57 AM', m.rostering_who_you(), '1'],
  ],
  leadsTo: ([newest]) => paths.adminImport('importUsers', newest?.job_id),
  refused: {},
});

it('lists five hundred imports, by how they stand, saves all of them, and keeps the place in the address', async () => {
  const opened = await openScreen();
  await insertAll(opened.network.backend.db, 'roster_job', imports(500, opened.network.backend.clock.now));
  await opened.signIn('dan');
  const open = (address: string) =>
    render(
      <AtAddress app={opened.app} address={address}>
        <History />
      </AtAddress>,
    );
  const table = () => screen.findByRole('table', { name: m.rostering_history() });
  /** The number of imports in the table, although only those in sight are in the document. */
  const listed = async () => Number((await table()).getAttribute('aria-rowcount') ?? within(await table()).getAllByRole('row').length) - 1;
  const files = async () => (await savedCsv()).slice(1).map(([name]) => name);
  open(paths.importHistory(true));
  expect(await listed()).toBe(500);
  expect(await files()).toEqual(Array.from({ length: 500 }, (_, at) => `list-${500 - at}.csv`));
  fireEvent.change(screen.getByLabelText(m.rostering_standing()), { target: { value: 'undone' } });
  await waitFor(async () => expect(await listed()).toBe(100));
  fireEvent.click(within(screen.getByRole('columnheader', { name: /^Rows/ })).getByRole('button'));
  const before = await files();
  expect(before).toEqual(Array.from({ length: 100 }, (_, at) => `list-${5 * at + 3}.csv`));
  expect(place.path).toBe(`${paths.importHistory(true)}?state=undone&sort=rows`);

  cleanup();
  open(place.path);
  expect(await listed()).toBe(100);
  expect(await files()).toEqual(before);
  cleanup();
  open(`${paths.importHistory(true)}?state=waiting`);
  await table();
  shown(m.reports_filter_none());
});

it('leads a teacher to the own imports, and back to the students', async () => {
  const opened = await openScreen();
  const [job] = imports(1, opened.network.backend.clock.now);
  await insertAll(opened.network.backend.db, 'roster_job', [{ ...(job as Row<'roster_job'>), created_by: ids.tess }]);
  await opened.signIn('tess');
  render(
    <AtAddress app={opened.app} address={paths.importHistory(false)}>
      <History />
    </AtAddress>,
  );
  const link = await screen.findByRole('link', { name: 'list-1.csv' });
  expect(link.getAttribute('href')).toBe(`${paths.importStudents}?job=1`);
  expect(screen.getByRole('link', { name: m.rostering_students() }).getAttribute('href')).toBe(paths.students);
  expect(screen.getByRole('link', { name: m.rostering_import() }).getAttribute('href')).toBe(paths.importStudents);
});

it('names the connection that an import was read from, and leads to it before it is checked', async () => {
  const opened = await openScreen();
  const { db, clock } = opened.network.backend;
  const { connection_id } = await addConnection(opened);
  const [first, second] = imports(2, clock.now) as [Row<'roster_job'>, Row<'roster_job'>];
  const result = JSON.stringify({ ...JSON.parse(first.result), check: null });
  await insertAll(db, 'roster_job', [
    { ...first, state: 'uploaded', result, connection_id },
    { ...second, connection_id: connection_id + 1 },
  ]);
  await opened.signIn('dan');
  render(
    <AtAddress app={opened.app} address={paths.importHistory(true)}>
      <History />
    </AtAddress>,
  );
  const link = await screen.findByRole('link', { name: connectionName });
  expect(link.getAttribute('href')).toBe(paths.adminImport('oneRosterImport', first.job_id));
  shown(m.rostering_connection_removed());
});

it('offers the connections instead of another file, after an import from a service', async () => {
  const opened = await openScreen();
  await opened.signIn('dan');
  const address = paths.adminImport('oneRosterImport');
  for (const connection_name of [null, connectionName]) {
    const job = jobOf('done', { connection_name });
    const nothing = () => {};
    const outcome = {
      job,
      files: [],
      isAsking: false,
      onAsk: null,
      onCancel: nothing,
      onUndo: nothing,
      onResume: null,
      onRestart: nothing,
    };
    render(
      <AtAddress app={opened.app} address={address}>
        <Outcome {...outcome} />
      </AtAddress>,
    );
    expect(screen.queryByRole('button', { name: m.rostering_another() }) === null).toBe(connection_name !== null);
    expect(screen.queryByRole('link', { name: m.connections_title() }) === null).toBe(connection_name === null);
    cleanup();
  }
});

it('says to correct a roster where it came from, if a service gave it', async () => {
  const opened = await openScreen();
  const { db, clock } = opened.network.backend;
  const [job] = imports(1, clock.now) as [Row<'roster_job'>];
  const refused = { ...wrongCheck, form: 'oneRoster' };
  const result = JSON.stringify({ ...JSON.parse(job.result), check: refused });
  await insertAll(db, 'roster_job', [{ ...job, state: 'refused', result, findings: JSON.stringify([finding]), connection_id: 7 }]);
  await opened.signIn('dan');
  render(
    <AtAddress app={opened.app} address={paths.adminImport('oneRosterImport', job.job_id)}>
      <ImportPage />
    </AtAddress>,
  );
  expect(await screen.findByText(m.rostering_correct_there())).toBeTruthy();
  shown(m.rostering_step_read());
  expect(screen.getByRole('link', { name: m.connections_title() })).toBeTruthy();
  expect(document.querySelector('input[type=file]')).toBeNull();
  expect(screen.queryByRole('button', { name: m.rostering_other_file() })).toBeNull();
});
