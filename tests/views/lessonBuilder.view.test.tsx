// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { type LessonDetail, workspace } from '../../contract/workspace.ts';
import type { lessonBuilderMachine } from '../../src/machines/workspace/lessonBuilderMachine.ts';
import type { ConflictEnd, LessonConflictInput } from '../../src/machines/workspace/lessonConflictMachine.ts';
import type { LessonBuilderInput } from '../../src/machines/workspace/lessonOrders.ts';
import { m } from '../../src/paraglide/messages.js';
import { draftsSlice } from '../../src/services/kit/slices/workspace.ts';
import { playlistOf } from '../../src/services/workspace/playlist.ts';
import { paths } from '../../src/views/paths.ts';
import LessonBuilderPage from '../../src/views/workspace/LessonBuilderPage.tsx';
import { describeView, type Stage } from '../kit/describeView.ts';
import { startingWith } from '../kit/words.ts';
import { assignCheckModel } from '../machines/assignCheck.model.ts';
import { builderInput, lessonBuilderModel, named, newerLesson, savedLesson } from '../machines/lessonBuilder.model.ts';
import { lessonConflictModel } from '../machines/lessonConflict.model.ts';
import { saveQuestionModel } from '../machines/saveQuestion.model.ts';
import { ids, item_id } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
/** The chart's state after the latest step. */
let latest: SnapshotFrom<typeof lessonBuilderMachine>;
/** The lesson in the form. A chart that the form runs has one that is saved. */
let lesson: { id: number; name: string };
// A dialog hides the form behind it, which still exists.
const press = (name: string | RegExp) => () => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name', hidden: true });
const db = () => opened.network.backend.db;

/** Sets the lesson on the server to that of the model's event. */
async function setLesson({ lesson_name, version }: LessonDetail) {
  await db().deleteFrom('lesson_resource').where('lesson_id', '=', 11).execute();
  await db().updateTable('lesson').set({ lesson_name, version, due_date: null }).where('lesson_id', '=', 11).execute();
}
/** Makes the server report the findings of the model's event. */
async function setFindings(kinds: readonly string[]) {
  const due_date = kinds.length === 0 ? '2030-02-01' : null;
  const lesson_id = lesson.id;
  await db().updateTable('lesson').set({ due_date }).where('lesson_id', '=', lesson_id).execute();
  await db().deleteFrom('lesson_resource').where('lesson_id', '=', lesson_id).execute();
  if (kinds.includes('empty')) return;
  await db()
    .insertInto('lesson_resource')
    .values({
      district_id: 1,
      lesson_id,
      lesson_resource_id: lesson_id + 1,
      item_id,
      resource_type_id: 1,
      time: null,
      sort_order: 1,
      remarks: '',
    })
    .execute();
}
/** Assigns the lesson to a class, or to no one. */
async function setUse(isUsed: boolean) {
  const lesson_id = lesson.id;
  await db().deleteFrom('group_assignment').where('lesson_id', '=', lesson_id).execute();
  if (isUsed) await assignTo(opened.network.backend, lesson_id);
}
/** Aligns the version on the server, as if no one else had changed the lesson. */
async function agree() {
  const { lessonId, version } = latest.context;
  if (lessonId === null || version === null) return;
  await db().updateTable('lesson').set({ version }).where('lesson_id', '=', lessonId).execute();
}
/** The question about the name in the form. */
const asked = () =>
  screen.findByRole('alertdialog', { name: `You already have a lesson named “${latest.context.draft.name.trim()}” here` });
const assignDialog = () => screen.getByRole('dialog', { name: m.teacher_assign_title({ name: lesson.name }) });
const saveCall = () => (latest.context.lessonId === null ? workspace.createLesson : workspace.updateLesson);

