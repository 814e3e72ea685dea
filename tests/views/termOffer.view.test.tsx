// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { catalogTerms } from '../../contract/catalogTerms.ts';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import GlossaryTerms from '../../src/views/contentSetup/glossaryTerms.records.tsx';
import { glossaryTerms } from '../../src/views/contentSetup/glossaryTerms.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { termId } from '../server/glossaryTerms.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

const address = addressOf(glossaryTerms);
const name = () => m.catalogTerms_offer_name({ term: 'cell' });
let opened: Screen;
const state = async () =>
  (
    await opened.network.backend.db
      .selectFrom('glossary_term')
      .select('is_offered')
      .where('term_id', '=', termId('cell'))
      .executeTakeFirst()
  )?.is_offered;

describeCommand({
  name: 'termOffer',
  orders: [{ term_id: termId('cell'), term: 'cell' }],
  network: () => opened.network,
  calls: { run: catalogTerms.offerCatalogTerm },
  // Afterwards the row is in the other list.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [catalogTerms.offerCatalogTerm] });
    await (await opened.network.backend.signIn('max')).ok(calls.withdrawCatalogTerm, { term_id: termId('cell') });
    await opened.signIn('max');
    stage.render(
      <AtRoute app={opened.app} address={`${address}?state=withdrawn`} path={address}>
        <GlossaryTerms />
      </AtRoute>,
    );
    await screen.findByRole('button', { name: name() });
  },
  press: { give: () => fireEvent.click(screen.getByRole('button', { name: name() })) },
  see: {
    'ready.fresh': async () => expect(await state()).toBe(0),
    'ready.done': async () => {
      expect(await state()).toBe(1);
      await waitFor(() => shown(m.catalogTerms_none_withdrawn()));
      expect(opened.notices().at(-1)?.text).toBe(m.catalogTerms_offered({ term: 'cell' }));
    },
    'ready.refused': ({ context }) => waitFor(() => shown(context.problem?.message ?? '')),
    'ready.unreachable': () => waitFor(() => shown(m.catalogTerms_offer_failed({ term: 'cell' }))),
    saving: () => waitFor(() => expect(opened.network.waiting(catalogTerms.offerCatalogTerm)).toBe(1)),
  },
});
