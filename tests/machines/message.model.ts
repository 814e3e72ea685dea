import type { UserMessage } from '../../contract/inbox.ts';
import { messageMachine } from '../../src/machines/inbox/messageMachine.ts';
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

export const messageModel = defineModel({
  machine: messageMachine,
  events: [
    { type: 'message.opened', message: withFile },
    { type: 'message.opened', message: plain },
    { type: 'message.closed' },
    { type: 'file.asked' },
    { type: 'form.edited' },
    { type: 'answer.submitted', text: 'It is mended.' },
    { type: 'answer.submitted', text: '  ' },
    { type: 'xstate.done.actor.fetchFile', output: '/api/lms/UserSetup/message_file/t' },
    { type: 'xstate.error.actor.fetchFile', error: { code: 404, message: 'The file was not found.', refused: true } },
    { type: 'xstate.done.actor.sendAnswer', output: answered },
    {
      type: 'xstate.error.actor.sendAnswer',
      error: { code: 409, message: 'Someone else has already answered this message.', reason: 'messageAnswered', refused: true },
    },
    { type: 'xstate.error.actor.sendAnswer', error: { code: 403, message: 'Your role does not allow this.', refused: true } },
    { type: 'xstate.error.actor.sendAnswer', error: { code: 0, message: '' } },
  ],
  project: ({ opened, problem }) => ({ opened: opened?.message_id, isAnswered: opened?.answer !== null, problem: problem?.code }),
  // The message with a file gets the answer, and then it has left the list.
  can: (event, { context: { opened } }) =>
    event.type !== 'answer.submitted' || event.text.trim() === '' || opened?.message_id === withFile.message_id,
  keeps: {
    'xstate.done.actor.sendAnswer': { output: 'opened' },
    'answer.submitted': { text: 'text' },
    'message.opened': { message: 'opened' },
  },
  tags: {
    fetching: 'fetchFile',
    unsent: (snapshot) => snapshot.matches({ reading: 'refused' }) || snapshot.matches({ reading: 'unreachable' }),
    open: ['message.closed', 'sendAnswer'],
    fileless: (snapshot) => snapshot.matches({ reading: 'fileless' }),
    overtaken: (snapshot) => snapshot.matches({ reading: 'overtaken' }),
  },
  leads: {
    'message.closed': ['closed'],
    'xstate.done.actor.fetchFile': ['reading.fresh'],
  },
  oldProblems: ['reading.incomplete'],
  tells: {
    'file.ready': 'xstate.done.actor.fetchFile',
    'answer.sent': 'xstate.done.actor.sendAnswer',
    'message.left': (before, _event, after) =>
      !before.matches({ reading: 'overtaken' }) && (after.matches({ reading: 'answered' }) || after.matches({ reading: 'overtaken' })),
  },
  invariants: {
    'a message is open while it is read': (snapshot) => snapshot.hasTag('open') === (snapshot.context.opened !== null),
    'nothing empty is sent': (snapshot) => !snapshot.matches('answering') || snapshot.context.text.trim() !== '',
    'what has an answer is not answered again': (snapshot) => !snapshot.matches('answering') || snapshot.context.opened?.answer === null,
  },
});
