// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { workspace } from '../../contract/workspace.ts';
import type { deletionMachine } from '../../src/machines/workspace/deletionMachine.ts';
import { Deletion } from '../../src/views/workspace/Deletion.tsx';
import { describeView } from '../kit/describeView.ts';
import { deletionModel } from '../machines/deletion.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let isClosed: boolean;

const input = { lessonId: ids.freeLesson, isAssignment: false };
const dialog = () => within(screen.getByRole('alertdialog'));
const press = (name: string) => () => fireEvent.click(screen.getByRole('button', { name: new RegExp(`(^|\\s)${name}$`) }));
const use = { groups: 1, students: 2, not_started: 2, in_progress: 0, completed: 0, shared_with: 0 };

/** Whether the lesson is deleted on the server. */
const isDeleted = async () => {
  const { db } = opened.network.backend;
  const { deleted_at } = await db
    .selectFrom('lesson')
    .select('deleted_at')
    .where('lesson_id', '=', ids.freeLesson)
    .where('district_id', '=', 1)
    .executeTakeFirstOrThrow();
  return deleted_at !== null;
};
const over = async () => {
  await waitFor(() => expect(isClosed).toBe(true));
};

describeView<typeof deletionMachine>(
  {
    ...deletionModel,
    input,
    events: deletionModel.events.map((event) =>
      (event as { type: string }).type === 'xstate.done.actor.loadUse' ? { ...event, output: use } : event,
    ) as typeof deletionModel.events,
  },
  {
    mount: async (stage) => {
      isClosed = false;
      opened = await openScreen({ ...stage, held: [workspace.lessonUse, workspace.deleteLesson, workspace.restoreLesson] });
      const { backend } = opened.network;
      await assignTo(backend, ids.freeLesson);
      await backend.db.updateTable('lesson').set({ owner_puid: ids.tess }).where('lesson_id', '=', ids.freeLesson).execute();
      await opened.signIn('tess');
      const close = () => {
        isClosed = true;
      };
      const nothing = () => {};
      stage.render(
        <Around app={opened.app}>
          <Deletion input={input} name="Rocks" onChanged={nothing} onClose={close} />
        </Around>,
      );
    },
    drive: {
      'deletion.confirmed': press('Delete'),
      'deletion.cancelled': press('Cancel'),
      'deletion.retried': press('Try again'),
      'deletion.undone': press('Undo'),
      'deletion.dismissed': press('Dismiss'),
      'xstate.done.actor.loadUse': () => opened.network.release(workspace.lessonUse),
      'xstate.error.actor.loadUse': ({ error }) => opened.network.fail(workspace.lessonUse, error),
      'xstate.done.actor.deleteItem': () => opened.network.release(workspace.deleteLesson),
      'xstate.error.actor.deleteItem': ({ error }) => opened.network.fail(workspace.deleteLesson, error),
      'xstate.done.actor.restoreItem': () => opened.network.release(workspace.restoreLesson),
      'xstate.error.actor.restoreItem': ({ error }) => opened.network.fail(workspace.restoreLesson, error),
    },
    see: {
      counting: () => expect(dialog().getByText('Counting who has it…')).toBeTruthy(),
      uncounted: () => {
        shown('Who has it is not known, so nothing was deleted.');
        shown('The lesson was not found.');
      },
      confirming: async ({ context }) => {
        shown('1 class loses it. 2 not started, 0 in progress, 0 completed.');
        if (context.problem) shown('Too much to do');
        expect(await isDeleted()).toBe(false);
      },
      deleting: () =>
        expect(
          dialog()
            .getByRole('button', { name: /Delete/ })
            .getAttribute('aria-disabled'),
        ).toBe('true'),
      undoable: async () => {
        shown('“Rocks” was deleted');
        shown('You can undo this for 10 seconds.');
        expect(await isDeleted()).toBe(true);
      },
      restoring: () => expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull(),
      lost: () => shown('It could not be brought back. Try again.'),
      kept: over,
      gone: over,
      restored: async () => {
        await over();
        expect(await isDeleted()).toBe(false);
      },
    },
  },
);
