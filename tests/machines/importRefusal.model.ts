import { importRefusalMachine } from '../../src/machines/rostering/importRefusalMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { check, fileOf, finding, jobOf } from './rosterSamples.ts';

/** An import with an error that is in no single row, so that nothing can be left out. */
export const whollyWrong = jobOf('refused', { check: { ...check, errors: 1 } });

export const importRefusalModel = defineModel({
  machine: importRefusalMachine,
  inputs: { inPart: { job: jobOf('refused') }, whole: { job: whollyWrong } },
  events: [
    { type: 'files.chosen', files: [fileOf('user_name;first_name')] },
    { type: 'mends.chosen', mends: finding.mends },
    { type: 'mapping.changed', mapping: { user_name: 'number' } },
    { type: 'rows.leftOut' },
    { type: 'file.abandoned' },
    { type: 'xstate.done.actor.loadFindings', output: [finding] },
    { type: 'xstate.error.actor.loadFindings', error: { code: 0, message: '' } },
  ],
  project: ({ verdict, end }) => ({ isKnown: verdict !== null, end: end.kind }),
  leads: {
    'xstate.error.actor.loadFindings': ['ended'],
    'files.chosen': ['ended'],
    'mends.chosen': ['ended'],
    'mapping.changed': ['ended'],
    'rows.leftOut': ['ended'],
    'file.abandoned': ['ended'],
  },
  ends: {
    'xstate.error.actor.loadFindings': 'lost',
    'files.chosen': 'chosen',
    'mends.chosen': 'changed',
    'mapping.changed': 'changed',
    'rows.leftOut': 'changed',
    'file.abandoned': 'restarted',
  },
  tags: { reviewing: 'files.chosen' },
  invariants: {
    'a verdict is there when it is shown': (snapshot) => !snapshot.hasTag('reviewing') || snapshot.context.verdict !== null,
    'no row is left out unasked': ({ context: { end } }) =>
      end.kind !== 'changed' || !end.options.leave_out || (end.options.mends.length === 0 && end.options.mapping === null),
    'a corrected file is read without the fixes of the other': ({ context: { end } }) =>
      end.kind !== 'chosen' || (end.options.mends.length === 0 && !end.options.leave_out),
  },
});
