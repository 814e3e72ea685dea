// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { subjects } from '../../contract/subjects.ts';
import { m } from '../../src/paraglide/messages.js';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { type Screen, shown } from './kit/screen.tsx';
import { openSubjects } from './kit/subjects.tsx';

installNetwork();

let opened: Screen;
const row = { subject_id: ids.subject, version: 1, name: 'Science', active: true, classes: 2 };
const dialog = () => within(screen.getByRole('alertdialog'));
const press = (name: string) => () => fireEvent.click(screen.getByRole('button', { name: new RegExp(`(^|\\s)${name}$`) }));
const isListed = (is: boolean) =>
  waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Science', hidden: true }) !== null).toBe(is));

describeCommand({
  name: 'recordRemoval',
  orders: [row],
  question: 'counted',
  isUndoable: true,
  isDismissible: true,
  mount: async (stage) => {
    opened = await openSubjects(stage as never, [subjects.subjectUses, subjects.subjectRemove, subjects.subjectRestore]);
  },
  network: () => opened.network,
  calls: { run: subjects.subjectRemove, count: subjects.subjectUses, undo: subjects.subjectRestore },
  press: {
    give: () => fireEvent.click(screen.getByRole('button', { name: m.records_remove_name({ name: 'Science' }) })),
    confirm: press(m.workspace_delete()),
    dismissQuestion: press(m.common_cancel()),
    recount: press(m.common_try_again()),
    undo: press(m.workspace_undo()),
    dismiss: press(m.ui_dismiss()),
  },
  // A removed record has no button.
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done'),
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alertdialog')).toBeNull(),
    'asking.counting': () => expect(dialog().getByText(m.workspace_delete_counting())).toBeTruthy(),
    'asking.uncounted': () => shown(m.workspace_delete_uncounted()),
    'asking.confirming': async () => {
      shown(m.admin_subjects_uses({ count: 2 }));
      await isListed(true);
    },
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => expect(dialog().getByText(/The server did not answer/)).toBeTruthy(),
    saving: () =>
      expect(
        dialog()
          .getByRole('button', { name: new RegExp(m.workspace_delete()) })
          .getAttribute('aria-disabled'),
      ).toBe('true'),
    'ready.undoable': async () => {
      shown(m.workspace_deleted({ name: 'Science' }));
      await isListed(false);
    },
    undoing: () => expect(screen.queryByRole('button', { name: m.ui_dismiss() })).toBeNull(),
    'ready.notUndone': () => shown(m.workspace_restore_failed()),
    'ready.undone': () => isListed(true),
  },
});
