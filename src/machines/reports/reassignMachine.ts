import { assign, emit, setup } from 'xstate';
import type { AttemptState } from '../../../contract/quizResult.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failed, type Problem, setProblem, withProblem } from '../problem.ts';

/** A student's submitted work on a quiz that can be reassigned. */
export interface ReassignCandidate {
  userPuid: number;
  quizId: number;
  state: AttemptState;
}

export interface ReassignInput {
  groupAssignmentId: number;
  quizId: number;
  /** Students selected beforehand. Those who have not submitted the quiz are dropped. */
  students: readonly number[];
  /** Today in the school's time zone, YYYY-MM-DD. */
  today: string;
}

/** The quiz to reassign, the students, and the start date. */
export interface ReassignOrder {
  quizId: number;
  students: readonly number[];
  /** YYYY-MM-DD in the school's time zone; empty for now. */
  day: string;
}

interface Context extends ReassignOrder {
  groupAssignmentId: number;
  candidates: readonly ReassignCandidate[];
  today: string;
  problem: Problem | null;
}

/** Students who can get the quiz again. */
export const candidatesFor = (context: Pick<Context, 'candidates' | 'quizId'>): ReassignCandidate[] =>
  context.candidates.filter(({ quizId }) => quizId === context.quizId);

/** Keeps only the students who can get the quiz again. */
const possible = (context: Pick<Context, 'candidates' | 'quizId'>, students: readonly number[]): number[] =>
  candidatesFor(context)
    .map(({ userPuid }) => userPuid)
    .filter((userPuid) => students.includes(userPuid));

export const reassignReasons: Reasons<'hasStudents' | 'isDayToCome'> = {
  hasStudents: 'Choose the students who get the quiz again.',
  isDayToCome: 'That day has passed: choose today or a later day, or leave it empty.',
};

const cancelled = { target: '#reassign.kept', description: 'Cancel, Escape, or the close button: nothing changes.' } as const;

