import { assign, not, setup, spawnChild } from 'xstate';
import { retryPause } from '../../../common/retry.ts';
import { actorSlot, type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';

/** Something that waits on this device, as a list shows it. */
export interface WaitingItem {
  /** What it is: decides how it is sent. */
  kind: 'attempt';
  /** Names it among its kind. */
  id: number;
  title: string;
  /** Answers that the server does not have. */
  count: number;
  /** `open`: a tab works on it and sends it itself. `waiting`: it is sent from here. `closed`: the server does not take it any more. */
  state: 'open' | 'waiting' | 'closed';
  /** Handed in on this device, and the server does not know it yet. */
  isHandedIn: boolean;
}

/** What a round of sending left. */
export interface Sent {
  items: WaitingItem[];
  /** Something did not reach the server. */
  isInterrupted: boolean;
}

export interface OutboxInput {
  /** Between 0 and 1: spreads the attempts of many devices. Default 0. */
  chance?: number;
  /** Nobody is signed in, or there is no connection to send over: what waits is listed and can be had as a file. Default false. */
  isListOnly?: boolean;
}

export const outboxReasons: Reasons<'isListOnly' | 'hasWaiting' | 'isListWaiting' | 'hasUnfinished' | 'isInterrupted'> = {
  isListOnly: 'What waits is sent from here.',
  hasWaiting: 'Nothing waits.',
  isListWaiting: 'Nothing waits.',
  hasUnfinished: 'Nothing is left that a tab could have dropped.',
  isInterrupted: 'Everything reached the server.',
};

const isWaiting = (items: readonly WaitingItem[]) => items.some(({ state }) => state === 'waiting');

/** What one person's work on this device has not yet brought to the server, of all attempts that no tab has open. */
export const outboxMachine = setup({
  types: {
    input: {} as OutboxInput,
    context: {} as { chance: number; isListOnly: boolean; items: WaitingItem[]; failures: number },
    events: {} as
      | { type: 'outbox.changed' }
      | { type: 'outbox.retried' }
      | { type: 'item.discarded'; id: number }
      | { type: 'connection.restored' },
    children: {} as { watchKept: 'watchKept' },
    tags: {} as 'busy' | 'waiting',
    meta: {} as ChartMeta,
  },
  actors: {
    watchKept: sourceSlot<{ type: 'outbox.changed' } | { type: 'connection.restored' }>(
      'watchKept',
      'what the device keeps, in any tab, and the connection',
    ),
    listKept: actorSlot<WaitingItem[]>('listKept', 'IndexedDB: what is kept for this person'),
    sendKept: actorSlot<Sent>('sendKept', 'POST /quiz/save_answers and the submissions, one attempt after another'),
    discard: actorSlot<null, { id: number }>('discard', 'IndexedDB: forgets what the server does not take'),
  },
  actions: {
    startWatching: spawnChild('watchKept', { id: 'watchKept' }),
    setItems: assign({ items: (_, { items }: { items: WaitingItem[] }) => items }),
    noteFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    noteContact: assign({ failures: 0 }),
  },
  guards: {
    isListOnly: ({ context }) => context.isListOnly,
    hasWaiting: (_, { items }: { items: WaitingItem[] }) => isWaiting(items),
    isListWaiting: ({ context }) => isWaiting(context.items),
    hasUnfinished: ({ context }) => context.items.some(({ state }) => state !== 'closed'),
    isInterrupted: (_, { isInterrupted }: Sent) => isInterrupted,
  },
  delays: {
    /** Changes come in swarms. */
    moment: 1_000,
    retry: ({ context }) => retryPause(context.failures, context.chance),
    /** A tab that dies tells nobody that it has let go. */
    look: 15_000,
  },
}).createMachine({
  id: 'outbox',
  description:
    'Answers and submissions of earlier sittings that still wait on this device: sent as soon as there is a connection, listed, and to be had as a file.',
  meta: { reasons: outboxReasons },
  context: ({ input }) => ({ chance: input.chance ?? 0, isListOnly: input.isListOnly ?? false, items: [], failures: 0 }),
  entry: 'startWatching',
  initial: 'listing',
  states: {
    listing: {
      description: 'The device says what it has.',
      invoke: {
        id: 'listKept',
        src: 'listKept',
        onDone: [
          {
            guard: 'isListOnly',
            target: 'listed',
            actions: { type: 'setItems', params: ({ event }) => ({ items: event.output }) },
            description: 'It is shown, and no more.',
          },
          {
            guard: { type: 'hasWaiting', params: ({ event }) => ({ items: event.output }) },
            target: 'sending',
            actions: { type: 'setItems', params: ({ event }) => ({ items: event.output }) },
            description: 'Something waits that no tab has open.',
          },
          {
            target: 'resting',
            actions: { type: 'setItems', params: ({ event }) => ({ items: event.output }) },
            description: 'Nothing is to be sent from here.',
          },
        ],
        onError: [
          { guard: 'isListOnly', target: 'listed', description: 'What was read last stays.' },
          { target: 'resting', description: 'This browser keeps nothing, so nothing waits.' },
        ],
      },
      on: {
        'outbox.changed': { description: 'The list is being made.' },
        'connection.restored': { description: 'It is sent after the list.' },
      },
    },
    listed: {
      description: 'What waits is shown and can be had as a file; it is sent once its owner is signed in with a connection.',
      on: {
        'outbox.changed': { target: 'listing', description: 'A tab has kept something, or sent it.' },
        'connection.restored': { target: 'listing', description: 'Meanwhile another tab may have sent it.' },
      },
    },
    resting: {
      description: 'Nothing is to be sent from here.',
      after: {
        look: { guard: 'hasUnfinished', target: 'listing', description: 'The tab that had it open may be gone without a word.' },
      },
      on: {
        'outbox.changed': { target: 'noticing', description: 'A tab has kept something, sent something, or closed a quiz.' },
        'item.discarded': { target: 'discarding', description: 'The student has what the server does not take, and clears it away.' },
        'connection.restored': { target: 'noticing', description: 'A good moment to look.' },
      },
    },
    noticing: {
      description: 'Something has changed; more may come.',
      after: { moment: { target: 'listing', description: 'It is quiet enough to look.' } },
      on: {
        'outbox.changed': { description: 'More has changed.' },
        'connection.restored': { description: 'It is looked at anyway.' },
        'item.discarded': { target: 'discarding', description: 'The student clears something away.' },
      },
    },
    sending: {
      description: 'One attempt after another is sent, each under its lock: a quiz that is open in a tab is left to that tab.',
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'sendKept',
        src: 'sendKept',
        onDone: [
          {
            guard: { type: 'isInterrupted', params: ({ event }) => event.output },
            target: 'waiting',
            actions: [{ type: 'setItems', params: ({ event }) => event.output }, 'noteFailure'],
            description: 'Something did not get through; it stays.',
          },
          {
            target: 'resting',
            actions: [{ type: 'setItems', params: ({ event }) => event.output }, 'noteContact'],
            description: 'Everything that can be sent is sent.',
          },
        ],
        onError: { target: 'waiting', actions: 'noteFailure', description: 'The device did not tell: try again.' },
      },
      on: {
        'outbox.changed': { description: 'What was sent is kept no more; the list comes with the answer.' },
        'connection.restored': { description: 'It is being sent.' },
      },
    },
    waiting: {
      description: 'There is no connection, or the server has no time: what waits is safe on this device.',
      tags: 'waiting',
      meta: { announce: 'quiz_outbox_waiting' },
      always: { guard: not('isListWaiting'), target: 'resting', description: 'What waited has been opened in a tab.' },
      after: { retry: { target: 'sending', description: 'Try again after a while, longer each time up to 15 s.' } },
      on: {
        'connection.restored': { target: 'sending', description: 'The connection is back, or the person is.' },
        'outbox.retried': { target: 'sending', description: 'The person presses Send now.' },
        'outbox.changed': { description: 'The next attempt looks at everything.' },
        'item.discarded': { target: 'discarding', description: 'The student clears something away.' },
      },
    },
    discarding: {
      description: 'The device forgets what the server does not take and the student has elsewhere.',
      tags: 'busy',
      invoke: {
        id: 'discard',
        src: 'discard',
        input: ({ event }) => ({ id: event.type === 'item.discarded' ? event.id : 0 }),
        onDone: { target: 'listing', description: 'It is forgotten.' },
        onError: { target: 'listing', description: 'It could not be forgotten, and stays in the list.' },
      },
      on: {
        'outbox.changed': { description: 'The list is made anew in a moment.' },
        'connection.restored': { description: 'It is looked at in a moment.' },
      },
    },
  },
});
