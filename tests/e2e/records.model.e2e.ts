import { expect } from 'vitest';
import { subjects } from '../../contract/subjects.ts';
import type { recordEditorMachine } from '../../src/machines/records/recordEditorMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { addressOf } from '../../src/views/screen.ts';
import { subjects as subjectScreen } from '../../src/views/subjects/subjects.screen.ts';
import { describeBrowser, type PageStage } from '../kit/describeBrowser.ts';
import { having } from '../kit/words.ts';
import { recordEditorModel, science } from '../machines/recordEditor.model.ts';
import { describeCommand } from './describeCommand.ts';
import { everywhere, press, question, says } from './dialogs.ts';
import { type Gates, gatedPages } from './gates.ts';

let gates: Gates;
const open = gatedPages('lindqvist', (fresh) => {
  gates = fresh;
});
const mount = async ({ page }: PageStage) => {
  await gates.open();
  await gates.always(subjects.subjectList, { total: 1, rows: [science as never] });
  await gates.hold(...Object.values(subjects).filter((call) => call !== subjects.subjectList));
  await page.goto(addressOf(subjectScreen));
  await page.getByRole('rowheader', { name: 'Science' }).waitFor();
};
const form = ({ page }: PageStage) => page.getByRole('dialog');
const inForm = (name: string) => (_event: unknown, stage: PageStage) => form(stage).getByRole('button', { name, exact: true }).click();
const name = (stage: PageStage) => form(stage).getByRole('textbox', { name: m.admin_subjects_name() });
const shows = (text: string) => (_snapshot: unknown, stage: PageStage) => form(stage).getByText(text).first().waitFor();
const hasFocus = (stage: PageStage) => expect.poll(() => name(stage).evaluate((field) => field === document.activeElement)).toBe(true);
const rowButton =
  (label: (inputs: { name: string }) => string) =>
  (_event: unknown, { page }: PageStage) =>
    page.getByRole('button', { name: label({ name: 'Science' }), exact: true }).click();

describeBrowser<typeof recordEditorMachine>(recordEditorModel, {
  open,
  isKept: true,
  mount,
  can: (event, { context }) => event.type !== 'field.edited' || context.values[event.field] !== event.value,
  drive: {
    'editor.opened': ({ row }, stage) =>
      row ? rowButton(m.records_edit_name)(row, stage) : stage.page.getByRole('button', { name: m.records_add(), exact: true }).click(),
    'field.edited': ({ value }, stage) => name(stage).fill(String(value)),
    'form.submitted': inForm(m.records_save()),
    'form.left': (_event, { page }) => page.keyboard.press('Escape'),
    'changes.discarded': press(m.records_leave(), question),
    'changes.kept': press(m.records_stay(), question),
    'conflict.mineChosen': inForm(m.builder_conflict_keep_mine()),
    'conflict.theirsChosen': inForm(m.builder_conflict_take_theirs()),
    'conflict.retried': inForm(m.common_try_again()),
    'xstate.done.actor.saveRecord': async ({ output }) =>
      gates.answer(await gates.waits(subjects.subjectAdd, subjects.subjectUpdate), output),
    'xstate.error.actor.saveRecord': async ({ error }) => gates.fail(await gates.waits(subjects.subjectAdd, subjects.subjectUpdate), error),
    'xstate.done.actor.loadNewest': ({ output }) => gates.answer(subjects.subjectGet, output),
    'xstate.error.actor.loadNewest': ({ error }) => gates.fail(subjects.subjectGet, error),
  },
  see: {
    closed: (_snapshot, stage) => expect.poll(() => form(stage).count()).toBe(0),
    editing: ({ context }, stage) => expect.poll(() => name(stage).inputValue()).toBe(context.values.name),
    'editing.pristine': hasNoProblem,
    'editing.dirty': hasNoProblem,
    'editing.incomplete': async (snapshot, stage) => {
      await shows(m.records_missing())(snapshot, stage);
      await hasFocus(stage);
    },
    'editing.taken': (_snapshot, stage) => expect.poll(() => name(stage).getAttribute('aria-invalid')).toBe('true'),
    'editing.refused': shows(m.records_save_failed()),
    leaving: says(m.records_leave_title(), question),
    saving: (_snapshot, stage) =>
      expect
        .poll(() =>
          form(stage)
            .getByRole('button', { name: having(m.records_save()) })
            .getAttribute('aria-disabled'),
        )
        .toBe('true'),
    comparing: (_snapshot, stage) => form(stage).waitFor(),
    incomparable: shows(m.builder_conflict_incomparable()),
    conflict: async ({ context }, stage) => {
      for (const version of [context.values, context.newest])
        await form(stage)
          .getByRole('cell', { name: String(version.name), exact: true })
          .waitFor();
    },
  },
});

async function hasNoProblem(_snapshot: unknown, stage: PageStage): Promise<void> {
  await expect.poll(() => form(stage).getByRole('alert').count()).toBe(0);
}

describeCommand({
  name: 'recordRemoval',
  orders: [science],
  question: 'counted',
  counted: { classes: 2 },
  isUndoable: true,
  isDismissible: true,
  back: { ...science, version: 2 },
  open,
  mount,
  gates: () => gates,
  calls: { run: subjects.subjectRemove, count: subjects.subjectUses, undo: subjects.subjectRestore },
  press: {
    give: rowButton(m.records_remove_name),
    confirm: press(m.workspace_delete(), question),
    dismissQuestion: press(m.common_cancel(), question),
    recount: press(m.common_try_again(), question),
    undo: (_event, { page }) => page.getByRole('button', { name: m.workspace_undo(), exact: true }).click(),
    dismiss: (_event, { page }) => page.getByRole('button', { name: m.ui_dismiss(), exact: true }).first().click(),
  },
  see: {
    'ready.fresh': (_snapshot, { page }) => expect.poll(() => question(page).count()).toBe(0),
    'asking.counting': says(m.workspace_delete_counting(), question),
    'asking.uncounted': says(m.workspace_delete_uncounted(), question),
    'asking.confirming': says(m.admin_subjects_uses({ count: 2 }), question),
    'asking.confirming.refused': (_snapshot, { page }) => question(page).getByRole('alert').waitFor(),
    'asking.confirming.unreachable': says(/The server did not answer/, question),
    saving: (_snapshot, { page }) => question(page).waitFor(),
    'ready.undoable': says(m.workspace_deleted({ name: 'Science' }), everywhere),
    undoing: says(m.workspace_deleted({ name: 'Science' }), everywhere),
    'ready.notUndone': (_snapshot, { page }) => page.getByRole('button', { name: m.workspace_undo(), exact: true }).waitFor(),
    'ready.undone': says(m.workspace_restored({ name: 'Science' }), everywhere),
  },
});
