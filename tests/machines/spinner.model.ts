import { spinnerMachine } from '../../src/machines/app/spinnerMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const spinnerModel = defineModel({
  machine: spinnerMachine,
  events: [{ type: 'call.started' }, { type: 'call.ended' }],
  project: ({ count }) => Math.min(count, 3),
  tags: { busy: ({ context }) => context.count > 0 },
  takes: {
    'call.started': ['idle', 'busy'],
    'call.ended': ['idle', 'busy'],
  },
  leads: {
    'call.ended': ['idle'],
  },
  invariants: {
    'the count is never below 0': ({ context }) => context.count >= 0,
    'the spinner shows exactly while calls run': (snapshot) => snapshot.hasTag('busy') === snapshot.context.count > 0,
  },
});
