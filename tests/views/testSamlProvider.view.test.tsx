// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { saml } from '../../contract/saml.ts';
import { m } from '../../src/paraglide/messages.js';
import Providers from '../../src/views/saml/saml.records.tsx';
import Identities from '../../src/views/saml/samlIdentity.records.tsx';
import SignIns from '../../src/views/saml/samlSignIns.records.tsx';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { ids } from '../server/fixtureSchool.ts';
import { keyPair, metadataOf } from '../server/samlProvider.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { cellsOf } from './kit/files.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const metadata = await metadataOf('urn:hill', 'https://idp.hill.example', await keyPair());
type Page = typeof Providers | typeof Identities | typeof SignIns;
const at = (Page: Page) => {
  const address = addressOf(Page.declaration as ScreenAddress);
  return (
    <AtRoute app={opened.app} address={address} path={address}>
      <Page />
    </AtRoute>
  );
};
/** Dan's district has an identity provider. */
async function openWithProvider(stage: object = {}, as = 'dan') {
  opened = await openScreen(stage);
  const dan = await opened.network.backend.signIn('dan');
  const provider = await dan.ok(saml.readSamlMetadata, { user_puid: ids.dan, district_id: ids.district, name: 'Hill', metadata });
  await opened.signIn(as);
  return { dan, provider };
}
const openMenu = async () => fireEvent.click(await screen.findByRole('button', { name: m.records_actions_of({ name: 'Hill' }) }));

describeCommand({
  name: 'testSamlProvider',
  orders: ['Hill'],
  mount: async (stage) => {
    // The address leads out of the product.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await openWithProvider({ ...stage, held: [saml.testSamlProvider] });
    stage.render(at(Providers));
    await screen.findByText('Hill');
  },
  network: () => opened.network,
  calls: { run: saml.testSamlProvider },
  press: {
    give: async () => {
      await openMenu();
      fireEvent.click(await screen.findByRole('menuitem', { name: m.saml_test() }));
    },
  },
  see: {
    'ready.fresh': () => shown('Hill'),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(saml.testSamlProvider)).toBe(1)),
    'ready.done': () => shown('Hill'),
  },
});

it('links a subject with an account, and unlinks it', async () => {
  await openWithProvider();
  render(at(Identities));
  const link = await screen.findByRole('button', { name: m.saml_link() });
  await waitFor(() => expect(link.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(link);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(m.saml_subject()), { target: { value: 'x-1' } });
  fireEvent.change(dialog.getByLabelText(m.account_user_name()), { target: { value: 'sue' } });
  fireEvent.click(dialog.getByRole('button', { name: m.records_save() }));
  await waitFor(() => expect(cellsOf(m.saml_identity_title())[1]?.slice(0, 4)).toEqual(['x-1', '', 'sue', 'sue Person']));
});

it('says why a response was refused', async () => {
  const { provider } = await openWithProvider();
  await opened.network.backend.app.request(provider.acs_address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `SAMLResponse=${encodeURIComponent(btoa('<a/>'))}`,
  });
  render(at(SignIns));
  await screen.findByText(m.saml_cause_unreadable());
});

it('lets the provider’s administrators choose the district', async () => {
  const { dan } = await openWithProvider({}, 'max');
  render(at(Providers));
  await screen.findByText('Hill');
  await waitFor(() => expect(within(screen.getByLabelText(m.lti_district())).getAllByRole('option')).toHaveLength(2));
  fireEvent.change(screen.getByLabelText(m.lti_district()), { target: { value: String(ids.otherDistrict) } });
  await screen.findByText(m.saml_none());
  fireEvent.click(screen.getByRole('button', { name: m.records_add() }));
  const form = within(await screen.findByRole('dialog'));
  fireEvent.change(form.getByLabelText(m.saml_name()), { target: { value: 'Vale' } });
  fireEvent.click(form.getByRole('button', { name: m.records_save() }));
  await screen.findByRole('rowheader', { name: 'Vale' });
  expect(screen.getByRole('link', { name: m.saml_log_title() }).getAttribute('href')).toContain(`district_id=${ids.otherDistrict}`);
  expect((await dan.ok(saml.samlProviders, { user_puid: ids.dan, district_id: ids.district })).map(({ name }) => name)).toEqual(['Hill']);
});

it('offers no other district to the administrators of one', async () => {
  await openWithProvider();
  render(at(Providers));
  await screen.findByText('Hill');
  expect(screen.queryByLabelText(m.lti_district())).toBeNull();
});
