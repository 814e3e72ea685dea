import { type AssignNowInput, assignNowMachine } from '../../src/machines/assigning/assignNowMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const twoPicked: AssignNowInput = {
  userPuid: 1,
  name: 'Waves',
  resources: [
    { itemId: 1, typeId: 3, time: 10, remarks: '' },
    { itemId: 2, typeId: 4, time: 15, remarks: '' },
  ],
};

export const assignNowModel = defineModel({
  machine: assignNowMachine,
  input: twoPicked,
  events: [
    { type: 'classes.asked' },
    { type: 'lesson.assigned' },
    { type: 'classes.closed' },
    { type: 'xstate.done.actor.makeLesson', output: 9 },
    { type: 'xstate.error.actor.makeLesson', error: { code: 503, message: 'Too much to do' } },
  ],
  project: ({ lessonId, problem }) => ({ isMade: lessonId !== null, problem: problem?.code }),
  keeps: {
    'xstate.done.actor.makeLesson': { output: 'lessonId' },
  },
  tags: {
    open: 'classes.closed',
    kept: (snapshot) => snapshot.matches({ offered: 'kept' }),
  },
  leads: {
    'classes.asked': ['making', 'choosing'],
    'xstate.done.actor.makeLesson': ['choosing'],
  },
  tells: {
    'playlist.used': 'lesson.assigned',
  },
  invariants: {
    'classes are chosen for a lesson that is there': (snapshot) => !snapshot.hasTag('open') || snapshot.context.lessonId !== null,
    'no second lesson is made': (snapshot) => !snapshot.matches('making') || snapshot.context.lessonId === null,
    'a problem is shown where it happened': (snapshot) => snapshot.hasTag('failed') === (snapshot.context.problem !== null),
  },
});
