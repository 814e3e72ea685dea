import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as form from '../form.ts';
import { failed, failure, isRefusedAs } from '../problem.ts';

/** An answer to a comment. */
export interface CommentAnswer {
  commentId: number;
  text: string;
}

export const feedbackReadingReasons: Reasons<'isUnanswered' | 'hasWords' | 'isOvertaken' | 'isRefused'> = {
  isUnanswered: 'The comment has its answer.',
  hasWords: 'The answer is empty.',
  isOvertaken: 'The comment has no answer yet.',
  ...form.reasons,
};

const opened = { params: ({ event }: { event: { commentId: number } }) => event };
const submitted = { params: ({ event }: { event: { text: string } }) => event };

/**
 * A student reads the comments on a released result, and answers each once. What is typed is on the device until the server has it. Marking
 * comments read is a `command`.
 */
export const feedbackReadingMachine = setup({
  types: {
    context: {} as form.Context & {
      commentId: number | null;
      text: string;
      /** Comments answered on this visit. */
      answered: readonly number[];
    },
    events: {} as
      | { type: 'answer.opened'; commentId: number }
      | { type: 'answer.closed' }
      | { type: 'answer.submitted'; text: string }
      | form.Event,
    /** `answer.overtaken`: what is on the screen is out of date. */
    emitted: {} as { type: 'answer.sent'; commentId: number } | { type: 'answer.overtaken' },
    tags: {} as form.Tag | 'writing' | 'unreached',
    meta: {} as ChartMeta,
  },
  actors: { sendAnswer: actorSlot<unknown, CommentAnswer>('sendAnswer', 'POST /quiz/answer_comment') },
  actions: {
    ...form.actions,
    open: assign({ commentId: (_, { commentId }: { commentId: number }) => commentId, text: '', problem: null }),
    close: assign({ commentId: null, text: '', problem: null }),
    setText: assign({ text: (_, { text }: { text: string }) => text, problem: null }),
    noteAnswered: assign({ answered: ({ context }) => [...context.answered, context.commentId ?? 0] }),
    tellSent: emit(({ context }) => ({ type: 'answer.sent' as const, commentId: context.commentId ?? 0 })),
    tellOvertaken: emit({ type: 'answer.overtaken' }),
  },
  guards: {
    ...form.guards,
    isUnanswered: ({ context }, { commentId }: { commentId: number }) => !context.answered.includes(commentId),
    hasWords: (_, { text }: { text: string }) => text.trim() !== '',
    isOvertaken: (_, { error }: { error: unknown }) => isRefusedAs(error, 'commentAnswered'),
  },
}).createMachine({
  id: 'feedbackReading',
  description: 'A student reads the comments on a released result, and may answer each once.',
  meta: { reasons: feedbackReadingReasons },
  context: { commentId: null, text: '', answered: [], problem: null },
  initial: 'reading',
  states: {
    reading: {
      description: 'The comments stand beside the answers. No answer is being written.',
      on: {
        'answer.opened': {
          guard: { type: 'isUnanswered', ...opened },
          target: 'writing',
          actions: { type: 'open', ...opened },
          description: 'The student presses Answer.',
        },
      },
    },
    writing: {
      description: 'The student writes an answer. It is kept on the device as a draft.',
      tags: 'writing',
      initial: 'fresh',
      on: {
        'answer.opened': {
          guard: { type: 'isUnanswered', ...opened },
          target: 'writing',
          reenter: true,
          actions: { type: 'open', ...opened },
          description: 'The student answers another comment. The draft of this one stays.',
        },
        'answer.closed': { target: 'reading', actions: 'close', description: 'The student closes the field. The draft stays.' },
        'answer.submitted': [
          {
            guard: { type: 'hasWords', ...submitted },
            target: 'sending',
            actions: { type: 'setText', ...submitted },
            description: 'The student sends the answer.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'The answer is empty: the field says so.' },
        ],
      },
      states: {
        fresh: { description: 'The field is open, with the draft if there is one.', meta: { focus: 'comment-answer' } },
        typing: { description: 'The student fills in the missing answer.' },
        incomplete: {
          ...form.fieldError,
          description: 'The answer is empty, and the field says so.',
          meta: { announce: 'comments_answer_missing', focus: 'comment-answer' },
        },
        refused: {
          description: 'The server refused, for example because the result was taken back. The screen says why, and the draft stays.',
          ...failed({ focus: 'comment-problem' }),
        },
        overtaken: {
          description: 'The comment was answered in another window. That answer stands, and what was typed here stays in the field.',
          ...failed({ focus: 'comment-problem' }),
        },
        unreachable: {
          description: 'There is no connection. The answer is kept on the device as a draft, and the same button sends it.',
          ...failed({ focus: 'comment-problem' }, 'unreached'),
        },
      },
    },
    sending: {
      description: 'Waiting for the server to take the answer. The button is locked.',
      tags: ['busy', 'writing'],
      invoke: {
        id: 'sendAnswer',
        src: 'sendAnswer',
        input: ({ context: { commentId, text } }) => ({ commentId: commentId ?? 0, text }),
        onDone: {
          target: 'reading',
          actions: ['noteAnswered', 'tellSent', 'close'],
          description: 'The answer stands under the comment, and the teacher is told. The draft is deleted.',
        },
        onError: [
          {
            guard: { type: 'isOvertaken', ...failure },
            target: 'writing.overtaken',
            actions: [{ type: 'setProblem', ...failure }, 'tellOvertaken'],
            description: 'Another window was faster.',
          },
          ...form.backTo('writing'),
        ],
      },
    },
  },
});
