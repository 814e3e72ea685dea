import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

export type FeedbackCategory = 'problem' | 'idea' | 'praise' | 'other';

/** User feedback: a comment, a rating, or a training request. */
export type FeedbackEntry =
  | { kind: 'feedback'; category: FeedbackCategory; text: string; file: File | null }
  | { kind: 'adoption'; rating: number; text: string }
  | { kind: 'training'; schoolId: number; grades: string[]; uses: string[]; from: string | null; text: string };

export const feedbackReasons: Reasons<'isComplete' | 'isRefused'> = {
  isComplete: 'Required input is missing: the text, the rating, or the school, grades and uses.',
  isRefused: 'The server did not refuse. There was no usable answer.',
};

const isComplete = (entry: FeedbackEntry): boolean => {
  if (entry.kind === 'feedback') return entry.text.trim() !== '';
  if (entry.kind === 'adoption') return entry.rating > 0;
  return entry.schoolId > 0 && entry.grades.length > 0 && entry.uses.length > 0;
};

/** Feedback form, adoption rating and training request (specification, sections 2, 3 and 8). */
export const feedbackMachine = setup({
  types: {
    context: {} as { entry: FeedbackEntry | null; problem: Problem | null },
    events: {} as { type: 'feedback.submitted'; entry: FeedbackEntry } | { type: 'form.edited' } | { type: 'feedback.continued' },
    emitted: {} as { type: 'feedback.sent' } | { type: 'feedback.failed' },
    tags: {} as 'busy' | 'failed' | 'unsent',
    meta: {} as ChartMeta,
  },
  actors: {
    sendFeedback: actorSlot<unknown, FeedbackEntry | null>(
      'sendFeedback',
      'POST /UserSetup/feedback_insert, POST /UserSetup/adoption_feedback or POST /UserSetup/schedule_request',
    ),
  },
  actions: {
    setEntry: assign({ entry: (_, { entry }: { entry: FeedbackEntry }) => entry, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    announceSent: emit({ type: 'feedback.sent' }),
    announceFailure: emit({ type: 'feedback.failed' }),
  },
  guards: {
    isComplete: (_, { entry }: { entry: FeedbackEntry }) => isComplete(entry),
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'feedback',
  description: 'A user sends feedback, a rating or a training request. Feedback can include a file.',
  meta: { reasons: feedbackReasons },
  context: { entry: null, problem: null },
  initial: 'editing',
  states: {
    editing: {
      description: 'The form is open. It keeps its input after an error.',
      initial: 'fresh',
      on: {
        'feedback.submitted': [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'sending',
            actions: { type: 'setEntry', params: ({ event }) => event },
            description: 'The user submits a complete form.',
          },
          {
            target: '.incomplete',
            actions: { type: 'setEntry', params: ({ event }) => event },
            description: 'The user submits the form with something missing.',
          },
        ],
      },
      states: {
        fresh: { description: 'The form shows no error.' },
        typing: { description: 'The user is filling in what was missing.' },
        incomplete: {
          description: 'Required input is missing, and the form says what.',
          tags: 'failed',
          meta: { announce: 'account_feedback_incomplete', focus: 'problem' },
          on: { 'form.edited': { target: 'typing', description: 'The user types or chooses something: clear the error.' } },
        },
        refused: {
          description: 'The server refused. The form shows "Cannot send feedback" with the server\'s message.',
          tags: ['failed', 'unsent'],
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: 'There was no usable answer. The form shows "Cannot send feedback", and the same button tries again.',
          tags: ['failed', 'unsent'],
          meta: { focus: 'problem' },
        },
      },
    },
    sending: {
      description: 'Waiting for the server to accept the feedback. A second submit does nothing.',
      tags: 'busy',
      invoke: {
        id: 'sendFeedback',
        src: 'sendFeedback',
        input: ({ context }) => context.entry,
        onDone: { target: 'sent', actions: 'announceSent', description: 'The server accepted the feedback.' },
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'editing.refused',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'The server refused: keep the input and show the reason.',
          },
          {
            target: 'editing.unreachable',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'There was no answer, or it was unreadable.',
          },
        ],
      },
    },
    sent: {
      description: 'The feedback was sent: "Feedback sent successfully".',
      meta: { focus: 'sent' },
      on: { 'feedback.continued': { target: 'editing', description: 'The user wants to send more: open an empty form.' } },
    },
  },
});
