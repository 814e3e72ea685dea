import { importOutcomeMachine } from '../../src/machines/rostering/importOutcomeMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { jobOf } from './rosterSamples.ts';

const refusal = { code: 409, message: 'This import has moved on. Look at it again.', refused: true as const };

export const importOutcomeModel = defineModel({
  machine: importOutcomeMachine,
  inputs: {
    partial: { job: jobOf('partial'), problem: null },
    rolledBack: { job: jobOf('rolledBack'), problem: null },
  },
  events: [
    { type: 'undo.asked' },
    { type: 'undo.cancelled' },
    { type: 'import.undone' },
    { type: 'import.resumed' },
    { type: 'import.restarted' },
    { type: 'xstate.done.actor.undo', output: jobOf('undoing') },
    { type: 'xstate.error.actor.undo', error: refusal },
    { type: 'xstate.done.actor.resume', output: jobOf('applying') },
    { type: 'xstate.error.actor.resume', error: refusal },
  ],
  project: ({ end }) => end.kind,
  leads: {
    'import.restarted': ['ended'],
    'undo.cancelled': ['shown.resting'],
    'xstate.done.actor.resume': ['ended'],
    'xstate.error.actor.resume': ['ended'],
    'xstate.done.actor.undo': ['ended'],
    'xstate.error.actor.undo': ['ended'],
  },
  ends: {
    'import.restarted': 'restarted',
    'xstate.done.actor.resume': 'moved',
    'xstate.error.actor.resume': 'refused',
    'xstate.done.actor.undo': 'moved',
    'xstate.error.actor.undo': 'refused',
  },
  tags: { asking: 'import.undone' },
  invariants: {
    'nothing is undone that cannot be': ({ value, context }) => value !== 'undoing' || context.job.can_undo,
    'only an import that stopped partway is resumed': ({ value, context }) => value !== 'resuming' || context.job.state === 'partial',
  },
});
