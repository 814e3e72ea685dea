// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { saml } from '../../contract/saml.ts';
import { m } from '../../src/paraglide/messages.js';
import Providers from '../../src/views/saml/saml.records.tsx';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const address = addressOf(Providers.declaration as ScreenAddress);
const mine = { user_puid: ids.dan, district_id: ids.district };
const dialog = () => screen.getByRole('dialog');
const press = async (name: string) => fireEvent.click(await within(dialog()).findByRole('button', { name: new RegExp(`${name}$`) }));
const page = () => (
  <AtRoute app={opened.app} address={address} path={address}>
    <Providers />
  </AtRoute>
);
const openKeys = async () => {
  fireEvent.click(await screen.findByRole('button', { name: m.saml_keys() }));
  await screen.findByRole('dialog');
};

describeCommand({
  name: 'changeSamlKeys',
  orders: [{ step: 'make' }],
  question: 'plain',
  // The next step is another one.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [saml.makeSamlKey] });
    await opened.signIn('dan');
    stage.render(page());
    await openKeys();
    await screen.findByRole('button', { name: m.saml_key_make() });
  },
  network: () => opened.network,
  calls: { run: saml.makeSamlKey },
  press: {
    give: () => press(m.saml_key_make()),
    confirm: () => press(m.saml_key_make()),
    dismissQuestion: () => press(m.ui_cancel()),
  },
  see: {
    'ready.fresh': () => shown(m.saml_keys_lead()),
    'asking.confirming': () => shown(m.saml_key_make_text()),
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(saml.makeSamlKey)).toBe(1)),
    'ready.done': async () => void (await screen.findByRole('button', { name: m.saml_key_use() })),
  },
});

it('signs with the second key, and deletes the one that signed before', async () => {
  opened = await openScreen();
  const { backend } = opened.network;
  const made = await (await backend.signIn('dan')).ok(saml.makeSamlKey, mine);
  const [old, young] = [made.used, made.spare].map((key) => key?.fingerprint.slice(0, 16) ?? '');
  await opened.signIn('dan');
  render(page());
  await openKeys();
  const placeOf = async (name: string) => (await within(dialog()).findByText(name)).nextElementSibling?.textContent;
  expect(await placeOf(m.saml_key_used())).toContain(old);
  for (const [step, text, used, spare] of [
    [m.saml_key_use(), m.saml_key_use_text(), young, old],
    [m.saml_key_remove(), m.saml_key_remove_text(), young, m.saml_key_none()],
  ] as const) {
    await press(step);
    await shown(text);
    await press(step);
    await waitFor(async () => expect(await placeOf(m.saml_key_used())).toContain(used));
    await waitFor(async () => expect(await placeOf(m.saml_key_spare())).toContain(spare));
  }
  expect(within(dialog()).queryByRole('button', { name: m.saml_key_use() })).toBeNull();
});
