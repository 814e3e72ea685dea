import { assign, emit, setup } from 'xstate';
import type { UserMessage } from '../../../contract/inbox.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

/** Which messages are listed: unanswered or answered. */
export type InboxFilter = 'open' | 'answered';

/** One page of the list. `isCut`: there are more messages. */
export interface InboxPage {
  messages: UserMessage[];
  isCut: boolean;
}

/** An answer to send. */
export interface MessageAnswer {
  message: UserMessage;
  text: string;
}

export const inboxReasons: Reasons<'hasMore' | 'hasFile' | 'canBeAnswered' | 'isUnanswered' | 'isOvertaken' | 'isRefused'> = {
  hasMore: 'All messages are listed.',
  hasFile: 'The message has no file.',
  canBeAnswered: 'The message already has an answer, or the new answer is empty.',
  isUnanswered: 'The message already has an answer.',
  isOvertaken: 'No other administrator has answered in the meantime.',
  isRefused: 'The server did not refuse. There was no usable answer.',
};

const isSame = (a: UserMessage, b: UserMessage) => a.message_id === b.message_id && a.district_id === b.district_id;

/** Administrators read and answer users' messages (specification, section 7: feedback, schedule request, notification). */
export const inboxMachine = setup({
  types: {
    context: {} as {
      filter: InboxFilter;
      messages: UserMessage[];
      isCut: boolean;
      opened: UserMessage | null;
      text: string;
      problem: Problem | null;
    },
    input: {} as { filter: InboxFilter },
    events: {} as
      | { type: 'inbox.retried' }
      | { type: 'filter.changed'; filter: InboxFilter }
      | { type: 'more.asked' }
      | { type: 'message.opened'; message: UserMessage }
      | { type: 'message.closed' }
      | { type: 'file.asked' }
      | { type: 'answer.edited' }
      | { type: 'answer.submitted'; text: string },
    emitted: {} as { type: 'file.ready'; path: string } | { type: 'answer.sent'; message: UserMessage },
    tags: {} as 'busy' | 'failed' | 'listed' | 'reading' | 'unsent',
    meta: {} as ChartMeta,
  },
  actors: {
    loadMessages: actorSlot<InboxPage, { filter: InboxFilter; skip: number }>('loadMessages', 'GET /UserSetup/get_user_messages'),
    fetchFile: actorSlot<string, UserMessage | null>('fetchFile', 'POST /UserSetup/get_user_message_file'),
    sendAnswer: actorSlot<UserMessage, MessageAnswer | null>('sendAnswer', 'POST /UserSetup/answer_user_message'),
  },
  actions: {
    setFilter: assign({ filter: (_, { filter }: { filter: InboxFilter }) => filter, messages: [], isCut: false }),
    setMessages: assign({
      messages: (_, { page }: { page: InboxPage }) => page.messages,
      isCut: (_, { page }: { page: InboxPage }) => page.isCut,
      problem: null,
    }),
    addMessages: assign({
      messages: ({ context }, { page }: { page: InboxPage }) => [
        ...context.messages,
        ...page.messages.filter((one) => !context.messages.some((known) => isSame(known, one))),
      ],
      isCut: (_, { page }: { page: InboxPage }) => page.isCut,
      problem: null,
    }),
    setOpened: assign({ opened: (_, { message }: { message: UserMessage }) => message, text: '', problem: null }),
    clearOpened: assign({ opened: null, text: '', problem: null }),
    setText: assign({ text: (_, { text }: { text: string }) => text, problem: null }),
    setAnswered: assign({ opened: (_, { message }: { message: UserMessage }) => message, problem: null }),
    dropOpened: assign({
      messages: ({ context: { messages, opened } }) => messages.filter((one) => opened === null || !isSame(one, opened)),
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceFile: emit((_, { path }: { path: string }) => ({ type: 'file.ready' as const, path })),
    announceAnswer: emit((_, { message }: { message: UserMessage }) => ({ type: 'answer.sent' as const, message })),
  },
  guards: {
    hasMore: ({ context }) => context.isCut,
    hasFile: ({ context }) => context.opened !== null && context.opened.file_name !== null,
    canBeAnswered: ({ context }, { text }: { text: string }) => context.opened?.answer === null && text.trim() !== '',
    isUnanswered: ({ context }) => context.opened?.answer === null,
    isOvertaken: (_, { error }: { error: unknown }) => toProblem(error).code === 409,
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'inbox',
  description: 'An administrator reads and answers messages from users. The sender is notified of the answer.',
  meta: { reasons: inboxReasons },
  context: ({ input }) => ({ filter: input.filter, messages: [], isCut: false, opened: null, text: '', problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the first page of the list.',
      tags: 'busy',
      invoke: {
        id: 'loadMessages',
        src: 'loadMessages',
        input: ({ context }) => ({ filter: context.filter, skip: 0 }),
        onDone: {
          target: 'browsing',
          actions: { type: 'setMessages', params: ({ event }) => ({ page: event.output }) },
          description: 'The list has loaded. It may be empty.',
        },
        onError: {
          target: 'unavailable',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer.',
        },
      },
      on: {
        'filter.changed': {
          target: 'loading',
          reenter: true,
          actions: { type: 'setFilter', params: ({ event }) => event },
          description: 'The administrator switches lists before this one has loaded.',
        },
      },
    },
    unavailable: {
      description: 'The list could not be loaded. The screen shows the reason and offers Try again.',
      tags: 'failed',
      meta: { announce: 'common_load_failed', focus: 'problem' },
      on: {
        'inbox.retried': { target: 'loading', description: 'The administrator presses Try again.' },
        'filter.changed': {
          target: 'loading',
          actions: { type: 'setFilter', params: ({ event }) => event },
          description: 'The administrator switches to the other list.',
        },
      },
    },
    browsing: {
      description: 'The list of messages is on the screen.',
      tags: 'listed',
      initial: 'resting',
      on: {
        'message.opened': {
          target: 'reading',
          actions: { type: 'setOpened', params: ({ event }) => event },
          description: 'The administrator presses "Read" next to a message.',
        },
        'filter.changed': {
          target: 'loading',
          actions: { type: 'setFilter', params: ({ event }) => event },
          description: 'The administrator switches to the other list.',
        },
      },
      states: {
        resting: {
          description: 'Waiting for the administrator to open a message or ask for more.',
          on: {
            'more.asked': { guard: 'hasMore', target: 'continuing', description: 'The administrator presses "Show more" below the list.' },
          },
        },
        continuing: {
          description: 'Loading the next page. The messages above stay on the screen.',
          tags: 'busy',
          invoke: {
            id: 'loadMore',
            src: 'loadMessages',
            input: ({ context }) => ({ filter: context.filter, skip: context.messages.length }),
            onDone: {
              target: 'resting',
              actions: { type: 'addMessages', params: ({ event }) => ({ page: event.output }) },
              description: 'The next page has loaded: append it.',
            },
            onError: {
              target: 'stuck',
              actions: { type: 'setProblem', ...failure },
              description: 'There was no usable answer.',
            },
          },
        },
        stuck: {
          description: 'The next page could not be loaded. The same button tries again.',
          tags: 'failed',
          meta: { focus: 'more-problem' },
          on: {
            'more.asked': { target: 'continuing', actions: 'clearProblem', description: 'The administrator presses "Show more" again.' },
          },
        },
      },
    },
    reading: {
      description: 'One message is open with its full text, its file, and its answer or a field for one.',
      tags: 'reading',
      initial: 'fresh',
      on: {
        'message.closed': { target: 'browsing', actions: 'clearOpened', description: 'The administrator goes back to the list.' },
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
          description: 'The answer is empty, and the field says so.',
          tags: 'failed',
          meta: { announce: 'admin_inbox_answer_missing', focus: 'answer' },
          on: { 'answer.edited': { target: 'typing', description: 'The administrator types: clear the error.' } },
        },
        fetching: {
          description: 'Requesting a download link for the file. It expires after one minute.',
          tags: 'busy',
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
              actions: { type: 'setProblem', ...failure },
              description: 'The link could not be fetched: show the reason.',
            },
          },
        },
        fileless: {
          description: 'The file could not be fetched. Its button tries again.',
          tags: 'failed',
          meta: { focus: 'message-problem' },
        },
        refused: {
          description: 'The server refused the answer. The screen shows the reason and keeps the text.',
          tags: ['failed', 'unsent'],
          meta: { focus: 'message-problem' },
        },
        overtaken: {
          description: 'Another administrator answered first. That answer stands, and the message has left the list.',
          tags: 'failed',
          meta: { focus: 'message-problem' },
        },
        unreachable: {
          description: 'There was no usable response. The text is kept, and the same button tries again.',
          tags: ['failed', 'unsent'],
          meta: { focus: 'message-problem' },
        },
        answered: {
          description: 'The answer is shown below the message. The sender will be notified.',
          meta: { focus: 'message-answer' },
        },
      },
    },
    answering: {
      description: 'Waiting for the server to accept the answer. The button is locked.',
      tags: ['busy', 'reading'],
      invoke: {
        id: 'sendAnswer',
        src: 'sendAnswer',
        input: ({ context: { opened, text } }) => opened && { message: opened, text },
        onDone: {
          target: 'reading.answered',
          actions: [
            'dropOpened',
            { type: 'setAnswered', params: ({ event }) => ({ message: event.output }) },
            { type: 'announceAnswer', params: ({ event }) => ({ message: event.output }) },
          ],
          description: 'The answer is saved, and the message leaves the list of unanswered messages.',
        },
        onError: [
          {
            guard: { type: 'isOvertaken', ...failure },
            target: 'reading.overtaken',
            actions: ['dropOpened', { type: 'setProblem', ...failure }],
            description: 'Another administrator answered first.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'reading.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The server refused: keep the text and show the reason.',
          },
          {
            target: 'reading.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no response, or it was unreadable.',
          },
        ],
      },
    },
  },
});
