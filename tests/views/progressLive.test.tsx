// @vitest-environment jsdom

import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { assignmentReports } from '../../contract/assignmentReports.ts';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import assignmentProgress from '../../src/views/assignmentReports/assignmentProgress.report.tsx';
import { addressOf } from '../../src/views/screen.ts';
import { ids, resourceIds } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { found, openScreen, shown } from './kit/screen.tsx';

installNetwork();

it('shows what students do as it happens, and says when the connection is lost', async () => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  const network = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: RequestInfo | URL, init?: RequestInit) =>
    String(address).includes('/get_class_activity/stream')
      ? new Response(
          new ReadableStream<Uint8Array>({
            start: (controller) => {
              stream = controller;
            },
          }),
        )
      : network(address, init),
  );
  const { app, network: server, signIn } = await openScreen();
  const { backend } = server;
  await makeOddClass(backend);
  await signIn('tess');
  const Page = assignmentProgress;
  render(
    <AtRoute
      app={app}
      address={addressOf(assignmentProgress.declaration, ids.class, ids.orderedLesson, odd.due)}
      path={`/authenticated/${assignmentProgress.declaration.path}`}
    >
      <Page />
    </AtRoute>,
  );
  await found(m.reports_live_now());
  const cells = () =>
    [...screen.getByRole('grid').querySelectorAll('tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent));
  await waitFor(() => expect(cells()[3]?.slice(-2)).toEqual([m.teacher_not_started(), m.teacher_not_started()]));
  const loads = () => server.made(assignmentReports.assignmentProgress).length;
  // What came first is as old as the report.
  expect(loads()).toBe(1);
  const own = await backend.db
    .selectFrom('resource_tracking')
    .selectAll()
    .where('user_puid', '=', odd.moved)
    .where('lesson_resource_id', '=', resourceIds(ids.orderedLesson).reading)
    .orderBy('resource_tracking_id', 'desc')
    .executeTakeFirstOrThrow();
  await backend.db
    .insertInto('resource_tracking')
    .values({
      ...{ ...own, resource_tracking_id: 80_001, lesson_resource_id: resourceIds(ids.orderedLesson).video },
      ...{ percentage_completed: 60, completed_at: null, updated_at: backend.clock.now },
    })
    .execute();
  const tess = await backend.signIn('tess');
  const activity = await tess.ok(calls.classActivity, { group_assignment_id: odd.due });
  const feed = (data: unknown) => act(async () => stream?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(data)}\n\n`)));
  await feed(activity);
  await waitFor(() => expect(cells()[3]?.slice(-2)).toEqual([m.classReports_in_progress({ percent: '60%' }), m.teacher_not_started()]));
  // The same again: nothing to load.
  await feed({ ...activity, at: '2030-01-15T16:00:00.000Z' });
  expect(loads()).toBe(2);
  await act(async () => stream?.error(new Error('gone')));
  await waitFor(() => shown(m.reports_live_lost()));
  expect(screen.getByRole('grid')).toBeTruthy();
});
