import { importDecisionMachine } from '../../src/machines/rostering/importDecisionMachine.ts';
import { defineModel, type Model } from '../kit/modelKit.ts';
import { finding, jobOf, options, rowCheck } from './rosterSamples.ts';

/** One wrong row is left out. */
export const inPart = jobOf('validated', { check: rowCheck, options: { ...options, leave_out: true } });
/** More than a tenth of the enrollments would be removed. */
export const braked = jobOf('validated', { confirmation: '12' });
const refusal = { code: 409, message: 'This import has moved on. Look at it again.', refused: true as const };

export const importDecisionModel = defineModel({
  machine: importDecisionMachine,
  inputs: {
    plain: { job: jobOf('validated'), problem: null },
    braked: { job: braked, problem: null },
    inPart: { job: inPart, problem: null },
  },
  events: [
    { type: 'options.changed', options: { mode: 'replace', overwrite_manual: false } },
    { type: 'confirmation.typed', text: '12' },
    { type: 'import.confirmed' },
    { type: 'import.discarded' },
    { type: 'xstate.done.actor.loadChanges', output: [{ kind: 'users', action: 'create', name: 'Ada Lovelace', fields: {} }] },
    { type: 'xstate.error.actor.loadChanges', error: { code: 0, message: '' } },
    { type: 'xstate.done.actor.loadFindings', output: [finding] },
    { type: 'xstate.error.actor.loadFindings', error: { code: 0, message: '' } },
    { type: 'xstate.done.actor.confirm', output: jobOf('confirmed') },
    { type: 'xstate.error.actor.confirm', error: refusal },
    { type: 'xstate.done.actor.discard', output: jobOf('cancelled') },
    { type: 'xstate.error.actor.discard', error: refusal },
  ],
  project: ({ typed, verdict, end }) => ({ typed, isListed: verdict !== null, end: end?.kind }),
  keeps: {
    'xstate.done.actor.loadChanges': { output: 'changes' },
    'confirmation.typed': { text: 'typed' },
  },
  leads: {
    'xstate.done.actor.loadChanges': ['deciding', 'listing'],
    'xstate.error.actor.loadChanges': ['ended'],
    'options.changed': ['ended'],
    'xstate.done.actor.confirm': ['ended'],
    'xstate.error.actor.confirm': ['ended'],
    'xstate.done.actor.discard': ['ended'],
    'xstate.error.actor.discard': ['ended'],
    'xstate.done.actor.loadFindings': ['deciding'],
    'xstate.error.actor.loadFindings': ['ended'],
  },
  ends: {
    'xstate.error.actor.loadChanges': 'lost',
    'xstate.error.actor.loadFindings': 'lost',
    'options.changed': 'changed',
    'xstate.done.actor.confirm': 'moved',
    'xstate.error.actor.confirm': 'refused',
    'xstate.done.actor.discard': 'moved',
    'xstate.error.actor.discard': 'refused',
  },
  tags: { deciding: 'confirmation.typed' },
  invariants: {
    'what is left out is told before anything is written': ({ value, context: { job, verdict } }) =>
      value !== 'deciding' || !job.options.leave_out || (verdict?.check.wrong_rows ?? 0) > 0,
    'nothing is confirmed without the words that are asked for': ({ value, context: { job, typed } }) =>
      value !== 'confirming' || job.confirmation === null || job.confirmation === typed,
    'whoever ends says how': ({ status, output }) => (status === 'done') === Boolean(output),
  },
});

/** Events of the chart that the screen offers. */
export const canDecide: NonNullable<Model<typeof importDecisionMachine>['can']> = ({ type }, { context: { job, typed } }) =>
  type !== 'confirmation.typed' || (job.confirmation !== null && typed === '');
