import { type Addition, additionMachine } from '../../src/machines/workspace/additionMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const reading: Addition = { itemId: 5, typeId: 1, title: 'Reading', minutes: 10 };

export const additionModel = defineModel({
  machine: additionMachine,
  inputs: { new: { repeated: [] }, again: { repeated: [reading] } },
  events: [
    { type: 'resource.chosen', resource: reading, isThere: false },
    { type: 'resource.chosen', resource: reading, isThere: true },
    { type: 'both.kept' },
    { type: 'repeated.skipped' },
  ],
  tags: { asking: 'both.kept' },
  leads: {
    'resource.chosen': ['asking'],
    'both.kept': ['listening'],
    'repeated.skipped': ['listening'],
  },
  tells: {
    'resources.added': (_before, { type }, { context }) =>
      type === 'both.kept' || (type === 'resource.chosen' && context.repeated.length === 0),
  },
  invariants: {
    'a question names resources, and only a question does': (snapshot) =>
      snapshot.hasTag('asking') === snapshot.context.repeated.length > 0,
  },
});
