import { type ActorRef, and, assign, not, sendTo, setup, spawnChild, stateIn, stopChild } from 'xstate';
import {
  type Answer,
  isAnswered,
  type KeptAttempt,
  newestAnswers,
  newestNumbers,
  type QuizLayout,
  submittedTimeSpent,
  toSave,
  toSubmit,
  unsent,
  withSaved,
} from '../../../common/attempt.ts';
import type {
  Question,
  QuizDetails,
  QuizResult,
  SavedAnswers,
  SequencedAnswer,
  StartedQuiz,
  SubmittedAnswer,
} from '../../../contract/quiz.ts';
import { actorSlot, type ChartMeta, part, type Reasons } from '../chart.ts';
import * as delivery from '../delivery.ts';
import { failure, toProblem, withProblem } from '../problem.ts';
import { type ClaimNews, claimMachine } from './claimMachine.ts';
import { type ContactNews, contactMachine } from './contactMachine.ts';

export interface QuizInput {
  userPuid: number;
  quizId: number;
  lessonId: number;
  /** 0 if the server could not be told about the resource; `groupAssignmentId` then identifies the assignment. */
  resourceTrackingId: number;
  groupAssignmentId?: number;
  /** Assessments and reader quizzes use their own calls. */
  kind: 'quiz' | 'assessment' | 'reader';
  /** Between 0 and 1: spreads out retries from many devices. Default 0. */
  chance?: number;
}

/** Answers to save. An answer may be saved any number of times. */
export interface Save {
  result_id: number;
  answers: SequencedAnswer[];
}

/** Payload of a submission. */
export interface Submission {
  kind: QuizInput['kind'];
  result_id: number;
  time_spent: number;
  submit_type: 'save';
  quizResponse: SubmittedAnswer[];
  /** Failures before this attempt. The first attempt shows as busy; later ones run in the background. */
  failures: number;
  /** The attempt as cached on the device. */
  attempt: KeptAttempt;
}

/** Result of a submission. */
export interface HandedIn extends QuizResult {
  /** False if the server is missing answers from this device: they arrived too late, or the quiz was submitted elsewhere. */
  isComplete?: boolean;
}

interface Context extends delivery.Context {
  input: QuizInput;
  overview: QuizDetails | null;
  resultId: number;
  /** When time runs out, by the server's clock; null if there is no limit. */
  endTime: string | null;
  /** Time is up: existing answers are submitted and nothing can be changed. */
  isOver: boolean;
  /** Also cached on the device, so that the next visit submits if the page closes. */
  isHandedIn: boolean;
  title: string;
  questions: Question[];
  answers: KeptAttempt['answers'];
  acknowledged: KeptAttempt['acknowledged'];
  seconds: KeptAttempt['seconds'];
  flagged: number[];
  crossedOut: KeptAttempt['crossedOut'];
  layout: QuizLayout;
  index: number;
  /** Where the screen goes once the device has saved: index of a question, or null for the review. */
  goingTo: number | null;
  /** Incremented on every change worth saving; `keptRevision` is the latest revision handed to the device. */
  revision: number;
  keptRevision: number;
  /** When the server last had every answer, by its clock, in ms since 1970. */
  savedAt: number | null;
  result: HandedIn | null;
}

type Attempt = Omit<Context, 'input' | 'chance' | 'overview' | 'result' | 'problem'>;
const noAttempt: Attempt = {
  resultId: 0,
  endTime: null,
  isOver: false,
  isHandedIn: false,
  title: '',
  questions: [],
  answers: {},
  acknowledged: {},
  seconds: {},
  flagged: [],
  crossedOut: {},
  layout: 'one',
  index: 0,
  goingTo: null,
  revision: 0,
  keptRevision: 0,
  ...delivery.none,
  savedAt: null,
};

