// @vitest-environment jsdom

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { profile as calls } from '../../contract/profile.ts';
import type { feedbackMachine } from '../../src/machines/profile/feedbackMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import FeedbackPage from '../../src/views/profile/FeedbackPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { feedbackModel } from '../machines/feedback.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const message = () => screen.getByLabelText<HTMLTextAreaElement>(m.account_feedback_text());
const send = () => fireEvent.submit(screen.getByRole('button', { name: 'Send' }).closest('form') as HTMLFormElement);
const hasToast = (kind: string, text: string) =>
  waitFor(() => expect(opened.notices()).toContainEqual(expect.objectContaining({ kind, text })));

describeView<typeof feedbackMachine>(feedbackModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.insertFeedback] });
    await opened.signIn('ana');
    stage.render(
      <Around app={opened.app}>
        <FeedbackPage />
      </Around>,
    );
  },
  drive: {
    'feedback.submitted': ({ entry }) => {
      fireEvent.change(message(), { target: { value: entry.text.trim() } });
      fireEvent.submit(message().closest('form') as HTMLFormElement);
    },
    'form.edited': () => fireEvent.click(screen.getByLabelText(m.account_feedback_idea())),
    'feedback.continued': () => fireEvent.click(screen.getByRole('button', { name: m.account_feedback_more() })),
    'xstate.done.actor.sendFeedback': () => opened.network.release(calls.insertFeedback),
    'xstate.error.actor.sendFeedback': ({ error }) => opened.network.fail(calls.insertFeedback, error),
  },
  see: {
    'editing.fresh': () => expect(screen.queryByRole('alert')).toBeNull(),
    'editing.typing': () => expect(screen.queryByRole('alert')).toBeNull(),
    'editing.incomplete': () => shown(m.account_feedback_incomplete()),
    'editing.refused': async ({ context }) => {
      shown(context.problem?.message ?? '');
      await hasToast('error', 'Cannot send feedback');
    },
    'editing.unreachable': async () => {
      expect(message().value, 'what was typed').toBe('More planets.');
      await hasToast('error', 'Cannot send feedback');
    },
    sending: () => expect(message().closest('form')?.getAttribute('aria-busy')).toBe('true'),
    sent: async () => {
      shown('Feedback sent successfully');
      await hasToast('success', 'Feedback sent successfully');
    },
  },
});

const openAs = async (name: string) => {
  opened = await openScreen();
  await opened.signIn(name);
  render(
    <Around app={opened.app}>
      <FeedbackPage />
    </Around>,
  );
};

it('takes a mark and a request for a training from staff, with lists as JSON text', async () => {
  await openAs('tess');
  fireEvent.click(screen.getByRole('radio', { name: m.account_feedback_adoption() }));
  fireEvent.click(screen.getByRole('radio', { name: 'Well' }));
  send();
  await waitFor(() => shown('Feedback sent successfully'));
  expect(opened.network.made(calls.adoptionFeedback)).toMatchObject([{ rating: 4 }]);
  fireEvent.click(screen.getByRole('button', { name: m.account_feedback_more() }));
  fireEvent.click(screen.getByRole('radio', { name: m.account_feedback_training() }));
  fireEvent.click(await screen.findByRole('checkbox', { name: '6' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Reports' }));
  fireEvent.click(screen.getByRole('button', { name: /School/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Lake' }));
  send();
  await waitFor(() => shown('Feedback sent successfully'));
  expect(opened.network.made(calls.scheduleRequest)).toMatchObject([
    { school_id: ids.otherSchool, grade_levels: '["6"]', primary_use: '["reports"]', preferred_date: null },
  ]);
});

it('asks students for words alone, and takes a file', async () => {
  await openAs('ana');
  expect(screen.queryByRole('radio', { name: m.account_feedback_adoption() })).toBeNull();
  fireEvent.change(message(), { target: { value: 'The moon is too slow.' } });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['%PDF-1.7'], 'moon.pdf', { type: 'application/pdf' })] } });
  await waitFor(() => shown(m.account_feedback_chosen({ name: 'moon.pdf' })));
  expect(within(message().closest('form') as HTMLFormElement).getByRole('button', { name: m.account_feedback_file_remove() })).toBeTruthy();
  send();
  await waitFor(() => shown('Feedback sent successfully'));
  const kept = await opened.network.backend.db.selectFrom('user_feedback').select(['file_name', 'media_type', 'category']).execute();
  expect(kept).toEqual([{ file_name: 'moon.pdf', media_type: 'application/pdf', category: 'problem' }]);
});
