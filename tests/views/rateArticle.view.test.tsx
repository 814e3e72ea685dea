// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { profile } from '../../contract/profile.ts';
import { m } from '../../src/paraglide/messages.js';
import { Useful } from '../../src/views/help/Useful.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const title = 'Take a quiz';
const missing = 'How to print it.';
const kept = async () =>
  (await opened.network.backend.db.selectFrom('user_feedback').select(['category', 'feedback_text']).execute()).map((row) =>
    Object.values(row),
  );

describeCommand({
  name: 'rateArticle',
  orders: [{ isUseful: false, text: missing }],
  // It is answered once.
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [profile.insertFeedback] });
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <Useful title={title} />
      </Around>,
    );
    fireEvent.click(screen.getByRole('button', { name: m.help_useful_no() }));
    fireEvent.change(screen.getByLabelText(m.help_missing()), { target: { value: missing } });
  },
  network: () => opened.network,
  calls: { run: profile.insertFeedback },
  press: { give: () => fireEvent.click(screen.getByRole('button', { name: m.account_feedback_send() })) },
  see: {
    'ready.fresh': async () => expect(await kept()).toEqual([]),
    'ready.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'ready.unreachable': () => shown(m.account_feedback_failed()),
    'ready.done': async () => {
      await waitFor(() => shown(m.help_thanks()));
      expect(await kept()).toEqual([['problem', `${m.help_was_not_useful({ title })}. ${missing}`]]);
    },
    saving: () => waitFor(() => expect(opened.network.waiting(profile.insertFeedback)).toBe(1)),
  },
});