/** Reassigns a quiz to chosen students (specification, sections 3, 7 and 8). */
export const reassignMachine = setup({
  types: {
    input: {} as ReassignInput,
    context: {} as Context,
    events: {} as
      | { type: 'students.retried' }
      | { type: 'quiz.chosen'; quizId: number }
      | { type: 'students.chosen'; students: readonly number[] }
      | { type: 'students.confirmed' }
      | { type: 'day.chosen'; day: string }
      | { type: 'day.confirmed' }
      | { type: 'step.reversed' }
      | { type: 'reassignment.confirmed' }
      | { type: 'reassignment.cancelled' },
    emitted: {} as { type: 'quiz.reassigned'; count: number },
    tags: {} as 'busy' | 'failed' | 'listed' | 'choosing' | 'dating' | 'confirming',
    meta: {} as ChartMeta,
  },
  actors: {
    loadCandidates: actorSlot<ReassignCandidate[], { groupAssignmentId: number }>('loadCandidates', 'GET student list'),
    reassignQuiz: actorSlot<{ count: number }, ReassignOrder>('reassignQuiz', 'POST reassign assignment'),
  },
  actions: {
    setCandidates: assign({
      candidates: (_, { candidates }: { candidates: ReassignCandidate[] }) => candidates,
      students: ({ context: { quizId, students } }, { candidates }) => possible({ candidates, quizId }, students),
    }),
    setQuiz: assign({
      quizId: (_, { quizId }: { quizId: number }) => quizId,
      students: ({ context }, { quizId }) => possible({ ...context, quizId }, context.students),
    }),
    setStudents: assign({
      students: ({ context }, { students }: { students: readonly number[] }) => possible(context, students),
    }),
    setDay: assign({ day: (_, { day }: { day: string }) => day }),
    setProblem,
    clearProblem: assign({ problem: null }),
    announceReassigned: emit((_, { count }: { count: number }) => ({ type: 'quiz.reassigned' as const, count })),
  },
  guards: {
    hasStudents: ({ context }) => context.students.length > 0,
    isDayToCome: ({ context: { day, today } }) => day === '' || day >= today,
  },
}).createMachine({
  id: 'reassign',
  description: 'A teacher reassigns a quiz to chosen students after reviewing what that means.',
  meta: { reasons: reassignReasons },
  context: ({ input }) => ({ ...input, candidates: [], day: '', problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Loading each student’s current status, since somebody may have submitted after the page was opened.',
      tags: 'busy',
      invoke: {
        id: 'loadCandidates',
        src: 'loadCandidates',
        input: ({ context: { groupAssignmentId } }) => ({ groupAssignmentId }),
        onDone: {
          target: 'choosing',
          actions: { type: 'setCandidates', params: ({ event }) => ({ candidates: event.output }) },
          description: 'The students arrived.',
        },
        onError: { target: 'unavailable', ...withProblem, description: 'The assignment no longer exists, or the server did not answer.' },
      },
      on: { 'reassignment.cancelled': cancelled },
    },
    unavailable: {
      description: 'The students could not be loaded. The screen says why and offers Try again.',
      ...failed({ announce: 'common_load_failed', focus: 'reassign-problem' }),
      exit: 'clearProblem',
      on: {
        'students.retried': { target: 'loading', description: 'The teacher presses Try again.' },
        'reassignment.cancelled': cancelled,
      },
    },
    choosing: {
      description: 'The students who submitted the quiz are listed. Others can still work on it, so there is nothing to reassign.',
      tags: ['listed', 'choosing'],
      meta: { focus: 'reassign-step' },
      initial: 'ready',
      on: {
        'quiz.chosen': {
          target: '.ready',
          actions: { type: 'setQuiz', params: ({ event }) => event },
          description: 'The teacher picks another quiz of the lesson. Students who have not submitted that one are deselected.',
        },
        'students.chosen': {
          target: '.ready',
          actions: { type: 'setStudents', params: ({ event }) => event },
          description: 'The teacher selects or deselects students.',
        },
        'students.confirmed': [
          { guard: 'hasStudents', target: 'dating', description: 'The teacher presses Next.' },
          { target: '.withoutStudents', description: 'No student is selected. The dialog says so.' },
        ],
        'reassignment.cancelled': cancelled,
      },
      states: {
        ready: { description: 'The teacher is making a choice. No error is shown.' },
        withoutStudents: {
          description: 'Next was pressed with no student selected. The dialog says so.',
          ...failed({ announce: 'reports_reassign_nobody' }),
        },
      },
    },
    dating: {
      description: 'The dialog asks when the students may start.',
      tags: ['listed', 'dating'],
      meta: { focus: 'reassign-step' },
      initial: 'ready',
      on: {
        'day.chosen': {
          target: '.ready',
          actions: { type: 'setDay', params: ({ event }) => event },
          description: 'The teacher picks a day or leaves the field empty to start now.',
        },
        'day.confirmed': [
          { guard: 'isDayToCome', target: 'confirming', description: 'The teacher presses Next.' },
          { target: '.dayOver', description: 'The day has passed. The field says so.' },
        ],
        'step.reversed': { target: 'choosing', description: 'The teacher presses Back.' },
        'reassignment.cancelled': cancelled,
      },
      states: {
        ready: { description: 'The teacher is making a choice. No error is shown.' },
        dayOver: {
          description: 'Next was pressed with a day that has passed. The field says so.',
          ...failed({ announce: 'reports_reassign_day_over' }),
        },
      },
    },
    confirming: {
      description: 'The dialog shows what will happen, to how many students and to which results.',
      tags: ['listed', 'confirming'],
      meta: { focus: 'reassign-step' },
      on: {
        'reassignment.confirmed': { target: 'sending', description: 'The teacher confirms the reassignment.' },
        'step.reversed': { target: 'dating', description: 'The teacher presses Back.' },
        'reassignment.cancelled': cancelled,
      },
    },
    sending: {
      description: 'Waiting for the server to move the current work to the history. Every button is disabled.',
      tags: ['busy', 'listed', 'confirming'],
      invoke: {
        id: 'reassignQuiz',
        src: 'reassignQuiz',
        input: ({ context: { quizId, students, day } }) => ({ quizId, students, day }),
        onDone: {
          target: 'reassigned',
          actions: { type: 'announceReassigned', params: ({ event }) => event.output },
          description: 'The students can start over.',
        },
        onError: {
          target: 'refused',
          ...withProblem,
          description: 'The server refused or did not answer. The dialog shows "Re-Assign Assignment Error" with the reason.',
        },
      },
    },
    refused: {
      description: 'The reassignment failed. The dialog says why, and the chosen students and day are kept.',
      ...failed({ announce: 'reports_failed', focus: 'reassign-problem' }, 'listed', 'confirming'),
      exit: 'clearProblem',
      on: {
        'reassignment.confirmed': { target: 'sending', description: 'The teacher tries again.' },
        'step.reversed': {
          target: 'loading',
          description: 'The teacher goes back to choose other students. Their status is loaded again.',
        },
        'reassignment.cancelled': cancelled,
      },
    },
    kept: { type: 'final', description: 'Canceled: nothing has changed.' },
    reassigned: { type: 'final', description: 'The students can take the quiz again. The report is reloaded.' },
  },
});
