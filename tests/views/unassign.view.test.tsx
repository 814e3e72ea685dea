// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { assigning } from '../../contract/assigning.ts';
import type { unassignMachine } from '../../src/machines/assign/unassignMachine.ts';
import { UnassignQuestion } from '../../src/views/sharing/UnassignQuestion.tsx';
import { describeView } from '../kit/describeView.ts';
import { unassignModel } from '../machines/unassign.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let isClosed: boolean;

const dialog = () => within(screen.getByRole('alertdialog'));
const press = (name: string) => () => fireEvent.click(dialog().getByRole('button', { name }));
const isTaken = async () => {
  const row = await opened.network.backend.db.selectFrom('group_assignment').select('unassigned_at').executeTakeFirstOrThrow();
  return row.unassigned_at !== null;
};

describeView<typeof unassignMachine>(unassignModel, {
  mount: async (stage) => {
    isClosed = false;
    opened = await openScreen({ ...stage, held: [assigning.unassignNumbers, assigning.unassign] });
    const { group_assignment_id } = await assignTo(opened.network.backend, ids.freeLesson);
    await opened.signIn('tess');
    const close = () => {
      isClosed = true;
    };
    const order = { groupAssignmentId: group_assignment_id, userPuids: null };
    stage.render(
      <Around app={opened.app}>
        <UnassignQuestion order={order} name="Period 2" lessonName="Waves" onClose={close} onUnassigned={() => {}} />
      </Around>,
    );
  },
  drive: {
    'unassign.confirmed': press('Unassign'),
    'unassign.cancelled': press('Cancel'),
    'unassign.retried': press('Try again'),
    'xstate.done.actor.countStudents': () => opened.network.release(assigning.unassignNumbers),
    'xstate.error.actor.countStudents': ({ error }) => opened.network.fail(assigning.unassignNumbers, error),
    'xstate.done.actor.unassignLesson': () => opened.network.release(assigning.unassign),
    'xstate.error.actor.unassignLesson': ({ error }) => opened.network.fail(assigning.unassign, error),
  },
  see: {
    counting: () => shown('Counting how far the students are…'),
    uncounted: () => {
      shown('How far the students are is not known, so nothing was unassigned.');
      shown('The assignment was not found.');
    },
    confirming: async ({ context }) => {
      shown('2 not started, 0 in progress, 0 submitted');
      if (context.problem) shown('Too much to do');
      expect(await isTaken()).toBe(false);
    },
    unassigning: () => expect(opened.network.waiting(assigning.unassign)).toBe(1),
    kept: () => waitFor(() => expect(isClosed).toBe(true)),
    unassigned: async () => {
      await waitFor(() => expect(isClosed).toBe(true));
      expect(await isTaken()).toBe(true);
    },
  },
});
