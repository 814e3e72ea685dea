// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { rostering } from '../../contract/rostering.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import type { Screen } from './kit/screen.tsx';
import { chooseFor, openStudents, pressIn, question } from './kit/students.tsx';

installNetwork();

let opened: Screen;
const ana = { name: 'ana Person' };

describeCommand({
  name: 'revokeLoginCode',
  orders: ['ana'],
  question: 'plain',
  mount: async (stage) => {
    opened = await openStudents(stage as never, [rostering.revokeLoginCode]);
  },
  network: () => opened.network,
  calls: { run: rostering.revokeLoginCode },
  // There is nothing left to revoke.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  press: {
    give: () => chooseFor(ana.name, m.rostering_revoke_code()),
    confirm: pressIn(question, m.rostering_revoke()),
    dismissQuestion: pressIn(question, m.common_cancel()),
  },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alertdialog')).toBeNull(),
    'asking.confirming': () => expect(question().textContent).toContain(m.rostering_revoke_text(ana)),
    'asking.confirming.refused': ({ context }) => expect(question().textContent).toContain(context.problem?.message),
    'asking.confirming.unreachable': () => expect(question().textContent).toContain('The server did not answer'),
    saving: () => expect(question()).toBeTruthy(),
    'ready.done': async () => {
      expect(opened.notices().map(({ text }) => text)).toEqual([m.rostering_code_revoked(ana)]);
      const row = screen.getByRole('rowheader', { name: 'Person, ana' }).closest('tr');
      await waitFor(() => expect(row?.textContent).toContain(m.rostering_no_password()));
      fireEvent.click(screen.getByRole('button', { name: m.records_actions_of(ana) }));
      const item = await screen.findByRole('menuitem', { name: new RegExp(`^${m.rostering_revoke_code()}`) });
      expect(item.getAttribute('aria-disabled')).toBe('true');
    },
  },
});
