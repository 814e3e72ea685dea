import { assign, setup } from 'xstate';
import type { StartedProviderAssessment } from '../../../contract/provider.ts';
import type { QuizDetails, QuizResult } from '../../../contract/quiz.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as delivery from '../delivery.ts';
import { failure, toProblem, withProblem } from '../problem.ts';

export interface ProviderAssessmentInput {
  userPuid: number;
  quizId: number;
  lessonId: number;
  resourceTrackingId: number;
  /** Between 0 and 1: spreads out retries from many devices. Default 0. */
  chance?: number;
}

/** An answer reported by the frame. The highest sequence per question wins. */
export interface ProviderAnswer {
  question_id: number;
  answer_id: number | null;
  answer_text: string;
  sequence: number;
}

/** A started assessment, with the nonce that authenticates the frame's messages. */
export interface OpenedProvider extends StartedProviderAssessment {
  nonce: string;
}

export interface AnswersToSave {
  resultId: number;
  answers: ProviderAnswer[];
}

interface Context extends delivery.Context {
  input: ProviderAssessmentInput;
  overview: QuizDetails | null;
  opened: OpenedProvider | null;
  /** Number of times a frame was opened; each one is new. */
  frames: number;
  /** Keyed by question id. */
  answers: Record<number, ProviderAnswer>;
  /** Last sequence saved on the server, keyed by question id. */
  saved: Record<number, number>;
  /** Answers being saved. */
  sending: ProviderAnswer[];
  result: QuizResult | null;
}

/** Answers that the server does not have yet. */
export const unsaved = ({ answers, saved }: Pick<Context, 'answers' | 'saved'>): ProviderAnswer[] =>
  Object.values(answers).filter(({ question_id, sequence }) => sequence > (saved[question_id] ?? 0));

const newest = (known: Context['answers'], given: readonly ProviderAnswer[]): Context['answers'] => ({
  ...known,
  ...Object.fromEntries(
    given
      .filter(({ question_id, sequence }) => sequence > (known[question_id]?.sequence ?? 0))
      .map((answer) => [answer.question_id, answer]),
  ),
});

const handedInBefore = 409;

