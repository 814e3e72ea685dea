// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import { m } from '../../src/paraglide/messages.js';
import TermSetPanel from '../../src/views/termSets/TermSetPanel.tsx';
import { termId } from '../server/glossaryTerms.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let added: string[];
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'cell' });
const isMade = async () => (await opened.network.backend.db.selectFrom('term_set_term').select('term_id').execute()).length > 0;

describeCommand({
  name: 'termSetCreate',
  orders: [{ title: m.termSets_title({ count: 1 }), term_ids: [termId('cell')] }],
  mount: async (stage) => {
    added = [];
    opened = await openScreen({ ...stage, held: [calls.createTermSet] });
    await opened.signIn('tess');
    stage.render(
      <Around app={opened.app}>
        <TermSetPanel search="" has={new Set()} count={0} onAdd={({ title }) => added.push(title)} />
      </Around>,
    );
    await screen.findByRole('checkbox', { name: 'cell' });
  },
  network: () => opened.network,
  calls: { run: calls.createTermSet },
  press: {
    give: () => {
      if (!box().checked) fireEvent.click(box());
      fireEvent.click(screen.getByRole('button', { name: m.termSets_add() }));
    },
  },
  see: {
    'ready.fresh': async () => {
      expect(added).toEqual([]);
      expect(await isMade()).toBe(false);
    },
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.termSets_failed()),
    'ready.done': async () => {
      expect(await isMade()).toBe(true);
      // What was chosen is in the lesson now, and the next set begins.
      await waitFor(() => expect(added.at(-1)).toBe(m.termSets_title({ count: 1 })));
      expect(box().checked).toBe(false);
    },
    saving: () => waitFor(() => expect(opened.network.waiting(calls.createTermSet)).toBe(1)),
  },
});
