// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { autograde } from '../../contract/autograde.ts';
import { comments } from '../../contract/comments.ts';
import { ResourceType } from '../../contract/content.ts';
import { idOf } from '../../server/content/ids.ts';
import { m } from '../../src/paraglide/messages.js';
import FeedbackPage from '../../src/views/autograde/FeedbackPage.tsx';
import { gradeFeedback } from '../../src/views/autograde/feedback.screen.ts';
import { feedbackAddress } from '../../src/views/autograde/feedbackAddress.ts';
import { Grading } from '../../src/views/autograde/Grading.tsx';
import GradeReport from '../../src/views/autograde/report.report.tsx';
import { ids, item_id } from '../server/fixtureSchool.ts';
import { makeOddClass } from '../server/oddClass.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { comment, question_index, release, resultOfAna } from './kit/comments.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { TestDevice } from './kit/device.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let result: number;
const dialog = () => within(screen.getByRole('alertdialog'));
const itemId = idOf('course/unit/sub/quiz');

/** A comment of tess's on ana's answer, and what ana answered, if she did. */
async function prepare(answer_text?: string): Promise<void> {
  const { backend } = opened.network;
  await makeOddClass(backend);
  result = await resultOfAna(backend);
  const comment_id = await comment(backend, result, 'Look again.', { feedback_language: 'en' });
  if (answer_text !== undefined) {
    await release(backend);
    const ana = await backend.signIn('ana');
    await ana.ok(comments.answerComment, { user_puid: ids.ana, result_id: result, comment_id, answer_text });
  }
  await opened.signIn('tess');
}
const page = () => (
  <AtRoute app={opened.app} address={feedbackAddress(itemId, result, question_index)} path={`/authenticated/${gradeFeedback.path}`}>
    <FeedbackPage />
  </AtRoute>
);
const stored = () => opened.network.backend.db.selectFrom('response_comment').selectAll().where('feedback_text', '<>', '').execute();

describeCommand({
  name: 'takeBackComment',
  orders: [{}],
  question: 'plain',
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [autograde.takeBackComment] });
    await prepare();
    stage.render(page());
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
      expect(await stored()).toHaveLength(1);
    },
    'ready.done': async () => {
      await waitFor(() => expect(screen.queryByText('Look again.', { selector: 'p' })).toBeNull());
      expect(await stored()).toEqual([]);
    },
    'asking.confirming': () => void dialog().getByText(m.autograde_take_back_text({ text: 'Look again.' })),
    'asking.confirming.refused': ({ context }) => shown(context.problem?.message ?? ''),
    'asking.confirming.unreachable': () => shown(/The server did not answer/),
    saving: () => waitFor(() => expect(opened.network.waiting(autograde.takeBackComment)).toBe(1)),
  },
});

const seen = () => screen.queryByRole('button', { name: new RegExp(`${m.autograde_mark_seen({ count: 1 })}$`) });

describeCommand({
  name: 'answersSeen',
  orders: [[1]],
  can: ({ type }, snapshot) => type !== 'command.given' || !snapshot.hasTag('done'),
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [autograde.markAnswersSeen] });
    await prepare('I will.');
    stage.render(page());
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

it('is written in two languages, with a place of the lesson to read again', async () => {
  opened = await openScreen();
  await prepare();
  const body = JSON.stringify({ kind: 'html', html: '<h2>Steam &amp; ice</h2><p>Text</p>' });
  await opened.network.backend.db.updateTable('content_item').set({ body }).where('item_id', '=', item_id).execute();
  const { unmount } = render(page());
  fireEvent.change(await screen.findByLabelText(m.autograde_comment()), { target: { value: 'Name the process.' } });
  fireEvent.click(screen.getByRole('button', { name: m.autograde_comment_add_es() }));
  fireEvent.change(screen.getByLabelText(m.autograde_comment_es()), { target: { value: 'Nombra el proceso.' } });
  unmount();
  render(page());
  expect((await screen.findByLabelText<HTMLTextAreaElement>(m.autograde_comment_es())).value, 'the draft').toBe('Nombra el proceso.');
  fireEvent.click(screen.getByRole('button', { name: m.autograde_place_add() }));
  fireEvent.change(await screen.findByLabelText(m.autograde_place()), { target: { value: String(item_id) } });
  fireEvent.change(screen.getByLabelText(m.autograde_place_heading()), { target: { value: 'Steam & ice' } });
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`${m.autograde_feedback_send()}$`) }));
  await screen.findByText(`${m.comments_read_again()} reading: Steam & ice`);
  expect((await stored()).at(-1)).toMatchObject({
    ...{ feedback_text: 'Name the process.', language: 'en', translation: 'Nombra el proceso.' },
    ...{ place_item_id: item_id, place_title: 'reading', place_heading: 'Steam & ice' },
  });
});

it('in one language keeps that one, also from the bank and for a group of answers', async () => {
  opened = await openScreen();
  await prepare();
  const device = new TestDevice();
  render(
    <Around app={{ ...opened.app, device: async () => device }}>
      <Grading
        input={{ resource: { itemId, itemTypeId: ResourceType.quiz, groupPuid: null }, index: question_index, isNavigatorOpen: false }}
      />
    </Around>,
  );
  await screen.findByRole('listbox');
  fireEvent.click(screen.getByRole('button', { name: m.autograde_comment_add_es() }));
  fireEvent.change(screen.getByLabelText(m.autograde_comment_es()), { target: { value: 'Nombra el proceso.' } });
  fireEvent.click(screen.getByRole('button', { name: m.autograde_comment_add() }));
  await waitFor(async () =>
    expect(
      (await stored()).filter(({ language, feedback_text }) => language === 'es' && feedback_text === 'Nombra el proceso.').length,
    ).toBeGreaterThan(0),
  );
  const bank = screen.getByLabelText<HTMLSelectElement>(m.autograde_comment_bank());
  fireEvent.change(bank, { target: { value: '0' } });
  expect(screen.getByLabelText<HTMLTextAreaElement>(m.autograde_comment_es()).value).toBe('Nombra el proceso.');
});

it('with a new answer is announced above the list of quizzes, and leads to it', async () => {
  opened = await openScreen();
  await prepare('I will.');
  render(
    <AtRoute app={opened.app} address="/authenticated/autograde/report" path="/authenticated/autograde/report">
      <GradeReport />
    </AtRoute>,
  );
  await screen.findByText(m.autograde_new_answers({ count: 1 }));
  screen.getByText('I will.');
  const link = screen.getByRole('link', { name: /quiz, question 4/ });
  expect(link.getAttribute('href')).toBe(feedbackAddress(itemId, result, question_index));
});
