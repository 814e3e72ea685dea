import { assign, not, setup, spawnChild } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';
import * as connection from '../connection.ts';
import * as delivery from '../delivery.ts';

/** Work waiting on this device, as shown in a list. */
export interface WaitingItem {
  /** Kind of work, which decides how it is sent. */
  kind: 'attempt';
  /** Unique within its kind. */
  id: number;
  title: string;
  /** Number of answers the server does not have. */
  count: number;
  /** `open`: a tab is working on it and sends it itself. `waiting`: sent from here. `closed`: the server does not take it any more. */
  state: 'open' | 'waiting' | 'closed';
  /** Another version of the program stored it and this one cannot read it; it is `closed`. */
  isUnreadable?: boolean;
  /** Submitted on this device, but the server does not know yet. */
  isHandedIn: boolean;
}

/** Result of a round of sending. */
export interface Sent {
  items: WaitingItem[];
  /** True if something did not reach the server. */
  isInterrupted: boolean;
}

export interface OutboxInput {
  /** Between 0 and 1: spreads out retries from many devices. Default 0. */
  chance?: number;
  /** Set if nobody is signed in or there is no connection: work is listed and can be downloaded, but is not sent. Default false. */
  isListOnly?: boolean;
}

export const outboxReasons: Reasons<'isListOnly' | 'hasWaiting' | 'isListWaiting' | 'hasUnfinished' | 'isInterrupted'> = {
  isListOnly: 'Work may be sent from here.',
  hasWaiting: 'Nothing is waiting to be sent.',
  isListWaiting: 'Nothing is waiting to be sent.',
  hasUnfinished: 'Everything left is closed, so no tab could have dropped it.',
  isInterrupted: 'Everything reached the server.',
};

const isWaiting = (items: readonly WaitingItem[]) => items.some(({ state }) => state === 'waiting');

