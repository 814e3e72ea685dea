import { assign, setup, spawnChild } from 'xstate';
import type { RunningAssessment } from '../../../contract/closing.ts';
import { actorSlot, type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';

/** A timed assessment that closes content, or null: none does. */
interface Told {
  running: RunningAssessment | null;
}

interface Context extends Told {
  /** What the device said last. */
  onDevice: RunningAssessment | null;
}

const isSame = (one: RunningAssessment | null, other: RunningAssessment | null) => one?.result_id === other?.result_id;

export const closingReasons: Reasons<'isRunning' | 'isOld' | 'isOfNow' | 'isOverHere'> = {
  isRunning: 'No timed assessment runs for which content is closed.',
  isOld: 'The device says something else than before.',
  isOfNow: 'The device does not know of the assessment for which content is closed.',
  isOverHere: 'The assessment does not run on this device, or it is not over here.',
};

const output = { params: ({ event }: { event: { output: RunningAssessment | null } }) => ({ running: event.output }) };
const told = { params: ({ event }: { event: Told }) => ({ running: event.running }) };

/**
 * Whether content is closed to a student because a timed assessment runs (decision 040). What the device knows counts at once, also
 * without a connection; what the server says counts more.
 */
export const closingMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      /** What the device has of attempts may have changed: this is what it knows now. */
        | ({ type: 'device.read' } & Told)
        /** Content was refused, a closed resource is looked at, or the student is back at this page. */
        | { type: 'assessment.noticed' },
    children: {} as { watchDevice: 'watchDevice' },
    tags: {} as 'busy' | 'closed',
    meta: {} as ChartMeta,
  },
  actors: {
    watchDevice: sourceSlot<({ type: 'device.read' } & Told) | { type: 'assessment.noticed' }>(
      'watchDevice',
      'IndexedDB of this device, as all tabs change it, and whether the page is in sight',
    ),
    askServer: actorSlot<RunningAssessment | null>('askServer', 'GET /v2/studentDashboard/get_running_assessment'),
    awaitEnd: actorSlot<null, { endTime: string }>('awaitEnd', "waits for the end of the time, by the server's clock"),
  },
  actions: {
    setRunning: assign({ running: (_, { running }: Told) => running }),
    noteDevice: assign({ onDevice: (_, { running }: Told) => running }),
    clearRunning: assign({ running: null }),
    watchDevice: spawnChild('watchDevice', { id: 'watchDevice' }),
  },
  guards: {
    isRunning: (_, { running }: Told) => running !== null,
    isOld: ({ context }, { running }: Told) => isSame(context.onDevice, running),
    isOfNow: ({ context }, { running }: Told) => isSame(context.running, running),
    isOverHere: ({ context }, { running }: Told) => running === null && isSame(context.running, context.onDevice),
  },
}).createMachine({
  id: 'closing',
  description: 'Content is closed to a student while a timed assessment runs, unless the teacher lets it stay open.',
  meta: { reasons: closingReasons },
  context: { running: null, onDevice: null },
  entry: 'watchDevice',
  initial: 'looking',
  states: {
    looking: {
      description: 'Nothing is known yet; the device is the first to say something.',
      tags: 'busy',
      on: {
        'device.read': [
          {
            guard: { type: 'isRunning', ...told },
            target: 'closed.asking',
            actions: [
              { type: 'setRunning', ...told },
              { type: 'noteDevice', ...told },
            ],
            description: 'An assessment runs on this device.',
          },
          { target: 'open', description: 'The device knows of none.' },
        ],
      },
    },
    open: {
      description: 'Nothing is closed.',
      initial: 'asking',
      on: {
        'device.read': [
          { guard: { type: 'isOld', ...told }, description: 'Nothing new.' },
          {
            guard: { type: 'isRunning', ...told },
            target: 'closed.asking',
            actions: [
              { type: 'setRunning', ...told },
              { type: 'noteDevice', ...told },
            ],
            description: 'An assessment was begun, in this tab or another one.',
          },
          { actions: { type: 'noteDevice', ...told }, description: 'What the server knew to be over is over here, too.' },
        ],
      },
      states: {
        asking: {
          description: 'The server is asked; nothing is closed meanwhile, since it refuses what is.',
          invoke: {
            id: 'askServer',
            src: 'askServer',
            onDone: [
              {
                guard: { type: 'isRunning', ...output },
                target: '#closing.closed.settled',
                actions: { type: 'setRunning', ...output },
                description: 'An assessment runs, perhaps on another device.',
              },
              { target: 'settled', description: 'None runs, or the teacher lets content stay open.' },
            ],
            onError: { target: 'settled', description: 'There was no answer, and the device knows of none.' },
          },
        },
        settled: {
          description: 'The server has been asked.',
          on: { 'assessment.noticed': { target: 'asking', description: 'Content was refused, or the student is back.' } },
        },
      },
    },
    closed: {
      description: 'A timed assessment runs: readings, films, models and sheets are closed.',
      tags: 'closed',
      initial: 'settled',
      on: {
        'device.read': [
          {
            guard: { type: 'isOfNow', ...told },
            actions: { type: 'noteDevice', ...told },
            description: 'The device knows of it, too.',
          },
          {
            guard: { type: 'isOverHere', ...told },
            target: 'open',
            actions: [{ type: 'noteDevice', ...told }, 'clearRunning'],
            description: 'It was handed in on this device.',
          },
          {
            target: '.asking',
            reenter: true,
            actions: { type: 'noteDevice', ...told },
            description: 'It runs elsewhere, and may be over; or another one was begun here.',
          },
        ],
      },
      states: {
        asking: {
          description: 'The server is asked; meanwhile it stays closed.',
          invoke: {
            id: 'askServerAgain',
            src: 'askServer',
            onDone: [
              {
                guard: { type: 'isRunning', ...output },
                target: 'settled',
                actions: { type: 'setRunning', ...output },
                description: 'It runs.',
              },
              {
                target: '#closing.open.settled',
                actions: 'clearRunning',
                description: 'It is handed in, or the teacher lets content stay open.',
              },
            ],
            onError: { target: 'settled', description: 'There was no answer: what was known before counts.' },
          },
        },
        settled: {
          description: 'The time goes on.',
          invoke: {
            id: 'awaitEnd',
            src: 'awaitEnd',
            input: ({ context }) => ({ endTime: context.running?.end_time ?? '' }),
            onDone: { target: '#closing.open.settled', actions: 'clearRunning', description: 'The time is over.' },
            onError: { target: 'asking', description: 'The time cannot be told.' },
          },
          on: {
            'assessment.noticed': { target: 'asking', description: 'A closed resource is looked at, or the student is back.' },
          },
        },
      },
    },
  },
});