/** Unsaved changes are stored on this device. Saved ones are not, or the lesson would differ from them when it is opened again. */
function expectKept(snapshot: SnapshotFrom<typeof lessonBuilderMachine>) {
  const { lessonId, draft, input } = snapshot.context;
  opened.app.persistence()?.flush();
  const name = opened.app.persistence()?.read(draftsSlice)?.[`lesson:${lessonId ?? 'new'}`]?.draft.name;
  expect(name).toBe(snapshot.hasTag('form') ? (snapshot.hasTag('unsaved') ? draft.name : undefined) : input.kept?.draft.name);
}

const input = { ...builderInput, userPuid: ids.tess };
const inputs: Record<string, LessonBuilderInput> = {
  new: input,
  playlist: { ...input, playlist: [{ itemId: item_id, typeId: 1, title: 'reading', minutes: 10, sortOrder: 1 }] },
  edited: { ...input, lessonId: 11 },
  kept: { ...input, lessonId: 11, kept: { draft: { ...named, name: 'Kept' }, version: 1 } },
};

/** Opens the form with the server's answers held back. */
async function mount(stage: Stage<any>, given: LessonBuilderInput) {
  opened = await openScreen({
    ...stage,
    held: [workspace.lessonUse, workspace.getLesson, workspace.createLesson, workspace.updateLesson, workspace.checkLesson],
  });
  lesson = { id: 11, name: savedLesson.lesson_name };
  const { lesson_id: _, ...sample } = await db()
    .selectFrom('lesson')
    .selectAll()
    .where('lesson_id', '=', ids.freeLesson)
    .executeTakeFirstOrThrow();
  const bare = { product_id: null, unit_id: null, lesson_objective: '', total_time: null };
  await db()
    .insertInto('lesson')
    .values({ ...sample, ...bare, lesson_id: 11, owner_puid: ids.tess })
    .execute();
  await setLesson(savedLesson);
  await opened.signIn('tess');
  if (given.kept) opened.app.persistence()?.write(draftsSlice, { 'lesson:11': given.kept });
  opened.app.persistence()?.flush();
  playlistOf(ids.tess).clear();
  for (const one of given.playlist)
    playlistOf(ids.tess).add({ item_id: one.itemId, item_type_id: one.typeId, title: one.title, minutes: one.minutes });
  stage.render(
    <AtRoute
      app={opened.app}
      address={paths.lessonForm('lesson', given.lessonId ?? undefined)}
      path="/authenticated/workspace/workspaceHome/addnewlesson/lesson/:value"
    >
      <LessonBuilderPage />
    </AtRoute>,
  );
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
}

const type = (name: string) => fireEvent.change(nameField(), { target: { value: name } });
const loadLesson = (output: LessonDetail) => opened.network.release(workspace.getLesson, () => setLesson(output));
/** Opens a saved lesson in the form, changed by the teacher if a name is given. */
async function openSaved(stage: Stage<any>, name?: string) {
  await mount(stage, { ...input, lessonId: 11 });
  await loadLesson(savedLesson);
  await screen.findByRole('textbox', { name: 'Name' });
  if (name) type(name);
}
const countUse = (isUsed: boolean) => opened.network.release(workspace.lessonUse, () => setUse(isUsed));
const checkLesson = (kinds: readonly string[]) => opened.network.release(workspace.checkLesson, () => setFindings(kinds));
const pressWhenShown = async (name: string) => {
  await screen.findByRole('button', { name });
  press(name)();
};
const closeClasses = () => fireEvent.click(within(assignDialog()).getByRole('button', { name: m.common_cancel() }));
const choices: Record<ConflictEnd['kind'], string> = {
  mine: m.builder_conflict_keep_mine(),
  theirs: m.builder_conflict_take_theirs(),
  both: m.builder_conflict_keep_both(),
};
const isSaving = () => shown('Saving…');
const isInConflict = () => expect(screen.getAllByText(m.ui_save_conflict()).length).toBeGreaterThan(0);
const isAsSaved = () => shown(startingWith(m.builder_state_new(), m.builder_state_pristine(), m.ui_save_saved_at({ time: '' })));
// The form and the library beside it are slow to draw, so one mode is enough.
const modes = ['plain'] as const;

