import type { Factor } from '../../contract/secondFactor.ts';
import { secondFactorsMachine } from '../../src/machines/secondFactor/secondFactorsMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const factor: Factor = {
  factor_id: 5,
  kind: 'totp',
  name: 'App',
  created_at: '2030-01-15T15:00:00.000Z',
  last_used_at: null,
};
export const own = { factors: [factor], recovery_codes_left: 10, is_required: false };
const refused = { code: 400, message: 'Your current password is not right.', refused: true } as const;
const noAnswer = { code: 0, message: '' };

export const secondFactorsModel = defineModel({
  machine: secondFactorsMachine,
  events: [
    { type: 'factors.retried' },
    { type: 'deed.chosen', deed: { kind: 'add' } },
    { type: 'deed.chosen', deed: { kind: 'rename', factor } },
    { type: 'deed.chosen', deed: { kind: 'remove', factor } },
    { type: 'deed.chosen', deed: { kind: 'codes' } },
    { type: 'deed.confirmed', typed: 'science-rocks' },
    { type: 'deed.confirmed', typed: '' },
    { type: 'deed.cancelled' },
    { type: 'field.edited' },
    { type: 'codes.kept' },
    { type: 'enrollment.closed' },
    { type: 'xstate.done.actor.loadFactors', output: own },
    { type: 'xstate.error.actor.loadFactors', error: noAnswer },
    { type: 'xstate.done.actor.carryOut', output: {} },
    { type: 'xstate.done.actor.carryOut', output: { challenge: 'secret' } },
    { type: 'xstate.done.actor.carryOut', output: { codes: ['AAAA-BBBB-CCCC-DDDD-EEEE-FFFF'] } },
    { type: 'xstate.error.actor.carryOut', error: refused },
    { type: 'xstate.error.actor.carryOut', error: noAnswer },
  ],
  // What the server answers is of the kind that was asked for.
  can: (event, { context: { deed } }) =>
    event.type !== 'xstate.done.actor.carryOut' ||
    Object.keys((event as { output: object }).output).join() ===
      (deed?.kind === 'add' ? 'challenge' : deed?.kind === 'codes' ? 'codes' : ''),
  project: ({ deed, typed, outcome, problem }) => ({ deed: deed?.kind, typed, outcome, problem: problem?.code }),
  invariants: {
    'a password is held only while it is on its way': (snapshot) => snapshot.matches('doing') || snapshot.context.typed === '',
    'codes and challenges are held only while they are used': (snapshot) =>
      snapshot.matches('enrolling') || snapshot.matches('showingCodes') || !Object.values(snapshot.context.outcome ?? {}).some(Boolean),
  },
});
