// @vitest-environment jsdom

import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { workspace } from '../../contract/workspace.ts';
import { m } from '../../src/paraglide/messages.js';
import { Deletion } from '../../src/views/workspace/Deletion.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { buttons, press, seeCounted } from './kit/question.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let isClosed: boolean;

const first = { lessonId: ids.freeLesson, isAssignment: false };

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
const over = () => waitFor(() => expect(isClosed).toBe(true));

describeCommand({
  name: 'deletion',
  first,
  question: 'counted',
  isUndoable: true,
  isDismissible: true,
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
        <Deletion order={first} name="Rocks" onChanged={nothing} onClose={close} />
      </Around>,
    );
  },
  network: () => opened.network,
  calls: { run: workspace.deleteLesson, count: workspace.lessonUse, undo: workspace.restoreLesson },
  press: {
    confirm: press(m.workspace_delete()),
    ...buttons,
  },
  see: {
    ...seeCounted(m.workspace_delete()),
    'asking.uncounted': ({ context }) => {
      shown(m.workspace_delete_uncounted());
      if (context.problem?.message) shown(context.problem.message);
    },
    'asking.confirming': async () => {
      const numbers = m.workspace_delete_students({ notStarted: 2, inProgress: 0, completed: 0 });
      shown(`${m.workspace_delete_groups({ count: 1 })} ${numbers}`);
      expect(await isDeleted()).toBe(false);
    },
    'ready.undoable': async () => {
      shown(m.workspace_deleted({ name: 'Rocks' }));
      shown(m.workspace_delete_undo_hint());
      expect(await isDeleted()).toBe(true);
    },
    'ready.fresh': over,
    'ready.undone': async () => {
      await over();
      expect(await isDeleted()).toBe(false);
    },
  },
});
