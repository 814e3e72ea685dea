// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { comments as calls } from '../../contract/comments.ts';
import { m } from '../../src/paraglide/messages.js';
import { ReleasedReview } from '../../src/views/quiz/ReleasedReview.tsx';
import AllAssignmentsPage from '../../src/views/student/AllAssignmentsPage.tsx';
import DashboardPage from '../../src/views/student/DashboardPage.tsx';
import { ids, item_id, resourceIds } from '../server/fixtureSchool.ts';
import { makeOddClass } from '../server/oddClass.ts';
import { comment, release, resultOfAna } from './kit/comments.ts';
import { describeCommand } from './kit/describeCommand.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
let result: number;

async function prepare(...given: [string, object?][]): Promise<void> {
  const { backend } = opened.network;
  await makeOddClass(backend);
  result = await resultOfAna(backend);
  for (const [text, more] of given) await comment(backend, result, text, more);
  await release(backend);
  await opened.signIn('ana');
}
const review = () => (
  <Around app={opened.app}>
    <ReleasedReview resultId={result} />
  </Around>
);

describeCommand({
  name: 'commentsRead',
  orders: [[1]],
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.markCommentsRead] });
    await prepare(['Look again.']);
    stage.render(review());
    await screen.findByText('Look again.');
  },
  network: () => opened.network,
  calls: { run: calls.markCommentsRead },
  press: { give: () => fireEvent.click(screen.getByRole('button', { name: new RegExp(`${m.comments_mark_all()}$`) })) },
  // There is nothing left to mark.
  can: (event, snapshot) => event.type !== 'command.given' || !snapshot.hasTag('done'),
  see: {
    'ready.fresh': () => void screen.getByText(m.comments_unread()),
    saving: () => expect(screen.getByRole('button', { name: new RegExp(`${m.comments_mark_all()}$`) }).dataset.pending).toBe('true'),
    'ready.refused': () => shown(m.comments_not_marked()),
    'ready.unreachable': () => shown(m.comments_not_marked()),
    'ready.done': () => waitFor(() => expect(screen.queryByText(m.comments_unread())).toBeNull()),
  },
});

it('shows each comment in the language of the student, or names the other, with its place in the lesson', async () => {
  opened = await openScreen();
  const place = { item_id, place_title: 'reading', heading: 'Steam & ice' };
  await prepare(
    ['Look again.', { feedback_language: 'en', feedback_translation: 'Mira otra vez.', place }],
    ['Mira la unidad.', { feedback_language: 'es', place: { item_id: 77, place_title: 'Old reading' } }],
    ['<b>Both</b>'],
  );
  render(review());
  expect((await screen.findByText('Look again.')).lang).toBe('en');
  expect(screen.queryByText('Mira otra vez.')).toBeNull();
  const spanish = screen.getByText('Mira la unidad.');
  expect(spanish.lang).toBe('es');
  within(spanish.closest('li') as HTMLElement).getByText(m.comments_written_es());
  screen.getByText('<b>Both</b>');
  const link = screen.getByRole('link', { name: m.comments_place({ title: 'reading', heading: 'Steam & ice' }) });
  const query = new URL(link.getAttribute('href') ?? '', 'http://x').searchParams;
  expect(query.get('resource')).toBe(String(resourceIds(ids.freeLesson).reading));
  expect(query.get('heading')).toBe('Steam & ice');
  screen.getByText(new RegExp(m.comments_place_gone({ place: 'Old reading' }).replace(/[()]/g, '\\$&')));
  expect(screen.queryByRole('link', { name: 'Old reading' })).toBeNull();
});

it('says that an answer waits for its points, which is not wrong', async () => {
  opened = await openScreen();
  await prepare();
  render(review());
  const waiting = (await screen.findByText(m.quiz_review_waits())).closest('li') as HTMLElement;
  expect(within(waiting).queryByText(m.quiz_review_wrong())).toBeNull();
  screen.getByText(m.quiz_review_still_waiting({ count: 1 }));
});

it('keeps a draft over a reload, and deletes it when it is sent', async () => {
  opened = await openScreen();
  await prepare(['Look again.']);
  const { unmount } = render(review());
  fireEvent.click(await screen.findByRole('button', { name: m.comments_answer_open() }));
  fireEvent.change(screen.getByLabelText(m.comments_answer()), { target: { value: 'Because of the tilt' } });
  unmount();
  render(review());
  fireEvent.click(await screen.findByRole('button', { name: m.comments_answer_continue() }));
  expect(screen.getByLabelText<HTMLTextAreaElement>(m.comments_answer()).value).toBe('Because of the tilt');
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`${m.comments_answer_send()}$`) }));
  await screen.findByText('Because of the tilt');
  await waitFor(() => expect(screen.queryByText(m.comments_unread())).toBeNull());
  expect(screen.queryByRole('button', { name: m.comments_answer_open() })).toBeNull();
  expect(screen.queryByRole('button', { name: m.comments_answer_continue() })).toBeNull();
});

it('disappears once the result was taken back', async () => {
  opened = await openScreen();
  await prepare(['Look again.']);
  render(review());
  await screen.findByText('Look again.');
  await release(opened.network.backend, false);
  fireEvent.click(screen.getByRole('button', { name: m.comments_mark_read() }));
  shownLater(await screen.findAllByText(/taken this result back/));
});
const shownLater = (found: unknown[]) => expect(found.length).toBeGreaterThan(0);

it('is announced on the home page and in the list, with a link to the quiz', async () => {
  opened = await openScreen();
  await prepare(['Look again.'], ['And the unit.']);
  const { unmount } = render(
    <Around app={opened.app}>
      <DashboardPage />
    </Around>,
  );
  const expected = `resource=${resourceIds(ids.freeLesson).quiz}`;
  const link = await screen.findByRole('link', { name: m.comments_new({ count: 2 }) });
  expect(link.getAttribute('href')).toContain(expected);
  unmount();
  render(
    <Around app={opened.app}>
      <AllAssignmentsPage />
    </Around>,
  );
  expect((await screen.findByRole('link', { name: m.comments_new({ count: 2 }) })).getAttribute('href')).toContain(expected);
});
