import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { workspace } from '../../contract/workspace.ts';
import type { lessonBuilderMachine } from '../../src/machines/workspace/lessonBuilderMachine.ts';
import type { ConflictEnd } from '../../src/machines/workspace/lessonConflictMachine.ts';
import type { LessonBuilderInput } from '../../src/machines/workspace/lessonOrders.ts';
import { m } from '../../src/paraglide/messages.js';
import { draftsSlice } from '../../src/services/kit/slices/workspace.ts';
import { ownerOf } from '../../src/services/login/storedSession.ts';
import { paths } from '../../src/views/paths.ts';
import { describeBrowser } from '../kit/describeBrowser.ts';
import { startingWith } from '../kit/words.ts';
import { builderInput, lessonBuilderModel, named } from '../machines/lessonBuilder.model.ts';
import { unusedLesson, usedLesson } from '../machines/saveQuestion.model.ts';
import { newPage } from './browser.ts';
import { Gates, signIn } from './gates.ts';

let gates: Gates | undefined;
/** Key of the user on this device, as in slice keys. */
let owner: string;

/** Whether the form was opened with the version that the teacher's own conflicts with. */
let isNewerLoaded: boolean;

/** A draft from an earlier visit, of a new lesson and of a saved one. Drafts from the library are covered there. */
const inputs: Record<string, LessonBuilderInput> = {
  new: builderInput,
  begun: { ...builderInput, kept: { draft: named, version: null } },
  edited: { ...builderInput, lessonId: 11 },
  kept: { ...builderInput, lessonId: 11, kept: { draft: { ...named, objective: 'Kept' }, version: 1 } },
};

const press =
  (name: string) =>
  (_event: unknown, { page }: { page: Page }) =>
    page.getByRole('button', { name, exact: true }).first().click();
const saveCall = () => (gates as Gates).waits(workspace.createLesson, workspace.updateLesson);
const nameField = (page: Page) => page.locator('[data-focus=builder-name]');
const says =
  (text: string | RegExp) =>
  (_snapshot: unknown, { page }: { page: Page }) =>
    page.getByText(text).first().waitFor();
/** The question about the name in the form. */
const asked = ({ context }: SnapshotFrom<typeof lessonBuilderMachine>, { page }: { page: Page }) =>
  page.getByRole('alertdialog', { name: `You already have a lesson named “${context.draft.name}” here` }).waitFor();
const assignDialog = (page: Page) => page.getByRole('dialog', { name: /^Assign “/ });
const choices: Record<ConflictEnd['kind'], string> = {
  mine: m.builder_conflict_keep_mine(),
  theirs: m.builder_conflict_take_theirs(),
  both: m.builder_conflict_keep_both(),
};
const isSent = async (page: Page) => expect(await page.getByText('Saving…').count(), 'it says that it saves').toBeGreaterThan(0);