export const providerAssessmentReasons: Reasons<'isHandedIn' | 'wasHandedIn' | 'hasUnsaved' | keyof typeof delivery.reasons> = {
  ...delivery.reasons,
  isHandedIn: 'The assessment has not been submitted yet.',
  wasHandedIn: 'The server refused for a reason other than an earlier submission.',
  hasUnsaved: 'The server has every answer.',
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
      | { type: 'frame.ready' }
      | { type: 'frame.failed'; message: string }
      | { type: 'frame.reopened' }
      | { type: 'answers.given'; answers: ProviderAnswer[] }
      | { type: 'assessment.handedIn'; answers: ProviderAnswer[] }
      /** A message came from the wrong origin or window, had the wrong nonce, or did not follow the protocol. */
      | { type: 'message.refused' }
      | { type: 'submission.retried' }
      | delivery.Event,
    tags: {} as
      | 'busy'
      | 'failed'
      | 'loading'
      | 'unavailable'
      | 'starting'
      | 'framed'
      | 'covered'
      | 'slow'
      | 'saving'
      | 'suspicious'
      | 'down'
      | 'handingIn'
      | 'notHandedIn'
      | 'handedIn'
      | delivery.Tag,
    meta: {} as ChartMeta,
  },
  actors: {
    loadOverview: actorSlot<QuizDetails, ProviderAssessmentInput>('loadOverview', 'GET /assessment/assessment_overview'),
    startAssessment: actorSlot<OpenedProvider, ProviderAssessmentInput>('startAssessment', 'POST /Learnosity/start_learnosity_assessment'),
    saveAnswers: actorSlot<null, AnswersToSave>('saveAnswers', 'POST /quiz/save_answers'),
    submitAssessment: actorSlot<QuizResult, AnswersToSave>('submitAssessment', 'POST /Learnosity/submit_learnosity_assessment'),
  },
  actions: {
    ...delivery.actions,
    setOverview: assign((_, overview: QuizDetails) => ({ overview, result: overview.result, problem: null })),
    setOpened: assign(({ context }, opened: OpenedProvider) => {
      const known = opened.setup.provider === 'builtIn' ? opened.setup.answers : [];
      return {
        opened,
        frames: context.frames + 1,
        answers: newest(context.answers, known),
        saved: Object.fromEntries(known.map(({ question_id, sequence }) => [question_id, sequence])),
        problem: null,
      };
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    setFrameProblem: assign({ problem: (_, { message }: { message: string }) => ({ code: 0, message }) }),
    clearProblem: assign({ problem: null }),
    setAnswers: assign({
      answers: ({ context }, { answers }: { answers: ProviderAnswer[] }) => newest(context.answers, answers),
      hasNews: true,
    }),
    takeUnsaved: assign({ sending: ({ context }) => unsaved(context) }),
    setSaved: assign({
      saved: ({ context }) => ({
        ...context.saved,
        ...Object.fromEntries(context.sending.map(({ question_id, sequence }) => [question_id, sequence])),
      }),
      sending: [],
    }),
    setResult: assign({ result: (_, result: QuizResult) => result, problem: null }),
  },
  guards: {
    ...delivery.guards,
    isHandedIn: (_, { result }: { result: QuizResult | null }) => result !== null && result.state !== 'started',
    wasHandedIn: (_, { error }: { error: unknown }) => toProblem(error).code === handedInBefore,
    hasUnsaved: ({ context }) => unsaved(context).length > 0,
  },
  delays: { ...delivery.delays, slow: 8_000, givingUp: 30_000 },
}).createMachine({
  id: 'providerAssessment',
  description: 'A student takes an assessment that a provider delivers in a frame. The server stores and scores the answers.',
  meta: { reasons: providerAssessmentReasons },
  context: ({ input }) => ({
    input,
    overview: null,
    opened: null,
    frames: 0,
    answers: {},
    saved: {},
    sending: [],
    result: null,
    ...delivery.none,
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
      tags: ['failed', 'unavailable'],
      meta: { announce: 'provider_unavailable', focus: 'provider-problem' },
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
          actions: { type: 'setAnswers', params: ({ event }) => event },
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
            opening: {
              description: 'The frame is loading, and a cover hides it until the questions are there.',
              tags: 'covered',
              meta: { announce: 'provider_opening' },
              on: { 'frame.ready': { target: 'ready', description: 'The frame reports that the questions are on the screen.' } },
              after: { slow: { target: 'slow', description: 'The frame has not loaded within 8 s.' } },
            },
            slow: {
              description: 'The provider is slow. The student can wait or reopen the frame.',
              tags: ['covered', 'slow'],
              meta: { announce: 'provider_slow', focus: 'provider-slow' },
              on: {
                'frame.ready': { target: 'ready', description: 'The frame loaded after all.' },
                'frame.reopened': { target: '#providerAssessment.starting', description: 'The student reopens the frame.' },
              },
              after: {
                givingUp: { target: '#providerAssessment.down', description: 'The frame still has not loaded after another 30 s.' },
              },
            },
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
              actions: { type: 'setAnswers', params: ({ event }) => event },
              description: 'Another answer arrived before the last ones were saved. It goes with the next save.',
            },
          },
          states: {
            settled: {
              description: 'The server has every answer.',
              on: {
                'answers.given': {
                  target: 'deciding',
                  actions: { type: 'setAnswers', params: ({ event }) => event },
                  description: 'The student gives or changes an answer.',
                },
              },
            },
            deciding: {
              description: 'Checking for answers the server does not have.',
              always: [
                { guard: 'hasUnsaved', target: 'saving', actions: 'takeUnsaved', description: 'Some answers are not saved yet.' },
                { target: 'settled', description: 'Every answer is saved.' },
              ],
            },
            saving: {
              description: 'Saving the answers on the server.',
              tags: 'saving',
              entry: 'noteSending',
              invoke: {
                id: 'saveAnswers',
                src: 'saveAnswers',
                input: ({ context }) => ({ resultId: context.opened?.result_id ?? 0, answers: context.sending }),
                onDone: {
                  target: 'deciding',
                  actions: ['setSaved', 'noteContact'],
                  description: 'The answers are saved. Newer ones may have arrived meanwhile.',
                },
                onError: delivery.failed,
              },
            },
            ...delivery.states('deciding'),
          },
        },
        trust: {
          description: 'Whether every message claiming to be from the provider came from the frame.',
          initial: 'undisturbed',
          states: {
            undisturbed: {
              description: 'No suspicious message has arrived.',
              on: { 'message.refused': { target: 'suspicious', description: 'A message did not come from the frame. It had no effect.' } },
            },
            suspicious: {
              description: 'A message that did not come from the frame was ignored. The screen says so.',
              tags: 'suspicious',
              meta: { announce: 'provider_suspicious' },
            },
          },
        },
      },
    },
    down: {
      description: 'The provider is unavailable. The attempt and its saved answers are on the server, and the student can try again.',
      tags: ['failed', 'down'],
      meta: { announce: 'provider_down', focus: 'provider-problem' },
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
      tags: ['failed', 'notHandedIn'],
      meta: { announce: 'quiz_submit_failed', focus: 'provider-problem' },
      on: { 'submission.retried': { target: 'submitting', description: 'The student presses Try again.' } },
    },
    handedIn: {
      description: 'The assessment is submitted. The receipt is shown, and the score once it is released.',
      tags: 'handedIn',
      meta: { announce: 'provider_handed_in', focus: 'provider-receipt' },
    },
  },
});
