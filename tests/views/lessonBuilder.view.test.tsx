// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { type LessonDetail, workspace } from '../../contract/workspace.ts';
import type { LessonBuilderInput, lessonBuilderMachine } from '../../src/machines/workspace/lessonBuilderMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { draftsSlice } from '../../src/services/kit/slices/workspace.ts';
import { playlistOf } from '../../src/services/workspace/playlist.ts';
import { paths } from '../../src/views/paths.ts';
import LessonBuilderPage from '../../src/views/workspace/LessonBuilderPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { startingWith } from '../kit/words.ts';
import { builderInput, lessonBuilderModel, named, savedLesson } from '../machines/lessonBuilder.model.ts';
import { ids, item_id } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
/** The chart's state after the latest step. */
let latest: SnapshotFrom<typeof lessonBuilderMachine>;
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
  const { lessonId: lesson_id } = latest.context as { lessonId: number };
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
  const { lessonId: lesson_id } = latest.context as { lessonId: number };
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

describeView<typeof lessonBuilderMachine>(
  {
    ...lessonBuilderModel,
    inputs,
    project: ({ draft, base, past, future, newer, findings, wasRestored, lessonId, isAgreed }) => ({
      isAgreed,
      draft: draft.name,
      base: base.name,
      isNewer: newer !== null,
      past: past.length > 0,
      future: future.length > 0,
      findings: findings[0]?.kind,
      wasRestored,
      isSaved: lessonId !== null,
    }),
  },
  {
    // The form and the library beside it are slow to draw, so one mode is enough.
    modes: ['plain'],
    mount: async (stage) => {
      const given = stage.input as LessonBuilderInput;
      opened = await openScreen({
        ...stage,
        held: [workspace.lessonUse, workspace.getLesson, workspace.createLesson, workspace.updateLesson, workspace.checkLesson],
      });
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
    },
    drive: {
      'lesson.retried': press(m.common_try_again()),
      'draft.changed': ({ draft }) => fireEvent.change(nameField(), { target: { value: draft.name } }),
      'draft.discarded': press(m.builder_discard()),
      'change.undone': press('Undo'),
      'change.redone': press('Redo'),
      'save.submitted': press('Save'),
      'change.confirmed': press(m.builder_use_save()),
      'change.cancelled': press(m.builder_use_back()),
      'both.kept': press(m.builder_conflict_keep_both()),
      'name.reconsidered': press(m.builder_taken_change()),
      'conflict.mineChosen': press(m.builder_conflict_keep_mine()),
      'conflict.theirsChosen': press(m.builder_conflict_take_theirs()),
      'conflict.bothKept': press(m.builder_conflict_keep_both()),
      'conflict.retried': press(m.common_try_again()),
      'assign.asked': press('Assign…'),
      'assign.confirmed': press(m.builder_findings_go_on()),
      'findings.closed': press(m.builder_findings_back()),
      'xstate.done.actor.loadLesson': ({ output }) => opened.network.release(workspace.getLesson, () => setLesson(output)),
      'xstate.error.actor.loadLesson': ({ error }) => opened.network.fail(workspace.getLesson, error),
      'xstate.done.actor.countUse': ({ output }) => opened.network.release(workspace.lessonUse, () => setUse(output.students > 0)),
      'xstate.error.actor.countUse': ({ error }) => opened.network.fail(workspace.lessonUse, error),
      'xstate.done.actor.saveLesson': () => opened.network.release(saveCall(), agree),
      'xstate.error.actor.saveLesson': ({ error }) => opened.network.fail(saveCall(), error),
      'xstate.done.actor.saveCopy': () => opened.network.release(workspace.createLesson),
      'xstate.error.actor.saveCopy': ({ error }) => opened.network.fail(workspace.createLesson, error),
      'xstate.done.actor.checkLesson': ({ output }) =>
        opened.network.release(workspace.checkLesson, () => setFindings(output.map(({ kind }: { kind: string }) => kind))),
      'xstate.error.actor.checkLesson': ({ error }) => opened.network.fail(workspace.checkLesson, error),
    },
    see: Object.fromEntries(
      Object.entries<() => unknown>({
        loading: () => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull(),
        unavailable: () => {
          shown(m.common_load_failed());
          shown('The lesson was not found.');
        },
        editing: () => expect(nameField().value).toBe(latest.context.draft.name),
        'editing.pristine': () => shown(startingWith(m.builder_state_new(), m.builder_state_pristine(), m.ui_save_saved_at({ time: '' }))),
        'editing.dirty': () => shown(m.builder_state_dirty()),
        'editing.incomplete': () => shown(m.builder_name_missing()),
        'editing.saved': () => shown(startingWith(m.ui_save_saved_at({ time: '' }), m.builder_state_pristine())),
        'editing.refused': () => shown(m.builder_save_failed()),
        'editing.taken': async () => {
          shown(m.builder_name_taken());
          await waitFor(() => expect(document.activeElement).toBe(nameField()));
        },
        'editing.unchecked': () => shown(m.builder_check_failed()),
        'weighing.counting': () => shown('Saving…'),
        'weighing.asking': () => shown(/^2 students have it: 2 not started/),
        'weighingToCheck.counting': () => shown('Saving…'),
        'weighingToCheck.asking': () => shown(/^2 students have it: 2 not started/),
        saving: () => shown('Saving…'),
        savingToCheck: () => shown('Saving…'),
        equal: () => asked(),
        equalToCheck: () => asked(),
        checking: () => expect(nameField().readOnly).toBe(true),
        findings: () => shown(m.builder_findings()),
        comparing: () => expect(screen.getAllByText(m.ui_save_conflict()).length).toBeGreaterThan(0),
        incomparable: () => shown(m.builder_conflict_incomparable()),
        conflict: () => shown(m.builder_conflict()),
        copying: () => shown(m.builder_conflict()),
      }).map(([name, check]) => [
        name,
        (snapshot: SnapshotFrom<typeof lessonBuilderMachine>) => {
          latest = snapshot;
          expectKept(snapshot);
          return check();
        },
      ]),
    ),
  },
);
