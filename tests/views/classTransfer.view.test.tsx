// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { classTransfers } from '../../contract/groups.ts';
import { insertAll } from '../../server/db/upsert.ts';
import type { classTransferMachine } from '../../src/machines/groups/classTransferMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import { HandOver } from '../../src/views/groups/HandOver.tsx';
import { describeView } from '../kit/describeView.ts';
import { having } from '../kit/words.ts';
import { classTransferModel } from '../machines/classTransfer.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { AtAddress } from './kit/atAddress.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const [tim, first, count] = [1190, 1300, 8];

/** Adds a colleague, and classes of tess's, half of which were handed over before. */
async function prepare() {
  const { backend } = opened.network;
  const model = await backend.db.selectFrom('app_user').selectAll().where('user_puid', '=', ids.tess).executeTakeFirstOrThrow();
  await insertAll(backend.db, 'app_user', [{ ...model, user_puid: tim, user_name: 'tim', user_key: 'tim', first_name: 'tim' }]);
  const base = { district_id: 1, sourced_id: null, active: 1 };
  const puids = Array.from({ length: count }, (_, index) => first + index);
  await insertAll(
    backend.db,
    'class_group',
    puids.map((group_puid) => ({
      ...base,
      group_puid,
      school_id: ids.school,
      name: `Class ${group_puid}`,
      kind: 'class',
      subject: null,
      grade: null,
      period: null,
    })),
  );
  await insertAll(
    backend.db,
    'enrollment',
    puids.map((group_puid) => ({ ...base, group_puid, user_puid: ids.tess, role: 'teacher' })),
  );
  const sue = await backend.signIn('sue');
  for (const group_puid of puids.slice(0, count / 2))
    await sue.ok(classTransfers.transferClasses, { from_teacher_puid: ids.tess, to_teacher_puid: tim, group_puids: [group_puid] });
}
const dialog = () => within(screen.getByRole('alertdialog'));

describeView<typeof classTransferMachine>(classTransferModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [classTransfers.transferClasses, classTransfers.undoClassTransfer] });
    await prepare();
    await opened.signIn('sue');
    stage.render(
      <AtAddress app={opened.app} address={`/?teacher=${ids.tess}`}>
        <HandOver />
      </AtAddress>,
    );
    await screen.findByRole('rowheader', { name: `Class ${first + count - 1}` });
    await screen.findAllByRole('button', { name: /^Undo: / });
  },
  drive: {
    'transfer.asked': async () => {
      const table = await screen.findByRole('table', { name: 'Classes' });
      fireEvent.change(screen.getByLabelText(m.groups_hand_to()), { target: { value: String(tim) } });
      const [box] = await within(table).findAllByRole('checkbox', { name: /Class \d+/ });
      fireEvent.click(box as HTMLElement);
      fireEvent.click(screen.getByRole('button', { name: m.groups_hand_go({ count: 1 }) }));
    },
    'transfer.dismissed': () => fireEvent.click(dialog().getByRole('button', { name: 'Cancel' })),
    'transfer.confirmed': () => fireEvent.click(dialog().getByRole('button', { name: m.groups_hand_go({ count: 1 }) })),
    'undo.asked': async () => fireEvent.click((await screen.findAllByRole('button', { name: /^Undo: / }))[0] as HTMLElement),
    'xstate.done.actor.transfer': () => opened.network.release(classTransfers.transferClasses),
    'xstate.error.actor.transfer': ({ error }) => opened.network.fail(classTransfers.transferClasses, error),
    'xstate.done.actor.undo': () => opened.network.release(classTransfers.undoClassTransfer),
    'xstate.error.actor.undo': ({ error }) => opened.network.fail(classTransfers.undoClassTransfer, error),
  },
  see: {
    ready: () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull()),
    'ready.choosing': () => expect(screen.queryByText(m.groups_handed_over())).toBeNull(),
    'ready.moved': () => shown(m.groups_handed_over()),
    'ready.undone': () => shown(m.groups_handed_back()),
    'ready.notUndone': () => shown('A class has changed hands again since.'),
    asking: ({ context }) => {
      dialog().getByText('tess Person will no longer see these classes', { exact: false });
      if (context.problem) dialog().getByText('A class has changed hands meanwhile.');
    },
    moving: () =>
      expect(
        dialog()
          .getByRole('button', { name: having(m.groups_hand_go({ count: 1 })) })
          .getAttribute('aria-disabled'),
      ).toBe('true'),
    undoing: () => expect(screen.queryByText(m.groups_handed_back())).toBeNull(),
  },
});
