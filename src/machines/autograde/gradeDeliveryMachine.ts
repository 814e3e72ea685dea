import { and, assign, emit, not, setup, stateIn } from 'xstate';
import type { GradedResponse } from '../../../contract/autograde.ts';
import { actorSlot, type ChartMeta, part, type Reasons } from '../chart.ts';
import * as connection from '../connection.ts';
import * as delivery from '../delivery.ts';
import { type Problem, setProblem } from '../problem.ts';
import type { Decision } from './decisions.ts';

interface Context extends delivery.Context {
  /** Decisions that the server does not have, oldest first. */
  unsent: readonly Decision[];
}

export interface GradeDeliveryInput {
  /** Between 0 and 1: spreads out retries from many devices. */
  chance: number;
}

export const gradeDeliveryReasons: Reasons<'hasUnsent' | Extract<keyof typeof delivery.reasons, string>> = {
  ...delivery.reasons,
  hasUnsent: 'The server has every decision.',
};

const kept = { params: ({ event }: { event: { output: readonly Decision[] } }) => ({ decisions: event.output }) };
const outcome = { params: ({ event }: { event: { output: readonly GradedResponse[] } }) => ({ outcome: event.output }) };
const decided = { params: ({ event }: { event: { decision: Decision } }) => event };

/** States of what did not get through. */
const later = delivery.states('sending', 'delivered');

const onDecision = part({
  'decision.made': {
    target: 'keeping',
    reenter: true,
    actions: { type: 'addDecision', ...decided },
    description: 'The teacher gives points, comments, or both: to one answer, or to all that are the same.',
  },
});

/**
 * Takes a teacher's decisions to the server: each is written to the device first, and sent until the server has it, also by a later visit.
 * Each has a key, so that the server counts one that arrives twice once.
 */
export const gradeDeliveryMachine = setup({
  types: {
    context: {} as Context,
    input: {} as GradeDeliveryInput,
    events: {} as { type: 'decision.made'; decision: Decision } | delivery.Event,
    emitted: {} as
      | { type: 'decisions.found'; decisions: readonly Decision[] }
      | { type: 'decision.settled'; decision: Decision; outcome: readonly GradedResponse[] },
    children: {} as connection.Children,
    tags: {} as 'saving' | 'unkept' | delivery.Tag,
    meta: {} as ChartMeta,
  },
  actors: {
    ...connection.actors,
    readKept: actorSlot<readonly Decision[]>('readKept', 'reads unsent decisions of this user from IndexedDB'),
    keepDecisions: actorSlot<null, readonly Decision[]>('keepDecisions', 'writes unsent decisions to IndexedDB'),
    sendDecision: actorSlot<readonly GradedResponse[], Decision | undefined>('sendDecision', 'POST /v2/autograding/score_responses'),
  },
  actions: {
    ...connection.actions,
    ...delivery.actions,
    setProblem,
    addDecision: assign(({ context }, { decision }: { decision: Decision }) => ({ unsent: [...context.unsent, decision], hasNews: true })),
    addKept: assign(({ context }, { decisions }: { decisions: readonly Decision[] }) => ({ unsent: [...decisions, ...context.unsent] })),
    tellFound: emit((_, { decisions }: { decisions: readonly Decision[] }) => ({ type: 'decisions.found' as const, decisions })),
    tellSettled: emit(({ context }, { outcome: stored }: { outcome: readonly GradedResponse[] }) => ({
      type: 'decision.settled' as const,
      decision: context.unsent[0] as Decision,
      outcome: stored,
    })),
    dropSent: assign({ unsent: ({ context }) => context.unsent.slice(1) }),
  },
  guards: { ...delivery.guards, hasUnsent: ({ context }) => context.unsent.length > 0 },
  delays: delivery.delays,
}).createMachine({
  id: 'gradeDelivery',
  description: 'Takes a teacher’s decisions from the screen to the device and to the server.',
  meta: { reasons: gradeDeliveryReasons },
  context: ({ input }) => ({ ...delivery.none, chance: input.chance, unsent: [], problem: null as Problem | null }),
  type: 'parallel',
  states: {
    device: {
      description: 'Whether this device has what the server does not have yet.',
      initial: 'kept',
      states: {
        kept: { description: 'Every decision is on the device, or with the server.', on: onDecision },
        keeping: {
          description: 'Writing the decisions to the device.',
          on: onDecision,
          invoke: {
            id: 'keepDecisions',
            src: 'keepDecisions',
            input: ({ context }) => context.unsent,
            onDone: { target: 'kept' },
            onError: { target: 'unkept', description: 'The device cannot store anything. The decisions are sent all the same.' },
          },
        },
        unkept: { description: 'Decisions are only on this page until the server has them.', tags: 'unkept', on: onDecision },
      },
    },
    server: {
      description: 'How decisions reach the server, one after another.',
      initial: 'restoring',
      states: {
        restoring: {
          description: 'Looking for decisions that an earlier visit could not send.',
          invoke: {
            id: 'readKept',
            src: 'readKept',
            onDone: {
              target: 'delivered',
              actions: [
                { type: 'addKept', ...kept },
                { type: 'tellFound', ...kept },
              ],
            },
            onError: { target: 'delivered', description: 'The device has no storage.' },
          },
        },
        delivered: {
          description: 'The server has everything, or the newest decision is on its way to the device.',
          always: {
            guard: and(['hasUnsent', not(stateIn({ device: 'keeping' }))]),
            target: 'sending',
            description: 'A decision is waiting.',
          },
        },
        sending: {
          description: 'The oldest decision is on its way to the server.',
          tags: 'saving',
          entry: 'noteSending',
          invoke: {
            id: 'sendDecision',
            src: 'sendDecision',
            input: ({ context }) => context.unsent[0],
            onDone: { target: 'delivered', actions: ['noteContact', { type: 'tellSettled', ...outcome }, 'dropSent'] },
            onError: delivery.failed,
          },
        },
        ...later,
        queued: { ...later.queued, ...connection.watching },
      },
    },
  },
});
