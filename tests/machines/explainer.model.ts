import { explainerMachine } from '../../src/machines/developer/explainerMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const explainerModel = defineModel({
  machine: explainerMachine,
  events: [
    { type: 'pick.started' },
    { type: 'pick.cancelled' },
    { type: 'control.picked', control: 'Open' },
    { type: 'explanation.closed' },
  ],
  project: (context) => context,
  keeps: {
    'control.picked': { control: 'control' },
  },
  tags: { picking: 'control.picked', explaining: 'explanation.closed' },
  takes: {
    'pick.started': (snapshot) => !snapshot.hasTag('picking'),
  },
  leads: {
    'pick.started': ['picking'],
    'pick.cancelled': ['resting'],
    'explanation.closed': ['resting'],
  },
  invariants: {
    'a control is known exactly while it is explained': (snapshot) => snapshot.hasTag('explaining') === (snapshot.context.control !== null),
  },
});
