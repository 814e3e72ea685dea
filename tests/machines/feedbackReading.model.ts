import { feedbackReadingMachine } from '../../src/machines/comments/feedbackReadingMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const said = 'I will read it again.';
export const overtaken = {
  code: 409,
  message: 'You have already answered this comment.',
  reason: 'commentAnswered',
  refused: true,
} as const;
export const recalled = {
  code: 409,
  message: 'Your teacher has taken this result back.',
  reason: 'resultRecalled',
  refused: true,
} as const;

export const feedbackReadingModel = defineModel({
  machine: feedbackReadingMachine,
  events: [
    { type: 'answer.opened', commentId: 1 },
    { type: 'answer.opened', commentId: 2 },
    { type: 'answer.closed' },
    { type: 'answer.submitted', text: said },
    { type: 'answer.submitted', text: '  ' },
    { type: 'form.edited' },
    { type: 'xstate.done.actor.sendAnswer', output: null },
    { type: 'xstate.error.actor.sendAnswer', error: overtaken },
    { type: 'xstate.error.actor.sendAnswer', error: recalled },
    { type: 'xstate.error.actor.sendAnswer', error: { code: 0, message: '' } },
  ],
  project: ({ commentId, answered, problem }) => ({ commentId, answered, problem: problem?.reason ?? problem?.code }),
  // The button that opens a comment's field is not there while it is open.
  can: (event, { context: { commentId } }) => event.type !== 'answer.opened' || event.commentId !== commentId,
  keeps: {
    'answer.submitted': { text: 'text' },
    'answer.opened': { commentId: 'commentId' },
  },
  tags: {
    writing: ({ context }) => context.commentId !== null,
    unreached: ({ context }) => context.problem !== null && !context.problem.refused,
  },
  takes: {
    'answer.opened': (snapshot) => !snapshot.hasTag('busy'),
  },
  leads: {
    'answer.opened': ['writing'],
    'answer.closed': ['reading'],
    'xstate.done.actor.sendAnswer': ['reading'],
  },
  tells: {
    'answer.sent': 'xstate.done.actor.sendAnswer',
    'answer.overtaken': (_before, { type }, after) => type === 'xstate.error.actor.sendAnswer' && after.matches({ writing: 'overtaken' }),
  },
  invariants: {
    'a comment is named while its answer is written': (snapshot) => snapshot.hasTag('writing') === (snapshot.context.commentId !== null),
    'what has its answer is not answered again': ({ context: { commentId, answered } }) =>
      commentId === null || !answered.includes(commentId),
    'nothing empty is sent': (snapshot) => !snapshot.matches('sending') || snapshot.context.text.trim() !== '',
  },
  stepInvariants: {
    'an answer begins empty': (_before, { type }, { context }) => type !== 'answer.opened' || context.text === '',
  },
});
