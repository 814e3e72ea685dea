// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { assigning } from '../../contract/assigning.ts';
import { m } from '../../src/paraglide/messages.js';
import { UnassignQuestion, useUnassign } from '../../src/views/assigning/UnassignQuestion.tsx';
import { ids } from '../server/fixtureSchool.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let isTold: boolean;

const dialog = () => within(screen.getByRole('alertdialog'));
const press = (name: string) => () => fireEvent.click(dialog().getByRole('button', { name }));
const isTaken = async () => {
  const row = await opened.network.backend.db.selectFrom('group_assignment').select('unassigned_at').executeTakeFirstOrThrow();
  return row.unassigned_at !== null;
};

/** A screen that can unassign one lesson. */
function Assigned({ groupAssignmentId, onUnassigned }: { groupAssignmentId: number; onUnassigned: () => void }) {
  const command = useUnassign(onUnassigned);
  return (
    <>
      <button type="button" onClick={() => command.give({ groupAssignmentId, userPuids: null, name: 'Period 2' })}>
        Ask
      </button>
      <UnassignQuestion command={command} lessonName="Waves" />
    </>
  );
}

describeCommand({
  name: 'unassign',
  orders: ['the assignment'],
  // What is unassigned cannot be unassigned again.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  question: 'counted',
  mount: async (stage) => {
    isTold = false;
    opened = await openScreen({ ...stage, held: [assigning.unassignNumbers, assigning.unassign] });
    const { group_assignment_id } = await assignTo(opened.network.backend, ids.freeLesson);
    await opened.signIn('tess');
    const tell = () => {
      isTold = true;
    };
    stage.render(
      <Around app={opened.app}>
        <Assigned groupAssignmentId={group_assignment_id} onUnassigned={tell} />
      </Around>,
    );
  },
  network: () => opened.network,
  calls: { run: assigning.unassign, count: assigning.unassignNumbers },
  press: {
    give: () => fireEvent.click(screen.getByRole('button', { name: 'Ask' })),
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
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(isTold).toBe(false);
      expect(await isTaken()).toBe(false);
    },
    'ready.done': async () => {
      await waitFor(() => expect(isTold).toBe(true));
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(await isTaken()).toBe(true);
    },
  },
});
