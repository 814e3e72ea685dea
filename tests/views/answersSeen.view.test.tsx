// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { autograde } from '../../contract/autograde.ts';
import { m } from '../../src/paraglide/messages.js';
import { describeCommand } from './kit/describeCommand.ts';
import { feedbackPage, prepareComment } from './kit/feedbackPage.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const seen = () => screen.queryByRole('button', { name: new RegExp(`${m.autograde_mark_seen({ count: 1 })}$`) });

describeCommand({
  name: 'answersSeen',
  orders: [[1]],
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [autograde.markAnswersSeen] });
    stage.render(feedbackPage(opened, await prepareComment(opened, 'I will.')));
    await screen.findByText('I will.');
  },
  network: () => opened.network,
  calls: { run: autograde.markAnswersSeen },
  press: { give: () => fireEvent.click(seen() as HTMLElement) },
  see: {
    'ready.fresh': () => void screen.getByText(m.comments_unread()),
    saving: () => expect(seen()?.dataset.pending).toBe('true'),
    'ready.refused': ({ context }) => void screen.getAllByText(context.problem?.message ?? ''),
    'ready.unreachable': () => void screen.getAllByText(/The server did not answer/),
    'ready.done': () => waitFor(() => expect(screen.queryByText(m.comments_unread())).toBeNull()),
  },
});
