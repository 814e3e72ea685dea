import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { Call } from '../../../contract/kit.ts';
import { m } from '../../../src/paraglide/messages.js';
import type { CommandWalk } from './describeCommand.ts';
import type { Network } from './network.ts';
import { shown } from './screen.tsx';

// What the walks of commands share: the question before a command, and the notice with Undo after it.

export const question = () => within(screen.getByRole('alertdialog'));
export const isClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

/** Presses the button whose text ends with these words. */
export const press = (name: string) => () => fireEvent.click(screen.getByRole('button', { name: new RegExp(`(^|\\s)${name}$`) }));

/** The buttons of a counted question and of the notice after it, but for the one that confirms. */
export const buttons = {
  dismissQuestion: press(m.common_cancel()),
  recount: press(m.common_try_again()),
  undo: press(m.workspace_undo()),
  dismiss: press(m.ui_dismiss()),
};

/** What a counted question and the notice after it show. `confirm`: the button that confirms. */
export const seeCounted = (confirm: string) =>
  ({
    'ready.fresh': () => expect(screen.queryByRole('alertdialog')).toBeNull(),
    'asking.counting': () => expect(question().getByText(m.workspace_delete_counting())).toBeTruthy(),
    'asking.uncounted': () => shown(m.workspace_delete_uncounted()),
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => expect(question().getByText(/The server did not answer/)).toBeTruthy(),
    saving: () =>
      expect(
        question()
          .getByRole('button', { name: new RegExp(confirm) })
          .getAttribute('aria-disabled'),
      ).toBe('true'),
    undoing: () => expect(screen.queryByRole('button', { name: m.ui_dismiss() })).toBeNull(),
    'ready.notUndone': () => shown(m.workspace_restore_failed()),
  }) satisfies CommandWalk['see'];

/** What a question without numbers shows. `isThere`: whether what the command removes is on the server. */
export const seePlain = ({ network, call, isThere }: { network: () => Network; call: Call; isThere: () => Promise<boolean> }) =>
  ({
    'ready.fresh': async () => {
      await isClosed();
      expect(await isThere()).toBe(true);
    },
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(network().waiting(call)).toBe(1)),
  }) satisfies CommandWalk['see'];
