import { type ActorRef, assign, sendTo, setup, spawnChild, stopChild } from 'xstate';
import { type Answer, type KeptAttempt, newestAnswers, type QuizLayout, unsent, withSaved } from '../../../common/attempt.ts';
import type { QuizDetails, SavedAnswers, StartedQuiz } from '../../../contract/quiz.ts';
import { actorSlot, type ChartMeta, part, type Reasons } from '../chart.ts';
import * as delivery from '../delivery.ts';
import { toProblem } from '../problem.ts';
import { type ClaimNews, claimMachine } from './claimMachine.ts';
import { type ContactNews, contactMachine } from './contactMachine.ts';
import {
  attemptOf,
  type Context,
  firstOpen,
  type HandedIn,
  noAttempt,
  type QuizInput,
  type Save,
  type Submission,
  toggled,
  withAnswer,
  withKept,
} from './quizAttempt.ts';

/** Why the guards of the `quiz` chart refuse. */
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

/** What the states of the `quiz` chart are made of: its events, actors, actions, guards and delays. */
export const quizSetup = setup({
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
    setAttempt: assign((_, started: StartedQuiz) => ({ ...attemptOf(started), problem: null })),
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
    merge: assign(({ context }, { kept, layout }: { kept: KeptAttempt | null; layout: QuizLayout }) => ({
      layout,
      ...withKept(context, kept),
    })),
    /** Restores answers cached on an earlier visit that could not be read at the start of this one. */
    takeUp: assign(({ context }, { answers }: Pick<KeptAttempt, 'answers'>) => {
      const newest = newestAnswers(context.answers, answers);
      return Object.entries(newest).some(([id, answer]) => answer !== context.answers[Number(id)]) ? { answers: newest } : {};
    }),
    openFirst: assign({ index: ({ context }) => firstOpen(context.questions, context.answers) }),
    setOut: assign({ goingTo: (_, { index }: { index: number | null }) => index }),
    arrive: assign({
      index: ({ context }) => context.goingTo ?? context.index,
      goingTo: null,
      revision: ({ context }) => context.revision + 1,
    }),
    setAnswer: assign(({ context }, { questionId, answer, at }: { questionId: number; answer: Answer; at: number }) =>
      withAnswer(context, questionId, answer, at),
    ),
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
});

/** The tab that has the attempt gives it up. */
export const wanted = part({ target: '#quiz.attempt.yielding', description: 'The student continues in another tab.' });
