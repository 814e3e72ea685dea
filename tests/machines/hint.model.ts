import { hintMachine } from '../../src/machines/shell/hintMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const hintModel = defineModel({
  machine: hintMachine,
  events: [
    { type: 'hint.dismissed' },
    { type: 'xstate.done.actor.loadHint', output: { isSeen: false } },
    { type: 'xstate.done.actor.loadHint', output: { isSeen: true } },
    { type: 'xstate.error.actor.loadHint', error: { code: 0, message: '' } },
    { type: 'xstate.done.actor.putAway', output: null },
    { type: 'xstate.error.actor.putAway', error: { code: 0, message: '' } },
  ],
  tags: { busy: [], shown: 'hint.dismissed' },
  leads: {
    'xstate.done.actor.loadHint': ['shown', 'hidden'],
    'xstate.error.actor.loadHint': ['hidden'],
    'xstate.done.actor.putAway': ['hidden'],
    'xstate.error.actor.putAway': ['hidden'],
  },
  invariants: {
    'the hint stands there only where it is new': (snapshot) => snapshot.hasTag('shown') === snapshot.matches('shown'),
  },
});
