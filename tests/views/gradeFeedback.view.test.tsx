// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { autograde } from '../../contract/autograde.ts';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import FeedbackPage from '../../src/views/autograde/FeedbackPage.tsx';
import { gradeFeedback } from '../../src/views/autograde/feedback.screen.ts';
import { feedbackAddress } from '../../src/views/autograde/feedbackAddress.ts';
import { ids, questionIdAt } from '../server/fixtureSchool.ts';
import { makeOddClass, odd } from '../server/oddClass.ts';
import { AtRoute, route } from './kit/atRoute.tsx';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;

async function prepare(): Promise<string> {
  const { backend } = opened.network;
  await makeOddClass(backend);
  await opened.signIn('tess');
  const { result_id } = await backend.db
    .selectFrom('attempt')
    .select('result_id')
    .where('user_puid', '=', ids.ana)
    .where('group_assignment_id', '=', odd.unscored)
    .executeTakeFirstOrThrow();
  return feedbackAddress(idOf('course/unit/sub/quiz'), result_id, questionIdAt(3));
}
const page = (address: string) => (
  <AtRoute app={opened.app} address={address} path={`/authenticated/${gradeFeedback.path}`}>
    <FeedbackPage />
  </AtRoute>
);
const comment = () => screen.getByLabelText<HTMLTextAreaElement>(m.autograde_comment());
const points = () => screen.getByLabelText<HTMLInputElement>(m.autograde_points());
const save = () => fireEvent.click(screen.getByRole('button', { name: /Save$/ }));

describeCommand({
  name: 'gradeFeedback',
  orders: [{ text: 'Name the process.', score: 1 }],
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [autograde.submitUserFeedback] });
    stage.render(page(await prepare()));
    await screen.findByLabelText(m.autograde_comment());
  },
  network: () => opened.network,
  calls: { run: autograde.submitUserFeedback },
  press: {
    give: () => {
      fireEvent.change(comment(), { target: { value: 'Name the process.' } });
      fireEvent.change(points(), { target: { value: '1' } });
      save();
    },
  },
  see: {
    'ready.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    saving: () => expect(screen.getByRole('button', { name: /Save$/ }).dataset.pending).toBe('true'),
    'ready.refused': ({ context }) => {
      shown(context.problem?.message || /./);
      expect(comment().value, 'what was typed').toBe('Name the process.');
    },
    'ready.unreachable': () => expect(comment().value, 'what was typed').toBe('Name the process.'),
    'ready.done': () => waitFor(() => expect(comment().value).toBe('')),
  },
});

it('shows the answer and its comments, keeps a draft, and refuses points that the question does not have', async () => {
  opened = await openScreen();
  const address = await prepare();
  render(page(address));
  fireEvent.change(await screen.findByLabelText(m.autograde_comment()), { target: { value: 'Name the process.' } });
  fireEvent.change(points(), { target: { value: '1,5' } });
  save();
  shown(m.autograde_feedback_bad_score({ max: '1' }));
  expect(screen.queryByText(/Person, ana/)).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: m.autograde_show_names() }));
  await screen.findByRole('heading', { level: 1, name: /Person/ });
  // The draft is there again after another page.
  fireEvent.click(screen.getByRole('link', { name: m.autograde_next_question() }));
  await screen.findByText(m.autograde_feedback_no_answer());
  route.back();
  await waitFor(() => expect(comment().value).toBe('Name the process.'));
  fireEvent.change(points(), { target: { value: '0,5' } });
  save();
  await screen.findByText(m.autograde_comment_score({ text: 'Name the process.', score: '0.5' }));
  await waitFor(() => expect(comment().value).toBe(''));
});

it('says so when the address names no answer', async () => {
  opened = await openScreen();
  await opened.signIn('tess');
  render(page(`/authenticated/${gradeFeedback.path}?id=nonsense`));
  await screen.findByRole('heading', { level: 1, name: m.autograde_feedback_gone() });
});
