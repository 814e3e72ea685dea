// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Language } from '../../contract/content.ts';
import { calls } from '../../contract/index.ts';
import { idOf } from '../../server/content/ids.ts';
import { importContent } from '../../server/content/importContent.ts';
import { m } from '../../src/paraglide/messages.js';
import EditQuestionAnswerPage from '../../src/views/itemBank/EditQuestionAnswerPage.tsx';
import { editQuestionAnswer } from '../../src/views/itemBank/editQuestionAnswer.screen.ts';
import { addressOf } from '../../src/views/screen.ts';
import { catalogue, everyType } from '../server/fixtureSchool.ts';
import { AtRoute } from './kit/atRoute.tsx';
import { installNetwork } from './kit/network.ts';
import { openScreen, shown } from './kit/screen.tsx';

installNetwork();

const item = (slug: string) => idOf(`course/unit/sub/${slug}`);

/** The form of an item's questions, after `prepare` has done something as the same administrator. */
async function openForm(slug: string, prepare?: (backend: Awaited<ReturnType<typeof openScreen>>['network']['backend']) => Promise<void>) {
  const opened = await openScreen();
  await prepare?.(opened.network.backend);
  await opened.signIn('max');
  render(
    <AtRoute app={opened.app} address={addressOf(editQuestionAnswer, item(slug))} path={`/authenticated/${editQuestionAnswer.path}`}>
      <EditQuestionAnswerPage />
    </AtRoute>,
  );
  await screen.findByRole('list', { name: m.authoring_questions() });
  return opened;
}
const texts = () => screen.getAllByRole('listitem').flatMap((one) => (one.dataset.question ? [one.textContent ?? ''] : []));

it('shows the questions that students get, and leads back to them', async () => {
  await openForm('quiz');
  shown(m.itemBank_state_published());
  expect(texts()).toHaveLength(everyType.length);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: m.authoring_title() }).value).toBe('quiz');
  expect(screen.getByRole('link', { name: m.itemBank_quizzes() })).toBeTruthy();
  expect(screen.queryByText(m.itemBank_course_new())).toBeNull();
});

it('says of a timed assessment where it is listed', async () => {
  await openForm('assessment');
  expect(screen.getByRole('link', { name: m.itemBank_assessments() })).toBeTruthy();
});

it('has no title and no minutes for the questions of a video, which has its own', async () => {
  await openForm('video');
  expect(screen.queryByRole('textbox', { name: m.authoring_title() })).toBeNull();
  expect(screen.queryByLabelText(m.authoring_minutes())).toBeNull();
});

it('shows the drawing of the course, and a field for each of its labels', async () => {
  await openForm('quiz');
  fireEvent.click(screen.getByRole('button', { name: m.authoring_open({ number: 8 }) }));
  await screen.findByText(m.itemBank_drawing());
  const labels = [1, 2].map((number) => screen.getByRole<HTMLInputElement>('textbox', { name: m.authoring_spot_text({ number }) }).value);
  expect(labels).toEqual(['heart', 'lung']);
  // The places are those of the drawing.
  expect(screen.queryByRole('button', { name: m.authoring_spot_add() })).toBeNull();
  expect(screen.queryByRole('button', { name: m.authoring_spot_remove({ number: 1 }) })).toBeNull();
});

it('says that files go without the question that has a drawing', async () => {
  const saved: Blob[] = [];
  URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  const { notices } = await openForm('quiz');
  fireEvent.click(screen.getByRole('button', { name: m.authoring_files() }));
  await screen.findByRole('menuitem', { name: m.itemBank_take_course() });
  fireEvent.click(screen.getByRole('menuitem', { name: m.authoring_export_qti() }));
  await waitFor(() => expect(saved).toHaveLength(1));
  await waitFor(() => expect(notices().at(-1)?.text).toBe(m.authoring_export_left({ count: 1 })));
});

it('offers the course’s questions after an import, takes them into the draft, and brings back the own ones', async () => {
  await openForm('quiz', async (backend) => {
    const max = await backend.signIn('max');
    const item_id = item('quiz');
    const { version, quiz } = await max.ok(calls.bankDraft, { item_id });
    const questions = quiz.questions.map((one, at) => (at === 0 ? { ...one, text: '<p>Edited here</p>' } : one));
    const saved = await max.ok(calls.saveBankDraft, { item_id, version, quiz: { ...quiz, questions } });
    await max.ok(calls.publishBankDraft, { item_id, version: saved.version });
    const again = structuredClone(catalogue);
    for (const one of again.products[0]?.units[0]?.items ?? [])
      if (one.code.endsWith('/quiz') && one.quiz) one.quiz.questions = [{ ...everyType[0]!, question_html: 'From the course' }];
    await importContent(backend.db, again);
  });
  shown(m.itemBank_course_new());
  shown(/Edited here/);
  fireEvent.click(screen.getByRole('button', { name: m.itemBank_take_course() }));
  await waitFor(() => expect(texts()).toEqual([expect.stringContaining('From the course')]));
  fireEvent.click(screen.getByRole('button', { name: m.authoring_undo() }));
  await waitFor(() => expect(texts()[0]).toContain('Edited here'));
});

it('withdraws the quiz from the library, and has its intro and its language', async () => {
  const { network } = await openForm('quiz');
  const max = await network.backend.signIn('max');
  fireEvent.click(await screen.findByRole('radio', { name: m.library_spanish() }));
  expect((await screen.findByRole('textbox', { name: m.itemBank_intro() })).textContent).toBe('Ready?');
  await waitFor(async () => expect((await max.ok(calls.bankDraft, { item_id: item('quiz') })).quiz.language_id).toBe(Language.spanish));
  fireEvent.click(screen.getByRole('button', { name: m.itemEditor_withdraw() }));
  await screen.findByRole('button', { name: m.itemEditor_offer() });
  fireEvent.click(screen.getByRole('button', { name: m.itemBank_publish() }));
  // A quiz that is published is offered.
  await screen.findByRole('button', { name: m.itemEditor_withdraw() });
});

it('leaves both to the video that has the questions', async () => {
  await openForm('video');
  expect(screen.queryByRole('button', { name: m.itemEditor_withdraw() })).toBeNull();
  expect(screen.queryByRole('radio', { name: m.library_spanish() })).toBeNull();
});

it('says that there is no such quiz', async () => {
  const { app, signIn } = await openScreen();
  await signIn('max');
  render(
    <AtRoute app={app} address={addressOf(editQuestionAnswer, item('reading'))} path={`/authenticated/${editQuestionAnswer.path}`}>
      <EditQuestionAnswerPage />
    </AtRoute>,
  );
  await screen.findByText(/The quiz was not found/);
});
