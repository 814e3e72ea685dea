import { assign, setup } from 'xstate';
import type { StartedProviderAssessment } from '../../../contract/provider.ts';
import type { QuizDetails, QuizResult } from '../../../contract/quiz.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

export interface ProviderAssessmentInput {
  userPuid: number;
  quizId: number;
  lessonId: number;
  resourceTrackingId: number;
}

/** An answer as the frame tells it; the newest sequence of a question counts. */
export interface ProviderAnswer {
  question_id: number;
  answer_id: number | null;
  answer_text: string;
  sequence: number;
}

/** A start, with the secret by which the frame's messages are known. */
export interface OpenedProvider extends StartedProviderAssessment {
  nonce: string;
}

export interface AnswersToSave {
  resultId: number;
  answers: ProviderAnswer[];
}

interface Context {
  input: ProviderAssessmentInput;
  overview: QuizDetails | null;
  opened: OpenedProvider | null;
  /** How often the frame was opened: each is a new one. */
  frames: number;
  /** By question id. */
  answers: Record<number, ProviderAnswer>;
  /** Sequence that the server has, by question id. */
  saved: Record<number, number>;
  /** What is on its way to the server. */
  sending: ProviderAnswer[];
  result: QuizResult | null;
  problem: Problem | null;
}

const unsaved = ({ answers, saved }: Context): ProviderAnswer[] =>
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

export const providerAssessmentReasons: Reasons<'isHandedIn' | 'wasHandedIn' | 'hasUnsaved'> = {
  isHandedIn: 'The assessment has not been handed in yet.',
  wasHandedIn: 'The refusal has another reason than that it was handed in.',
  hasUnsaved: 'The server has every answer.',
};