describeBrowser<typeof lessonBuilderMachine>(
  { ...lessonBuilderModel, inputs },
  {
    open: async () => {
      gates = undefined;
      const page = await newPage({ isKept: true, expected: [/status of [45]\d\d/, /ERR_FAILED/] });
      // With unsaved changes, leaving opens a confirmation, which a user would accept.
      page.on('dialog', (asked) => asked.accept());
      return page;
    },
    isKept: true,
    mount: async ({ page, input }) => {
      if (!gates) {
        gates = new Gates(page);
        await signIn(page, 'rivera');
        owner = ownerOf(await page.evaluate(() => JSON.parse(localStorage.getItem('orrery.session') as string)));
      }
      await gates.open();
      // Makes the previous page save now, since the browser may delay that until after the next one has started.
      await page.evaluate(() => dispatchEvent(new Event('pagehide')));
      await gates.hold(workspace.lessonUse, workspace.getLesson, workspace.createLesson, workspace.updateLesson, workspace.checkLesson);
      await page.goto('/config.json');
      const { lessonId, kept } = input as LessonBuilderInput;
      const key = `lesson:${lessonId ?? 'new'}`;
      const envelope = { v: draftsSlice.version, savedAt: 0, user: owner, data: kept ? { [key]: kept } : {} };
      await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
        `orrery.slice.${owner}.${draftsSlice.name}`,
        JSON.stringify(envelope),
      ] as const);
      await page.goto(paths.lessonForm('lesson', lessonId ?? undefined));
    },
    // Where the model replaces a whole draft, the walk types into one field of it.
    can: (event, snapshot) => event.type !== 'draft.changed' || snapshot.context.input.kept === null,
    drive: {
      'lesson.retried': press(m.common_try_again()),
      'draft.changed': ({ draft }, { page }) => nameField(page).fill(draft.name),
      'draft.discarded': press(m.builder_discard()),
      'change.undone': press('Undo'),
      'change.redone': press('Redo'),
      'save.submitted': press('Save'),
      'both.kept': press(m.builder_conflict_keep_both()),
      'name.reconsidered': press(m.builder_taken_change()),
      'assign.asked': press('Assign…'),
      'xstate.done.actor.loadLesson': ({ output }) => gates?.answer(workspace.getLesson, output),
      'xstate.error.actor.loadLesson': ({ error }) => gates?.fail(workspace.getLesson, error),
      'xstate.done.actor.saveQuestion': async ({ output }, stage) => {
        if (output.kind === 'failed') return gates?.fail(workspace.lessonUse, output.problem);
        if (output.kind === 'unused') return gates?.answer(workspace.lessonUse, unusedLesson);
        await gates?.answer(workspace.lessonUse, usedLesson);
        await says(/^17 students have it: 9 not started/)(undefined, stage);
        await press(output.kind === 'confirmed' ? m.builder_use_save() : m.builder_use_back())(undefined, stage);
      },
      'xstate.done.actor.saveLesson': async ({ output: { lessonId, version } }) =>
        gates?.answer(await saveCall(), { lesson_id: lessonId, version }),
      'xstate.error.actor.saveLesson': async ({ error }) => gates?.fail(await saveCall(), error),
      'xstate.done.actor.lessonConflict': async ({ output }: { output: ConflictEnd }, stage) => {
        if (!isNewerLoaded) await gates?.answer(workspace.getLesson, output.newer);
        await says(m.builder_conflict())(undefined, stage);
        await press(choices[output.kind])(undefined, stage);
        if (output.kind === 'both') await gates?.answer(workspace.createLesson, { lesson_id: 12, version: 1 });
      },
      'xstate.done.actor.assignCheck': async ({ output }, { page }) => {
        if (output.kind === 'unchecked') return gates?.fail(workspace.checkLesson, output.problem);
        await gates?.answer(workspace.checkLesson, []);
        await assignDialog(page).getByRole('button', { name: m.common_cancel() }).click();
        await assignDialog(page).waitFor({ state: 'detached' });
      },
    },
    see: {
      loading: async (_snapshot, { page }) => expect(await nameField(page).count()).toBe(0),
      unavailable: async ({ context }, { page }) => {
        await page.getByText(m.common_load_failed()).first().waitFor();
        await page.getByText(context.problem.message).first().waitFor();
      },
      editing: ({ context }, { page }) => expect.poll(() => nameField(page).inputValue()).toBe(context.draft.name),
      'editing.pristine': says(startingWith(m.builder_state_new(), m.builder_state_pristine(), m.ui_save_saved_at({ time: '' }))),
      'editing.unsaved.dirty': says(m.builder_state_dirty()),
      'editing.unsaved.incomplete': says(m.builder_name_missing()),
      'editing.unsaved.refused': says(m.builder_save_failed()),
      'editing.unsaved.taken': async (snapshot, stage) => {
        await says(m.builder_name_taken())(snapshot, stage);
        await expect.poll(() => nameField(stage.page).evaluate((field) => field === document.activeElement)).toBe(true);
      },
      'editing.saved': says(startingWith(m.ui_save_saved_at({ time: '' }), m.builder_state_pristine())),
      'editing.unchecked': says(m.builder_check_failed()),
      'storing.purpose.staying': (snapshot, { page }) =>
        expect.poll(() => nameField(page).isEditable()).toBe(snapshot.matches({ storing: { progress: 'saving' } })),
      'storing.purpose.assigning': (_snapshot, { page }) => expect.poll(() => nameField(page).isEditable()).toBe(false),
      'storing.progress.asking': (_snapshot, { page }) => isSent(page),
      'storing.progress.saving': (_snapshot, { page }) => isSent(page),
      'storing.progress.equal': asked,
      assigning: (_snapshot, { page }) => expect.poll(() => nameField(page).isEditable()).toBe(false),
      conflict: (snapshot, stage) => {
        isNewerLoaded = snapshot.context.newer !== null;
        return says(m.ui_save_conflict())(snapshot, stage);
      },
    },
  },
);
