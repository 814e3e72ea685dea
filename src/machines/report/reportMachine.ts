import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** What the teacher wants of results: to show them, or to take them back. */
export interface ReportOrder {
  kind: 'release' | 'recall';
  /** null: every quiz of the assignment. */
  quizId: number | null;
  /** Empty: the whole group. */
  students: readonly number[];
  /** YYYY-MM-DD in the school's zone; empty: now. */
  day: string;
}

export const reportReasons: Reasons = {};

/** The teacher reads a report, puts names away, and decides what students see (specification, sections 3, 7 and 8). */
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
  description: 'A report on the screen: with names or without, and what the teacher does with the results in it.',
  meta: { reasons: reportReasons },
  type: 'parallel',
  context: { order: null, problem: null },
  states: {
    names: {
      description: 'Whether the report says who is who.',
      initial: 'named',
      states: {
        named: {
          description: 'Students stand there with their names.',
          on: { 'names.hidden': { target: 'anonymous', description: 'The report goes on a screen that the class can see.' } },
        },
        anonymous: {
          description: 'Every name is replaced by the same other word, on the screen, on paper and in files.',
          tags: 'anonymous',
          meta: { announce: 'reports_names_away' },
          on: { 'names.shown': { target: 'named', description: 'The teacher is alone with it again.' } },
        },
      },
    },
    orders: {
      description: 'Release and taking back.',
      initial: 'none',
      states: {
        none: {
          description: 'The teacher reads.',
          on: {
            'order.opened': {
              target: 'choosing',
              actions: { type: 'setOrder', params: ({ event }) => event },
              description: 'A button over the table, for the whole group or for chosen students.',
            },
          },
        },
        choosing: {
          description: 'What will happen, to whom and when, is shown before it happens.',
          tags: 'open',
          initial: 'fresh',
          on: {
            'order.changed': {
              target: '.fresh',
              actions: { type: 'setOrder', params: ({ event }) => event },
              description: 'Another quiz, another day.',
            },
            'order.confirmed': { target: 'sending', actions: 'clearProblem', description: 'The button of the dialog.' },
            'order.cancelled': { target: 'none', actions: 'clearOrder', description: 'Cancel, Escape or the cross.' },
          },
          states: {
            fresh: { description: 'Nothing was sent yet.' },
            refused: {
              description: 'It was not done; the message says why, and the same button tries again.',
              tags: 'failed',
              meta: { announce: 'reports_failed', focus: 'report-problem' },
            },
          },
        },
        sending: {
          description: 'The server does it; a second press does nothing.',
          tags: ['open', 'busy'],
          invoke: {
            id: 'placeOrder',
            src: 'placeOrder',
            input: ({ context }) => context.order,
            onDone: {
              target: 'none',
              actions: [{ type: 'announceChange', params: ({ event }) => event.output }, 'clearOrder'],
              description: 'It is done; the report is loaded again.',
            },
            onError: {
              target: 'choosing.refused',
              actions: { type: 'setProblem', ...failure },
              description: 'Nobody has a result to move, a right is gone, or there was no usable answer.',
            },
          },
        },
      },
    },
  },
});
