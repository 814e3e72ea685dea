import type { LessonUse } from '../../contract/workspace.ts';
import { saveQuestionMachine } from '../../src/machines/workspace/saveQuestionMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { tooBusy } from './lessonBuilder.model.ts';

const used = { groups: 2, students: 17, not_started: 9, in_progress: 5, completed: 3, shared_with: 0 };
/** Counts of who has the lesson. */
export const usedLesson: LessonUse = { ...used, quizzes: [{ item_id: 5, title: 'Kinds of rock', in_progress: 1, submitted: 3 }] };
export const unusedLesson: LessonUse = {
  groups: 0,
  students: 0,
  not_started: 0,
  in_progress: 0,
  completed: 0,
  shared_with: 0,
  quizzes: [],
};

export const saveQuestionModel = defineModel({
  machine: saveQuestionMachine,
  input: { lessonId: 11 },
  events: [
    { type: 'change.confirmed' },
    { type: 'change.cancelled' },
    { type: 'xstate.done.actor.countUse', output: unusedLesson },
    { type: 'xstate.done.actor.countUse', output: usedLesson },
    { type: 'xstate.error.actor.countUse', error: tooBusy },
  ],
  project: ({ end }) => end.kind,
  keeps: {
    'xstate.done.actor.countUse': { output: { as: 'use', in: ['asking'] } },
  },
  leads: {
    'xstate.done.actor.countUse': ['ended', 'asking'],
    'xstate.error.actor.countUse': ['ended'],
    'change.confirmed': ['ended'],
    'change.cancelled': ['ended'],
  },
  ends: {
    'xstate.done.actor.countUse': 'unused',
    'xstate.error.actor.countUse': 'failed',
    'change.confirmed': 'confirmed',
    'change.cancelled': 'cancelled',
  },
  tags: { asking: 'change.confirmed' },
  invariants: {
    'a question has its numbers': (snapshot) => !snapshot.hasTag('asking') || (snapshot.context.use?.students ?? 0) > 0,
    'nobody has confirmed what was not asked': ({ context: { use, end } }) => end.kind !== 'confirmed' || use !== null,
  },
});
