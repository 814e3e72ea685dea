import { assign, setup, stateIn } from 'xstate';
import * as attention from '../attention.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as delivery from '../delivery.ts';
import { failure } from '../problem.ts';

/** The piece of content that was opened. */
export interface ContentTrackingInput {
  userPuid: number;
  itemId: number;
  itemTypeId: number;
  /** 0 outside a lesson. */
  lessonId: number;
  /** Between 0 and 1: spreads out retries from many devices. Default 0. */
  chance?: number;
}

/** Payload of the end event. */
export interface ContentEnd {
  userPuid: number;
  contentTrackId: number;
  /** Seconds of attention. */
  timeSpent: number;
}

interface Context extends delivery.Retrying {
  input: ContentTrackingInput;
  /** 0 until the server has assigned one. */
  contentTrackId: number;
  seconds: number;
}

export const contentTrackingReasons: Reasons<'isLeft' | 'isPassing'> = {
  isLeft: 'The content is still open.',
  isPassing: delivery.reasons.isPassing,
};

/**
 * Tracks the time on one piece of content: a start event, which returns the content track id, and an end event (specification,
 * sections 4 and 7). One actor per opening. Failures are only logged.
 */
export const contentTrackingMachine = setup({
  types: {
    input: {} as ContentTrackingInput,
    context: {} as Context,
    events: {} as
      | attention.Event
      /** The user goes to another screen, or the page is closed. */
      | { type: 'content.left' },
    tags: {} as attention.Tag,
    meta: {} as ChartMeta,
  },
  actors: {
    startTracking: actorSlot<number, ContentTrackingInput>('startTracking', 'POST /ContentTracking/start_content_tracking'),
    endTracking: actorSlot<null, ContentEnd>('endTracking', 'POST /ContentTracking/end_content_tracking'),
  },
  actions: {
    noteFailure: delivery.actions.noteFailure,
    setTrack: assign({ contentTrackId: (_, { id }: { id: number }) => id }),
    countSecond: assign({ seconds: ({ context }) => context.seconds + 1 }),
  },
  guards: { isLeft: stateIn({ attention: 'over' }), isPassing: delivery.guards.isPassing },
  delays: { ...delivery.delays, ...attention.delays, glance: 1_250 },
}).createMachine({
  id: 'contentTracking',
  description: "Reports to the server when a piece of content is opened and closed, and how long it had the user's attention.",
  meta: { reasons: contentTrackingReasons },
  context: ({ input }) => ({ input, contentTrackId: 0, seconds: 0, failures: 0, chance: input.chance ?? 0 }),
  type: 'parallel',
  states: {
    attention: {
      description: 'Time counts only while the page is visible, focused and in use.',
      initial: 'present',
      states: {
        present: {
          ...attention.states.present,
          on: {
            ...attention.states.present.on,
            'content.left': { target: 'over', description: 'The user moves on or closes the page: stop counting.' },
          },
        },
        away: {
          ...attention.states.away,
          on: {
            ...attention.states.away.on,
            'content.left': { target: 'over', description: 'The content is closed while the page is not in use.' },
          },
        },
        over: { description: 'The content was closed. The count is final.', type: 'final' },
      },
    },
    track: {
      description: 'What has been reported to the server.',
      initial: 'glancing',
      states: {
        glancing: {
          description: 'The content was just opened. A very short look is not reported.',
          after: { glance: { target: 'starting', description: 'The content is still open after the delay: report it.' } },
          on: { 'content.left': { target: 'ended', description: 'The content was closed too soon to report.' } },
        },
        starting: {
          description: 'Waiting for the server to record the start.',
          invoke: {
            id: 'startTracking',
            src: 'startTracking',
            input: ({ context }) => context.input,
            onDone: [
              {
                guard: 'isLeft',
                target: 'ending',
                actions: { type: 'setTrack', params: ({ event }) => ({ id: event.output }) },
                description: 'The content was closed in the meantime: report the end now.',
              },
              {
                target: 'open',
                actions: { type: 'setTrack', params: ({ event }) => ({ id: event.output }) },
                description: 'The server returned the content track id.',
              },
            ],
            onError: [
              {
                guard: 'isLeft',
                target: 'ended',
                description: 'The content was closed in the meantime. The server never recorded the start, so there is no end to report.',
              },
              {
                guard: { type: 'isPassing', ...failure },
                target: 'queued',
                actions: 'noteFailure',
                description: 'The start did not get through: retry later.',
              },
              { target: 'refused', description: 'The server refused, so retrying would not help.' },
            ],
          },
          on: { 'content.left': { description: 'The content was closed before the id arrived. The end is reported when it does.' } },
        },
        queued: {
          description: 'The start could not be reported. Waiting to retry.',
          after: { retry: { target: 'starting', description: 'Retries after a while, with longer waits up to 15 s.' } },
          on: {
            'content.left': {
              target: 'ended',
              description: 'The content was closed. The server never recorded the start, so there is no end to report.',
            },
          },
        },
        refused: {
          description: 'The server does not track this content. Nothing more is reported.',
          on: { 'content.left': { target: 'ended', description: 'The user moves on or closes the page.' } },
        },
        open: {
          description: 'The server has recorded the start.',
          on: { 'content.left': { target: 'ending', description: 'The user moves on or closes the page.' } },
        },
        ending: {
          description: 'Reporting the end. The request continues even if the page is closed.',
          invoke: {
            id: 'endTracking',
            src: 'endTracking',
            input: ({ context }) => ({
              userPuid: context.input.userPuid,
              contentTrackId: context.contentTrackId,
              timeSpent: context.seconds,
            }),
            onDone: { target: 'ended', description: 'The server recorded the end.' },
            onError: { target: 'ended', description: 'The end could not be reported. The server closes the track itself.' },
          },
        },
        ended: { description: 'Nothing is left to report.', type: 'final' },
      },
    },
  },
});
