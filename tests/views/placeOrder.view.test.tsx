// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { contentSetup } from '../../contract/contentSetup.ts';
import { m } from '../../src/paraglide/messages.js';
import { act, isDisabled, openContentSetup, outline } from './kit/contentSetup.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const shows = (...units: string[]) => waitFor(() => expect(outline()).toEqual(['1 Course', ...units.map((name) => `2 ${name}`)]));

describeCommand({
  name: 'placeOrder',
  orders: ['Waves'],
  isDismissible: true,
  mount: async (stage) => {
    opened = await openContentSetup({ stage: stage as never, held: [contentSetup.orderContent], units: ['Waves'] });
  },
  network: () => opened.network,
  calls: { run: contentSetup.orderContent },
  press: {
    give: (name) => act(String(name), m.contentSetup_up()),
    dismiss: () => fireEvent.click(screen.getByRole('button', { name: m.ui_dismiss() })),
  },
  // The first one does not go up, and only a failure is shown.
  can: (event, snapshot) =>
    (event.type !== 'command.given' || !snapshot.hasTag('done')) && (event.type !== 'outcome.dismissed' || snapshot.hasTag('failed')),
  see: {
    'ready.fresh': () => shows('Unit', 'Waves'),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: async () => expect(await isDisabled('Waves', m.contentSetup_up())).toBe(true),
    'ready.done': async () => {
      await shows('Waves', 'Unit');
      expect(opened.notices().at(-1)?.text).toBe(m.records_moved({ name: 'Waves', place: '1' }));
    },
  },
});
