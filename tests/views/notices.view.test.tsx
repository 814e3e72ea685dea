// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { noticesMachine } from '../../src/machines/app/noticesMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { Overlays } from '../../src/views/shell/Overlays.tsx';
import { describeView } from '../kit/describeView.ts';
import { noticesModel } from '../machines/notices.model.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen } from './kit/screen.tsx';

installNetwork();

const toasts = () =>
  screen
    .queryAllByRole('status', { hidden: true })
    .filter((element) => within(element).queryByRole('button', { name: 'Dismiss', hidden: true }));
/** The oldest: `notice-1`, while it exists. */
const first = () => toasts()[0] as HTMLElement;

describeView<typeof noticesMachine>(noticesModel, {
  mount: async (stage) => {
    const { app } = await openScreen(stage);
    stage.render(
      <Around app={app}>
        <Overlays />
      </Around>,
    );
  },
  can: (event, { value, context: { notices } }) => {
    // A notice that is gone cannot be pointed at and has no button. Once the last one is gone, nothing is held.
    if (event.type === 'notices.held') return notices.length > 0;
    if (event.type !== 'notice.dismissed') return true;
    return notices.some(({ id }) => id === event.id) && (value.notices === 'running' || notices.length > 1);
  },
  outside: {
    'notice.posted': 'Calls and screens post notices; their own screen does not.',
    'problem.raised': 'Calls and screens raise problems; their own screen does not.',
  },
  drive: {
    'notice.posted': (event, stage) => stage.send(event),
    'problem.raised': (event, stage) => stage.send(event),
    'notice.dismissed': () => fireEvent.click(within(first()).getByRole('button', { name: 'Dismiss', hidden: true })),
    'notices.held': () => fireEvent.pointerOver(first()),
    'notices.resumed': () => fireEvent.pointerOut(toasts()[0] ?? document.querySelector('[data-rht-toaster]') ?? document.body),
    'problem.closed': () =>
      fireEvent.click(within(screen.getByRole('alertdialog')).getAllByRole('button', { name: 'Close' })[0] as Element),
  },
  see: {
    notices: (snapshot) =>
      waitFor(() => expect(toasts().map(({ textContent }) => textContent)).toEqual(snapshot.context.notices.map(({ text }) => text))),
    'problem.none': () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull()),
    'problem.shown': async (snapshot) => {
      const popup = await screen.findByRole('alertdialog');
      within(popup).getByText(`Status ${snapshot.context.problem?.code}`);
      within(popup).getByText(snapshot.context.problem?.message || m.common_server_failed());
    },
  },
});
