// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { glossary } from '../../contract/glossary.ts';
import { m } from '../../src/paraglide/messages.js';
import { Facts } from '../../src/views/glossary/FactsPage.tsx';
import { termId } from '../server/glossaryTerms.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const button = () => screen.getByRole('button', { name: m.glossary_favorite({ term: 'cell' }) });
const isKept = async () => (await opened.network.backend.db.selectFrom('glossary_favorite').select('term_id').execute()).length > 0;

describeCommand({
  name: 'glossaryFavorite',
  orders: [{ term_id: termId('cell'), is_favorite: true }],
  // The next press takes it off again.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [glossary.setGlossaryFavorite] });
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <Facts subject="life" />
      </Around>,
    );
    await screen.findByText('A fact about cell.');
  },
  network: () => opened.network,
  calls: { run: glossary.setGlossaryFavorite },
  press: { give: () => fireEvent.click(button()) },
  see: {
    'ready.fresh': async () => {
      expect(button().getAttribute('aria-pressed')).toBe('false');
      expect(await isKept()).toBe(false);
    },
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.glossary_favorite_failed()),
    'ready.done': async () => {
      expect(await isKept()).toBe(true);
      await waitFor(() => expect(button().getAttribute('aria-pressed')).toBe('true'));
    },
    saving: () => waitFor(() => expect(opened.network.waiting(glossary.setGlossaryFavorite)).toBe(1)),
  },
});
