import { and, assign, not, sendTo, setup, spawnChild, stateIn, stopChild } from 'xstate';
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
import { isPassing, retryPause } from '../../../common/retry.ts';
import type {
  Question,
  QuizDetails,
  QuizResult,
  SavedAnswers,
  SequencedAnswer,
  StartedQuiz,
  SubmittedAnswer,
} from '../../../contract/quiz.ts';
import { actorSlot, type ChartMeta, type Reasons, sourceSlot } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

export interface QuizInput {
  userPuid: number;
  quizId: number;
  lessonId: number;
  /** 0 where the server could not be told of the resource: then `groupAssignmentId` says which assignment is meant. */
  resourceTrackingId: number;
  groupAssignmentId?: number;
  /** Assessments go through their own calls, a reader's quiz is handed in by its own. */
  kind: 'quiz' | 'assessment' | 'reader';
  /** Between 0 and 1: spreads the attempts of many devices to reach the server. Default 0. */
  chance?: number;
}

/** Answers on their way, in any number of saves. */
export interface Save {
  result_id: number;
  answers: SequencedAnswer[];
}

/** What a submission carries. */
export interface Submission {
  kind: QuizInput['kind'];
  result_id: number;
  time_spent: number;
  submit_type: 'save';
  quizResponse: SubmittedAnswer[];
  /** Failures before this attempt: the first one is shown as work under way, the others go on in the background. */
  failures: number;
  /** As the device has it. */
  attempt: KeptAttempt;
}

/** What came of handing in. */
export interface HandedIn extends QuizResult {
  /** False when the server does not have every answer of this device: they came too late, or it was handed in elsewhere. */
  isComplete?: boolean;
}

interface Context {
  input: QuizInput;
  overview: QuizDetails | null;
  resultId: number;
  /** When the time is over, by the server's clock; null: no limit. */
  endTime: string | null;
  /** It is over: what is there is handed in, and nothing can be changed. */
  isOver: boolean;
  /** What is kept says so too: should the page go, the next visit hands in. */
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
  /** Where the screen goes once the device has kept what is here: index of a question, or null for looking over. */
  goingTo: number | null;
  /** Grows with everything that is worth keeping; `keptRevision` is the newest that was given to the device. */
  revision: number;
  keptRevision: number;
  /** Attempts in a row that did not reach the server. */
  failures: number;
  /** When the server last had everything, by its clock, ms since 1970. */
  savedAt: number | null;
  result: HandedIn | null;
  problem: Problem | null;
}

type Attempt = Omit<Context, 'input' | 'overview' | 'result' | 'problem'>;
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
  failures: 0,
  savedAt: null,
};

/** What goes to the device. */
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

/** Newer than everything known, and by the clock, so that the newest answer of several devices is the one given last. */
const nextSequence = ({ answers }: Context, at: number) => Math.max(at, ...Object.values(answers).map(({ sequence }) => sequence + 1), 1);

const withAnswer = (context: Context, questionId: number, answer: Answer, at: number): Partial<Context> => ({
  answers: { ...context.answers, [questionId]: { ...answer, sequence: nextSequence(context, at), givenAt: at } },
  revision: context.revision + 1,
});

const toggled = (ids: readonly number[], id: number) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]);

export const quizReasons: Reasons<
  | 'isHandedIn'
  | 'isQuestion'
  | 'isHandedInElsewhere'
  | 'isHandingIn'
  | 'isGoingToReview'
  | 'isInTime'
  | 'isPassing'
  | 'isClosed'
  | 'hasUnkept'
  | 'hasUnsent'
  | 'hasFailed'
> = {
  isHandedIn: 'The quiz has not been handed in yet.',
  isQuestion: 'There is no such question.',
  isHandedInElsewhere: 'It was not refused because it had been handed in.',
  isHandingIn: 'The student has not handed in on this device.',
  isGoingToReview: 'The student goes to a question.',
  isInTime: 'The time is over.',
  isPassing: 'The failure would not pass by itself.',
  isClosed: 'The server still takes answers.',
  hasUnkept: 'The device has everything.',
  hasUnsent: 'The server has everything.',
  hasFailed: 'The last attempt reached the server.',
};

