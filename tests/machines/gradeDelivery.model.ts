import { gradeDeliveryMachine } from '../../src/machines/autograde/gradeDeliveryMachine.ts';
import { defineModel } from '../kit/modelKit.ts';
import { decisionOf, scored } from './gradingCases.ts';
import { retryCases } from './retryCases.ts';

export const first = decisionOf('decision-1');
export const earlier = decisionOf('decision-0');
const unanswered = { code: 0, message: 'Network Error' };
/** A school's filter, for example. */
export const refusal = { code: 403, message: 'This site is blocked.' };

export const gradeDeliveryModel = defineModel({
  machine: gradeDeliveryMachine,
  input: { chance: 0.5 },
  events: [
    { type: 'decision.made', decision: first },
    { type: 'conflict.settled', questionId: 1, resultId: 1 },
    { type: 'delivery.retried' },
    { type: 'connection.restored' },
    { type: 'xstate.done.actor.readKept', output: { decisions: [], conflicts: [] } },
    { type: 'xstate.done.actor.readKept', output: { decisions: [earlier], conflicts: [] } },
    { type: 'xstate.error.actor.readKept', error: { code: 0, message: 'Off' } },
    { type: 'xstate.done.actor.keepDecisions', output: null },
    { type: 'xstate.error.actor.keepDecisions', error: { code: 0, message: 'Full' } },
    { type: 'xstate.done.actor.sendDecision', output: [scored] },
    { type: 'xstate.error.actor.sendDecision', error: unanswered },
    { type: 'xstate.error.actor.sendDecision', error: refusal },
  ],
  project: ({ unsent, refused, failures, problem }) => ({
    unsent: Math.min(unsent.length, 2),
    refused: Math.min(refused.length, 2),
    failed: failures > 0,
    problem: problem?.code,
  }),
  until: ({ context }) => context.unsent.length + context.refused.length > 2,
  delays: { retry: retryCases },
  tags: {
    busy: [],
    saving: 'sendDecision',
    unsaved: 'delivery.retried',
    refused: ({ value }) => Object(value).server === 'refused',
    unkept: ({ value }) => Object(value).device === 'unkept',
  },
  takes: {
    'decision.made': ['device.kept', 'device.keeping', 'device.unkept'],
    'conflict.settled': ['device.kept', 'device.keeping', 'device.unkept'],
  },
  leads: {
    'decision.made': ['device.keeping'],
    'conflict.settled': ['device.keeping'],
    'xstate.done.actor.readKept': ['server.delivered', 'server.sending'],
    'xstate.error.actor.readKept': ['server.delivered', 'server.sending'],
    'xstate.done.actor.keepDecisions': ['device.kept', 'server.sending'],
    'xstate.done.actor.sendDecision': ['server.delivered', 'server.sending', 'server.refused'],
    'xstate.error.actor.sendDecision': ['server.queued', 'server.refused', 'server.delivered', 'server.sending'],
    'delivery.retried': ['server.sending'],
    'connection.restored': ['server.sending'],
    retry: ['server.sending'],
  },
  runs: {
    watchConnection: ['server.queued'],
  },
  tells: {
    'decisions.found': 'xstate.done.actor.readKept',
    'decision.settled': 'xstate.done.actor.sendDecision',
  },
  oldProblems: ['server.refused', 'server.sending', 'server.queued', 'server.delivered'],
  failures: {
    readKept: 'nowhere',
    keepDecisions: 'unkept', // Work that came in the meantime goes along once it is on the device.
    // One that is refused holds up no others.
    sendDecision: (snapshot) => snapshot.hasTag('unsaved') || snapshot.hasTag('saving') || Object(snapshot.value).device === 'keeping',
  },
  invariants: {
    'nothing is sent that is not there': (snapshot) => !snapshot.matches({ server: 'sending' }) || snapshot.context.unsent.length > 0,
  },
  stepInvariants: {
    'a decision leaves only when the server has it': (before, { type }, after) =>
      after.context.unsent.length + after.context.refused.length >= before.context.unsent.length + before.context.refused.length ||
      type === 'xstate.done.actor.sendDecision',
  },
});