describeView<typeof lessonBuilderMachine>(
  {
    ...lessonBuilderModel,
    inputs,
    project: ({ draft, base, past, future, newer, wasRestored, lessonId, isAgreed }) => ({
      isAgreed,
      draft: draft.name,
      base: base.name,
      isNewer: newer !== null,
      past: past.length > 0,
      future: future.length > 0,
      wasRestored,
      isSaved: lessonId !== null,
    }),
  },
  {
    modes,
    mount: (stage) => mount(stage, stage.input as LessonBuilderInput),
    drive: {
      'lesson.retried': press(m.common_try_again()),
      'draft.changed': ({ draft }) => type(draft.name),
      'draft.discarded': press(m.builder_discard()),
      'change.undone': press('Undo'),
      'change.redone': press('Redo'),
      'save.submitted': press('Save'),
      'both.kept': press(m.builder_conflict_keep_both()),
      'name.reconsidered': press(m.builder_taken_change()),
      'assign.asked': press('Assign…'),
      'xstate.done.actor.loadLesson': ({ output }) => loadLesson(output),
      'xstate.error.actor.loadLesson': ({ error }) => opened.network.fail(workspace.getLesson, error),
      'xstate.done.actor.saveQuestion': async ({ output }) => {
        if (output.kind === 'failed') return opened.network.fail(workspace.lessonUse, output.problem);
        await countUse(output.kind !== 'unused');
        if (output.kind !== 'unused') await pressWhenShown(output.kind === 'confirmed' ? m.builder_use_save() : m.builder_use_back());
      },
      'xstate.done.actor.saveLesson': () => opened.network.release(saveCall(), agree),
      'xstate.error.actor.saveLesson': ({ error }) => opened.network.fail(saveCall(), error),
      'xstate.done.actor.lessonConflict': async ({ output }: { output: ConflictEnd }) => {
        if (latest.context.newer === null) await loadLesson(output.newer);
        await pressWhenShown(choices[output.kind]);
        if (output.kind === 'both') await opened.network.release(workspace.createLesson);
      },
      'xstate.done.actor.assignCheck': async ({ output }) => {
        if (output.kind === 'unchecked') return opened.network.fail(workspace.checkLesson, output.problem);
        await checkLesson([]);
        await waitFor(assignDialog);
        closeClasses();
      },
    },
    see: Object.fromEntries(
      Object.entries<() => unknown>({
        loading: () => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull(),
        unavailable: () => {
          shown(m.common_load_failed());
          shown('The lesson was not found.');
        },
        editing: () => expect(nameField().value).toBe(latest.context.draft.name),
        'editing.pristine': isAsSaved,
        'editing.unsaved.dirty': () => shown(m.builder_state_dirty()),
        'editing.unsaved.incomplete': () => shown(m.builder_name_missing()),
        'editing.unsaved.refused': () => shown(m.builder_save_failed()),
        'editing.unsaved.taken': async () => {
          shown(m.builder_name_taken());
          await waitFor(() => expect(document.activeElement).toBe(nameField()));
        },
        'editing.saved': () => shown(startingWith(m.ui_save_saved_at({ time: '' }), m.builder_state_pristine())),
        'editing.unchecked': () => shown(m.builder_check_failed()),
        'storing.purpose.staying': () => expect(nameField().readOnly).toBe(!latest.hasTag('saving')),
        'storing.purpose.assigning': () => expect(nameField().readOnly).toBe(true),
        'storing.progress.asking': isSaving,
        'storing.progress.saving': isSaving,
        'storing.progress.equal': () => asked(),
        assigning: () => expect(nameField().readOnly).toBe(true),
        conflict: isInConflict,
      }).map(([name, check]) => [
        name,
        (snapshot: SnapshotFrom<typeof lessonBuilderMachine>) => {
          latest = snapshot;
          lesson = { id: snapshot.context.lessonId ?? 0, name: snapshot.context.draft.name };
          expectKept(snapshot);
          return check();
        },
      ]),
    ),
  },
);

