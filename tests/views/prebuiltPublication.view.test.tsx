// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { prebuilt } from '../../contract/prebuilt.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openPrebuilt } from './kit/prebuilt.tsx';
import { type Screen, shown } from './kit/screen.tsx';
import { chooseFor } from './kit/students.tsx';
// Loads with its first use. Loaded here, it comes within a moment, also in the first walk.
import '../../src/views/prebuilt/PublishDialog.tsx';

installNetwork();

let opened: Screen;
const dialog = () => within(screen.getByRole('dialog'));
const button = () => dialog().getByRole('button', { name: m.prebuilt_publish() });

describeCommand({
  name: 'prebuiltPublication',
  orders: [[ids.otherDistrict]],
  results: [{ published: 1, changed: 0 }],
  // The dialog closes with success.
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openPrebuilt({ ...stage, held: [prebuilt.publishPrebuilt] });
    await chooseFor('In order', m.prebuilt_publish());
    fireEvent.click(await within(await screen.findByRole('dialog')).findByRole('checkbox', { name: /South/ }));
  },
  network: () => opened.network,
  calls: { run: prebuilt.publishPrebuilt },
  press: { give: () => fireEvent.click(button()) },
  see: {
    'ready.fresh': () => expect(button().getAttribute('aria-disabled')).not.toBe('true'),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(prebuilt.publishPrebuilt)).toBe(1)),
    'ready.done': () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
  },
});
