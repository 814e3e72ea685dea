import { assign, emit, setup } from 'xstate';
import type { UserMessage } from '../../../contract/inbox.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

/** Which messages are listed: those that wait for an answer, or those that have one. */
export type InboxFilter = 'open' | 'answered';

/** A part of the list; `isCut`: there is more. */
export interface InboxPage {
  messages: UserMessage[];
  isCut: boolean;
}

/** An answer on its way. */
export interface MessageAnswer {
  message: UserMessage;
  text: string;
}

export const inboxReasons: Reasons<'hasMore' | 'hasFile' | 'canBeAnswered' | 'isUnanswered' | 'isOvertaken' | 'isRefused'> = {
  hasMore: 'All messages are listed.',
  hasFile: 'Nothing was sent beside this message.',
  canBeAnswered: 'The message has an answer already, or there are no words to send.',
  isUnanswered: 'The message has an answer already.',
  isOvertaken: 'Nobody else has answered meanwhile.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

const isSame = (a: UserMessage, b: UserMessage) => a.message_id === b.message_id && a.district_id === b.district_id;

/** Administrators read what people have sent, and answer (specification, section 7: feedback, schedule request, notification). */
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
  description: 'An administrator reads what people have sent, and answers; whoever sent it is told.',
  meta: { reasons: inboxReasons },
  context: ({ input }) => ({ filter: input.filter, messages: [], isCut: false, opened: null, text: '', problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The list is fetched from its beginning.',
      tags: 'busy',
      invoke: {
        id: 'loadMessages',
        src: 'loadMessages',
        input: ({ context }) => ({ filter: context.filter, skip: 0 }),
        onDone: {
          target: 'browsing',
          actions: { type: 'setMessages', params: ({ event }) => ({ page: event.output }) },
          description: 'It is there, perhaps empty.',
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
          description: 'The other list, before this one came.',
        },
      },
    },
    unavailable: {
      description: 'Nothing could be fetched; the screen says why and what to press.',
      tags: 'failed',
      meta: { announce: 'common_load_failed', focus: 'problem' },
      on: {
        'inbox.retried': { target: 'loading', description: 'Try again.' },
        'filter.changed': {
          target: 'loading',
          actions: { type: 'setFilter', params: ({ event }) => event },
          description: 'The other list.',
        },
      },
    },
    browsing: {
      description: 'The list is on the screen.',
      tags: 'listed',
      initial: 'resting',
      on: {
        'message.opened': {
          target: 'reading',
          actions: { type: 'setOpened', params: ({ event }) => event },
          description: '"Read" in the row of a message.',
        },
        'filter.changed': {
          target: 'loading',
          actions: { type: 'setFilter', params: ({ event }) => event },
          description: 'The other list.',
        },
      },
      states: {
        resting: {
          description: 'Nothing is under way.',
          on: { 'more.asked': { guard: 'hasMore', target: 'continuing', description: '"Show more" below the list.' } },
        },
        continuing: {
          description: 'The next part of the list is fetched; what is there stays.',
          tags: 'busy',
          invoke: {
            id: 'loadMore',
            src: 'loadMessages',
            input: ({ context }) => ({ filter: context.filter, skip: context.messages.length }),
            onDone: {
              target: 'resting',
              actions: { type: 'addMessages', params: ({ event }) => ({ page: event.output }) },
              description: 'It is added below.',
            },
            onError: {
              target: 'stuck',
              actions: { type: 'setProblem', ...failure },
              description: 'There was no usable answer.',
            },
          },
        },
        stuck: {
          description: 'The next part could not be fetched; the same button tries again.',
          tags: 'failed',
          meta: { focus: 'more-problem' },
          on: { 'more.asked': { target: 'continuing', actions: 'clearProblem', description: 'Once more.' } },
        },
      },
    },
    reading: {
      description: 'One message is open: whole, with its file, its answer or a field for one.',
      tags: 'reading',
      initial: 'fresh',
      on: {
        'message.closed': { target: 'browsing', actions: 'clearOpened', description: 'Back to the list.' },
        'file.asked': { guard: 'hasFile', target: '.fetching', actions: 'clearProblem', description: 'The name of the file is pressed.' },
        'answer.submitted': [
          {
            guard: { type: 'canBeAnswered', params: ({ event }) => event },
            target: 'answering',
            actions: { type: 'setText', params: ({ event }) => event },
            description: 'The button, with words.',
          },
          { guard: 'isUnanswered', target: '.incomplete', description: 'The button, without words.' },
        ],
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.' },
        typing: { description: 'What was missing is being filled in.' },
        incomplete: {
          description: 'There are no words in the answer.',
          tags: 'failed',
          meta: { announce: 'admin_inbox_answer_missing', focus: 'answer' },
          on: { 'answer.edited': { target: 'typing', description: 'The administrator types.' } },
        },
        fetching: {
          description: 'An address for the file is asked for: it is good for a minute.',
          tags: 'busy',
          invoke: {
            id: 'fetchFile',
            src: 'fetchFile',
            input: ({ context }) => context.opened,
            onDone: {
              target: 'fresh',
              actions: { type: 'announceFile', params: ({ event }) => ({ path: event.output }) },
              description: 'The browser saves the file; it is never opened here.',
            },
            onError: {
              target: 'fileless',
              actions: { type: 'setProblem', ...failure },
              description: 'No address: the screen says why.',
            },
          },
        },
        fileless: {
          description: 'The file could not be fetched; its button tries again.',
          tags: 'failed',
          meta: { focus: 'message-problem' },
        },
        refused: {
          description: 'The server refuses the answer, and says why; the words stay.',
          tags: ['failed', 'unsent'],
          meta: { focus: 'message-problem' },
        },
        overtaken: {
          description: 'Somebody else has answered meanwhile: theirs stands, and the message has left the list.',
          tags: 'failed',
          meta: { focus: 'message-problem' },
        },
        unreachable: {
          description: 'There was no usable answer; the words stay, and the same button tries again.',
          tags: ['failed', 'unsent'],
          meta: { focus: 'message-problem' },
        },
        answered: {
          description: 'The answer stands below the message; the sender is told at the next opportunity.',
          meta: { focus: 'message-answer' },
        },
      },
    },
    answering: {
      description: 'The answer is on its way; a second press does nothing.',
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
          description: 'It is kept, and the message has left the list of those that wait.',
        },
        onError: [
          {
            guard: { type: 'isOvertaken', ...failure },
            target: 'reading.overtaken',
            actions: ['dropOpened', { type: 'setProblem', ...failure }],
            description: 'Another administrator was first.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'reading.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The server refuses, and says why.',
          },
          {
            target: 'reading.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
  },
});
