import { userDeedMachine } from '../../src/machines/userDeed/userDeedMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { managedUser } from './loginAs.model.ts';

/** An administrator whose two-step sign-in can be reset, and whose sessions can be ended. */
export const helpable = { ...managedUser, role: 6, can_reset_second_factor: true };
/** One of the same role, whom nobody of it may help. */
export const equal = { ...helpable, user_puid: 8, first_name: 'Sam', can_reset_second_factor: false, can_login_as: false };

export const userDeedModel = defineModel({
  machine: userDeedMachine,
  events: [
    { type: 'deed.chosen', deed: { kind: 'resetFactors', user: helpable } },
    { type: 'deed.chosen', deed: { kind: 'endSessions', user: helpable } },
    { type: 'deed.chosen', deed: { kind: 'resetFactors', user: equal } },
    { type: 'deed.chosen', deed: { kind: 'endSessions', user: equal } },
    { type: 'deed.confirmed' },
    { type: 'deed.cancelled' },
    { type: 'xstate.done.actor.carryOut', output: {} },
    { type: 'xstate.done.actor.carryOut', output: { ended: 2 } },
    { type: 'xstate.error.actor.carryOut', error: { code: 404, message: 'The user was not found.', refused: true } },
    { type: 'xstate.error.actor.carryOut', error: { code: 0, message: '' } },
  ],
  // What the server answers is of the kind that was asked for.
  can: (event, { context: { deed } }) =>
    event.type !== 'xstate.done.actor.carryOut' || 'ended' in (event as { output: object }).output === (deed?.kind === 'endSessions'),
  project: ({ deed, problem }) => ({ kind: deed?.kind, user: deed?.user.user_puid, problem: problem?.code }),
  invariants: {
    'nothing is done for one who was not chosen, or may not be helped': ({ value, context: { deed } }) =>
      value === 'choosing' || (deed?.kind === 'resetFactors' ? deed.user.can_reset_second_factor : deed?.user.can_login_as === true),
  },
});
