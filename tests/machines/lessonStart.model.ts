import { lessonStartMachine } from '../../src/machines/lessonStart/lessonStartMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const lessonStartModel = defineModel({
  machine: lessonStartMachine,
  input: { userPuid: 1, lessonId: 2 },
  events: [
    { type: 'lesson.opened', mode: 'start' },
    { type: 'lesson.opened', mode: 'preview' },
    { type: 'xstate.done.actor.startLesson', output: 9 },
    { type: 'xstate.error.actor.startLesson', error: { code: 404, message: 'The lesson was not found.' } },
  ],
  project: ({ mode, problem }) => ({ mode, problem: problem?.code }),
  invariants: {
    'a problem is shown where it happened': (snapshot) => snapshot.hasTag('failed') === (snapshot.context.problem !== null),
  },
});
