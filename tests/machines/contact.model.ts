import { contactMachine } from '../../src/machines/quiz/contactMachine.ts';
import { listener } from '../kit/actors.ts';
import { defineModel } from '../kit/modelKit.ts';

const events = [{ type: 'server.reached' }, { type: 'server.missed' }, { type: 'connection.restored' }, { type: 'page.hidden' }] as const;

export const contactModel = defineModel({
  machine: contactMachine,
  input: { listener: listener() },
  events,
  delays: { patience: 60_000 },
  tags: { lost: ({ value }) => value === 'lost' },
  takes: {
    'server.reached': ['', 'silent', 'lost'],
    'server.missed': ['', 'heard'],
  },
  leads: {
    'server.reached': ['heard'],
  },
  runs: {
    watchConnection: [''],
    watchHiding: [''],
  },
  tells: {
    'connection.restored': 'connection.restored',
    'page.hidden': 'page.hidden',
  },
  invariants: {
    'every report is expected in every state': (snapshot) =>
      events.every((event) => contactMachine.getTransitionData(snapshot, event).length > 0),
  },
  stepInvariants: {
    'a call that got through ends the silence': (_before, event, after) => event.type !== 'server.reached' || after.value === 'heard',
    'a single failure is no lost connection': (before, event, after) =>
      event.type !== 'server.missed' || before.hasTag('lost') || !after.hasTag('lost'),
  },
});
