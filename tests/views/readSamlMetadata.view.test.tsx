// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { saml } from '../../contract/saml.ts';
import { m } from '../../src/paraglide/messages.js';
import Providers from '../../src/views/saml/saml.records.tsx';
import { addressOf, type ScreenAddress } from '../../src/views/screen.ts';
import { keyPair, metadataOf } from '../server/samlProvider.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const address = addressOf(Providers.declaration as ScreenAddress);
const metadata = await metadataOf('urn:hill', 'https://idp.hill.example', await keyPair());

describeCommand({
  name: 'readSamlMetadata',
  orders: ['metadata of a new provider'],
  // The form closes, and the list has the new one.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [saml.readSamlMetadata] });
    await opened.signIn('dan');
    stage.render(
      <AtRoute app={opened.app} address={address} path={address}>
        <Providers />
      </AtRoute>,
    );
    fireEvent.click(await screen.findByRole('button', { name: m.saml_read_metadata() }));
    fireEvent.change(await screen.findByLabelText(m.saml_metadata()), { target: { value: metadata } });
  },
  network: () => opened.network,
  calls: { run: saml.readSamlMetadata },
  press: { give: () => fireEvent.click(screen.getByRole('button', { name: m.saml_metadata_take() })) },
  see: {
    'ready.fresh': () => expect(screen.getByLabelText(m.saml_metadata())).toBeTruthy(),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(saml.readSamlMetadata)).toBe(1)),
    'ready.done': () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
  },
});
