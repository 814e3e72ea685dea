import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';

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

/** The quiz and the students that the dialog for reassigning starts with. */
export interface Reassignment {
  quizId: number;
  students: readonly number[];
}

/** A task on the lesson of the report: who has it, a link, a code, sharing it, or definitions of terms in its quizzes. */
export type LessonTask = 'assign' | 'link' | 'code' | 'share' | 'terms';

export const reportReasons: Reasons = {};

const closed = { target: 'none', description: 'The dialog has closed, whether it changed something or not.' } as const;

/** The page of an assignment's results: what is open on it, and which results students see (specification, sections 3, 7 and 8). */
export const reportMachine = setup({
  types: {
    context: {} as {
      order: ReportOrder | null;
      problem: Problem | null;
      /** Students ticked in the table. */
      chosen: readonly number[];
      reassignment: Reassignment | null;
      task: LessonTask | null;
    },
    events: {} as
      | { type: 'students.chosen'; students: readonly number[] }
      | { type: 'live.opened' }
      | { type: 'live.closed' }
      | { type: 'order.opened'; order: ReportOrder }
      | { type: 'order.changed'; order: ReportOrder }
      | { type: 'order.confirmed' }
      | { type: 'order.cancelled' }
      | { type: 'reassignment.opened'; reassignment: Reassignment }
      | { type: 'quiz.reassigned' }
      | { type: 'dates.opened' }
      | { type: 'task.opened'; task: LessonTask }
      | { type: 'dialog.closed' },
    emitted: {} as { type: 'report.changed'; kind: ReportOrder['kind']; count: number },
    tags: {} as 'live' | 'open' | 'busy' | 'failed' | 'reassigning' | 'dating',
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
    setChosen: assign({ chosen: (_, { students }: { students: readonly number[] }) => students }),
    clearChosen: assign({ chosen: [] }),
    setReassignment: assign({ reassignment: (_, { reassignment }: { reassignment: Reassignment }) => reassignment }),
    clearReassignment: assign({ reassignment: null }),
    setTask: assign({ task: (_, { task }: { task: LessonTask }) => task }),
    clearTask: assign({ task: null }),
    setProblem,
    announceChange: emit(({ context }, { count }: { count: number }) => ({
      type: 'report.changed' as const,
      kind: context.order?.kind ?? ('release' as const),
      count,
    })),
  },
}).createMachine({
  id: 'report',
  description: 'The teacher reads the results of an assignment, releases or unreleases them, and opens what else the page offers.',
  meta: { reasons: reportReasons },
  type: 'parallel',
  context: { order: null, problem: null, chosen: [], reassignment: null, task: null },
  on: {
    'students.chosen': {
      actions: { type: 'setChosen', params: ({ event }) => event },
      description: 'The teacher ticks or unticks students in the table.',
    },
  },
  states: {
    live: {
      description: 'The live view of the class.',
      initial: 'hidden',
      states: {
        hidden: {
          description: 'The page shows the results alone.',
          on: { 'live.opened': { target: 'shown', description: 'The teacher presses Watch live.' } },
        },
        shown: {
          description: 'The page also shows where each student is right now.',
          tags: 'live',
          on: { 'live.closed': { target: 'hidden', description: 'The teacher closes the live view.' } },
        },
      },
    },
    dialogs: {
      description: 'The dialog over the page: one at a time.',
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
            'reassignment.opened': {
              target: 'reassigning',
              actions: { type: 'setReassignment', params: ({ event }) => event },
              description: 'The teacher presses Reassign, for a quiz or for chosen students.',
            },
            'dates.opened': { target: 'dating', description: 'The teacher presses Change dates.' },
            'task.opened': {
              target: 'tasking',
              actions: { type: 'setTask', params: ({ event }) => event },
              description: 'The teacher asks who has the lesson, or picks a task from its menu.',
            },
          },
        },
        reassigning: {
          description: 'The dialog for reassigning a quiz is open. The reassign chart runs it.',
          tags: 'reassigning',
          exit: 'clearReassignment',
          on: {
            'quiz.reassigned': {
              target: 'none',
              actions: 'clearChosen',
              description: 'The quiz was reassigned. The ticks are removed, because they were for this.',
            },
            'dialog.closed': closed,
          },
        },
        dating: {
          description: 'The dialog for the dates of the assignment is open. The assignmentDates chart runs it.',
          tags: 'dating',
          on: { 'dialog.closed': closed },
        },
        tasking: {
          description: 'The dialog of a task on the lesson is open. The chart of that task runs it.',
          exit: 'clearTask',
          on: { 'dialog.closed': closed },
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
              ...failed({ announce: 'reports_failed', focus: 'report-problem' }),
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
              actions: [{ type: 'announceChange', params: ({ event }) => event.output }, 'clearOrder', 'clearChosen'],
              description: 'The results were released or unreleased. The report is reloaded.',
            },
            onError: {
              target: 'choosing.refused',
              ...withProblem,
              description: 'No student has a matching result, the teacher lost permission, or there was no usable answer.',
            },
          },
        },
      },
    },
  },
});
