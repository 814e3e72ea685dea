import { assign, setup } from 'xstate';
import type { StartedProviderAssessment } from '../../../contract/provider.ts';
import type { QuizDetails, QuizResult } from '../../../contract/quiz.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as connection from '../connection.ts';
import * as delivery from '../delivery.ts';
import { failed, failure, setProblem, toProblem, withProblem } from '../problem.ts';
import * as keeping from './providerAnswers.ts';
import * as frame from './providerFrame.ts';

export interface ProviderAssessmentInput {
  userPuid: number;
  quizId: number;
  lessonId: number;
  resourceTrackingId: number;
  /** Between 0 and 1: spreads out retries from many devices. Default 0. */
  chance?: number;
}

/** A started assessment in its frame. */
export interface OpenedProvider extends StartedProviderAssessment, frame.OpenedFrame {}

interface Context extends keeping.Context {
  input: ProviderAssessmentInput;
  overview: QuizDetails | null;
  opened: OpenedProvider | null;
  /** Number of times a frame was opened; each one is new. */
  frames: number;
  result: QuizResult | null;
}

const handedInBefore = 409;

export const providerAssessmentReasons: Reasons<'isHandedIn' | 'wasHandedIn' | keyof typeof keeping.reasons> = {
  ...keeping.reasons,
  isHandedIn: 'The assessment has not been submitted yet.',
  wasHandedIn: 'The server refused for a reason other than an earlier submission.',
};

/**
 * An assessment a provider delivers in a frame: start, frame, answers, submit (specification, sections 2, 7 and 8). The messages are
 * defined in docs/assessment-provider.md. The view checks their sender before it tells the chart.
 */
