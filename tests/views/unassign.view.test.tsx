// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { assigning } from '../../contract/assigning.ts';
import { m } from '../../src/paraglide/messages.js';
import { UnassignQuestion } from '../../src/views/assigning/UnassignQuestion.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let isClosed: boolean;
let isTold: boolean;

const dialog = () => within(screen.getByRole('alertdialog'));
const press = (name: string) => () => fireEvent.click(dialog().getByRole('button', { name }));
const isTaken = async () => {
  const row = await opened.network.backend.db.selectFrom('group_assignment').select('unassigned_at').executeTakeFirstOrThrow();
  return row.unassigned_at !== null;
};

describeCommand({
  name: 'unassign',
  first: 'the assignment',
  question: 'counted',
  mount: async (stage) => {
    isClosed = false;
    isTold = false;
    opened = await openScreen({ ...stage, held: [assigning.unassignNumbers, assigning.unassign] });
    const { group_assignment_id } = await assignTo(opened.network.backend, ids.freeLesson);
    await opened.signIn('tess');
    const close = () => {
      isClosed = true;
    };
    const tell = () => {
      isTold = true;
    };
    const order = { groupAssignmentId: group_assignment_id, userPuids: null };
    stage.render(
      <Around app={opened.app}>
        <UnassignQuestion order={order} name="Period 2" lessonName="Waves" onClose={close} onUnassigned={tell} />
      </Around>,
    );
  },
  network: () => opened.network,
  calls: { run: assigning.unassign, count: assigning.unassignNumbers },
  press: {
    confirm: press(m.sharing_unassign()),
    dismissQuestion: press(m.common_cancel()),
    recount: press(m.common_try_again()),
  },
  see: {
    'asking.counting': () => shown(m.sharing_unassign_counting()),
    'asking.uncounted': ({ context }) => {
      shown(m.sharing_unassign_uncounted());
      if (context.problem?.message) shown(context.problem.message);
    },
    'asking.confirming': async () => {
      shown(m.sharing_unassign_numbers({ notStarted: 2, inProgress: 0, submitted: 0 }));
      expect(await isTaken()).toBe(false);
    },
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(assigning.unassign)).toBe(1)),
    'ready.fresh': async () => {
      await waitFor(() => expect(isClosed).toBe(true));
      expect(isTold).toBe(false);
      expect(await isTaken()).toBe(false);
    },
    'ready.done': async () => {
      await waitFor(() => expect([isClosed, isTold]).toEqual([true, true]));
      expect(await isTaken()).toBe(true);
    },
  },
});
