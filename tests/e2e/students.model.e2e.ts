import { expect } from 'vitest';
import { rostering } from '../../contract/rostering.ts';
import { m } from '../../src/paraglide/messages.js';
import { students } from '../../src/views/rostering/students.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import type { PageStage } from '../kit/describeBrowser.ts';
import { student } from '../machines/rosterSamples.ts';
import { describeCommand } from './describeCommand.ts';
import { everywhere, press, question, says } from './dialogs.ts';
import { type Gates, gatedPages } from './gates.ts';

let gates: Gates;
const open = gatedPages('okafor', (fresh) => {
  gates = fresh;
});
const mount = async ({ page }: PageStage) => {
  await gates.open();
  await gates.always(rostering.allStudents, { students: [ada], total: 1 });
  await gates.hold(rostering.resetStudentPassword, rostering.revokeLoginCode, rostering.deleteStudent, rostering.restoreStudent);
  await page.goto(addressOf(students));
  await page.getByRole('rowheader', { name: 'Curie, Ada' }).waitFor();
};
const ada = student(1, 'Ada');
const name = 'Ada Curie';
const choose =
  (item: string) =>
  async (_event: unknown, { page }: PageStage) => {
    await page.getByRole('button', { name: m.records_actions_of({ name }) }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
const isClosed = (_snapshot: unknown, { page }: PageStage) => expect.poll(() => question(page).count()).toBe(0);
const isAsked = (_snapshot: unknown, { page }: PageStage) => question(page).waitFor();
const isRefused = (_snapshot: unknown, { page }: PageStage) => question(page).getByRole('alert').waitFor();

describeCommand({
  name: 'newLoginCode',
  orders: [ada],
  question: 'plain',
  results: [{ user_puid: 1, password: 'wxyz6789', student: ada }],
  open,
  mount,
  gates: () => gates,
  calls: { run: rostering.resetStudentPassword },
  // The code is in the way until it is closed.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  press: {
    give: choose(m.rostering_new_code()),
    confirm: press(m.rostering_make_code(), question),
    dismissQuestion: press(m.common_cancel(), question),
  },
  see: {
    'ready.fresh': isClosed,
    'asking.confirming': says(m.rostering_new_code_text({ name }), question),
    'asking.confirming.refused': isRefused,
    'asking.confirming.unreachable': says(/The server did not answer/, question),
    saving: isAsked,
    'ready.done': (_snapshot, { page }) => page.getByRole('dialog').getByText('wxyz6789').waitFor(),
  },
});

describeCommand({
  name: 'revokeLoginCode',
  orders: [ada],
  question: 'plain',
  results: [ada],
  open,
  mount,
  gates: () => gates,
  calls: { run: rostering.revokeLoginCode },
  press: {
    give: choose(m.rostering_revoke_code()),
    confirm: press(m.rostering_revoke(), question),
    dismissQuestion: press(m.common_cancel(), question),
  },
  see: {
    'ready.fresh': isClosed,
    'asking.confirming': says(m.rostering_revoke_text({ name }), question),
    'asking.confirming.refused': isRefused,
    'asking.confirming.unreachable': says(/The server did not answer/, question),
    saving: isAsked,
    'ready.done': says(m.rostering_code_revoked({ name }), everywhere),
  },
});

describeCommand({
  name: 'recordRemoval',
  orders: [ada],
  isUndoable: true,
  isDismissible: true,
  results: [{ user_puid: 1, removed: 'account', undo_id: 77 }],
  back: { students: [ada] },
  open,
  mount,
  gates: () => gates,
  calls: { run: rostering.deleteStudent, undo: rostering.restoreStudent },
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done'),
  press: {
    give: choose(m.records_remove()),
    undo: (_event, { page }) => page.getByRole('button', { name: m.workspace_undo(), exact: true }).click(),
    dismiss: (_event, { page }) => page.getByRole('button', { name: m.ui_dismiss(), exact: true }).first().click(),
  },
  see: {
    'ready.fresh': (_snapshot, { page }) => page.getByRole('rowheader', { name: 'Curie, Ada' }).waitFor(),
    'ready.refused': says(m.rostering_delete_failed({ name }), everywhere),
    'ready.unreachable': says(m.rostering_delete_failed({ name }), everywhere),
    saving: says(m.rostering_deleting({ name }), everywhere),
    'ready.undoable': (_snapshot, { page }) => page.getByRole('rowheader', { name: 'Curie, Ada' }).waitFor({ state: 'detached' }),
    undoing: says(m.rostering_deleted({ name }), everywhere),
    'ready.notUndone': (_snapshot, { page }) => page.getByRole('button', { name: m.workspace_undo(), exact: true }).waitFor(),
    'ready.undone': says(m.rostering_restored({ name }), everywhere),
  },
});
