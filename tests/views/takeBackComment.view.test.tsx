// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { autograde } from '../../contract/autograde.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeCommand } from './kit/describeCommand.ts';
import { feedbackPage, prepareComment, storedComments } from './kit/feedbackPage.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const dialog = () => within(screen.getByRole('alertdialog'));

describeCommand({
  name: 'takeBackComment',
  orders: [{}],
  question: 'plain',
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [autograde.takeBackComment] });
    stage.render(feedbackPage(opened, await prepareComment(opened)));
    await screen.findByText('Look again.', { selector: 'p' });
  },
  network: () => opened.network,
  calls: { run: autograde.takeBackComment },
  press: {
    give: () => fireEvent.click(screen.getByRole('button', { name: m.autograde_take_back() })),
    confirm: () => fireEvent.click(dialog().getByRole('button', { name: m.autograde_take_back() })),
    dismissQuestion: () => fireEvent.click(dialog().getByRole('button', { name: m.ui_cancel() })),
  },
  see: {
    'ready.fresh': async () => {
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(await storedComments(opened)).toHaveLength(1);
    },
    'ready.done': async () => {
      await waitFor(() => expect(screen.queryByText('Look again.', { selector: 'p' })).toBeNull());
      expect(await storedComments(opened)).toEqual([]);
    },
    'asking.confirming': () => void dialog().getByText(m.autograde_take_back_text({ text: 'Look again.' })),
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(autograde.takeBackComment)).toBe(1)),
  },
});
