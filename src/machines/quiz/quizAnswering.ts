import { and, not, stateIn } from 'xstate';
import { toSave } from '../../../common/attempt.ts';
import * as delivery from '../delivery.ts';
import { failed, failure, withProblem } from '../problem.ts';
import { toKept } from './quizAttempt.ts';
import { quizSetup, wanted } from './quizSetup.ts';

/** States of answers that did not get through. */
const later = delivery.states('sending', 'waiting');

/** How an attempt is answered: which question is on the screen, and how the device and the server get the answers. */
export const answering = quizSetup.createStateConfig({
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
          ...failed({ announce: 'quiz_closed', focus: 'quiz-problem' }, 'closed'),
          on: { 'attempt.looked': { target: '#quiz.loading', description: 'The student opens what was submitted.' } },
        },
      },
    },
  },
});
