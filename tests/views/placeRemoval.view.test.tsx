// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { contentSetup } from '../../contract/contentSetup.ts';
import { m } from '../../src/paraglide/messages.js';
import { act, openContentSetup, outline } from './kit/contentSetup.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown, shownIfAny } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const name = 'Waves';
const isListed = (is: boolean) => waitFor(() => expect(outline().includes(`2 ${name}`)).toBe(is));
const press = (label: string) => () => fireEvent.click(screen.getByRole('button', { name: new RegExp(`(^|\\s)${label}$`) }));

describeCommand({
  name: 'placeRemoval',
  orders: [name],
  isUndoable: true,
  isDismissible: true,
  mount: async (stage) => {
    const held = [contentSetup.removePlace, contentSetup.restorePlace];
    opened = await openContentSetup({ stage: stage as never, held, units: [name] });
  },
  network: () => opened.network,
  calls: { run: contentSetup.removePlace, undo: contentSetup.restorePlace },
  press: {
    give: () => act(name, m.records_remove()),
    undo: press(m.workspace_undo()),
    dismiss: press(m.ui_dismiss()),
  },
  // A removed place has no menu.
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done'),
  see: {
    'ready.fresh': () => expect(shownIfAny(m.workspace_deleted({ name }))).toBeNull(),
    'ready.refused': ({ context }) => {
      shown(context.problem?.message ?? '');
      shown(m.contentSetup_remove_failed({ name }));
    },
    'ready.unreachable': async () => {
      shown(m.contentSetup_remove_failed({ name }));
      await isListed(true);
    },
    saving: () => shown(m.contentSetup_removing({ name })),
    'ready.undoable': async () => {
      shown(m.workspace_deleted({ name }));
      await isListed(false);
    },
    undoing: () => expect(screen.queryByRole('button', { name: m.ui_dismiss() })).toBeNull(),
    'ready.notUndone': () => shown(m.workspace_restore_failed()),
    'ready.undone': () => isListed(true),
  },
});
