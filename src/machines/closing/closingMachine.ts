import { assign, setup, spawnChild } from 'xstate';
import type { RunningAssessment } from '../../../contract/closing.ts';
import { actorSlot, type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';

/** The timed assessment that closes content; null: none. */
interface Told {
  running: RunningAssessment | null;
}

interface Context extends Told {
  /** Last report from this device. */
  onDevice: RunningAssessment | null;
}

const isSame = (one: RunningAssessment | null, other: RunningAssessment | null) => one?.result_id === other?.result_id;

export const closingReasons: Reasons<'isRunning' | 'isOld' | 'isOfNow' | 'isOverHere'> = {
  isRunning: 'No timed assessment that closes content is running.',
  isOld: 'The device reports something different from last time.',
  isOfNow: 'The device does not report the assessment that closes content.',
  isOverHere: 'The assessment was not running on this device, or it is still running here.',
};

const output = { params: ({ event }: { event: { output: RunningAssessment | null } }) => ({ running: event.output }) };
const told = { params: ({ event }: { event: Told }) => ({ running: event.running }) };

/**
 * Whether content is closed to a student because a timed assessment is running (decision 040). What the device knows
 * takes effect at once, even offline. The server's answer takes precedence.
 */
export const closingMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      /** Attempts on the device may have changed. Carries what the device knows now. */
        | ({ type: 'device.read' } & Told)
        /** Content was refused, a closed resource is open, or the student is back on this page. */
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
  description: 'Content is closed to a student during a timed assessment, unless the teacher lets it stay open.',
  meta: { reasons: closingReasons },
  context: { running: null, onDevice: null },
  entry: 'watchDevice',
  initial: 'looking',
  states: {
    looking: {
      description: 'Waiting for the first report from this device.',
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
            description: 'An assessment is running on this device: close content and ask the server to confirm.',
          },
          { target: 'open', description: 'The device knows of no running assessment.' },
        ],
      },
    },
    open: {
      description: 'No timed assessment is in progress: all content is open.',
      initial: 'asking',
      on: {
        'device.read': [
          { guard: { type: 'isOld', ...told }, description: 'The device reports the same as before.' },
          {
            guard: { type: 'isRunning', ...told },
            target: 'closed.asking',
            actions: [
              { type: 'setRunning', ...told },
              { type: 'noteDevice', ...told },
            ],
            description: 'The student started an assessment in this tab or another one.',
          },
          { actions: { type: 'noteDevice', ...told }, description: 'The assessment has ended on this device too.' },
        ],
      },
      states: {
        asking: {
          description: 'Waiting for the server. Content stays open until it answers, since the server itself refuses closed content.',
          invoke: {
            id: 'askServer',
            src: 'askServer',
            onDone: [
              {
                guard: { type: 'isRunning', ...output },
                target: '#closing.closed.settled',
                actions: { type: 'setRunning', ...output },
                description: 'An assessment is running, possibly on another device.',
              },
              { target: 'settled', description: 'No assessment is running, or the teacher lets content stay open.' },
            ],
            onError: {
              target: 'settled',
              description: 'The server did not answer and the device knows of no assessment: content stays open.',
            },
          },
        },
        settled: {
          description: 'The server has answered, or could not be reached. Content stays open until something changes.',
          on: {
            'assessment.noticed': {
              target: 'asking',
              description: 'Content was refused or the student is back on this page: ask the server again.',
            },
          },
        },
      },
    },
    closed: {
      description: 'A timed assessment is running. Readings, videos, models and worksheets are closed.',
      tags: 'closed',
      initial: 'settled',
      on: {
        'device.read': [
          {
            guard: { type: 'isOfNow', ...told },
            actions: { type: 'noteDevice', ...told },
            description: 'The device reports the same assessment.',
          },
          {
            guard: { type: 'isOverHere', ...told },
            target: 'open',
            actions: [{ type: 'noteDevice', ...told }, 'clearRunning'],
            description: 'The student handed it in on this device.',
          },
          {
            target: '.asking',
            reenter: true,
            actions: { type: 'noteDevice', ...told },
            description: 'It is running elsewhere and may be over, or another one was started here: ask the server.',
          },
        ],
      },
      states: {
        asking: {
          description: 'Waiting for the server. Content stays closed until it answers.',
          invoke: {
            id: 'askServerAgain',
            src: 'askServer',
            onDone: [
              {
                guard: { type: 'isRunning', ...output },
                target: 'settled',
                actions: { type: 'setRunning', ...output },
                description: 'The assessment is still running.',
              },
              {
                target: '#closing.open.settled',
                actions: 'clearRunning',
                description: 'It was handed in, or the teacher lets content stay open.',
              },
            ],
            onError: { target: 'settled', description: 'There was no answer: content stays closed.' },
          },
        },
        settled: {
          description: 'Content stays closed until the time is up or the assessment is handed in.',
          invoke: {
            id: 'awaitEnd',
            src: 'awaitEnd',
            input: ({ context }) => ({ endTime: context.running?.end_time ?? '' }),
            onDone: { target: '#closing.open.settled', actions: 'clearRunning', description: 'The time is up: open the content.' },
            onError: { target: 'asking', description: 'The end time could not be determined: ask the server.' },
          },
          on: {
            'assessment.noticed': {
              target: 'asking',
              description: 'The student looks at a closed resource or is back on this page: ask whether the assessment is still running.',
            },
          },
        },
      },
    },
  },
});
