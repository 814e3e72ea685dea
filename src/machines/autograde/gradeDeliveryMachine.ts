import { and, assign, emit, not, setup, stateIn } from 'xstate';
import type { GradedResponse } from '../../../contract/autograde.ts';
import { actorSlot, type ChartMeta, part, type Reasons } from '../chart.ts';
import * as connection from '../connection.ts';
import * as delivery from '../delivery.ts';
import { failure, type Problem, setProblem } from '../problem.ts';
import type { Decision, KeptGrading, SettledConflict } from './decisions.ts';

interface Context extends delivery.Retrying {
  /** Decisions that the server does not have, oldest first. */
  unsent: readonly Decision[];
  /** Decisions that the server refused, oldest first. They hold up no others. */
  refused: readonly Decision[];
  /** Conflicts that the teacher has decided, and that the device still has. */
  settled: readonly SettledConflict[];
  /** Why the server refused the last one. */
  problem: Problem | null;
}

export interface GradeDeliveryInput {
  /** Between 0 and 1: spreads out retries from many devices. */
  chance: number;
}

export const gradeDeliveryReasons: Reasons<'hasUnsent' | 'hasRefused' | 'isPassing'> = {
  isPassing: delivery.reasons.isPassing,
  hasRefused: 'The server has refused none.',
  hasUnsent: 'The server has every decision, or has refused it.',
};

const kept = { params: ({ event }: { event: { output: KeptGrading } }) => event.output };
const outcome = { params: ({ event }: { event: { output: readonly GradedResponse[] } }) => ({ outcome: event.output }) };
const settled = {
  params: ({ event: { questionId, index, resultId } }: { event: SettledConflict }) => ({ questionId, index, resultId }),
};
const decided = { params: ({ event }: { event: { decision: Decision } }) => event };

/** States of what did not get through. */
const later = delivery.states('sending');

/** A decision can be sent: it is not on its way to the device. */
const canSend = and(['hasUnsent', not(stateIn({ device: 'keeping' }))]);

const onDecision = part({
  'decision.made': {
    target: 'keeping',
    reenter: true,
    actions: { type: 'addDecision', ...decided },
    description: 'The teacher gives points, comments, or both: to one answer, or to all that are the same.',
  },
  'conflict.settled': {
    target: 'keeping',
    reenter: true,
    actions: { type: 'addSettled', ...settled },
    description: 'The teacher keeps the score that somebody else gave, so that the device need not keep the conflict.',
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
    events: {} as { type: 'decision.made'; decision: Decision } | ({ type: 'conflict.settled' } & SettledConflict) | delivery.Event,
    emitted: {} as
      | ({ type: 'decisions.found' } & KeptGrading)
      | { type: 'decision.settled'; decision: Decision; outcome: readonly GradedResponse[] },
    children: {} as connection.Children,
    tags: {} as 'saving' | 'unkept' | delivery.Tag,
    meta: {} as ChartMeta,
  },
  actors: {
    ...connection.actors,
    readKept: actorSlot<KeptGrading>('readKept', 'reads unsent decisions and open conflicts of this user from IndexedDB'),
    keepDecisions: actorSlot<null, { decisions: readonly Decision[]; settled: readonly SettledConflict[] }>(
      'keepDecisions',
      'writes unsent decisions to IndexedDB, and removes conflicts that are decided',
    ),
    sendDecision: actorSlot<readonly GradedResponse[], Decision | undefined>('sendDecision', 'POST /v2/autograding/score_responses'),
  },
  actions: {
    ...connection.actions,
    ...delivery.countFailures,
    setProblem,
    addDecision: assign(({ context }, { decision }: { decision: Decision }) => ({ unsent: [...context.unsent, decision] })),
    addSettled: assign({ settled: ({ context }, one: SettledConflict) => [...context.settled, one] }),
    dropSettled: assign({ settled: [] }),
    addKept: assign(({ context }, { decisions }: KeptGrading) => ({ unsent: [...decisions, ...context.unsent] })),
    tellFound: emit((_, found: KeptGrading) => ({ type: 'decisions.found' as const, ...found })),
    tellSettled: emit(({ context }, { outcome: stored }: { outcome: readonly GradedResponse[] }) => ({
      type: 'decision.settled' as const,
      decision: context.unsent[0] as Decision,
      outcome: stored,
    })),
    setAside: assign(({ context: { unsent, refused } }) => ({ unsent: unsent.slice(1), refused: [...refused, ...unsent.slice(0, 1)] })),
    takeUpRefused: assign(({ context: { unsent, refused } }) => ({ unsent: [...refused, ...unsent], refused: [] })),
    dropSent: assign({ unsent: ({ context }) => context.unsent.slice(1) }),
  },
  guards: {
    isPassing: delivery.guards.isPassing,
    hasUnsent: ({ context }) => context.unsent.length > 0,
    hasRefused: ({ context }) => context.refused.length > 0,
  },
  delays: delivery.delays,
}).createMachine({
  id: 'gradeDelivery',
  description: 'Takes a teacher’s decisions from the screen to the device and to the server.',
  meta: { reasons: gradeDeliveryReasons },
  context: ({ input }) => ({ chance: input.chance, failures: 0, unsent: [], refused: [], settled: [], problem: null }),
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
            input: ({ context: { refused, unsent, settled: decided } }) => ({ decisions: [...refused, ...unsent], settled: decided }),
            onDone: { target: 'kept', actions: 'dropSettled' },
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
          always: [
            { guard: canSend, target: 'sending', description: 'A decision is waiting.' },
            {
              guard: and(['hasRefused', not('hasUnsent')]),
              target: 'refused',
              description: 'Nothing else is waiting, and the server refused some.',
            },
          ],
        },
        sending: {
          description: 'The oldest decision is on its way to the server.',
          tags: 'saving',
          invoke: {
            id: 'sendDecision',
            src: 'sendDecision',
            input: ({ context }) => context.unsent[0],
            onDone: { target: 'delivered', actions: ['noteContact', { type: 'tellSettled', ...outcome }, 'dropSent'] },
            onError: [
              delivery.failed[0],
              {
                target: 'delivered',
                actions: [{ type: 'setProblem', ...failure }, 'setAside'],
                description: 'The server refused, so repeating it would not help. It is put aside, and those after it go on.',
              },
            ],
          },
        },
        ...later,
        queued: { ...later.queued, ...connection.watching },
        refused: {
          description: 'The server refused some decisions, and the screen says why. They stay on the device.',
          tags: ['unsaved', 'refused'],
          always: { guard: canSend, target: 'sending', description: 'There is a new decision, which the server may take.' },
          on: {
            'delivery.retried': { target: 'sending', actions: 'takeUpRefused', description: 'The user presses Try again.' },
          },
        },
      },
    },
  },
});
