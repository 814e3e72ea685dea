import { contactMachine } from '../../src/machines/quiz/contactMachine.ts';
import { listener } from '../kit/actors.ts';
import { defineModel } from '../kit/modelKit.ts';

export const contactModel = defineModel({
  machine: contactMachine,
  input: { listener: listener() },
  events: [{ type: 'server.reached' }, { type: 'server.missed' }, { type: 'connection.restored' }, { type: 'page.hidden' }],
  delays: { patience: 60_000 },
  tags: { lost: ({ value }) => value === 'lost' },
  stepInvariants: {
    'a call that got through ends the silence': (_before, event, after) => event.type !== 'server.reached' || after.value === 'heard',
    'a single failure is no lost connection': (before, event, after) =>
      event.type !== 'server.missed' || before.hasTag('lost') || !after.hasTag('lost'),
  },
});
