// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { inbox as calls, type UserMessage } from '../../contract/inbox.ts';
import type { messageMachine } from '../../src/machines/inbox/messageMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import Inbox from '../../src/views/inbox/inbox.records.tsx';
import { describeView } from '../kit/describeView.ts';
import { messageModel } from '../machines/message.model.ts';
import { ids } from '../server/fixtureSchool.ts';
import { installNetwork } from './kit/network.ts';
import { Around, openScreen, type Screen, shown } from './kit/screen.tsx';

installNetwork();

let opened: Screen;
const message = (feedback_id: number, feedback_text: string, file_name: string | null) => ({
  district_id: 1,
  feedback_id,
  user_puid: ids.tess,
  kind: 'feedback' as const,
  category: 'problem' as const,
  rating: null,
  feedback_text,
  file_name,
  media_type: file_name === null ? null : 'application/pdf',
  content: file_name === null ? null : 'JVBERi0=',
  created_at: feedback_id,
});
const db = () => opened.network.backend.db;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));
const dialog = () => screen.getByRole('dialog');
const field = () => within(dialog()).getByLabelText<HTMLTextAreaElement>('Answer');

describeView<typeof messageMachine>(messageModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.userMessageFile, calls.answerUserMessage] });
    await opened.signIn('dan');
    await db()
      .insertInto('user_feedback')
      .values([message(1, 'The clock is slow.', 'clock.pdf'), message(2, 'More moons.', null)])
      .execute();
    stage.render(
      <Around app={opened.app}>
        <Inbox />
      </Around>,
    );
    await screen.findByText('The clock is slow.');
  },
  drive: {
    'message.opened': ({ message: { text } }: { message: UserMessage }) => press(`Read the message from tess Person: ${text}`),
    'message.closed': () => fireEvent.click(within(dialog()).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement),
    'file.asked': () => press('Save clock.pdf'),
    'form.edited': () => fireEvent.change(field(), { target: { value: 'It' } }),
    'answer.submitted': ({ text }) => {
      fireEvent.change(field(), { target: { value: text } });
      press(m.admin_inbox_answer_send());
    },
    'xstate.done.actor.fetchFile': () => opened.network.release(calls.userMessageFile),
    'xstate.error.actor.fetchFile': ({ error }) => opened.network.fail(calls.userMessageFile, error),
    'xstate.done.actor.sendAnswer': () => opened.network.release(calls.answerUserMessage),
    'xstate.error.actor.sendAnswer': ({ error }) => opened.network.fail(calls.answerUserMessage, error),
  },
  see: {
    closed: () => expect(screen.queryByRole('dialog')).toBeNull(),
    'reading.fresh': ({ context }) => {
      within(dialog()).getByText(context.opened?.text ?? '');
      expect(within(dialog()).queryByRole('alert')).toBeNull();
    },
    'reading.typing': () => expect(within(dialog()).queryByText(m.admin_inbox_answer_missing())).toBeNull(),
    'reading.incomplete': () => within(dialog()).getByText(m.admin_inbox_answer_missing()),
    'reading.fetching': () => within(dialog()).getByText('The clock is slow.'),
    'reading.fileless': () => shown('The file was not found.'),
    'reading.refused': () => {
      shown('Your role does not allow this.');
      expect(field().value, 'what was written').toBe('It is mended.');
    },
    'reading.overtaken': () => shown('Someone else has already answered this message.'),
    'reading.unreachable': () => expect(field().value, 'what was written').toBe('It is mended.'),
    'reading.answered': async () => {
      within(dialog()).getByText('It is mended.');
      await waitFor(() =>
        expect(opened.notices()).toContainEqual(expect.objectContaining({ kind: 'success', text: 'Your answer to tess Person is sent' })),
      );
    },
    answering: () => expect(field().readOnly).toBe(true),
  },
});