/**
 * An assessment that a provider delivers in a frame: start, frame, answers, submit (specification, sections 2, 7 and 8). What the frame
 * may say is in docs/assessment-provider.md; who it is, the view checks before it tells the chart.
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
      /** Something spoke as the provider that is not the frame: another origin, window or secret, or no message of the protocol. */
      | { type: 'message.refused' }
      | { type: 'saving.retried' }
      | { type: 'submission.retried' },
    tags: {} as 'busy' | 'failed' | 'framed' | 'covered' | 'saving' | 'unsaved' | 'suspicious' | 'handedIn',
    meta: {} as ChartMeta,
  },
  actors: {
    loadOverview: actorSlot<QuizDetails, ProviderAssessmentInput>('loadOverview', 'GET /assessment/assessment_overview'),
    startAssessment: actorSlot<OpenedProvider, ProviderAssessmentInput>('startAssessment', 'POST /Learnosity/start_learnosity_assessment'),
    saveAnswers: actorSlot<null, AnswersToSave>('saveAnswers', 'POST /quiz/save_answers'),
    submitAssessment: actorSlot<QuizResult, AnswersToSave>('submitAssessment', 'POST /Learnosity/submit_learnosity_assessment'),
  },
  actions: {
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
    setAnswers: assign({ answers: ({ context }, { answers }: { answers: ProviderAnswer[] }) => newest(context.answers, answers) }),
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
    isHandedIn: (_, { result }: { result: QuizResult | null }) => result !== null && result.state !== 'started',
    wasHandedIn: (_, { error }: { error: unknown }) => toProblem(error).code === handedInBefore,
    hasUnsaved: ({ context }) => unsaved(context).length > 0,
  },
  delays: { slow: 8_000, givingUp: 30_000, untilRetry: 5_000 },
}).createMachine({
  id: 'providerAssessment',
  description: 'A student takes an assessment that a provider delivers in a frame; answers are kept by the server, which scores them.',
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
    problem: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'What the assessment is, and whether it was handed in, is fetched.',
      tags: 'busy',
      invoke: {
        id: 'loadOverview',
        src: 'loadOverview',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: { type: 'isHandedIn', params: ({ event }) => event.output },
            target: 'handedIn',
            actions: { type: 'setOverview', params: ({ event }) => event.output },
            description: 'It was handed in before.',
          },
          {
            target: 'overview',
            actions: { type: 'setOverview', params: ({ event }) => event.output },
            description: 'It can be started, or gone on with.',
          },
        ],
        onError: {
          target: 'unavailable',
          actions: { type: 'setProblem', ...failure },
          description: 'It is not there for this student, or there was no answer.',
        },
      },
    },
    unavailable: {
      description: 'The screen says why the assessment cannot be shown, and what to press.',
      tags: 'failed',
      meta: { announce: 'provider_unavailable', focus: 'provider-problem' },
      on: { 'overview.retried': { target: 'loading', description: 'The student presses Try again.' } },
    },
    overview: {
      description: 'What it is and how long it takes; nothing has begun.',
      on: { 'assessment.started': { target: 'starting', description: 'The student presses Start.' } },
    },
    starting: {
      description: 'The server begins the one attempt, or goes on with it, and says where the frame is.',
      tags: 'busy',
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
            description: 'It was handed in meanwhile, in another tab or on another device.',
          },
          {
            target: 'overview',
            actions: { type: 'setProblem', ...failure },
            description: 'It could not be started; the screen says so where the button is.',
          },
        ],
      },
    },
    framed: {
      description: 'The provider’s frame is open.',
      tags: 'framed',
      type: 'parallel',
      on: {
        'assessment.handedIn': {
          target: 'submitting',
          actions: { type: 'setAnswers', params: ({ event }) => event },
          description: 'The student hands in, inside the frame.',
        },
        'frame.failed': {
          target: 'down',
          actions: { type: 'setFrameProblem', params: ({ event }) => event },
          description: 'The frame says that it cannot go on.',
        },
      },
      states: {
        frame: {
          description: 'How far the frame is.',
          initial: 'opening',
          states: {
            opening: {
              description: 'The frame loads.',
              tags: 'covered',
              meta: { announce: 'provider_opening' },
              on: { 'frame.ready': { target: 'ready', description: 'The questions are there.' } },
              after: { slow: { target: 'slow', description: 'It takes long.' } },
            },
            slow: {
              description: 'The provider is slow: the student may wait, or open the frame anew.',
              tags: 'covered',
              meta: { announce: 'provider_slow', focus: 'provider-slow' },
              on: {
                'frame.ready': { target: 'ready', description: 'It came after all.' },
                'frame.reopened': { target: '#providerAssessment.starting', description: 'The student opens the frame anew.' },
              },
              after: { givingUp: { target: '#providerAssessment.down', description: 'It does not come.' } },
            },
            ready: {
              description: 'The questions are there; nothing is answered since the frame opened.',
              meta: { announce: 'provider_ready' },
              on: { 'answers.given': { target: 'answering', description: 'The first answer.' } },
            },
            answering: { description: 'The student answers inside the frame.' },
          },
        },
        keeping: {
          description: 'Which answers the server has. A frame that is opened anew may follow one whose answers did not get through.',
          initial: 'deciding',
          states: {
            settled: {
              description: 'The server has every answer.',
              on: {
                'answers.given': {
                  target: 'deciding',
                  actions: { type: 'setAnswers', params: ({ event }) => event },
                  description: 'An answer, or another one.',
                },
              },
            },
            deciding: {
              description: 'Is there anything that the server does not have?',
              always: [
                { guard: 'hasUnsaved', target: 'saving', actions: 'takeUnsaved', description: 'There is.' },
                { target: 'settled', description: 'There is not.' },
              ],
            },
            saving: {
              description: 'Answers are on their way.',
              tags: 'saving',
              invoke: {
                id: 'saveAnswers',
                src: 'saveAnswers',
                input: ({ context }) => ({ resultId: context.opened?.result_id ?? 0, answers: context.sending }),
                onDone: { target: 'deciding', actions: 'setSaved', description: 'The server has them; perhaps there are newer ones.' },
                onError: { target: 'waiting', description: 'They did not get through; they are kept and sent again.' },
              },
              on: {
                'answers.given': {
                  actions: { type: 'setAnswers', params: ({ event }) => event },
                  description: 'Another answer meanwhile: it is next.',
                },
              },
            },
            waiting: {
              description: 'Answers are kept here; they go with what is handed in at the latest.',
              tags: 'unsaved',
              after: { untilRetry: { target: 'deciding', description: 'Try again after a while.' } },
              on: {
                'answers.given': {
                  actions: { type: 'setAnswers', params: ({ event }) => event },
                  description: 'Another answer: it waits too.',
                },
                'saving.retried': { target: 'deciding', description: 'The connection is back, or the student presses Try again.' },
              },
            },
          },
        },
        trust: {
          description: 'Whether all that spoke as the provider was the frame.',
          initial: 'undisturbed',
          states: {
            undisturbed: {
              description: 'Nobody else spoke.',
              on: { 'message.refused': { target: 'suspicious', description: 'Somebody who is not the frame spoke; nothing was done.' } },
            },
            suspicious: {
              description: 'Somebody who is not the frame spoke. It was ignored, and the screen says so.',
              tags: 'suspicious',
              meta: { announce: 'provider_suspicious' },
            },
          },
        },
      },
    },
    down: {
      description: 'The provider does not come. The attempt and its answers are with the server.',
      tags: 'failed',
      meta: { announce: 'provider_down', focus: 'provider-problem' },
      on: { 'frame.reopened': { target: 'starting', description: 'The student presses Try again.' } },
    },
    submitting: {
      description: 'The answers are handed in.',
      tags: 'busy',
      meta: { announce: 'provider_submitting' },
      invoke: {
        id: 'submitAssessment',
        src: 'submitAssessment',
        input: ({ context }) => ({ resultId: context.opened?.result_id ?? 0, answers: Object.values(context.answers) }),
        onDone: {
          target: 'handedIn',
          actions: { type: 'setResult', params: ({ event }) => event.output },
          description: 'The server has them and scores them.',
        },
        onError: {
          target: 'submitFailed',
          actions: { type: 'setProblem', ...failure },
          description: 'They did not get through.',
        },
      },
    },
    submitFailed: {
      description: 'Handing in did not get through; the answers are kept, and it can be tried again.',
      tags: 'failed',
      meta: { announce: 'quiz_submit_failed', focus: 'provider-problem' },
      on: { 'submission.retried': { target: 'submitting', description: 'The student presses Try again.' } },
    },
    handedIn: {
      description: 'It is handed in: a receipt, and the score once it is released.',
      tags: 'handedIn',
      meta: { announce: 'provider_handed_in', focus: 'provider-receipt' },
    },
  },
});
