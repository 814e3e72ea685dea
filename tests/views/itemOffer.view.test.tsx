// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { contentSetup } from '../../contract/contentSetup.ts';
import { m } from '../../src/paraglide/messages.js';
import AuthoringToolPage from '../../src/views/contentSetup/AuthoringToolPage.tsx';
import { authoringTool } from '../../src/views/contentSetup/authoringTool.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { item_id } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';
// Loads with the page. Loaded here, it comes within a moment, also in the first walk.
import '../../src/views/contentSetup/ItemEditor.tsx';

installNetwork();

let opened: Screen;
const state = async () =>
  (await opened.network.backend.db.selectFrom('content_item').select('is_offered').where('item_id', '=', item_id).executeTakeFirst())
    ?.is_offered;
const notice = () => opened.notices().at(-1)?.text ?? '';

describeCommand({
  name: 'itemOffer',
  orders: [false],
  network: () => opened.network,
  calls: { run: contentSetup.withdrawItem },
  // Afterwards the button does the opposite.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [contentSetup.withdrawItem] });
    await opened.signIn('max');
    stage.render(
      <AtRoute app={opened.app} address={addressOf(authoringTool, item_id)} path={`/authenticated/${authoringTool.path}`}>
        <AuthoringToolPage />
      </AtRoute>,
    );
    await screen.findByRole('button', { name: m.itemEditor_withdraw() });
  },
  press: { give: () => fireEvent.click(screen.getByRole('button', { name: m.itemEditor_withdraw() })) },
  see: {
    'ready.fresh': async () => expect(await state()).toBe(1),
    'ready.done': async () => {
      expect(await state()).toBe(0);
      shown(m.itemEditor_state_withdrawn());
      shown(m.itemEditor_offer());
      expect(notice()).toBe(m.itemEditor_withdrawn());
    },
    'ready.refused': ({ context }) => expect(notice()).toContain(context.problem?.message ?? ''),
    'ready.unreachable': () => expect(notice()).toContain(m.itemEditor_offer_failed()),
    saving: () => waitFor(() => expect(opened.network.waiting(contentSetup.withdrawItem)).toBe(1)),
  },
});
