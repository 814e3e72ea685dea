import type { UserMessage } from '../../contract/inbox.ts';
import { type InboxPage, inboxMachine } from '../../src/machines/inbox/inboxMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const messageOf = (message_id: number, text: string, file_name: string | null): UserMessage => ({
  district_id: 1,
  message_id,
  kind: 'feedback',
  category: 'problem',
  rating: null,
  training: null,
  text,
  file_name,
  sent_at: '2026-03-02T15:00:00.000Z',
  sender: { name: 'tess Person', role: 2, school_name: 'Hill', district_name: 'North' },
  answer: null,
});
export const withFile = messageOf(1, 'The clock is slow.', 'clock.pdf');
export const plain = messageOf(2, 'More moons.', null);
const answered: UserMessage = { ...withFile, answer: { text: 'It is mended.', name: 'dan Person', at: '2026-03-02T16:00:00.000Z' } };
const failure = { code: 503, message: 'Later, please.' };

export const inboxModel = defineModel({
  machine: inboxMachine,
  input: { filter: 'open' },
  events: [
    { type: 'inbox.retried' },
    { type: 'filter.changed', filter: 'answered' },
    { type: 'filter.changed', filter: 'open' },
    { type: 'more.asked' },
    { type: 'message.opened', message: withFile },
    { type: 'message.opened', message: plain },
    { type: 'message.closed' },
    { type: 'file.asked' },
    { type: 'answer.edited' },
    { type: 'answer.submitted', text: 'It is mended.' },
    { type: 'answer.submitted', text: '  ' },
    { type: 'xstate.done.actor.loadMessages', output: { messages: [withFile, plain], isCut: false } },
    { type: 'xstate.done.actor.loadMessages', output: { messages: [withFile, plain], isCut: true } },
    { type: 'xstate.done.actor.loadMessages', output: { messages: [], isCut: false } },
    { type: 'xstate.error.actor.loadMessages', error: failure },
    { type: 'xstate.done.actor.loadMore', output: { messages: [plain], isCut: false } },
    { type: 'xstate.error.actor.loadMore', error: failure },
    { type: 'xstate.done.actor.fetchFile', output: '/api/lms/UserSetup/message_file/t' },
    { type: 'xstate.error.actor.fetchFile', error: { code: 404, message: 'The file was not found.', refused: true } },
    { type: 'xstate.done.actor.sendAnswer', output: answered },
    {
      type: 'xstate.error.actor.sendAnswer',
      error: { code: 409, message: 'Someone else has already answered this message.', refused: true },
    },
    { type: 'xstate.error.actor.sendAnswer', error: { code: 403, message: 'Your role does not allow this.', refused: true } },
    { type: 'xstate.error.actor.sendAnswer', error: { code: 0, message: '' } },
  ],
  project: ({ filter, messages, isCut, opened, problem }) => ({
    filter,
    isCut,
    isLeft: messages.some(({ message_id }) => message_id === withFile.message_id),
    opened: opened?.message_id,
    isAnswered: opened?.answer !== null,
    problem: problem?.code,
  }),
  // Waiting messages open from their list, and the one with a file gets the answer. The other list is empty.
  can: (event, { context: { filter, messages, opened } }) => {
    if (event.type === 'filter.changed') return event.filter !== filter;
    if (event.type === 'message.opened') return messages.some((one) => one.message_id === event.message.message_id);
    if (event.type === 'answer.submitted') return event.text.trim() === '' || opened?.message_id === withFile.message_id;
    return event.type !== 'xstate.done.actor.loadMessages' || (filter === 'open') === (event.output as InboxPage).messages.length > 0;
  },
  invariants: {
    'a message is open while it is read': (snapshot) => snapshot.hasTag('reading') === (snapshot.context.opened !== null),
    'nothing empty is sent': (snapshot) => !snapshot.matches('answering') || snapshot.context.text.trim() !== '',
    'what has an answer is not answered again': (snapshot) => !snapshot.matches('answering') || snapshot.context.opened?.answer === null,
    'no message is listed twice': ({ context: { messages } }) => new Set(messages.map((one) => one.message_id)).size === messages.length,
    'what was answered here waits no more': ({ context: { messages, opened } }) =>
      !opened?.answer || !messages.some((one) => one.message_id === opened.message_id),
  },
});
