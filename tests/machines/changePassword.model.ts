import { changePasswordMachine, type PasswordChange } from '../../src/machines/profile/changePasswordMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const change: PasswordChange = { current: 'science-rocks', password: 'a new password', repeated: 'a new password' };

export const changePasswordModel = defineModel({
  machine: changePasswordMachine,
  events: [
    { type: 'password.submitted', typed: change },
    { type: 'password.submitted', typed: { ...change, current: '' } },
    { type: 'password.submitted', typed: { ...change, password: 'short', repeated: 'short' } },
    { type: 'password.submitted', typed: { ...change, repeated: 'another password' } },
    { type: 'form.edited' },
    { type: 'xstate.done.actor.changePassword', output: null },
    { type: 'xstate.error.actor.changePassword', error: { code: 400, message: 'Your current password is not right.', refused: true } },
    {
      type: 'xstate.error.actor.changePassword',
      error: { code: 403, message: 'This is not possible while you act as another user. Exit first.', refused: true },
    },
    { type: 'xstate.error.actor.changePassword', error: { code: 0, message: '' } },
  ],
  project: ({ typed, problem }) => ({ isTyped: typed !== null, problem: problem?.code }),
  keeps: {
    'password.submitted': { typed: 'typed' },
  },
  tags: {
    blocked: (snapshot) => snapshot.matches('blocked'),
    currentMissing: (snapshot) => snapshot.matches({ editing: 'incomplete' }),
    tooShort: (snapshot) => snapshot.matches({ editing: 'tooShort' }),
    different: (snapshot) => snapshot.matches({ editing: 'different' }),
    changed: (snapshot) => snapshot.matches({ editing: 'changed' }),
  },
  leads: {
    'form.edited': ['editing.typing'],
  },
  tells: {
    'password.changed': 'xstate.done.actor.changePassword',
  },
  invariants: {
    'passwords are held only while they are on their way': (snapshot) => snapshot.matches('saving') || snapshot.context.typed === null,
  },
});
