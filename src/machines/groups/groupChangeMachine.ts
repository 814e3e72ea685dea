import { assign, emit, setup } from 'xstate';
import type { GroupDetail } from '../../../contract/groups.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** What is typed of a class or group. Empty texts are what was left out. */
export interface GroupDraft {
  group_name: string;
  subject: string;
  grade: string;
  period: string;
}

/** One change of a class or group. */
export type GroupOrder =
  | { kind: 'add'; type: 'class' | 'group'; draft: GroupDraft; schoolId: number | null }
  | { kind: 'update'; groupPuid: number; draft: GroupDraft; active: boolean }
  | { kind: 'fill'; groupPuid: number; students: readonly number[] }
  | { kind: 'empty'; groupPuid: number; students: readonly number[] }
  | { kind: 'transfer'; from: number; to: number; students: readonly number[] };

export const groupChangeReasons: Reasons = {};

/** A class or group is made, changed, filled, emptied, or its students move to another one. */
export const groupChangeMachine = setup({
  types: {
    context: {} as { order: GroupOrder | null; problem: Problem | null },
    events: {} as { type: 'change.submitted'; order: GroupOrder } | { type: 'problem.closed' },
    emitted: {} as { type: 'group.changed'; order: GroupOrder; group: GroupDetail },
    tags: {} as 'busy' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: {
    change: actorSlot<GroupDetail, { order: GroupOrder }>(
      'change',
      'POST add_group, update_group, add_students, remove_students or transfer_students',
    ),
  },
  actions: {
    setOrder: assign({ order: (_, { order }: { order: GroupOrder }) => order, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    tellChanged: emit(({ context }, { group }: { group: GroupDetail }) => ({
      type: 'group.changed' as const,
      order: context.order as GroupOrder,
      group,
    })),
  },
}).createMachine({
  id: 'groupChange',
  description: 'One change of a class or group after another, each kept before the next.',
  meta: { reasons: groupChangeReasons },
  context: { order: null, problem: null },
  initial: 'ready',
  states: {
    ready: {
      description: 'What is typed or ticked is in the form.',
      on: {
        'change.submitted': {
          target: 'saving',
          actions: { type: 'setOrder', params: ({ event }) => event },
          description: 'The button of the form was pressed.',
        },
      },
    },
    saving: {
      description: 'The change is kept.',
      tags: 'busy',
      invoke: {
        id: 'change',
        src: 'change',
        input: ({ context }) => ({ order: context.order as GroupOrder }),
        onDone: {
          target: 'ready',
          actions: { type: 'tellChanged', params: ({ event }) => ({ group: event.output }) },
          description: 'It is kept.',
        },
        onError: {
          target: 'refused',
          actions: { type: 'setProblem', ...failure },
          description: 'It was refused, or there was no answer.',
        },
      },
    },
    refused: {
      description: 'Nothing was changed; the screen says why, and everything is still in the form.',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: {
        'change.submitted': {
          target: 'saving',
          actions: { type: 'setOrder', params: ({ event }) => event },
          description: 'It is tried again, as it was or corrected.',
        },
        'problem.closed': { target: 'ready', actions: 'clearProblem', description: 'The message is closed.' },
      },
    },
  },
});
