import { importProgressMachine } from '../../src/machines/rostering/importProgressMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { jobOf } from './rosterSamples.ts';

export const importProgressModel = defineModel({
  machine: importProgressMachine,
  inputs: {
    applying: { job: jobOf('applying'), problem: null },
    undoing: { job: jobOf('undoing'), problem: null },
  },
  events: [
    { type: 'import.stopped' },
    { type: 'xstate.done.actor.find', output: jobOf('applying') },
    { type: 'xstate.done.actor.find', output: jobOf('partial') },
    { type: 'xstate.error.actor.find', error: { code: 0, message: '' } },
    { type: 'xstate.done.actor.stop', output: jobOf('partial') },
    { type: 'xstate.error.actor.stop', error: { code: 409, message: 'This import has moved on. Look at it again.' } },
  ],
  project: ({ job, problem }) => ({ state: job.state, code: problem?.code }),
  delays: { pollPause: 1_000 },
  keeps: {
    'xstate.done.actor.stop': { output: 'job' },
    'xstate.done.actor.find': { output: 'job' },
  },
  tags: { busy: 'stop', stale: (snapshot) => snapshot.matches({ following: 'unseen' }) },
  takes: {
    pollPause: ['following.waiting', 'following.unseen'],
  },
  leads: {
    pollPause: ['following.looking'],
    'xstate.done.actor.stop': ['ended'],
    'xstate.error.actor.stop': ['following.looking'],
    'xstate.done.actor.find': ['following.waiting', 'ended'],
  },
  oldProblems: ['following.looking', 'following.unseen', 'following.waiting'],
  failures: { find: 'stale', stop: ({ context }) => context.problem !== null },
  invariants: {
    'what is followed is under way': ({ status, context }) =>
      status === 'done' || ['confirmed', 'applying', 'undoing'].includes(context.job.state),
    'nothing but an import that is being applied is stopped': ({ value, context }) =>
      value !== 'stopping' || context.job.state === 'applying',
  },
});
