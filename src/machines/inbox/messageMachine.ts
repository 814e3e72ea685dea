import { assign, emit, setup } from 'xstate';
import type { UserMessage } from '../../../contract/inbox.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as form from '../form.ts';
import { failed, failure, isRefusedAs, withProblem } from '../problem.ts';

/** An answer to send. */
export interface MessageAnswer {
  message: UserMessage;
  text: string;
}

export const messageReasons: Reasons<'hasFile' | 'canBeAnswered' | 'isUnanswered' | 'isOvertaken' | 'isRefused'> = {
  hasFile: 'The message has no file.',
  canBeAnswered: 'The message already has an answer, or the new answer is empty.',
  isUnanswered: 'The message already has an answer.',
  isOvertaken: 'No other administrator has answered in the meantime.',
  ...form.reasons,
};

/** One message of a user, read and answered by an administrator (specification, section 7: feedback, schedule request, notification). */
export const messageMachine = setup({
  types: {
    context: {} as form.Context & { opened: UserMessage | null; text: string },
    events: {} as
      | { type: 'message.opened'; message: UserMessage }
      | { type: 'message.closed' }
      | { type: 'file.asked' }
      | { type: 'answer.submitted'; text: string }
      | form.Event,
    /** `message.left`: the message no longer waits for an answer. */
    emitted: {} as { type: 'file.ready'; path: string } | { type: 'answer.sent'; message: UserMessage } | { type: 'message.left' },
    tags: {} as form.Tag | 'open' | 'fetching' | 'fileless' | 'overtaken' | 'unsent',
    meta: {} as ChartMeta,
  },
  actors: {
    fetchFile: actorSlot<string, UserMessage | null>('fetchFile', 'POST /UserSetup/get_user_message_file'),
    sendAnswer: actorSlot<UserMessage, MessageAnswer | null>('sendAnswer', 'POST /UserSetup/answer_user_message'),
  },
  actions: {
    ...form.actions,
    setOpened: assign({ opened: (_, { message }: { message: UserMessage }) => message, text: '', problem: null }),
    clearOpened: assign({ opened: null, text: '', problem: null }),
    setText: assign({ text: (_, { text }: { text: string }) => text, problem: null }),
    announceFile: emit((_, { path }: { path: string }) => ({ type: 'file.ready' as const, path })),
    announceAnswer: emit((_, { message }: { message: UserMessage }) => ({ type: 'answer.sent' as const, message })),
    announceLeft: emit({ type: 'message.left' }),
  },
  guards: {
    ...form.guards,
    hasFile: ({ context }) => context.opened?.file_name != null,
    canBeAnswered: ({ context }, { text }: { text: string }) => context.opened?.answer === null && text.trim() !== '',
    isUnanswered: ({ context }) => context.opened?.answer === null,
    isOvertaken: (_, { error }: { error: unknown }) => isRefusedAs(error, 'messageAnswered'),
  },
}).createMachine({
  id: 'message',
  description: 'An administrator reads a message from a user and answers it. The sender is notified of the answer.',
  meta: { reasons: messageReasons },
  context: { opened: null, text: '', problem: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'No message is open.',
      on: {
        'message.opened': {
          target: 'reading',
          actions: { type: 'setOpened', params: ({ event }) => event },
          description: 'The administrator presses a message in the list.',
        },
      },
    },
    reading: {
      description: 'One message is open with its full text, its file, and its answer or a field for one.',
      tags: 'open',
      initial: 'fresh',
      on: {
        'message.closed': { target: 'closed', actions: 'clearOpened', description: 'The administrator goes back to the list.' },
        'file.asked': {
          guard: 'hasFile',
          target: '.fetching',
          actions: 'clearProblem',
          description: 'The administrator presses the file name.',
        },
        'answer.submitted': [
          {
            guard: { type: 'canBeAnswered', params: ({ event }) => event },
            target: 'answering',
            actions: { type: 'setText', params: ({ event }) => event },
            description: 'The administrator sends the answer.',
          },
          { guard: 'isUnanswered', target: '.incomplete', description: 'The answer is empty: the field says so.' },
        ],
      },
      states: {
        fresh: { description: 'The message is open and shows no error.' },
        typing: { description: 'The administrator is filling in the missing answer.' },
        incomplete: {
          ...form.fieldError,
          description: 'The answer is empty, and the field says so.',
          meta: { announce: 'admin_inbox_answer_missing', focus: 'answer' },
        },
        fetching: {
          description: 'Requesting a download link for the file. It expires after one minute.',
          tags: ['busy', 'fetching'],
          invoke: {
            id: 'fetchFile',
            src: 'fetchFile',
            input: ({ context }) => context.opened,
            onDone: {
              target: 'fresh',
              actions: { type: 'announceFile', params: ({ event }) => ({ path: event.output }) },
              description: 'The browser downloads the file. It is never opened in the page.',
            },
            onError: {
              target: 'fileless',
              ...withProblem,
              description: 'The link could not be fetched: show the reason.',
            },
          },
        },
        fileless: {
          description: 'The file could not be fetched. Its button tries again.',
          ...failed({ focus: 'message-problem' }, 'fileless'),
        },
        overtaken: {
          description: 'Another administrator answered first. That answer stands, and the message has left the list.',
          ...failed({ focus: 'message-problem' }, 'overtaken'),
        },
        refused: {
          description: 'The server refused the answer. The screen shows the reason and keeps the text.',
          ...failed({ focus: 'message-problem' }, 'unsent'),
        },
        unreachable: {
          description: 'There was no usable response. The text is kept, and the same button tries again.',
          ...failed({ focus: 'message-problem' }, 'unsent'),
        },
        answered: {
          description: 'The answer is shown below the message. The sender will be notified.',
          meta: { focus: 'message-answer' },
        },
      },
    },
    answering: {
      description: 'Waiting for the server to accept the answer. The button is locked.',
      tags: ['busy', 'open'],
      invoke: {
        id: 'sendAnswer',
        src: 'sendAnswer',
        input: ({ context: { opened, text } }) => opened && { message: opened, text },
        onDone: {
          target: 'reading.answered',
          actions: [
            { type: 'setOpened', params: ({ event }) => ({ message: event.output }) },
            { type: 'announceAnswer', params: ({ event }) => ({ message: event.output }) },
            'announceLeft',
          ],
          description: 'The answer is saved, and the message leaves the list of unanswered messages.',
        },
        onError: [
          {
            guard: { type: 'isOvertaken', ...failure },
            target: 'reading.overtaken',
            actions: [{ type: 'setProblem', ...failure }, 'announceLeft'],
            description: 'Another administrator answered first.',
          },
          ...form.backTo('reading'),
        ],
      },
    },
  },
});
