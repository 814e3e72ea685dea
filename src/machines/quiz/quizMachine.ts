import { failed, failure, withProblem } from '../problem.ts';
import { answering } from './quizAnswering.ts';
import { noAttempt, toKept } from './quizAttempt.ts';
import { handingIn } from './quizHandingIn.ts';
import { quizReasons, quizSetup, wanted } from './quizSetup.ts';

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

/** A quiz or assessment: overview, start, answers, submit (specification, sections 3, 4, 5, 7 and 9). */
export const quizMachine = quizSetup.createMachine({
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
      ...failed({ focus: 'quiz-problem' }, 'unavailable'),
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
        answering,
        handingIn,
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
