import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

export type FeedbackCategory = 'problem' | 'idea' | 'praise' | 'other';

/** What somebody has to say about the product: in words, as a mark, or as a wish for a training. */
export type FeedbackEntry =
  | { kind: 'feedback'; category: FeedbackCategory; text: string; file: File | null }
  | { kind: 'adoption'; rating: number; text: string }
  | { kind: 'training'; schoolId: number; grades: string[]; uses: string[]; from: string | null; text: string };

export const feedbackReasons: Reasons<'isComplete' | 'isRefused'> = {
  isComplete: 'There are no words, no mark, or no school, grade and use.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

const isComplete = (entry: FeedbackEntry): boolean => {
  if (entry.kind === 'feedback') return entry.text.trim() !== '';
  if (entry.kind === 'adoption') return entry.rating > 0;
  return entry.schoolId > 0 && entry.grades.length > 0 && entry.uses.length > 0;
};

/** The feedback form, the mark for adoption and the request for a training (specification, sections 2, 3 and 8). */
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
  description: 'Somebody says what they think of the product, with a file beside it if they like.',
  meta: { reasons: feedbackReasons },
  context: { entry: null, problem: null },
  initial: 'editing',
  states: {
    editing: {
      description: 'The form is open and keeps what is typed.',
      initial: 'fresh',
      on: {
        'feedback.submitted': [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'sending',
            actions: { type: 'setEntry', params: ({ event }) => event },
            description: 'Enter, or the button, with something to say.',
          },
          { target: '.incomplete', actions: { type: 'setEntry', params: ({ event }) => event }, description: 'Something is missing.' },
        ],
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.' },
        typing: { description: 'What was missing is being filled in.' },
        incomplete: {
          description: 'What is missing is said beside its field.',
          tags: 'failed',
          meta: { announce: 'account_feedback_incomplete', focus: 'problem' },
          on: { 'form.edited': { target: 'typing', description: 'The person types or chooses.' } },
        },
        refused: {
          description: '"Cannot send feedback", with the message of the server.',
          tags: ['failed', 'unsent'],
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: '"Cannot send feedback": there was no usable answer; the same button tries again.',
          tags: ['failed', 'unsent'],
          meta: { focus: 'problem' },
        },
      },
    },
    sending: {
      description: 'The server takes it; a second submit does nothing.',
      tags: 'busy',
      invoke: {
        id: 'sendFeedback',
        src: 'sendFeedback',
        input: ({ context }) => context.entry,
        onDone: { target: 'sent', actions: 'announceSent', description: 'It is kept.' },
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'editing.refused',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'The server refuses, and says why.',
          },
          {
            target: 'editing.unreachable',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    sent: {
      description: '"Feedback sent successfully".',
      meta: { focus: 'sent' },
      on: { 'feedback.continued': { target: 'editing', description: 'There is more to say: the form is open again, and empty.' } },
    },
  },
});
