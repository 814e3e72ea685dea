// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { privacy } from '../../contract/privacy.ts';
import { m } from '../../src/paraglide/messages.js';
import PersonPrivacyPage from '../../src/views/privacy/PersonPrivacyPage.tsx';
import { personPrivacy } from '../../src/views/privacy/personPrivacy.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const page = () => (
  <AtRoute app={opened.app} address={addressOf(personPrivacy, ids.district, ids.tess)} path={`/authenticated/${personPrivacy.path}`}>
    <PersonPrivacyPage />
  </AtRoute>
);
const button = () => screen.queryByRole('button', { name: m.privacy_call_off() });

describeCommand({
  name: 'erasureCallOff',
  orders: [{ user_name: 'tess' }],
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [privacy.callOffErasure] });
    const dan = await opened.network.backend.signIn('dan');
    await dan.ok(privacy.requestErasure, { user_puid: ids.dan, managed_puid: ids.tess, user_name: 'tess' });
    await opened.signIn('dan');
    stage.render(page());
    await screen.findByRole('button', { name: m.privacy_call_off() });
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
