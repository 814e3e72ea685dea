import { submittedTimeSpent, toSubmit } from '../../../common/attempt.ts';
import { failed, failure, withProblem } from '../problem.ts';
import { toKept } from './quizAttempt.ts';
import { quizSetup, wanted } from './quizSetup.ts';

/** How an attempt is handed in: kept on the device, sent, then queued or refused if it does not get through. */
export const handingIn = quizSetup.createStateConfig({
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
      ...failed({ focus: 'quiz-problem', announce: 'quiz_submit_failed' }, 'queued'),
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
      ...failed({ focus: 'quiz-problem', announce: 'quiz_submit_failed' }, 'refused'),
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
});
