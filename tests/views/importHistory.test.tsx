// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Row } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { m } from '../../src/paraglide/messages.js';
import { paths } from '../../src/views/paths.ts';
import HistoryPage from '../../src/views/rostering/HistoryPage.tsx';
import { check } from '../machines/rosterSamples.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress, place } from './kit/atAddress.tsx';
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
  }));

it('lists five hundred imports in pages, by how they stand, and keeps the place in the address', async () => {
  const opened = await openScreen({ held: [] });
  await insertAll(opened.network.backend.db, 'roster_job', imports(500, opened.network.backend.clock.now));
  await opened.signIn('dan');
  const address = paths.importHistory(true);
  const open = (at: string) =>
    render(
      <AtAddress app={opened.app} address={at}>
        <HistoryPage />
      </AtAddress>,
    );
  const files = () =>
    within(screen.getByRole('table', { name: m.rostering_history() }))
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  open(address);
  await waitFor(() => shown('1 to 50 of 500'));
  expect(files()).toHaveLength(50);
  expect(files()[0]).toBe('list-500.csv');
  expect(screen.getByRole('button', { name: m.rostering_page_before() }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: m.rostering_page_after() }));
  shown('51 to 100 of 500');
  expect(files()[0]).toBe('list-450.csv');
  fireEvent.change(screen.getByLabelText(m.rostering_standing()), { target: { value: 'undone' } });
  shown('1 to 50 of 100');
  expect(files()[0]).toBe('list-498.csv');
  fireEvent.click(screen.getByRole('button', { name: m.rostering_page_after() }));
  fireEvent.click(within(screen.getByRole('columnheader', { name: /^Rows/ })).getByRole('button'));
  shown('1 to 50 of 100');
  expect(files()[0]).toBe('list-3.csv');
  fireEvent.click(screen.getByRole('button', { name: m.rostering_page_after() }));
  expect(place.path).toBe(`${address}?state=undone&sort=rows&page=2`);
  const before = files();

  cleanup();
  open(place.path);
  await waitFor(() => shown('51 to 100 of 100'));
  expect(files()).toEqual(before);
  fireEvent.change(screen.getByLabelText(m.rostering_standing()), { target: { value: 'waiting' } });
  shown(m.rostering_standing_none());
});
