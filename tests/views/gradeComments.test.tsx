// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '../../src/paraglide/messages.js';
import { feedbackAddress } from '../../src/views/autograde/feedbackAddress.ts';
import GradeReport from '../../src/views/autograde/report.report.tsx';
import { item_id } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { question_id } from './kit/comments.ts';
import { feedbackPage, gradingPage, itemId, prepareComment, storedComments } from './kit/feedbackPage.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let result: number;

it('is written in two languages, with a place of the lesson to read again', async () => {
  opened = await openScreen();
  result = await prepareComment(opened);
  const body = JSON.stringify({ kind: 'html', html: '<h2>Steam &amp; ice</h2><p>Text</p>' });
  await opened.network.backend.db.updateTable('content_item').set({ body }).where('item_id', '=', item_id).execute();
  const { unmount } = render(feedbackPage(opened, result));
  fireEvent.change(await screen.findByLabelText(m.autograde_comment()), { target: { value: 'Name the process.' } });
  fireEvent.click(screen.getByRole('button', { name: m.autograde_comment_add_es() }));
  fireEvent.change(screen.getByLabelText(m.autograde_comment_es()), { target: { value: 'Nombra el proceso.' } });
  unmount();
  render(feedbackPage(opened, result));
  expect((await screen.findByLabelText<HTMLTextAreaElement>(m.autograde_comment_es())).value, 'the draft').toBe('Nombra el proceso.');
  fireEvent.click(screen.getByRole('button', { name: m.autograde_place_add() }));
  fireEvent.change(await screen.findByLabelText(m.autograde_place()), { target: { value: String(item_id) } });
  fireEvent.change(screen.getByLabelText(m.autograde_place_heading()), { target: { value: 'Steam & ice' } });
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`${m.autograde_feedback_send()}$`) }));
  await screen.findByText(`${m.comments_read_again()} reading: Steam & ice`);
  expect((await storedComments(opened)).at(-1)).toMatchObject({
    ...{ feedback_text: 'Name the process.', language: 'en', translation: 'Nombra el proceso.' },
    ...{ place_item_id: item_id, place_title: 'reading', place_heading: 'Steam & ice' },
  });
});

it('in one language keeps that one, also from the bank and for a group of answers', async () => {
  opened = await openScreen();
  result = await prepareComment(opened);
  render(gradingPage(opened));
  await screen.findByRole('listbox');
  fireEvent.click(screen.getByRole('button', { name: m.autograde_comment_add_es() }));
  fireEvent.change(screen.getByLabelText(m.autograde_comment_es()), { target: { value: 'Nombra el proceso.' } });
  fireEvent.click(screen.getByRole('button', { name: m.autograde_comment_add() }));
  await waitFor(async () =>
    expect(
      (await storedComments(opened)).filter(({ language, feedback_text }) => language === 'es' && feedback_text === 'Nombra el proceso.')
        .length,
    ).toBeGreaterThan(0),
  );
  const bank = screen.getByLabelText<HTMLSelectElement>(m.autograde_comment_bank());
  fireEvent.change(bank, { target: { value: '0' } });
  expect(screen.getByLabelText<HTMLTextAreaElement>(m.autograde_comment_es()).value).toBe('Nombra el proceso.');
});

it('with a new answer is announced above the list of quizzes, and leads to it', async () => {
  opened = await openScreen();
  result = await prepareComment(opened, 'I will.');
  render(
    <AtRoute app={opened.app} address="/authenticated/autograde/report" path="/authenticated/autograde/report">
      <GradeReport />
    </AtRoute>,
  );
  await screen.findByText(m.autograde_new_answers({ count: 1 }));
  screen.getByText('I will.');
  const link = screen.getByRole('link', { name: /quiz, question 4/ });
  expect(link.getAttribute('href')).toBe(feedbackAddress(itemId, result, question_id));
});
