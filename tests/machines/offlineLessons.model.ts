import { noRoom, offlineLessonsMachine, type SavedLesson } from '../../src/machines/player/offlineLessonsMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const lessonName = { lessonId: 502, assignmentId: 7, name: 'In any order' };
export const savedLesson: SavedLesson = { ...lessonName, size: 2000, savedAt: Date.UTC(2030, 0, 15, 15) };

export const offlineLessonsModel = defineModel({
  machine: offlineLessonsMachine,
  events: [
    { type: 'lesson.chosen', lesson: lessonName },
    { type: 'lesson.dropped', lesson: lessonName },
    { type: 'saving.cancelled' },
    { type: 'lessons.retried' },
    { type: 'xstate.done.actor.list', output: [] },
    { type: 'xstate.error.actor.list', error: { code: 500, message: 'No storage' } },
    { type: 'xstate.done.actor.save', output: [savedLesson] },
    { type: 'xstate.error.actor.save', error: { code: noRoom, message: '' } },
    { type: 'xstate.error.actor.save', error: { code: 503, message: 'Service unavailable' } },
    { type: 'xstate.done.actor.remove', output: [] },
    { type: 'xstate.error.actor.remove', error: { code: 500, message: 'No storage' } },
  ],
  project: ({ lessons, target, task, problem }) => ({ saved: lessons.length, target: target?.lessonId, task, problem: problem?.code }),
  keeps: {
    'lesson.chosen': { lesson: 'target' },
    'lesson.dropped': { lesson: 'target' },
    'xstate.done.actor.save': { output: 'lessons' },
    'xstate.done.actor.remove': { output: 'lessons' },
  },
  tags: {
    loading: 'list',
    saving: 'save',
    removing: 'remove',
    unavailable: (snapshot) => snapshot.matches('unavailable'),
    idle: (snapshot) => snapshot.matches({ ready: 'idle' }),
    saved: (snapshot) => snapshot.matches({ ready: 'saved' }),
    full: (snapshot) => snapshot.matches({ ready: 'full' }),
  },
  takes: {
    'lessons.retried': ['unavailable', 'ready.failed', 'ready.full'],
  },
  leads: {
    'lesson.chosen': ['saving'],
    'lesson.dropped': ['removing'],
    'lessons.retried': ['opening', 'saving', 'removing'],
    'saving.cancelled': ['ready.idle'],
    'xstate.error.actor.save': ['ready.full', 'ready.failed'],
    'xstate.error.actor.remove': ['ready.failed'],
  },
  oldProblems: ['unavailable'],
  failures: { list: 'unavailable' },
  invariants: {
    'work is about a lesson': (snapshot) => !(snapshot.hasTag('saving') || snapshot.hasTag('removing')) || snapshot.context.target !== null,
    'a failure says why': (snapshot) => !(snapshot.hasTag('failed') || snapshot.hasTag('unavailable')) || snapshot.context.problem !== null,
    'a full device is said to be full': (snapshot) => snapshot.hasTag('full') === (snapshot.context.problem?.code === noRoom),
  },
});
