import { factorResetMachine } from '../../src/machines/secondFactor/factorResetMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { managedUser } from './loginAs.model.ts';

/** An administrator whose two-step sign-in can be reset. */
export const resettable = { ...managedUser, role: 6, can_reset_second_factor: true };

export const factorResetModel = defineModel({
  machine: factorResetMachine,
  events: [
    { type: 'user.chosen', user: resettable },
    { type: 'user.chosen', user: { ...resettable, user_puid: 8, first_name: 'Sam', can_reset_second_factor: false } },
    { type: 'reset.confirmed' },
    { type: 'reset.cancelled' },
    { type: 'xstate.done.actor.resetFactors', output: null },
    { type: 'xstate.error.actor.resetFactors', error: { code: 404, message: 'The user was not found.', refused: true } },
    { type: 'xstate.error.actor.resetFactors', error: { code: 0, message: '' } },
  ],
  project: ({ user, problem }) => ({ user: user?.user_puid, problem: problem?.code }),
  invariants: {
    'nobody is reset but one who was chosen and may be': ({ value, context }) =>
      value === 'choosing' || context.user?.can_reset_second_factor === true,
  },
});
