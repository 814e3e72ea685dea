// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type ClassroomResult, classroom } from '../../contract/classroom.ts';
import { m } from '../../src/paraglide/messages.js';
import GroupsPage from '../../src/views/groups/GroupsPage.tsx';
import { groups } from '../../src/views/groups/groups.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { openClassroomPage, signInWithClassroom, type There } from './kit/classroomPage.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const there: There = { courses: [], students: {}, status: 200 };
const service = 'google';
const digest = crypto.subtle.digest.bind(crypto.subtle);
const link = () => screen.findByRole('button', { name: new RegExp(m.classroom_link({ service })) });

describeCommand({
  name: 'linkClassroom',
  orders: ['link'],
  mount: async (stage) => {
    // The address leads out of the product.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    // The library that hashes PKCE's verifier does not know the buffers of this environment.
    vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (name, data) => Buffer.from(await digest(name, data)) as never);
    opened = await openClassroomPage({ ...stage, held: [classroom.linkClassroom] }, { there, isLinked: false });
    await link();
  },
  network: () => opened.network,
  calls: { run: classroom.linkClassroom },
  press: { give: async () => fireEvent.click(await link()) },
  see: {
    'ready.fresh': () => shown(m.classroom_unlinked({ service })),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(classroom.linkClassroom)).toBe(1)),
    'ready.done': () => shown(m.classroom_unlinked({ service })),
  },
});

it.each<[ClassroomResult, string]>([
  ['linked', m.classroom_result_linked()],
  ['denied', m.classroom_result_denied()],
  ['expired', m.classroom_result_expired()],
  ['otherAccount', m.classroom_result_otherAccount()],
  ['incomplete', m.classroom_result_incomplete()],
  ['failed', m.classroom_result_failed()],
])('says what came of it when the service sends the browser back: %s', async (result, text) => {
  await openClassroomPage({ render }, { there, isLinked: result === 'linked', result });
  shown(text);
  fireEvent.click(screen.getByRole('button', { name: m.ui_dismiss() }));
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  expect(route.path).not.toContain('result');
});

it('says that the link has ended, and that the district has no service', async () => {
  opened = await openClassroomPage(
    { render },
    { there, prepare: ({ db }) => db.updateTable('classroom_link').set({ sealed_token: '' }).execute() },
  );
  await screen.findByText(m.classroom_ended({ service }));
  await link();
  expect(screen.getByRole('button', { name: m.classroom_unlink() })).toBeTruthy();
});

const classes = () => (
  <AtRoute app={opened.app} address={addressOf(groups)} path={addressOf(groups)}>
    <GroupsPage />
  </AtRoute>
);

it('is on the page of classes only if the district has a service', async () => {
  opened = await signInWithClassroom({}, { there, isLinked: false });
  const { network } = opened;
  const first = render(classes());
  await screen.findByRole('link', { name: m.classroom_open({ service }) });
  first.unmount();
  await network.backend.db.updateTable('sign_on_provider').set({ active: 0 }).execute();
  render(classes());
  await waitFor(() => expect(network.made(classroom.classroomLink).length).toBeGreaterThan(1));
  await screen.findByRole('link', { name: m.rostering_students() });
  expect(screen.queryByRole('link', { name: m.classroom_open({ service }) })).toBeNull();
});

it('is nothing for administrators', async () => {
  opened = await signInWithClassroom({}, { there }, 'sue');
  render(classes());
  await screen.findByRole('link', { name: m.rostering_students() });
  expect(opened.network.made(classroom.classroomLink)).toEqual([]);
});