/** The attempt as cached on the device. */
export const toKept = (context: Context): KeptAttempt => {
  const { input, resultId, title, answers, seconds, acknowledged, index, flagged, crossedOut, isHandedIn } = context;
  const { kind, quizId, lessonId } = input;
  return {
    resultId,
    kind,
    quizId,
    lessonId,
    title,
    answers,
    seconds,
    acknowledged,
    index,
    flagged,
    crossedOut,
    isHandedIn,
    isClosed: false,
  };
};

/** Higher than every known sequence and based on the clock, so that the latest answer wins across devices. */
const nextSequence = ({ answers }: Context, at: number) => Math.max(at, ...Object.values(answers).map(({ sequence }) => sequence + 1), 1);

const withAnswer = (context: Context, questionId: number, answer: Answer, at: number): Partial<Context> => ({
  answers: { ...context.answers, [questionId]: { ...answer, sequence: nextSequence(context, at), givenAt: at } },
  revision: context.revision + 1,
  hasNews: true,
});

const toggled = (ids: readonly number[], id: number) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);

export const quizReasons: Reasons<
  | 'isHandedIn'
  | 'isQuestion'
  | 'isHandedInElsewhere'
  | 'isHandingIn'
  | 'isGoingToReview'
  | 'isInTime'
  | 'isClosed'
  | 'hasUnkept'
  | 'hasUnsent'
  | keyof typeof delivery.reasons
> = {
  ...delivery.reasons,
  isHandedIn: 'The quiz has not been submitted yet.',
  isQuestion: 'There is no question at this position.',
  isHandedInElsewhere: 'The server did not refuse because the quiz was already submitted.',
  isHandingIn: 'The student has not submitted the quiz on this device.',
  isGoingToReview: 'The student is going to a question, not to the review.',
  isInTime: 'Time is up.',
  isClosed: 'The server still accepts answers.',
  hasUnkept: 'The device has saved every change.',
  hasUnsent: 'The server has every answer.',
};

/** Handles an attempt the server does not start, whether new, resumed, or taken over from another tab. */
const whenNotStarted = [
  {
    guard: { type: 'isHandedInElsewhere', ...failure },
    target: '#quiz.loading',
    description: 'The quiz was already submitted in another tab, on another device, or by the server when time ran out.',
  },
  {
    target: '#quiz.overview',
    ...withProblem,
    description: 'The attempt could not be started. The overview says so, and its button tries again.',
  },
] as const;

/** States of answers that did not get through. */
const later = delivery.states('sending', 'waiting');

/** The tab that has the attempt gives it up. */
const wanted = part({ target: '#quiz.attempt.yielding', description: 'The student continues in another tab.' });