export const providerAssessmentMachine = setup({
  types: {
    input: {} as ProviderAssessmentInput,
    context: {} as Context,
    events: {} as
      | { type: 'overview.retried' }
      | { type: 'assessment.started' }
      | { type: 'assessment.handedIn'; answers: keeping.ProviderAnswer[] }
      | { type: 'submission.retried' }
      | frame.Event
      | keeping.Event,
    children: {} as connection.Children,
    tags: {} as
      | 'busy'
      | 'failed'
      | 'loading'
      | 'unavailable'
      | 'starting'
      | 'saving'
      | frame.Tag
      | 'handingIn'
      | 'notHandedIn'
      | 'handedIn'
      | delivery.Tag,
    meta: {} as ChartMeta,
  },
  actors: {
    ...connection.actors,
    loadOverview: actorSlot<QuizDetails, ProviderAssessmentInput>('loadOverview', 'GET /assessment/assessment_overview'),
    startAssessment: actorSlot<OpenedProvider, ProviderAssessmentInput>('startAssessment', 'POST /Learnosity/start_learnosity_assessment'),
    saveAnswers: actorSlot<null, keeping.AnswersToSave>('saveAnswers', 'POST /quiz/save_answers'),
    submitAssessment: actorSlot<QuizResult, keeping.AnswersToSave>('submitAssessment', 'POST /Learnosity/submit_learnosity_assessment'),
  },
  actions: {
    ...keeping.actions,
    ...frame.actions,
    setOverview: assign((_, overview: QuizDetails) => ({ overview, result: overview.result, problem: null })),
    setOpened: assign(({ context }, opened: OpenedProvider) => {
      const known = opened.setup.provider === 'builtIn' ? opened.setup.answers : [];
      return {
        opened,
        frames: context.frames + 1,
        ...keeping.resumed(context, known),
        problem: null,
      };
    }),
    setProblem,
    clearProblem: assign({ problem: null }),
    setResult: assign({ result: (_, result: QuizResult) => result, problem: null }),
  },
  guards: {
    ...keeping.guards,
    isHandedIn: (_, { result }: { result: QuizResult | null }) => result !== null && result.state !== 'started',
    wasHandedIn: (_, { error }: { error: unknown }) => toProblem(error).code === handedInBefore,
  },
  delays: { ...delivery.delays, ...frame.delays },
}).createMachine({
  id: 'providerAssessment',
  description: 'A student takes an assessment that a provider delivers in a frame. The server stores and scores the answers.',
  meta: { reasons: providerAssessmentReasons },
  context: ({ input }) => ({
    input,
    overview: null,
    opened: null,
    frames: 0,
    result: null,
    ...keeping.none,
    chance: input.chance ?? 0,
    problem: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the overview and whether the assessment was submitted.',
      tags: ['busy', 'loading'],
      invoke: {
        id: 'loadOverview',
        src: 'loadOverview',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: { type: 'isHandedIn', params: ({ event }) => event.output },
            target: 'handedIn',
            actions: { type: 'setOverview', params: ({ event }) => event.output },
            description: 'The assessment was submitted before.',
          },
          {
            target: 'overview',
            actions: { type: 'setOverview', params: ({ event }) => event.output },
            description: 'The assessment can be started or resumed.',
          },
        ],
        onError: {
          target: 'unavailable',
          ...withProblem,
          description: 'The assessment is not available to this student, or the server did not answer.',
        },
      },
    },
    unavailable: {
      description: 'The overview could not be loaded. The screen says why and offers Try again.',
      ...failed({ announce: 'provider_unavailable', focus: 'provider-problem' }, 'unavailable'),
      on: { 'overview.retried': { target: 'loading', description: 'The student presses Try again.' } },
    },
    overview: {
      description: 'The overview says what the assessment is and how long it takes. It has not been opened on this visit.',
      on: { 'assessment.started': { target: 'starting', description: 'The student presses Start.' } },
    },
    starting: {
      description: 'Waiting for the server to start or resume the single attempt and return the address of the frame.',
      tags: ['busy', 'starting'],
      meta: { announce: 'provider_starting' },
      entry: 'clearProblem',
      invoke: {
        id: 'startAssessment',
        src: 'startAssessment',
        input: ({ context }) => context.input,
        onDone: {
          target: 'framed',
          actions: { type: 'setOpened', params: ({ event }) => event.output },
          description: 'The frame can be opened.',
        },
        onError: [
          {
            guard: { type: 'wasHandedIn', ...failure },
            target: 'loading',
            description: 'The assessment was submitted in the meantime, in another tab or on another device.',
          },
          {
            target: 'overview',
            ...withProblem,
            description: 'The assessment could not be started. The screen says so next to the button.',
          },
        ],
      },
    },
    framed: {
      description: 'The provider’s frame is open on the screen.',
      tags: 'framed',
      type: 'parallel',
      on: {
        'assessment.handedIn': {
          target: 'submitting',
          actions: keeping.given,
          description: 'The student submits inside the frame.',
        },
        'frame.failed': {
          target: 'down',
          actions: { type: 'setFrameProblem', params: ({ event }) => event },
          description: 'The frame reports that it cannot continue.',
        },
      },
      states: {
        frame: {
          description: 'Whether the frame has loaded and is in use.',
          initial: 'opening',
          states: {
            ...frame.opening('#providerAssessment.starting', '#providerAssessment.down'),
            ready: {
              description: 'The questions are on the screen, and none has been answered since the frame opened.',
              meta: { announce: 'provider_ready' },
              on: { 'answers.given': { target: 'answering', description: 'The first answer since the frame opened.' } },
            },
            answering: { description: 'The student is answering inside the frame.' },
          },
        },
        keeping: {
          description: 'Which answers the server has. A reopened frame may start with answers that were not saved before.',
          initial: 'deciding',
          on: {
            'answers.given': {
              actions: keeping.given,
              description: 'Another answer arrived before the last ones were saved. It goes with the next save.',
            },
          },
          states: keeping.states,
        },
        trust: frame.trust,
      },
    },
    down: {
      description: 'The provider is unavailable. The attempt and its saved answers are on the server, and the student can try again.',
      ...failed({ announce: 'provider_down', focus: 'provider-problem' }, 'down'),
      on: { 'frame.reopened': { target: 'starting', description: 'The student presses Try again.' } },
    },
    submitting: {
      description: 'Waiting for the server to accept the submission.',
      tags: ['busy', 'handingIn'],
      meta: { announce: 'provider_submitting' },
      invoke: {
        id: 'submitAssessment',
        src: 'submitAssessment',
        input: ({ context }) => ({ resultId: context.opened?.result_id ?? 0, answers: Object.values(context.answers) }),
        onDone: {
          target: 'handedIn',
          actions: { type: 'setResult', params: ({ event }) => event.output },
          description: 'The server has the answers and scores them.',
        },
        onError: { target: 'submitFailed', ...withProblem, description: 'The submission did not get through.' },
      },
    },
    submitFailed: {
      description: 'The submission did not get through. The answers are kept, and the screen offers Try again.',
      ...failed({ announce: 'quiz_submit_failed', focus: 'provider-problem' }, 'notHandedIn'),
      on: { 'submission.retried': { target: 'submitting', description: 'The student presses Try again.' } },
    },
    handedIn: {
      description: 'The assessment is submitted. The receipt is shown, and the score once it is released.',
      tags: 'handedIn',
      meta: { announce: 'provider_handed_in', focus: 'provider-receipt' },
    },
  },
});
