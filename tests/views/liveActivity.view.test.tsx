// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { reports } from '../../contract/reports.ts';
import type { liveActivityMachine } from '../../src/machines/reports/liveActivityMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import LivePanel from '../../src/views/reports/LivePanel.tsx';
import { fullName } from '../../src/views/reports/words.ts';
import { describeView } from '../kit/describeView.ts';
import { liveActivityModel } from '../machines/liveActivity.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown, shownIfAny } from './kit/screen.tsx';

installNetwork();

/** The stream, fed by the test. */
let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
const openStream = (network: typeof fetch) => async (address: RequestInfo | URL, init?: RequestInit) => {
  if (!String(address).includes('/get_class_activity/stream')) return network(address, init);
  return new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
      },
    }),
  );
};
const feed = async (text: string) => {
  await waitFor(() => expect(stream).toBeDefined());
  await act(async () => stream?.enqueue(new TextEncoder().encode(text)));
};
let opened: Screen;
let visibility: DocumentVisibilityState = 'visible';
vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
const show = (state: DocumentVisibilityState) => {
  visibility = state;
  stream = undefined;
  fireEvent(document, new Event('visibilitychange'));
};
const isLive = () => shownIfAny('Live') !== null;
const rows = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);

describeView<typeof liveActivityMachine>(liveActivityModel, {
  mount: async (stage) => {
    visibility = 'visible';
    stream = undefined;
    vi.unstubAllGlobals();
    vi.stubGlobal('fetch', openStream(globalThis.fetch));
    opened = await openScreen({ ...stage, held: [reports.classActivity] });
    const { group_assignment_id } = await assignTo(opened.network.backend, ids.freeLesson);
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <LivePanel groupAssignmentId={group_assignment_id} nameOf={fullName} onMoved={() => {}} onClose={() => {}} />
      </Around>,
    );
  },
  drive: {
    'activity.came': async (event) => {
      if (isLive()) await feed(`data: ${JSON.stringify(event.activity)}\n\n`);
      else await opened.network.release(reports.classActivity);
    },
    'stream.alive': () => feed(': still here\n\n'),
    'stream.failed': async () => {
      if (isLive()) {
        await waitFor(() => expect(stream).toBeDefined());
        await act(async () => stream?.close());
        stream = undefined;
      } else await opened.network.fail(reports.classActivity, { code: 503, message: 'Too much to do' });
    },
    'page.hidden': () => show('hidden'),
    'page.shown': () => show('visible'),
  },
  see: {
    'watching.connecting': () => shown('Connecting…'),
    'watching.live': ({ context }) => {
      shown('Live');
      expect(rows()).toHaveLength(context.activity?.students.length ?? 0);
    },
    retrying: () => shown(m.reports_live_lost()),
    paused: async () => {
      shown('Paused');
      await waitFor(() => expect(opened.network.waiting(reports.classActivity)).toBeLessThan(2));
    },
  },
});