describeView<typeof saveQuestionModel.machine>(saveQuestionModel, {
  modes,
  mount: async (stage) => {
    await openSaved(stage, named.name);
    press('Save')();
  },
  drive: {
    'change.confirmed': press(m.builder_use_save()),
    'change.cancelled': press(m.builder_use_back()),
    'xstate.done.actor.countUse': ({ output }) => countUse(output.students > 0),
    'xstate.error.actor.countUse': ({ error }) => opened.network.fail(workspace.lessonUse, error),
  },
  see: {
    counting: isSaving,
    asking: () => waitFor(() => shown(/^2 students have it: 2 not started/)),
    ended: ({ context: { end } }) =>
      waitFor(() =>
        end.kind === 'failed' ? shown(m.builder_save_failed()) : end.kind === 'cancelled' ? shown(m.builder_state_dirty()) : isSaving(),
      ),
  },
});

describeView<typeof lessonConflictModel.machine>(lessonConflictModel, {
  modes,
  mount: async (stage) => {
    if ((stage.input as LessonConflictInput).newer) {
      await mount(stage, { ...input, lessonId: 11, kept: { draft: named, version: 1 } });
      return loadLesson(newerLesson);
    }
    await openSaved(stage, named.name);
    press('Save')();
    await countUse(false);
    await opened.network.fail(workspace.updateLesson, { code: 409, message: 'This lesson was changed somewhere else in the meantime.' });
  },
  drive: {
    'conflict.mineChosen': press(choices.mine),
    'conflict.theirsChosen': press(choices.theirs),
    'conflict.bothKept': press(choices.both),
    'conflict.retried': press(m.common_try_again()),
    'xstate.done.actor.loadNewer': ({ output }) => loadLesson(output),
    'xstate.error.actor.loadNewer': ({ error }) => opened.network.fail(workspace.getLesson, error),
    'xstate.done.actor.saveCopy': () => opened.network.release(workspace.createLesson),
    'xstate.error.actor.saveCopy': ({ error }) => opened.network.fail(workspace.createLesson, error),
  },
  see: {
    comparing: isInConflict,
    incomparable: () => shown(m.builder_conflict_incomparable()),
    deciding: ({ context: { problem } }) => {
      shown(m.builder_conflict());
      if (problem) shown(problem.message);
    },
    copying: () => shown(m.builder_conflict()),
    ended: async ({ context: { kind, newer } }) => {
      if (kind === 'mine') return waitFor(isSaving);
      await waitFor(() => expect(nameField().value).toBe(newer?.lesson_name));
      isAsSaved();
    },
  },
});

describeView<typeof assignCheckModel.machine>(assignCheckModel, {
  modes,
  mount: async (stage) => {
    await openSaved(stage);
    press('Assign…')();
  },
  drive: {
    'assign.confirmed': press(m.builder_findings_go_on()),
    'findings.closed': press(m.builder_findings_back()),
    'classes.closed': closeClasses,
    'xstate.done.actor.checkLesson': ({ output }) => checkLesson(output.map(({ kind }: { kind: string }) => kind)),
    'xstate.error.actor.checkLesson': ({ error }) => opened.network.fail(workspace.checkLesson, error),
  },
  see: {
    checking: () => expect(nameField().readOnly).toBe(true),
    findings: () => waitFor(() => shown(m.builder_findings())),
    assigning: () => waitFor(assignDialog),
    ended: ({ context: { end } }) => waitFor(() => (end.kind === 'unchecked' ? shown(m.builder_check_failed()) : isAsSaved())),
  },
});
