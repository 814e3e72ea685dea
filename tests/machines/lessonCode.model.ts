import { lessonCodeMachine } from '../../src/machines/lessonCode/lessonCodeMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const lessonCodeModel = defineModel({
  machine: lessonCodeMachine,
  events: [
    { type: 'code.requested', until: '' },
    { type: 'code.copied' },
    { type: 'copy.failed' },
    { type: 'code.wantedAnew' },
    { type: 'xstate.done.actor.generateCode', output: { code: 'A1B2C3D4', expiresAt: '2030-01-15T06:00:00.000Z' } },
    { type: 'xstate.error.actor.generateCode', error: { code: 400, message: 'The end date must be in the future.' } },
  ],
  project: ({ made, problem }) => ({ isMade: made !== null, problem: problem?.code }),
  invariants: {
    'a code is shown once it is made, and only then': (snapshot) => snapshot.matches('showing') === (snapshot.context.made !== null),
  },
});
