// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { privacy } from '../../contract/privacy.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openPersonPrivacy } from './kit/personPrivacy.tsx';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const button = () => screen.queryByRole('button', { name: m.privacy_call_off() });

describeCommand({
  name: 'erasureCallOff',
  orders: [{ user_name: 'tess' }],
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openPersonPrivacy(m.privacy_call_off(), {
      ...stage,
      held: [privacy.callOffErasure],
      prepare: async ({ network }) => {
        const dan = await network.backend.signIn('dan');
        await dan.ok(privacy.requestErasure, { user_puid: ids.dan, managed_puid: ids.tess, user_name: 'tess' });
      },
    });
  },
  network: () => opened.network,
  calls: { run: privacy.callOffErasure },
  press: { give: () => fireEvent.click(button() as HTMLElement) },
  see: {
    'ready.fresh': () => expect(button()).toBeTruthy(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(privacy.callOffErasure)).toBe(1)),
    'ready.done': () => screen.findByRole('button', { name: m.privacy_erase() }),
  },
});