/** A quiz or assessment: overview, start, answers, submit (specification, sections 3, 4, 5, 7 and 9). */
export const quizMachine = setup({
  types: {
    input: {} as QuizInput,
    context: {} as Context,
    events: {} as
      | { type: 'overview.retried' }
      | { type: 'quiz.started' }
      | ClaimNews
      | { type: 'attempt.asked' }
      | { type: 'attempt.looked' }
      | { type: 'question.opened'; index: number }
      | { type: 'question.visited'; index: number }
      | { type: 'answer.changed'; questionId: number; answer: Answer; at: number }
      | { type: 'answer.cleared'; questionId: number; at: number }
      | { type: 'question.flagged'; questionId: number }
      | { type: 'option.crossedOut'; questionId: number; optionId: number }
      | { type: 'layout.chosen'; layout: QuizLayout }
      | { type: 'quiz.reviewed' }
      | { type: 'review.closed' }
      | { type: 'quiz.submitted' }
      | ContactNews
      | delivery.Event,
    children: {} as { claim: 'claim'; contact: 'contact' },
    tags: {} as
      | 'busy'
      | 'failed'
      | 'unavailable'
      | 'unbegun'
      | 'starting'
      | 'started'
      | 'answering'
      | 'reviewing'
      | 'saved'
      | delivery.Tag
      | 'closed'
      | 'unkept'
      | 'handingIn'
      | 'queued'
      | 'handedIn'
      | 'elsewhere',
    meta: {} as ChartMeta,
  },
  actors: {
    loadOverview: actorSlot<QuizDetails, QuizInput>('loadOverview', 'GET /quiz/get_quiz_details or GET /assessment/assessment_overview'),
    startQuiz: actorSlot<StartedQuiz, { input: QuizInput; overview: QuizDetails | null }>(
      'startQuiz',
      'POST /quiz/start_quiz or POST /assessment/start_assessment',
    ),
    claim: claimMachine,
    contact: contactMachine,
    readKept: actorSlot<{ kept: KeptAttempt | null; layout: QuizLayout }, { resultId: number }>('readKept', 'IndexedDB: what was kept'),
    keepAttempt: actorSlot<Pick<KeptAttempt, 'answers'>, { kept: KeptAttempt; layout: QuizLayout }>(
      'keepAttempt',
      'IndexedDB: keeps the attempt, and says what is kept now',
    ),
    saveAnswers: actorSlot<SavedAnswers & { at: number }, Save>('saveAnswers', 'POST /quiz/save_answers'),
    awaitEnd: actorSlot<null, { endTime: string | null }>('awaitEnd', "waits for the end of the time, by the server's clock"),
    submitQuiz: actorSlot<HandedIn, Submission>(
      'submitQuiz',
      'POST /quiz/submit_quiz_response or POST /assessment/submit_assessment_response',
    ),
  },
  actions: {
    ...delivery.actions,
    setOverview: assign({
      overview: (_, overview: QuizDetails) => overview,
      result: (_, overview: QuizDetails) => overview.result,
      problem: null,
    }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    setAttempt: assign((_, started: StartedQuiz) => {
      const { questions, title } = started.quiz_details;
      const numbers = (value: (response: StartedQuiz['responses'][number]) => number) =>
        Object.fromEntries(started.responses.map((response) => [response.question_id, value(response)] as const));
      return {
        resultId: started.result_id,
        endTime: started.end_time,
        title,
        questions,
        answers: Object.fromEntries(
          started.responses.map(({ question_id, answer_id, answer_text, sequence }) => [
            question_id,
            { answerId: answer_id, answerText: answer_text, sequence, givenAt: 0 },
          ]),
        ),
        acknowledged: numbers(({ sequence }) => sequence),
        seconds: numbers(({ time_spent }) => time_spent),
        problem: null,
      };
    }),
    putAway: assign(noAttempt),
    startContact: spawnChild('contact', {
      id: 'contact',
      input: ({ self }: { self: unknown }) => ({ listener: self as ActorRef<never, ContactNews> }),
    }),
    stopContact: stopChild('contact'),
    noteReached: sendTo('contact', { type: 'server.reached' }),
    noteMissed: sendTo('contact', { type: 'server.missed' }),
    startClaim: spawnChild('claim', {
      id: 'claim',
      input: ({ context, self }: { context: Context; self: unknown }) => ({
        resultId: context.resultId,
        listener: self as ActorRef<never, ClaimNews>,
      }),
    }),
    stopClaim: stopChild('claim'),
    askForAttempt: sendTo('claim', { type: 'attempt.asked' }),
    releaseAttempt: sendTo('claim', { type: 'attempt.released' }),
    merge: assign(({ context }, { kept, layout }: { kept: KeptAttempt | null; layout: QuizLayout }) => {
      const answers = kept ? newestAnswers(context.answers, kept.answers) : context.answers;
      const open = context.questions.findIndex(({ id }) => !isAnswered(answers[id]));
      return {
        layout,
        answers,
        index: kept && kept.index < context.questions.length ? kept.index : Math.max(open, 0),
        ...(kept
          ? {
              acknowledged: newestNumbers(context.acknowledged, kept.acknowledged),
              seconds: newestNumbers(context.seconds, kept.seconds),
              flagged: kept.flagged,
              crossedOut: kept.crossedOut,
            }
          : {}),
      };
    }),
    /** Restores answers cached on an earlier visit that could not be read at the start of this one. */
    takeUp: assign(({ context }, { answers }: Pick<KeptAttempt, 'answers'>) => {
      const newest = newestAnswers(context.answers, answers);
      return Object.entries(newest).some(([id, answer]) => answer !== context.answers[Number(id)]) ? { answers: newest } : {};
    }),
    openFirst: assign({
      index: ({ context }) =>
        Math.max(
          context.questions.findIndex(({ id }) => !isAnswered(context.answers[id])),
          0,
        ),
    }),
    setOut: assign({ goingTo: (_, { index }: { index: number | null }) => index }),
    arrive: assign({
      index: ({ context }) => context.goingTo ?? context.index,
      goingTo: null,
      revision: ({ context }) => context.revision + 1,
    }),
    setAnswer: assign(({ context }, { questionId, answer, at }: { questionId: number; answer: Answer; at: number }) => {
      const crossed = context.crossedOut[questionId];
      return {
        ...withAnswer(context, questionId, answer, at),
        // Choosing an option removes its strikethrough.
        ...(crossed ? { crossedOut: { ...context.crossedOut, [questionId]: crossed.filter((id) => id !== answer.answerId) } } : {}),
      };
    }),
    clearAnswer: assign(({ context }, { questionId, at }: { questionId: number; at: number }) =>
      withAnswer(context, questionId, { answerId: null, answerText: '' }, at),
    ),
    toggleFlag: assign(({ context }, { questionId }: { questionId: number }) => ({
      flagged: toggled(context.flagged, questionId),
      revision: context.revision + 1,
    })),
    toggleCrossedOut: assign(({ context }, { questionId, optionId }: { questionId: number; optionId: number }) => ({
      crossedOut: { ...context.crossedOut, [questionId]: toggled(context.crossedOut[questionId] ?? [], optionId) },
      revision: context.revision + 1,
    })),
    setLayout: assign(({ context }, { layout }: { layout: QuizLayout }) => ({ layout, revision: context.revision + 1 })),
    countSecond: assign({
      seconds: ({ context }) => {
        const id = context.questions[context.index]?.id ?? 0;
        return { ...context.seconds, [id]: (context.seconds[id] ?? 0) + 1 };
      },
    }),
    visit: assign(({ context }, { index }: { index: number }) => ({ index, revision: context.revision + 1 })),
    noteKeeping: assign({ keptRevision: ({ context }) => context.revision }),
    acknowledge: assign(({ context }, { saved, at }: SavedAnswers & { at: number }) => ({
      acknowledged: withSaved(context, saved).acknowledged,
      // Lets the device drop what it no longer needs to cache.
      revision: context.revision + 1,
      savedAt: at,
      failures: 0,
    })),
    endTime: assign({ isOver: true }),
    handIn: assign({ isHandedIn: true }),
    withdraw: assign({ isHandedIn: false, revision: ({ context }) => context.revision + 1, failures: 0, problem: null }),
    setResult: assign({ result: (_, result: HandedIn) => result, problem: null }),
  },
  guards: {
    ...delivery.guards,
    isHandedIn: (_, { overview }: { overview: QuizDetails }) => overview.result !== null && overview.result.state !== 'started',
    isQuestion: ({ context }, { index }: { index: number }) => index >= 0 && index < context.questions.length,
    isHandedInElsewhere: (_, { error }: { error: unknown }) => toProblem(error).code === 409,
    isHandingIn: (_, { kept }: { kept: KeptAttempt | null }) => kept?.isHandedIn ?? false,
    isGoingToReview: ({ context }) => context.goingTo === null,
    isInTime: ({ context }) => !context.isOver,
    isClosed: (_, { error }: { error: unknown }) => toProblem(error).code === 409,
    hasUnkept: ({ context }) => context.revision > context.keptRevision,
    hasUnsent: ({ context }) => unsent(context).length > 0,
  },
  delays: {
    ...delivery.delays,
    second: 1_000,
    /** How long answers are collected before they are sent. */
    quiet: 3_000,
  },
}).createMachine({
  id: 'quiz',
  description:
    'A student takes a quiz or an assessment. Each answer is saved on the device before the screen moves on, then sent to the server, which scores it and reveals nothing until the teacher releases the results.',
  meta: { reasons: quizReasons },
  context: ({ input }) => ({ input, chance: input.chance ?? 0, overview: null, ...noAttempt, result: null, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading the overview and any attempt so far. Offline, both come from the device.',
      tags: 'busy',
      invoke: {
        id: 'loadOverview',
        src: 'loadOverview',
        input: ({ context }) => context.input,
        onDone: [
          {
            guard: { type: 'isHandedIn', params: ({ event }) => ({ overview: event.output }) },
            target: 'submitted',
            actions: { type: 'setOverview', params: ({ event }) => event.output },
            description: 'The quiz was submitted before.',
          },
          {
            target: 'overview',
            actions: { type: 'setOverview', params: ({ event }) => event.output },
            description: 'The quiz can be started or resumed.',
          },
        ],
        onError: {
          target: 'unavailable',
          ...withProblem,
          description: 'The quiz is not available to this student, or the server did not answer.',
        },
      },
    },
    unavailable: {
      description: 'The overview could not be loaded. The screen says why and offers Try again.',
      tags: ['failed', 'unavailable'],
      meta: { focus: 'quiz-problem' },
      on: { 'overview.retried': { target: 'loading', description: 'The student presses Try again.' } },
    },
    overview: {
      description: 'The screen shows how many questions, points, and minutes the quiz has. It has not been started on this visit.',
      tags: 'unbegun',
      on: { 'quiz.started': { target: 'starting', actions: 'clearProblem', description: 'The student presses Start or Continue.' } },
    },
    starting: {
      description:
        'Starting or resuming the attempt; its result_id identifies it from here on. Offline, a saved quiz starts on the device under a local id, and the server hears of it with the answers.',
      tags: ['busy', 'unbegun', 'starting'],
      invoke: {
        id: 'startQuiz',
        src: 'startQuiz',
        input: ({ context: { input, overview } }) => ({ input, overview }),
        onDone: {
          target: 'attempt',
          actions: { type: 'setAttempt', params: ({ event }) => event.output },
          description: 'The questions and the saved answers arrived.',
        },
        onError: whenNotStarted,
      },
    },
    attempt: {
      description: 'The quiz-started flag is set. An attempt exists under this result_id.',
      tags: 'started',
      initial: 'claiming',
      entry: ['startContact', 'startClaim'],
      exit: ['stopContact', 'stopClaim', 'putAway'],
      on: {
        'connection.restored': { description: 'The connection is back, but nothing is waiting for it.' },
        'page.hidden': { description: 'The page is hidden, but nothing is waiting to be sent.' },
      },
      states: {
        claiming: {
          description: 'Only one tab may answer at a time. Waiting to find out whether it is this one.',
          tags: 'busy',
          on: {
            'attempt.claimed': { target: 'restoring', description: 'No other tab holds the attempt.' },
            'attempt.heldElsewhere': { target: 'elsewhere', description: 'Another tab holds the attempt.' },
          },
        },
        elsewhere: {
          description: 'Another tab of this browser holds the attempt. Here it is read-only, with a Continue here button.',
          tags: 'elsewhere',
          meta: { focus: 'quiz-elsewhere', announce: 'quiz_elsewhere' },
          on: {
            'attempt.asked': { actions: 'askForAttempt', description: 'The student presses Continue here.' },
            'attempt.claimed': { target: 'takingUp', description: 'The other tab released the attempt or was closed.' },
          },
        },
        takingUp: {
          description: 'This tab now holds the attempt. Reloading it from the server to include what the other tab saved.',
          tags: 'busy',
          invoke: {
            id: 'startQuiz',
            src: 'startQuiz',
            input: ({ context: { input, overview } }) => ({ input, overview }),
            onDone: {
              target: 'restoring',
              actions: ['putAway', { type: 'setAttempt', params: ({ event }) => event.output }],
              description: 'The attempt is up to date with what the other tab sent.',
            },
            onError: whenNotStarted,
          },
          on: {
            'attempt.wanted': {
              target: 'elsewhere',
              actions: 'releaseAttempt',
              description: 'The student decided to continue in the other tab after all.',
            },
          },
        },
        restoring: {
          description: 'Merging the answers on the device with those on the server. The newest answer to each question wins.',
          tags: 'busy',
          invoke: {
            id: 'readKept',
            src: 'readKept',
            input: ({ context }) => ({ resultId: context.resultId }),
            onDone: [
              {
                guard: { type: 'isHandingIn', params: ({ event }) => event.output },
                target: 'handingIn.sending',
                actions: { type: 'merge', params: ({ event }) => event.output },
                description: 'The student submitted on an earlier visit, but it did not get through: submit again.',
              },
              {
                target: 'answering',
                actions: { type: 'merge', params: ({ event }) => event.output },
                description: 'The quiz resumes where the student left off.',
              },
            ],
            onError: {
              target: 'answering',
              actions: 'openFirst',
              description: 'The device storage cannot be read. Continue with the answers on the server.',
            },
          },
          on: { 'attempt.wanted': wanted },
        },
        answering: {
          description: 'The questions are open. Answers are saved on the device and on the server in the background.',
          tags: 'answering',
          type: 'parallel',
          invoke: {
            id: 'awaitEnd',
            src: 'awaitEnd',
            input: ({ context }) => ({ endTime: context.endTime }),
            onDone: {
              target: 'handingIn',
              actions: ['endTime', 'clearProblem'],
              description: 'Time is up: submit the answers given so far.',
            },
            onError: {
              ...withProblem,
              description: 'The timer does not work in this browser. The server still enforces the time limit.',
            },
          },
          on: {
            'attempt.wanted': wanted,
            'answer.changed': {
              actions: { type: 'setAnswer', params: ({ event }) => event },
              description: 'The student answers, or changes an answer.',
            },
            'answer.cleared': {
              actions: { type: 'clearAnswer', params: ({ event }) => event },
              description: 'The student clears an answer.',
            },
            'question.flagged': {
              actions: { type: 'toggleFlag', params: ({ event }) => event },
              description: 'The student flags a question for review or removes the flag.',
            },
            'option.crossedOut': {
              actions: { type: 'toggleCrossedOut', params: ({ event }) => event },
              description: 'The student strikes out an option or restores it.',
            },
            'layout.chosen': {
              actions: { type: 'setLayout', params: ({ event }) => event },
              description: 'The student switches between one question per page and all on one page.',
            },
          },
          states: {
            place: {
              description: 'Whether a question or the review is on the screen.',
              initial: 'question',
              on: {
                'question.opened': {
                  guard: { type: 'isQuestion', params: ({ event }) => event },
                  target: '.turning',
                  actions: { type: 'setOut', params: ({ event }) => event },
                  description: 'The student goes to a question.',
                },
              },
              states: {
                question: {
                  description: 'A question is open, by itself or in the full list. Time is counted for this question.',
                  meta: { focus: 'question' },
                  after: {
                    second: {
                      target: 'question',
                      reenter: true,
                      actions: 'countSecond',
                      description: 'Adds one second to this question.',
                    },
                  },
                  on: {
                    'question.visited': {
                      guard: { type: 'isQuestion', params: ({ event }) => event },
                      actions: { type: 'visit', params: ({ event }) => event },
                      description: 'With all questions on one page, the student moved to another one.',
                    },
                    'quiz.reviewed': {
                      target: 'turning',
                      actions: { type: 'setOut', params: { index: null } },
                      description: 'The student reviews all answers before submitting.',
                    },
                  },
                },
                turning: {
                  description: 'Waiting for the device to save, or to fail, before the screen moves on.',
                  always: [
                    {
                      guard: and([not(stateIn('#quiz.attempt.answering.keeping.writing')), 'isGoingToReview']),
                      target: 'reviewing',
                      description: 'Saved, or saving failed: open the review.',
                    },
                    {
                      guard: not(stateIn('#quiz.attempt.answering.keeping.writing')),
                      target: 'question',
                      actions: 'arrive',
                      description: 'Saved, or saving failed: open the question.',
                    },
                  ],
                },
                reviewing: {
                  description:
                    'The list shows which questions are answered, unanswered, or flagged. Unanswered ones are pointed out before submitting.',
                  tags: 'reviewing',
                  meta: { focus: 'review-title', announce: 'quiz_reviewing' },
                  on: {
                    'review.closed': { target: 'question', description: 'The student returns to the question that was open.' },
                    'quiz.submitted': {
                      target: '#quiz.attempt.handingIn',
                      actions: 'clearProblem',
                      description: 'The student submits the quiz.',
                    },
                  },
                },
              },
            },
            keeping: {
              description: 'Whether the device has saved the latest changes.',
              initial: 'kept',
              states: {
                kept: {
                  description: 'The device has saved every change.',
                  always: { guard: 'hasUnkept', target: 'writing', description: 'There is a change to save.' },
                },
                writing: {
                  description: 'Saving the attempt on the device.',
                  entry: 'noteKeeping',
                  invoke: {
                    id: 'keepAttempt',
                    src: 'keepAttempt',
                    input: ({ context }) => ({ kept: toKept(context), layout: context.layout }),
                    onDone: {
                      target: 'kept',
                      actions: { type: 'takeUp', params: ({ event }) => event.output },
                      description: 'The attempt is on the device and survives closing the page.',
                    },
                    onError: { target: 'unkept', description: 'Storage is full or disabled.' },
                  },
                },
                unkept: {
                  description: 'This browser cannot store the attempt. The screen says so, and answers still go to the server.',
                  tags: 'unkept',
                  always: { guard: 'hasUnkept', target: 'writing', description: 'A new change: try storing again.' },
                },
              },
            },
            saving: {
              description: 'Whether the server has the latest answers.',
              initial: 'settled',
              states: {
                settled: {
                  description: 'The server has every answer.',
                  tags: 'saved',
                  always: { guard: 'hasUnsent', target: 'waiting', description: 'There is an answer the server does not have.' },
                },
                waiting: {
                  description: 'Collecting answers for a moment so that typing is not sent letter by letter.',
                  after: { quiet: { target: 'sending', description: 'No need to wait longer: send what was collected.' } },
                  on: {
                    'page.hidden': { target: 'sending', description: 'The student may be leaving: send the answers right away.' },
                  },
                },
                sending: {
                  description: 'Sending the answers the server does not have yet.',
                  entry: 'noteSending',
                  invoke: {
                    id: 'saveAnswers',
                    src: 'saveAnswers',
                    input: ({ context }) => ({ result_id: context.resultId, answers: toSave(context) }),
                    onDone: {
                      target: 'settled',
                      actions: [{ type: 'acknowledge', params: ({ event }) => event.output }, 'noteReached'],
                      description: 'The server saved the answers.',
                    },
                    onError: [
                      {
                        guard: { type: 'isClosed', ...failure },
                        target: 'closed',
                        ...withProblem,
                        description: 'The attempt was submitted elsewhere, or its time ran out.',
                      },
                      ...delivery.failed,
                    ],
                  },
                },
                ...later,
                queued: { ...later.queued, entry: 'noteMissed' },
                closed: {
                  description: 'The attempt is closed. Answers the server does not have stay on the device.',
                  tags: ['failed', 'closed'],
                  meta: { announce: 'quiz_closed', focus: 'quiz-problem' },
                  on: { 'attempt.looked': { target: '#quiz.loading', description: 'The student opens what was submitted.' } },
                },
              },
            },
          },
        },
        handingIn: {
          description: 'The student submitted, or time ran out. Nothing can be changed while the answers are delivered.',
          tags: 'handingIn',
          entry: 'handIn',
          on: { 'attempt.wanted': wanted },
          initial: 'keeping',
          states: {
            keeping: {
              description: 'Saving the submission on the device before sending it.',
              tags: 'busy',
              invoke: {
                id: 'keepSubmission',
                src: 'keepAttempt',
                input: ({ context }) => ({ kept: toKept(context), layout: context.layout }),
                onDone: {
                  target: 'sending',
                  actions: { type: 'takeUp', params: ({ event }) => event.output },
                  description: 'Saved: if the page closes now, the next visit submits.',
                },
                onError: { target: 'sending', description: 'This browser cannot store the submission. Send it anyway.' },
              },
            },
            sending: {
              description:
                'Sending the answers (submit_type save, time_spent 40). Sending them twice is harmless, since both carry the same result_id.',
              tags: 'busy',
              meta: { announce: 'quiz_submitting' },
              invoke: {
                id: 'submitQuiz',
                src: 'submitQuiz',
                input: ({ context }) => ({
                  kind: context.input.kind,
                  result_id: context.resultId,
                  time_spent: submittedTimeSpent,
                  submit_type: 'save' as const,
                  quizResponse: toSubmit(context),
                  failures: context.failures,
                  attempt: toKept(context),
                }),
                onDone: {
                  target: '#quiz.submitted',
                  actions: { type: 'setResult', params: ({ event }) => event.output },
                  description: 'The server has the submission. The quiz-started flag is cleared.',
                },
                onError: [
                  {
                    guard: { type: 'isPassing', ...failure },
                    target: 'queued',
                    actions: [{ type: 'setProblem', ...failure }, 'noteFailure'],
                    description: 'The submission did not get through. Keep it and retry.',
                  },
                  {
                    target: 'refused',
                    ...withProblem,
                    description: 'The server refused the submission. The answers are kept.',
                  },
                ],
              },
            },
            queued: {
              description: 'Submitted on this device and waiting for a connection. The submission survives a reload.',
              entry: 'noteMissed',
              tags: ['failed', 'queued'],
              meta: { focus: 'quiz-problem', announce: 'quiz_submit_failed' },
              after: { retry: { target: 'sending', description: 'Retries after a while, with longer waits up to 15 s.' } },
              on: {
                'connection.restored': {
                  target: 'sending',
                  description: 'The connection is back, or the student returned to the page.',
                },
                'quiz.submitted': { target: 'sending', description: 'The student retries right away.' },
              },
            },
            refused: {
              description: 'The server refused the submission. The screen says why, and every answer is still here.',
              tags: ['failed', 'refused'],
              meta: { focus: 'quiz-problem', announce: 'quiz_submit_failed' },
              on: {
                'quiz.submitted': { target: 'sending', actions: 'clearProblem', description: 'The student tries again.' },
                'review.closed': {
                  guard: 'isInTime',
                  target: '#quiz.attempt.answering',
                  actions: ['withdraw', 'noteReached'],
                  description: 'There is time left: the student goes back to the questions.',
                },
              },
            },
          },
        },
        yielding: {
          description: 'The student continues in another tab. Saving everything on the device first.',
          tags: 'busy',
          invoke: {
            id: 'keepForOther',
            src: 'keepAttempt',
            input: ({ context }) => ({ kept: toKept(context), layout: context.layout }),
            onDone: {
              target: 'elsewhere',
              actions: ['releaseAttempt', 'noteContact', 'noteReached'],
              description: 'The other tab will find everything on the device.',
            },
            onError: {
              target: 'elsewhere',
              actions: ['releaseAttempt', 'noteContact', 'noteReached'],
              description: 'The other tab will find only what the server has.',
            },
          },
        },
      },
    },
    submitted: {
      description:
        'The quiz is submitted. The receipt shows when, and how many questions were answered; the score follows when the teacher releases it.',
      tags: 'handedIn',
      meta: { focus: 'result-title', announce: 'quiz_submitted' },
    },
  },
});
