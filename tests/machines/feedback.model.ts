import { type FeedbackEntry, feedbackMachine } from '../../src/machines/profile/feedbackMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const words: FeedbackEntry = { kind: 'feedback', category: 'idea', text: 'More planets.', file: null };
export const mark: FeedbackEntry = { kind: 'adoption', rating: 4, text: '' };
export const training: FeedbackEntry = { kind: 'training', schoolId: 11, grades: ['6'], uses: ['lessons'], from: null, text: '' };

export const feedbackModel = defineModel({
  machine: feedbackMachine,
  events: [
    { type: 'feedback.submitted', entry: words },
    { type: 'feedback.submitted', entry: { ...words, text: ' ' } },
    { type: 'form.edited' },
    { type: 'feedback.continued' },
    { type: 'xstate.done.actor.sendFeedback', output: { feedback_id: 1 } },
    { type: 'xstate.error.actor.sendFeedback', error: { code: 415, message: 'This kind of file cannot be kept.', refused: true } },
    { type: 'xstate.error.actor.sendFeedback', error: { code: 0, message: '' } },
  ],
  project: ({ entry, problem }) => ({ isEmpty: entry?.text.trim() === '', problem: problem?.code }),
  keeps: {
    'feedback.submitted': { entry: 'entry' },
  },
  tags: { sent: 'feedback.continued' },
  leads: {
    'feedback.continued': ['editing'],
  },
  tells: {
    'feedback.sent': 'xstate.done.actor.sendFeedback',
    'feedback.failed': 'xstate.error.actor.sendFeedback',
  },
  invariants: {
    'nothing empty is sent': (snapshot) => !snapshot.matches('sending') || snapshot.context.entry?.text.trim() !== '',
  },
});
