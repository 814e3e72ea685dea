import { searchFieldMachine } from '../../src/machines/library/searchFieldMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const searchFieldModel = defineModel({
  machine: searchFieldMachine,
  input: { query: 'energy' },
  events: [{ type: 'query.typed', query: 'wat' }, { type: 'query.submitted' }, { type: 'query.replaced', query: 'water' }],
  project: ({ query }) => query,
  delays: { pause: 300 },
  keeps: {
    'query.typed': { query: 'query' },
    'query.replaced': { query: 'query' },
  },
  takes: {
    'query.typed': ['still', 'typing'],
  },
  leads: {
    'query.typed': ['typing'],
    'query.replaced': ['still'],
    'query.submitted': ['still'],
    pause: ['still'],
  },
  tells: {
    'query.settled': ['query.submitted', 'pause'],
  },
  stepInvariants: {
    'the text changes only by typing, or with the search': (before, { type }, after) =>
      type === 'query.typed' || type === 'query.replaced' || after.context.query === before.context.query,
  },
});
