import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** The teacher's order for results: release or recall them. */
export interface ReportOrder {
  kind: 'release' | 'recall';
  /** Null for every quiz of the assignment. */
  quizId: number | null;
  /** Empty for the whole group. */
  students: readonly number[];
  /** YYYY-MM-DD in the school's time zone; empty for now. */
  day: string;
}

export const reportReasons: Reasons = {};

/** A report: the teacher hides names and decides which results students see (specification, sections 3, 7 and 8). */
export const reportMachine = setup({
  types: {
    context: {} as { order: ReportOrder | null; problem: Problem | null },
    events: {} as
      | { type: 'names.hidden' }
      | { type: 'names.shown' }
      | { type: 'order.opened'; order: ReportOrder }
      | { type: 'order.changed'; order: ReportOrder }
      | { type: 'order.confirmed' }
      | { type: 'order.cancelled' },
    emitted: {} as { type: 'report.changed'; kind: ReportOrder['kind']; count: number },
    tags: {} as 'anonymous' | 'open' | 'busy' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: {
    placeOrder: actorSlot<{ count: number }, ReportOrder | null>(
      'placeOrder',
      'POST release report, release assignment reports or recall report',
    ),
  },
  actions: {
    setOrder: assign({ order: (_, { order }: { order: ReportOrder }) => order, problem: null }),
    clearProblem: assign({ problem: null }),
    clearOrder: assign({ order: null, problem: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    announceChange: emit(({ context }, { count }: { count: number }) => ({
      type: 'report.changed' as const,
      kind: context.order?.kind ?? ('release' as const),
      count,
    })),
  },
}).createMachine({
  id: 'report',
  description: 'The teacher reads a report, with or without names, and releases or unreleases the results.',
  meta: { reasons: reportReasons },
  type: 'parallel',
  context: { order: null, problem: null },
  states: {
    names: {
      description: 'Whether the report shows names.',
      initial: 'named',
      states: {
        named: {
          description: 'Students appear under their names.',
          on: {
            'names.hidden': {
              target: 'anonymous',
              description: 'The teacher hides names, for example before showing the report to the class.',
            },
          },
        },
        anonymous: {
          description: 'Names are hidden. Each one is replaced by the same substitute on the screen, on paper, and in files.',
          tags: 'anonymous',
          meta: { announce: 'reports_names_away' },
          on: { 'names.shown': { target: 'named', description: 'The teacher shows the names again.' } },
        },
      },
    },
    orders: {
      description: 'Releasing and unreleasing results.',
      initial: 'none',
      states: {
        none: {
          description: 'No dialog is open. The teacher reads the report.',
          on: {
            'order.opened': {
              target: 'choosing',
              actions: { type: 'setOrder', params: ({ event }) => event },
              description: 'The teacher presses Release or Unrelease, for the whole group or for chosen students.',
            },
          },
        },
        choosing: {
          description: 'The dialog shows what will happen, to whom and when.',
          tags: 'open',
          initial: 'fresh',
          on: {
            'order.changed': {
              target: '.fresh',
              actions: { type: 'setOrder', params: ({ event }) => event },
              description: 'The teacher picks another quiz or day.',
            },
            'order.confirmed': { target: 'sending', actions: 'clearProblem', description: 'The teacher confirms the dialog.' },
            'order.cancelled': {
              target: 'none',
              actions: 'clearOrder',
              description: 'Cancel, Escape, or the close button: nothing changes.',
            },
          },
          states: {
            fresh: { description: 'Nothing has been sent since the last change.' },
            refused: {
              description: 'The order failed. The dialog says why, and the same button tries again.',
              tags: 'failed',
              meta: { announce: 'reports_failed', focus: 'report-problem' },
            },
          },
        },
        sending: {
          description: 'Waiting for the server to carry out the order. Another press has no effect.',
          tags: ['open', 'busy'],
          invoke: {
            id: 'placeOrder',
            src: 'placeOrder',
            input: ({ context }) => context.order,
            onDone: {
              target: 'none',
              actions: [{ type: 'announceChange', params: ({ event }) => event.output }, 'clearOrder'],
              description: 'The results were released or unreleased. The report is reloaded.',
            },
            onError: {
              target: 'choosing.refused',
              actions: { type: 'setProblem', ...failure },
              description: 'No student has a matching result, the teacher lost permission, or there was no usable answer.',
            },
          },
        },
      },
    },
  },
});
