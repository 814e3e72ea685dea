// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { authoring } from '../../contract/authoring.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openOwnQuizzes, quizTitle as title } from './kit/ownQuizzes.tsx';
import { type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;

describeCommand({
  name: 'quizRemoval',
  orders: [title],
  network: () => opened.network,
  calls: { run: authoring.removeQuiz, undo: authoring.restoreQuiz },
  isUndoable: true,
  isDismissible: true,
  // The quiz is no longer in the list.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openOwnQuizzes(stage, authoring.removeQuiz, authoring.restoreQuiz);
  },
  press: {
    give: () => fireEvent.click(screen.getByRole('button', { name: m.authoring_delete({ title }) })),
    undo: () => fireEvent.click(screen.getByRole('button', { name: m.authoring_undo() })),
    dismiss: () => fireEvent.click(screen.getByRole('button', { name: m.ui_dismiss() })),
  },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('button', { name: m.ui_dismiss() })).toBeNull(),
    'ready.undoable': async () => {
      shown(m.authoring_deleted({ title }));
      await waitFor(() => expect(screen.queryByText(title, { selector: 'a' })).toBeNull());
    },
    undoing: () => expect(screen.queryByRole('button', { name: m.ui_dismiss() })).toBeNull(),
    'ready.notUndone': () => shown(m.workspace_restore_failed()),
    'ready.undone': () => waitFor(() => expect(screen.queryByText(title, { selector: 'a' })).not.toBeNull()),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.authoring_delete_failed()),
    saving: () => waitFor(() => expect(opened.network.waiting(authoring.removeQuiz)).toBe(1)),
  },
});
