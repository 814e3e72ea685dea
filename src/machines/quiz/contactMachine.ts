import { type ActorRef, sendTo, setup, spawnChild } from 'xstate';
import { type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';
import * as connection from '../connection.ts';

/** What a chart hears from the contact to the server: a moment to send what waits. */
export type ContactNews =
  | connection.Event
  /** The page is hidden, so this may be the last chance to send. */
  | { type: 'page.hidden' };

export interface ContactInput {
  listener: ActorRef<never, ContactNews>;
}

export const contactReasons: Reasons<never> = {};

/** The contact to the server, for a chart that reports how its calls ended (specification, section 9). */
export const contactMachine = setup({
  types: {
    input: {} as ContactInput,
    context: {} as ContactInput,
    events: {} as { type: 'server.reached' } | { type: 'server.missed' } | ContactNews,
    children: {} as connection.Children & { watchHiding: 'watchHiding' },
    tags: {} as 'lost',
    meta: {} as ChartMeta,
  },
  actors: { ...connection.actors, watchHiding: sourceSlot<{ type: 'page.hidden' }>('watchHiding', 'whether the page is hidden or left') },
  actions: {
    startWatching: connection.actions.startWatching,
    startWatchingHiding: spawnChild('watchHiding', { id: 'watchHiding' }),
    passOn: sendTo(
      ({ context }) => context.listener,
      (_, news: ContactNews) => news,
    ),
  },
  delays: {
    /** Time without a connection before the student is offered a file. */
    patience: 60_000,
  },
}).createMachine({
  id: 'contact',
  description: 'Whether the server can be reached, by what became of the calls that were made.',
  meta: { reasons: contactReasons },
  context: ({ input }) => input,
  entry: ['startWatching', 'startWatchingHiding'],
  on: {
    'connection.restored': {
      actions: { type: 'passOn', params: ({ event }) => event },
      description: 'The connection is back, or the student returned to the page: a good moment to send what waits.',
    },
    'page.hidden': {
      actions: { type: 'passOn', params: ({ event }) => event },
      description: 'The page is hidden: this may be the last chance to send.',
    },
    'server.reached': { description: 'One more call reached the server.' },
    'server.missed': { description: 'One more call did not reach the server.' },
  },
  initial: 'heard',
  states: {
    heard: {
      description: 'The last call reached the server, or none has been made yet.',
      on: { 'server.missed': { target: 'silent', description: 'A call did not reach the server.' } },
    },
    silent: {
      description: 'The server has been unreachable for less than a minute.',
      on: { 'server.reached': { target: 'heard', description: 'A call reached the server.' } },
      after: { patience: { target: 'lost', description: 'A minute passed without a connection.' } },
    },
    lost: {
      description: 'The server has been unreachable for a minute. The student can download the unsent answers as a file.',
      tags: 'lost',
      meta: { announce: 'quiz_lost' },
      on: { 'server.reached': { target: 'heard', description: 'A call reached the server.' } },
    },
  },
});
