// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dataExports } from '../../contract/exports.ts';
import { profile } from '../../contract/profile.ts';
import { m } from '../../src/paraglide/messages.js';
import { dataExport } from '../../src/views/exports/dataExport.screen.ts';
import { ExportDialog } from '../../src/views/exports/ExportDialog.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const { startExport } = dataExports;
const dialog = async () => {
  fireEvent.click(await screen.findByRole('button', { name: m.exports_new() }));
  await screen.findByRole('dialog');
};
const form = () => (
  <AtRoute app={opened.app} address={addressOf(dataExport)} path={`/authenticated/${dataExport.path}`}>
    <ExportDialog />
  </AtRoute>
);
const start = () => fireEvent.click(screen.getByRole('button', { name: m.exports_start() }));
const tick = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }));

describeCommand({
  name: 'startExport',
  orders: ['what is chosen at first'],
  // The page of the export opens.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [startExport] });
    await opened.signIn('dan');
    stage.render(form());
    await dialog();
    await screen.findByLabelText(m.exports_scope());
  },
  network: () => opened.network,
  calls: { run: startExport },
  press: { give: start },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(startExport)).toBe(1)),
    'ready.done': () => waitFor(() => expect(route.path).toContain('/usageReportDownload/')),
  },
});

it('sends what was chosen, and shows beside a field what is wrong with it', async () => {
  opened = await openScreen();
  await opened.signIn('dan');
  render(form());
  await dialog();
  await screen.findByLabelText(m.exports_scope());
  tick(m.exports_results());
  start();
  await screen.findByText(/at least 1|Choose at least/i);
  tick(m.exports_people());
  tick(m.exports_with_names());
  fireEvent.click(screen.getByRole('radio', { name: m.exports_xlsx() }));
  fireEvent.change(screen.getByLabelText(m.exports_scope()), { target: { value: String(ids.school) } });
  fireEvent.change(screen.getByLabelText(m.exports_from()), { target: { value: '2030-01-10' } });
  fireEvent.change(screen.getByLabelText(m.exports_to()), { target: { value: '2030-01-09' } });
  start();
  await waitFor(() => expect(screen.getByLabelText(m.exports_to()).getAttribute('aria-invalid')).toBe('true'));
  fireEvent.change(screen.getByLabelText(m.exports_to()), { target: { value: '2030-01-12' } });
  start();
  await waitFor(() => expect(route.path).toContain('/usageReportDownload/'));
  expect(opened.network.made(startExport).at(-1)).toMatchObject({
    ...{ tables: ['people'], format: 'xlsx', from_date: '2030-01-10', to_date: '2030-01-12', school_id: ids.school, with_names: true },
  });
});

it('offers no other school to a school administrator', async () => {
  opened = await openScreen();
  await opened.signIn('sue');
  render(form());
  await dialog();
  await screen.findByRole('button', { name: m.exports_start() });
  expect(screen.queryByLabelText(m.exports_scope())).toBeNull();
  expect(opened.network.made(profile.allSchools)).toEqual([]);
});
