import { assign, setup } from 'xstate';
import { actorSlot, type ChartMeta } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';
import * as frame from './providerFrame.ts';

export interface ProviderPreviewInput {
  quizId: number;
  /** 0 when opened from the library. */
  lessonId: number;
}

interface Context {
  input: ProviderPreviewInput;
  opened: frame.OpenedFrame | null;
  /** Number of times a frame was opened; each one is new. */
  frames: number;
  problem: Problem | null;
}

const closed = { target: '#providerPreview.closed', description: 'The teacher goes back to the questions and their key.' } as const;

/** A teacher looks at an assessment as its provider shows it to students. Nothing is saved anywhere. */
export const providerPreviewMachine = setup({
  types: {
    input: {} as ProviderPreviewInput,
    context: {} as Context,
    events: {} as
      | { type: 'preview.opened' }
      | { type: 'preview.closed' }
      /** The teacher submits inside the frame. The answers go nowhere. */
      | { type: 'assessment.handedIn' }
      | frame.Event,
    tags: {} as 'busy' | 'failed' | 'closed' | 'starting' | 'finished' | frame.Tag,
    meta: {} as ChartMeta,
  },
  actors: {
    startPreview: actorSlot<frame.OpenedFrame, ProviderPreviewInput>('startPreview', 'POST /Learnosity/preview_assessment'),
  },
  actions: {
    ...frame.actions,
    setOpened: assign(({ context }, opened: frame.OpenedFrame) => ({ opened, frames: context.frames + 1, problem: null })),
    setProblem,
    clearProblem: assign({ problem: null }),
  },
  delays: frame.delays,
}).createMachine({
  id: 'providerPreview',
  description: 'A teacher looks at an assessment as its provider shows it to students. No attempt is created, and no answer is kept.',
  context: ({ input }) => ({ input, opened: null, frames: 0, problem: null }),
  initial: 'closed',
  states: {
    closed: {
      description: 'The questions and their key are shown in the product’s own way.',
      tags: 'closed',
      on: { 'preview.opened': { target: 'starting', description: 'The teacher wants to see what students see.' } },
    },
    starting: {
      description: 'Waiting for the server to say what the frame needs.',
      tags: ['busy', 'starting'],
      meta: { announce: 'provider_starting' },
      entry: 'clearProblem',
      invoke: {
        id: 'startPreview',
        src: 'startPreview',
        input: ({ context }) => context.input,
        onDone: {
          target: 'framed',
          actions: { type: 'setOpened', params: ({ event }) => event.output },
          description: 'The frame can be opened.',
        },
        onError: {
          target: 'down',
          ...withProblem,
          description: 'The assessment cannot be previewed, or the server did not answer.',
        },
      },
      on: { 'preview.closed': closed },
    },
    framed: {
      description: 'The provider’s frame is open on the screen.',
      tags: 'framed',
      type: 'parallel',
      on: {
        'assessment.handedIn': { target: 'finished', description: 'The teacher submits inside the frame.' },
        'frame.failed': {
          target: 'down',
          actions: { type: 'setFrameProblem', params: ({ event }) => event },
          description: 'The frame reports that it cannot continue.',
        },
        'preview.closed': closed,
      },
      states: {
        frame: {
          description: 'Whether the frame has loaded.',
          initial: 'opening',
          states: {
            ...frame.opening('#providerPreview.starting', '#providerPreview.down'),
            ready: { description: 'The questions are on the screen.', meta: { announce: 'provider_ready' } },
          },
        },
        trust: frame.trust,
      },
    },
    down: {
      description: 'The frame could not be opened. The screen says why and offers Try again.',
      ...failed({ announce: 'provider_down', focus: 'provider-problem' }, 'down'),
      on: {
        'frame.reopened': { target: 'starting', description: 'The teacher presses Try again.' },
        'preview.closed': closed,
      },
    },
    finished: {
      description: 'The teacher has submitted in the frame. The screen says that nothing was saved.',
      tags: 'finished',
      meta: { announce: 'preview_provider_finished', focus: 'provider-finished' },
      on: {
        'frame.reopened': { target: 'starting', description: 'The teacher starts over.' },
        'preview.closed': closed,
      },
    },
  },
});