/** What becomes of an attempt that the server does not start, whether it was begun, gone on with, or taken up from another tab. */
const whenNotStarted = [
  {
    guard: { type: 'isHandedInElsewhere', ...failure },
    target: '#quiz.loading',
    description: 'It was handed in meanwhile, in another tab, on another device or by the server when the time was over.',
  },
  {
    target: '#quiz.overview',
    actions: { type: 'setProblem', ...failure },
    description: 'It could not be started: no notice, the overview says so and its button tries again.',
  },
] as const;

/** A quiz or assessment: overview, start, answers, submit (specification, sections 3, 4, 5, 7 and 9). */
export const quizMachine = setup({
  types: {
    input: {} as QuizInput,
    context: {} as Context,
    events: {} as
      | { type: 'overview.retried' }
      | { type: 'quiz.started' }
      | { type: 'attempt.claimed' }
      | { type: 'attempt.heldElsewhere' }
      | { type: 'attempt.wanted' }
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
      | { type: 'save.retried' }
      | { type: 'connection.restored' }
      | { type: 'page.hidden' },
    children: {} as { holdAttempt: 'holdAttempt'; watchConnection: 'watchConnection' },
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
      | 'refused'
      | 'closed'
      | 'unkept'
      | 'handingIn'
      | 'queued'
      | 'handedIn'
      | 'elsewhere'
      | 'lost',
    meta: {} as ChartMeta,
  },
  actors: {
    loadOverview: actorSlot<QuizDetails, QuizInput>('loadOverview', 'GET /quiz/get_quiz_details or GET /assessment/assessment_overview'),
    startQuiz: actorSlot<StartedQuiz, { input: QuizInput; overview: QuizDetails | null }>(
      'startQuiz',
      'POST /quiz/start_quiz or POST /assessment/start_assessment',
    ),
    holdAttempt: sourceSlot<
      { type: 'attempt.claimed' } | { type: 'attempt.heldElsewhere' } | { type: 'attempt.wanted' },
      { resultId: number },
      { type: 'attempt.asked' } | { type: 'attempt.released' }
    >('holdAttempt', 'a Web Lock for each attempt: one tab answers at a time'),
    watchConnection: sourceSlot<{ type: 'connection.restored' } | { type: 'page.hidden' }>(
      'watchConnection',
      'the connection, and whether the page is in sight',
    ),
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
    startSources: spawnChild('watchConnection', { id: 'watchConnection' }),
    holdAttempt: spawnChild('holdAttempt', {
      id: 'holdAttempt',
      input: ({ context }: { context: Context }) => ({ resultId: context.resultId }),
    }),
    stopSources: stopChild('watchConnection'),
    letGoOfAttempt: stopChild('holdAttempt'),
    askForAttempt: sendTo('holdAttempt', { type: 'attempt.asked' }),
    releaseAttempt: sendTo('holdAttempt', { type: 'attempt.released' }),
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
    /** What an earlier visit has kept and this one could not read is there again. */
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
        // What is chosen is crossed out no more.
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
      // The device learns what it need not keep any more.
      revision: context.revision + 1,
      savedAt: at,
      failures: 0,
    })),
    noteFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    /** Nothing waits for the server here, or it was heard of. */
    noteContact: assign({ failures: 0 }),
    endTime: assign({ isOver: true }),
    handIn: assign({ isHandedIn: true }),
    withdraw: assign({ isHandedIn: false, revision: ({ context }) => context.revision + 1, failures: 0, problem: null }),
    setResult: assign({ result: (_, result: HandedIn) => result, problem: null }),
  },
  guards: {
    isHandedIn: (_, { overview }: { overview: QuizDetails }) => overview.result !== null && overview.result.state !== 'started',
    isQuestion: ({ context }, { index }: { index: number }) => index >= 0 && index < context.questions.length,
    isHandedInElsewhere: (_, { error }: { error: unknown }) => toProblem(error).code === 409,
    isHandingIn: (_, { kept }: { kept: KeptAttempt | null }) => kept?.isHandedIn ?? false,
    isGoingToReview: ({ context }) => context.goingTo === null,
    isInTime: ({ context }) => !context.isOver,
    isPassing: (_, { error }: { error: unknown }) => isPassing(toProblem(error)),
    isClosed: (_, { error }: { error: unknown }) => toProblem(error).code === 409,
    hasUnkept: ({ context }) => context.revision > context.keptRevision,
    hasUnsent: ({ context }) => unsent(context).length > 0,
    hasFailed: ({ context }) => context.failures > 0,
  },
  delays: {
    second: 1_000,
    /** How long answers are gathered before they are sent. */
    quiet: 3_000,
    retry: ({ context }) => retryPause(context.failures, context.input.chance ?? 0),
    /** Without a connection for so long, the student is offered a file. */
    patience: 60_000,
  },
}).createMachine({
  id: 'quiz',
  description:
    'A student takes a quiz or an assessment. Every answer is on the device before the screen moves on, and goes to the server from there; the server scores it, and says nothing about right and wrong before the teacher releases it.',
  meta: { reasons: quizReasons },
  context: ({ input }) => ({ input, overview: null, ...noAttempt, result: null, problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The overview is fetched, with the attempt so far; without a connection, the one that the device has.',
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
          description: 'The quiz is not there for this student, or there was no answer.',
        },
      },
    },
    unavailable: {
      description: 'The overview could not be shown; the screen says why and what to press.',
      tags: ['failed', 'unavailable'],
      meta: { focus: 'quiz-problem' },
      on: { 'overview.retried': { target: 'loading', description: 'The student presses Try again.' } },
    },
    overview: {
      description: 'How many questions, points and minutes; nothing has started.',
      tags: 'unbegun',
      on: { 'quiz.started': { target: 'starting', actions: 'clearProblem', description: 'The student presses Start, or Continue.' } },
    },
    starting: {
      description:
        'The server starts the attempt, or finds the one that was started; its result_id names it from here on. Without a connection a quiz of a saved lesson begins on the device, under a name of its own, and the server hears of it with the answers.',
      tags: ['busy', 'unbegun', 'starting'],
      invoke: {
        id: 'startQuiz',
        src: 'startQuiz',
        input: ({ context: { input, overview } }) => ({ input, overview }),
        onDone: {
          target: 'attempt',
          actions: { type: 'setAttempt', params: ({ event }) => event.output },
          description: 'The questions are there, with the answers that the server has.',
        },
        onError: whenNotStarted,
      },
    },
    attempt: {
      description: 'The quiz-started flag is up: there is an attempt under this result_id.',
      tags: 'started',
      type: 'parallel',
      entry: ['startSources', 'holdAttempt'],
      exit: ['stopSources', 'letGoOfAttempt', 'putAway'],
      on: {
        'connection.restored': { description: 'Nothing waits for the connection.' },
        'page.hidden': { description: 'Nothing waits to be sent.' },
      },
      states: {
        work: {
          description: 'Who has the attempt, and what is done with it.',
          initial: 'claiming',
          states: {
            claiming: {
              description: 'One tab answers at a time: is it this one?',
              tags: 'busy',
              on: {
                'attempt.claimed': { target: 'held', description: 'No other tab has the attempt open.' },
                'attempt.heldElsewhere': { target: 'elsewhere', description: 'Another tab has it open.' },
              },
            },
            elsewhere: {
              description: 'Another tab of this browser has the attempt: here it can only be looked at.',
              tags: 'elsewhere',
              meta: { focus: 'quiz-elsewhere', announce: 'quiz_elsewhere' },
              on: {
                'attempt.asked': { actions: 'askForAttempt', description: 'The student presses Continue here.' },
                'attempt.claimed': { target: 'takingUp', description: 'The other tab has let go, or is gone.' },
              },
            },
            takingUp: {
              description: 'This tab has the attempt, and takes it up as the server and the device have it by now.',
              tags: 'busy',
              invoke: {
                id: 'startQuiz',
                src: 'startQuiz',
                input: ({ context: { input, overview } }) => ({ input, overview }),
                onDone: {
                  target: 'held',
                  actions: ['putAway', { type: 'setAttempt', params: ({ event }) => event.output }],
                  description: 'What the other tab has sent is there.',
                },
                onError: whenNotStarted,
              },
              on: {
                'attempt.wanted': {
                  target: 'elsewhere',
                  actions: 'releaseAttempt',
                  description: 'The student goes on in the other tab after all.',
                },
              },
            },
            held: {
              description: 'This tab has the attempt.',
              initial: 'restoring',
              on: {
                'attempt.wanted': { target: 'yielding', description: 'The student goes on in another tab.' },
              },
              states: {
                restoring: {
                  description: 'What the device has kept is put beside what the server has: the newest of each question wins.',
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
                        description: 'The student handed in on an earlier visit, and it did not get through.',
                      },
                      {
                        target: 'answering',
                        actions: { type: 'merge', params: ({ event }) => event.output },
                        description: 'The quiz goes on where it was left.',
                      },
                    ],
                    onError: {
                      target: 'answering',
                      actions: 'openFirst',
                      description: 'The device cannot be read: what the server has counts.',
                    },
                  },
                },
                answering: {
                  description: 'Questions are open.',
                  tags: 'answering',
                  type: 'parallel',
                  invoke: {
                    id: 'awaitEnd',
                    src: 'awaitEnd',
                    input: ({ context }) => ({ endTime: context.endTime }),
                    onDone: {
                      target: 'handingIn',
                      actions: ['endTime', 'clearProblem'],
                      description: 'The time is over: what is there is handed in.',
                    },
                    onError: {
                      actions: { type: 'setProblem', ...failure },
                      description: 'The clock cannot be watched here; the server ends the time all the same.',
                    },
                  },
                  on: {
                    'answer.changed': {
                      actions: { type: 'setAnswer', params: ({ event }) => event },
                      description: 'The student answers, or changes an answer.',
                    },
                    'answer.cleared': {
                      actions: { type: 'clearAnswer', params: ({ event }) => event },
                      description: 'The student takes an answer back.',
                    },
                    'question.flagged': {
                      actions: { type: 'toggleFlag', params: ({ event }) => event },
                      description: 'The student marks a question to look at again, or takes the mark away.',
                    },
                    'option.crossedOut': {
                      actions: { type: 'toggleCrossedOut', params: ({ event }) => event },
                      description: 'The student crosses a choice out, or lets it count again.',
                    },
                    'layout.chosen': {
                      actions: { type: 'setLayout', params: ({ event }) => event },
                      description: 'The student wants one question a page, or all on one.',
                    },
                  },
                  states: {
                    place: {
                      description: 'What the student looks at.',
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
                          description: 'A question is open, alone or among all; its seconds count.',
                          meta: { focus: 'question' },
                          after: {
                            second: {
                              target: 'question',
                              reenter: true,
                              actions: 'countSecond',
                              description: 'One second on this question.',
                            },
                          },
                          on: {
                            'question.visited': {
                              guard: { type: 'isQuestion', params: ({ event }) => event },
                              actions: { type: 'visit', params: ({ event }) => event },
                              description: 'Where all are on one page, the student has come to another question.',
                            },
                            'quiz.reviewed': {
                              target: 'turning',
                              actions: { type: 'setOut', params: { index: null } },
                              description: 'The student looks over all answers before handing in.',
                            },
                          },
                        },
                        turning: {
                          description: 'The screen moves on as soon as the device has kept what is here, or cannot.',
                          always: [
                            {
                              guard: and([not(stateIn('#quiz.attempt.work.held.answering.keeping.writing')), 'isGoingToReview']),
                              target: 'reviewing',
                              description: 'The device has everything.',
                            },
                            {
                              guard: not(stateIn('#quiz.attempt.work.held.answering.keeping.writing')),
                              target: 'question',
                              actions: 'arrive',
                              description: 'The device has everything.',
                            },
                          ],
                        },
                        reviewing: {
                          description: 'The list of questions: answered, unanswered, flagged; unanswered ones are named before handing in.',
                          tags: 'reviewing',
                          meta: { focus: 'review-title', announce: 'quiz_reviewing' },
                          on: {
                            'review.closed': { target: 'question', description: 'Back to the question that was open.' },
                            'quiz.submitted': {
                              target: '#quiz.attempt.work.held.handingIn',
                              actions: 'clearProblem',
                              description: 'The student hands in.',
                            },
                          },
                        },
                      },
                    },
                    keeping: {
                      description: 'Whether the device has what is on the screen.',
                      initial: 'kept',
                      states: {
                        kept: {
                          description: 'The device has everything.',
                          always: { guard: 'hasUnkept', target: 'writing', description: 'Something has changed.' },
                        },
                        writing: {
                          description: 'The device writes.',
                          entry: 'noteKeeping',
                          invoke: {
                            id: 'keepAttempt',
                            src: 'keepAttempt',
                            input: ({ context }) => ({ kept: toKept(context), layout: context.layout }),
                            onDone: {
                              target: 'kept',
                              actions: { type: 'takeUp', params: ({ event }) => event.output },
                              description: 'It is on the device, whatever happens to the page.',
                            },
                            onError: { target: 'unkept', description: 'Storage is full or switched off.' },
                          },
                        },
                        unkept: {
                          description: 'This browser keeps nothing: the screen says so, and answers go to the server all the same.',
                          tags: 'unkept',
                          always: { guard: 'hasUnkept', target: 'writing', description: 'The next change tries again.' },
                        },
                      },
                    },
                    saving: {
                      description: 'Whether the server has what is on the screen.',
                      initial: 'settled',
                      states: {
                        settled: {
                          description: 'The server has every answer.',
                          tags: 'saved',
                          always: { guard: 'hasUnsent', target: 'waiting', description: 'There is a new answer.' },
                        },
                        waiting: {
                          description: 'Answers are gathered for a moment, so that typing is not sent letter by letter.',
                          after: { quiet: { target: 'sending', description: 'Long enough.' } },
                          on: { 'page.hidden': { target: 'sending', description: 'The student may be leaving: sent at once.' } },
                        },
                        sending: {
                          description: 'What the server does not have is on its way.',
                          invoke: {
                            id: 'saveAnswers',
                            src: 'saveAnswers',
                            input: ({ context }) => ({ result_id: context.resultId, answers: toSave(context) }),
                            onDone: {
                              target: 'settled',
                              actions: { type: 'acknowledge', params: ({ event }) => event.output },
                              description: 'The server has them.',
                            },
                            onError: [
                              {
                                guard: { type: 'isClosed', ...failure },
                                target: 'closed',
                                actions: { type: 'setProblem', ...failure },
                                description: 'The attempt was handed in elsewhere, or its time is over.',
                              },
                              {
                                guard: { type: 'isPassing', ...failure },
                                target: 'queued',
                                actions: 'noteFailure',
                                description: 'It did not get through; it will.',
                              },
                              {
                                target: 'failed',
                                actions: { type: 'setProblem', ...failure },
                                description: 'The server refused: trying again by itself would not help.',
                              },
                            ],
                          },
                        },
                        queued: {
                          description: 'The answers wait on the device for a connection.',
                          after: { retry: { target: 'sending', description: 'Try again after a while, longer each time up to 15 s.' } },
                          on: {
                            'connection.restored': { target: 'sending', description: 'The connection is back, or the student is.' },
                          },
                        },
                        failed: {
                          description: 'The server does not take the answers; they are on the device, and can be downloaded.',
                          tags: ['failed', 'refused'],
                          on: { 'save.retried': { target: 'sending', description: 'The student presses Try again.' } },
                        },
                        closed: {
                          description: 'The server takes no more answers; what it does not have stays on the device.',
                          tags: ['failed', 'closed'],
                          meta: { announce: 'quiz_closed', focus: 'quiz-problem' },
                          on: { 'attempt.looked': { target: '#quiz.loading', description: 'The student looks at what was handed in.' } },
                        },
                      },
                    },
                  },
                },
                handingIn: {
                  description:
                    'The student has handed in, or the time is over: nothing changes any more, and all of it gets to the server.',
                  tags: 'handingIn',
                  entry: 'handIn',
                  initial: 'keeping',
                  states: {
                    keeping: {
                      description: 'That it is handed in is on the device first.',
                      tags: 'busy',
                      invoke: {
                        id: 'keepSubmission',
                        src: 'keepAttempt',
                        input: ({ context }) => ({ kept: toKept(context), layout: context.layout }),
                        onDone: {
                          target: 'sending',
                          actions: { type: 'takeUp', params: ({ event }) => event.output },
                          description: 'Should the page go now, the next visit hands in.',
                        },
                        onError: { target: 'sending', description: 'This browser keeps nothing: it is sent all the same.' },
                      },
                    },
                    sending: {
                      description:
                        'The answers are on their way: submit_type save, time_spent 40. The same result_id makes a second submission harmless.',
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
                          description: 'The server has everything; the quiz-started flag clears.',
                        },
                        onError: [
                          {
                            guard: { type: 'isPassing', ...failure },
                            target: 'queued',
                            actions: [{ type: 'setProblem', ...failure }, 'noteFailure'],
                            description: 'It did not get through; it will.',
                          },
                          {
                            target: 'refused',
                            actions: { type: 'setProblem', ...failure },
                            description: 'The server refused: nothing is lost.',
                          },
                        ],
                      },
                    },
                    queued: {
                      description: 'Handed in on this device; it waits for a connection, also over a reload.',
                      tags: ['failed', 'queued'],
                      meta: { focus: 'quiz-problem', announce: 'quiz_submit_failed' },
                      after: { retry: { target: 'sending', description: 'Try again after a while, longer each time up to 15 s.' } },
                      on: {
                        'connection.restored': { target: 'sending', description: 'The connection is back, or the student is.' },
                        'quiz.submitted': { target: 'sending', description: 'The student tries again at once.' },
                      },
                    },
                    refused: {
                      description: 'Handing in was refused; every answer is still here.',
                      tags: ['failed', 'refused'],
                      meta: { focus: 'quiz-problem', announce: 'quiz_submit_failed' },
                      on: {
                        'quiz.submitted': { target: 'sending', actions: 'clearProblem', description: 'The student tries again.' },
                        'review.closed': {
                          guard: 'isInTime',
                          target: '#quiz.attempt.work.held.answering',
                          actions: 'withdraw',
                          description: 'Back to the questions.',
                        },
                      },
                    },
                  },
                },
              },
            },
            yielding: {
              description: 'The student goes on in another tab: first the device has everything.',
              tags: 'busy',
              invoke: {
                id: 'keepForOther',
                src: 'keepAttempt',
                input: ({ context }) => ({ kept: toKept(context), layout: context.layout }),
                onDone: { target: 'elsewhere', actions: ['releaseAttempt', 'noteContact'], description: 'The other tab finds all of it.' },
                onError: {
                  target: 'elsewhere',
                  actions: ['releaseAttempt', 'noteContact'],
                  description: 'The other tab finds what the server has.',
                },
              },
            },
          },
        },
        contact: {
          description: 'Whether the server is heard of.',
          initial: 'heard',
          states: {
            heard: {
              description: 'The last attempt reached it, or there was none.',
              always: { guard: 'hasFailed', target: 'silent', description: 'An attempt did not get through.' },
            },
            silent: {
              description: 'It has not been heard of for a moment.',
              always: { guard: not('hasFailed'), target: 'heard', description: 'An attempt got through.' },
              after: { patience: { target: 'lost', description: 'A minute without a connection.' } },
            },
            lost: {
              description: 'No connection for a minute: the student is offered the unsent answers as a file.',
              tags: 'lost',
              meta: { announce: 'quiz_lost' },
              always: { guard: not('hasFailed'), target: 'heard', description: 'An attempt got through.' },
            },
          },
        },
      },
    },
    submitted: {
      description: 'Handed in. The receipt says when and how many; the score follows when the teacher releases it.',
      tags: 'handedIn',
      meta: { focus: 'result-title', announce: 'quiz_submitted' },
    },
  },
});