/** Work of one person on this device that is not on the server yet and not open in any tab. */
export const outboxMachine = setup({
  types: {
    input: {} as OutboxInput,
    context: {} as delivery.Retrying & { isListOnly: boolean; items: WaitingItem[] },
    events: {} as { type: 'outbox.changed' } | delivery.Event | { type: 'item.discarded'; id: number },
    children: {} as connection.Children & { watchKept: 'watchKept' },
    tags: {} as 'busy' | 'waiting',
    meta: {} as ChartMeta,
  },
  actors: {
    ...connection.actors,
    watchKept: sourceSlot<{ type: 'outbox.changed' }>('watchKept', 'what the device keeps, in any tab'),
    listKept: actorSlot<WaitingItem[]>('listKept', 'IndexedDB: what is kept for this person'),
    sendKept: actorSlot<Sent>('sendKept', 'POST /quiz/save_answers and the submissions, one attempt after another'),
    discard: actorSlot<null, { id: number }>('discard', 'IndexedDB: forgets what the server does not take'),
  },
  actions: {
    startWatching: connection.actions.startWatching,
    startWatchingKept: spawnChild('watchKept', { id: 'watchKept' }),
    setItems: assign({ items: (_, { items }: { items: WaitingItem[] }) => items }),
    ...delivery.countFailures,
  },
  guards: {
    isListOnly: ({ context }) => context.isListOnly,
    hasWaiting: (_, { items }: { items: WaitingItem[] }) => isWaiting(items),
    isListWaiting: ({ context }) => isWaiting(context.items),
    hasUnfinished: ({ context }) => context.items.some(({ state }) => state !== 'closed'),
    isInterrupted: (_, { isInterrupted }: Sent) => isInterrupted,
  },
  delays: {
    ...delivery.delays,
    /** Changes come in bursts. */
    moment: 1_000,
    /** A crashed tab does not announce that it released an attempt. */
    look: 15_000,
  },
}).createMachine({
  id: 'outbox',
  description:
    'Answers and submissions from earlier sessions that still wait on this device. They are listed, can be downloaded, and are sent once there is a connection.',
  meta: { reasons: outboxReasons },
  context: ({ input }) => ({ chance: input.chance ?? 0, isListOnly: input.isListOnly ?? false, items: [], failures: 0 }),
  entry: ['startWatching', 'startWatchingKept'],
  initial: 'listing',
  states: {
    listing: {
      description: 'Reading what is waiting on the device.',
      invoke: {
        id: 'listKept',
        src: 'listKept',
        onDone: [
          {
            guard: 'isListOnly',
            target: 'listed',
            actions: { type: 'setItems', params: ({ event }) => ({ items: event.output }) },
            description: 'List the work without sending it.',
          },
          {
            guard: { type: 'hasWaiting', params: ({ event }) => ({ items: event.output }) },
            target: 'sending',
            actions: { type: 'setItems', params: ({ event }) => ({ items: event.output }) },
            description: 'Something is waiting that no tab has open: send it.',
          },
          {
            target: 'resting',
            actions: { type: 'setItems', params: ({ event }) => ({ items: event.output }) },
            description: 'Nothing needs to be sent from here right now.',
          },
        ],
        onError: [
          { guard: 'isListOnly', target: 'listed', description: 'The device could not be read. The previous list stays.' },
          { target: 'resting', description: 'This browser cannot store anything, so nothing is waiting.' },
        ],
      },
      on: {
        'outbox.changed': { description: 'The list is being read already.' },
        'connection.restored': { description: 'Sending follows once the list has been read.' },
      },
    },
    listed: {
      description: 'Waiting work is listed and can be downloaded. It is sent once its owner is signed in and online.',
      on: {
        'outbox.changed': { target: 'listing', description: 'A tab stored something or sent it.' },
        'connection.restored': { target: 'listing', description: 'Another tab may have sent something in the meantime.' },
      },
    },
    resting: {
      description: 'Nothing needs to be sent from here right now.',
      after: {
        look: { guard: 'hasUnfinished', target: 'listing', description: 'A tab that had an attempt open may have crashed.' },
      },
      on: {
        'outbox.changed': { target: 'noticing', description: 'A tab stored something, sent something, or closed a quiz.' },
        'item.discarded': {
          target: 'discarding',
          description: 'The student no longer needs the answers the server refused, and discards them.',
        },
        'connection.restored': { target: 'noticing', description: 'The connection is back: check for work to send.' },
      },
    },
    noticing: {
      description: 'Something changed. Waiting a second in case more changes follow.',
      after: { moment: { target: 'listing', description: 'The changes have settled: read the list.' } },
      on: {
        'outbox.changed': { description: 'More changes arrived. The list is read soon anyway.' },
        'connection.restored': { description: 'The connection is back. The list is read soon anyway.' },
        'item.discarded': { target: 'discarding', description: 'The student discards closed work.' },
      },
    },
    sending: {
      description: 'Sending one attempt after another, each under its lock. A quiz open in a tab is left to that tab.',
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'sendKept',
        src: 'sendKept',
        onDone: [
          {
            guard: { type: 'isInterrupted', params: ({ event }) => event.output },
            target: 'waiting',
            actions: [{ type: 'setItems', params: ({ event }) => event.output }, 'noteFailure'],
            description: 'Something did not get through. Keep it and retry.',
          },
          {
            target: 'resting',
            actions: [{ type: 'setItems', params: ({ event }) => event.output }, 'noteContact'],
            description: 'Everything that could be sent has been sent.',
          },
        ],
        onError: { target: 'waiting', actions: 'noteFailure', description: 'The device could not be read: retry.' },
      },
      on: {
        'outbox.changed': { description: 'Sent work is removed from the device. The updated list comes with the result.' },
        'connection.restored': { description: 'Sending is already in progress.' },
      },
    },
    waiting: {
      description: 'There is no connection, or the server is too busy. Waiting work is safe on this device.',
      tags: 'waiting',
      meta: { announce: 'quiz_outbox_waiting' },
      always: { guard: not('isListWaiting'), target: 'resting', description: 'The waiting work was opened in a tab, which sends it.' },
      after: { retry: { target: 'sending', description: 'Retries after a while, with longer waits up to 15 s.' } },
      on: {
        'connection.restored': { target: 'sending', description: 'The connection is back, or the user returned to the page.' },
        'delivery.retried': { target: 'sending', description: 'The user presses Send now.' },
        'outbox.changed': { description: 'The next attempt reads everything again.' },
        'item.discarded': { target: 'discarding', description: 'The student discards closed work.' },
      },
    },
    discarding: {
      description: 'Discarding work that the server refuses and the student no longer needs here.',
      tags: 'busy',
      invoke: {
        id: 'discard',
        src: 'discard',
        input: ({ event }) => ({ id: event.type === 'item.discarded' ? event.id : 0 }),
        onDone: { target: 'listing', description: 'The work was discarded.' },
        onError: { target: 'listing', description: 'The work could not be discarded and stays in the list.' },
      },
      on: {
        'outbox.changed': { description: 'The list is about to be read again anyway.' },
        'connection.restored': { description: 'The connection is back. The list is about to be read again anyway.' },
      },
    },
  },
});
