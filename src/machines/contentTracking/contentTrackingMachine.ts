import { assign, setup, stateIn } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';

/** A piece of content that somebody has opened. */
export interface ContentTrackingInput {
  userPuid: number;
  itemId: number;
  itemTypeId: number;
  /** 0 outside a lesson. */
  lessonId: number;
}

/** The end of it. */
export interface ContentEnd {
  userPuid: number;
  contentTrackId: number;
  /** Seconds of attention. */
  timeSpent: number;
}

interface Context {
  input: ContentTrackingInput;
  /** 0 until the server has given one. */
  contentTrackId: number;
  seconds: number;
}

export const contentTrackingReasons: Reasons<'isLeft'> = { isLeft: 'The content is still open.' };

/**
 * Time on one piece of content: a start event, whose answer is the content track id, and an end event (specification, sections 4 and 7).
 * It is the work of one opening; failures are only logged.
 */
export const contentTrackingMachine = setup({
  types: {
    input: {} as ContentTrackingInput,
    context: {} as Context,
    events: {} as
      | { type: 'attention.lost' }
      | { type: 'attention.regained' }
      /** The screen is another one, or the page goes away. */
      | { type: 'content.left' },
    tags: {} as 'counting',
    meta: {} as ChartMeta,
  },
  actors: {
    startTracking: actorSlot<number, ContentTrackingInput>('startTracking', 'POST /ContentTracking/start_content_tracking'),
    endTracking: actorSlot<null, ContentEnd>('endTracking', 'POST /ContentTracking/end_content_tracking'),
  },
  actions: {
    setTrack: assign({ contentTrackId: (_, { id }: { id: number }) => id }),
    countSecond: assign({ seconds: ({ context }) => context.seconds + 1 }),
  },
  guards: { isLeft: stateIn({ attention: 'over' }) },
  delays: { glance: 1_250, second: 1_000, untilRetry: 15_000 },
}).createMachine({
  id: 'contentTracking',
  description:
    'Somebody looks at a piece of content: the server is told when it is opened and when it is left, and how long it had attention.',
  meta: { reasons: contentTrackingReasons },
  context: ({ input }) => ({ input, contentTrackId: 0, seconds: 0 }),
  type: 'parallel',
  states: {
    attention: {
      description: 'Time counts only while the page is visible, focused and in use.',
      initial: 'present',
      states: {
        present: {
          description: 'The person is here: seconds count.',
          tags: 'counting',
          on: {
            'attention.lost': { target: 'away', description: 'The page is hidden or unfocused, or nothing was touched for 30 s.' },
            'content.left': { target: 'over', description: 'The person goes on, or closes the page: no more seconds.' },
          },
          after: { second: { target: 'present', reenter: true, actions: 'countSecond', description: 'One second of attention.' } },
        },
        away: {
          description: 'The person is not looking.',
          on: {
            'attention.regained': { target: 'present', description: 'The page is in use again.' },
            'content.left': { target: 'over', description: 'It is left while nobody looks.' },
          },
        },
        over: { description: 'It is left.', type: 'final' },
      },
    },
    track: {
      description: 'What the server knows of it.',
      initial: 'glancing',
      states: {
        glancing: {
          description: 'It was opened a moment ago; who only passes by has not looked at it.',
          after: { glance: { target: 'starting', description: 'It is looked at.' } },
          on: { 'content.left': { target: 'ended', description: 'Nothing to tell.' } },
        },
        starting: {
          description: 'The server is told that it was opened.',
          invoke: {
            id: 'startTracking',
            src: 'startTracking',
            input: ({ context }) => context.input,
            onDone: [
              {
                guard: 'isLeft',
                target: 'ending',
                actions: { type: 'setTrack', params: ({ event }) => ({ id: event.output }) },
                description: 'It was left meanwhile: the end follows the start.',
              },
              {
                target: 'open',
                actions: { type: 'setTrack', params: ({ event }) => ({ id: event.output }) },
                description: 'The content track id is known.',
              },
            ],
            onError: [
              { guard: 'isLeft', target: 'ended', description: 'It was left meanwhile, and never told of.' },
              { target: 'waiting', description: 'No answer, or the server will not have it.' },
            ],
          },
          on: { 'content.left': { description: 'Left before the id was known: the end waits for it.' } },
        },
        waiting: {
          description: 'The start did not get through; it is tried again after a while.',
          after: { untilRetry: { target: 'starting', description: 'Try again.' } },
          on: { 'content.left': { target: 'ended', description: 'It was never told of.' } },
        },
        open: {
          description: 'The server knows that it is open.',
          on: { 'content.left': { target: 'ending', description: 'The person goes on, or closes the page.' } },
        },
        ending: {
          description: 'The server is told that it was left; the request outlives the page.',
          invoke: {
            id: 'endTracking',
            src: 'endTracking',
            input: ({ context }) => ({
              userPuid: context.input.userPuid,
              contentTrackId: context.contentTrackId,
              timeSpent: context.seconds,
            }),
            onDone: { target: 'ended', description: 'It is told.' },
            onError: { target: 'ended', description: 'It could not be told: the server ends it by itself.' },
          },
        },
        ended: { description: 'There is nothing left to do.', type: 'final' },
      },
    },
  },
});
