import type { ManagedUser } from '../../contract/account.ts';
import { loginAsMachine } from '../../src/machines/loginAs/loginAsMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { sessionOf } from './session.model.ts';

/** A student whom an administrator may act as. */
export const managedUser: ManagedUser = {
  user_puid: 7,
  district_id: 25_251,
  user_name: 'student7',
  first_name: 'Ada',
  last_name: 'Example',
  role: 1,
  school_name: 'Sample School',
  grade: '7',
  active: true,
  can_login_as: true,
  can_reset_second_factor: false,
};

export const loginAsModel = defineModel({
  machine: loginAsMachine,
  events: [
    { type: 'user.chosen', user: managedUser },
    { type: 'user.chosen', user: { ...managedUser, user_puid: 8, user_name: 'other', first_name: 'Sam', can_login_as: false } },
    { type: 'acting.confirmed' },
    { type: 'acting.cancelled' },
    { type: 'xstate.done.actor.loginAsUser', output: sessionOf(7) },
    { type: 'xstate.error.actor.loginAsUser', error: { code: 404, message: 'The user was not found.', refused: true } },
    { type: 'xstate.error.actor.loginAsUser', error: { code: 0, message: '' } },
  ],
  project: ({ user, problem }) => ({ user: user?.user_puid, problem: problem?.code }),
  invariants: {
    'nobody is acted as but one who was chosen and may be': ({ value, context }) =>
      value === 'choosing' || context.user?.can_login_as === true,
  },
});
