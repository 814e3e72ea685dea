// @vitest-environment jsdom

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { inbox as calls, type UserMessage } from '../../contract/inbox.ts';
import type { inboxMachine } from '../../src/machines/inbox/inboxMachine.ts';
import { m } from '../../src/paraglide/messages.js';
import InboxPage from '../../src/views/inbox/InboxPage.tsx';
import { describeView } from '../kit/describeView.ts';
import { having } from '../kit/words.ts';
import { inboxModel } from '../machines/inbox.model.ts';
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
/** Enough additional messages that the list is cut. */
const further = Array.from({ length: 50 }, (_, at) => message(at + 3, `Idea ${at}`, null));
const { db } = { db: () => opened.network.backend.db };
/** Makes the waiting messages match the length of the chart's next list. */
const prepare = (isCut: boolean) => async () => {
  await db().deleteFrom('user_feedback').where('feedback_id', '>', 2).execute();
  if (isCut) await db().insertInto('user_feedback').values(further).execute();
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));
const dialog = () => screen.getByRole('dialog');
const field = () => within(dialog()).getByLabelText<HTMLTextAreaElement>('Answer');

describeView<typeof inboxMachine>(inboxModel, {
  mount: async (stage) => {
    opened = await openScreen({ ...stage, held: [calls.userMessages, calls.userMessageFile, calls.answerUserMessage] });
    await opened.signIn('dan');
    await db()
      .insertInto('user_feedback')
      .values([message(1, 'The clock is slow.', 'clock.pdf'), message(2, 'More moons.', null)])
      .execute();
    stage.render(
      <Around app={opened.app}>
        <InboxPage />
      </Around>,
    );
  },
  drive: {
    'inbox.retried': () => press(m.common_try_again()),
    'filter.changed': ({ filter }) => fireEvent.click(screen.getByLabelText(filter === 'open' ? m.admin_inbox_open() : 'Answered')),
    'more.asked': () => press(m.admin_inbox_more()),
    'message.opened': ({ message: { text } }: { message: UserMessage }) => press(`Read the message from tess Person: ${text}`),
    'message.closed': () => fireEvent.click(within(dialog()).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement),
    'file.asked': () => press('Save clock.pdf'),
    'answer.edited': () => fireEvent.change(field(), { target: { value: 'It' } }),
    'answer.submitted': ({ text }) => {
      fireEvent.change(field(), { target: { value: text } });
      press(m.admin_inbox_answer_send());
    },
    'xstate.done.actor.loadMessages': ({ output }) => opened.network.release(calls.userMessages, prepare(output.isCut)),
    'xstate.error.actor.loadMessages': ({ error }) => opened.network.fail(calls.userMessages, error),
    'xstate.done.actor.loadMore': () => opened.network.release(calls.userMessages),
    'xstate.error.actor.loadMore': ({ error }) => opened.network.fail(calls.userMessages, error),
    'xstate.done.actor.fetchFile': () => opened.network.release(calls.userMessageFile),
    'xstate.error.actor.fetchFile': ({ error }) => opened.network.fail(calls.userMessageFile, error),
    'xstate.done.actor.sendAnswer': () => opened.network.release(calls.answerUserMessage),
    'xstate.error.actor.sendAnswer': ({ error }) => opened.network.fail(calls.answerUserMessage, error),
  },
  see: {
    loading: () => expect(screen.queryByText('The clock is slow.')).toBeNull(),
    unavailable: () => shown('Later, please.'),
    'browsing.resting': ({ context }) => {
      expect(screen.queryByText('The clock is slow.') !== null).toBe(context.messages.some(({ message_id }) => message_id === 1));
      expect(screen.queryByRole('button', { name: m.admin_inbox_more() }) !== null).toBe(context.isCut);
    },
    'browsing.continuing': () =>
      expect(
        button(having(m.admin_inbox_more())).getAttribute('aria-disabled') ?? button(having(m.admin_inbox_more())).ariaBusy,
      ).toBeTruthy(),
    'browsing.stuck': () => shown('Later, please.'),
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
