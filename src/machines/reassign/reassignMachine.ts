import { assign, emit, setup } from 'xstate';
import type { AttemptState } from '../../../contract/quizResult.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, type Problem, toProblem } from '../problem.ts';

/** A student's work on a quiz that can be done once more: it was handed in. */
export interface ReassignCandidate {
  userPuid: number;
  quizId: number;
  state: AttemptState;
}

export interface ReassignInput {
  groupAssignmentId: number;
  quizId: number;
  /** Who was ticked before; whoever has not handed the quiz in is left out. */
  students: readonly number[];
  /** Today in the school's zone, YYYY-MM-DD. */
  today: string;
}

/** Which quiz, to whom, and from when on. */
export interface ReassignOrder {
  quizId: number;
  students: readonly number[];
  /** YYYY-MM-DD in the school's zone; empty: now. */
  day: string;
}

interface Context extends ReassignOrder {
  groupAssignmentId: number;
  candidates: readonly ReassignCandidate[];
  today: string;
  problem: Problem | null;
}

/** Those who can get a quiz once more. */
export const candidatesFor = (context: Pick<Context, 'candidates' | 'quizId'>): ReassignCandidate[] =>
  context.candidates.filter(({ quizId }) => quizId === context.quizId);

/** Those of the named who can get the quiz. */
const possible = (context: Pick<Context, 'candidates' | 'quizId'>, students: readonly number[]): number[] =>
  candidatesFor(context)
    .map(({ userPuid }) => userPuid)
    .filter((userPuid) => students.includes(userPuid));

export const reassignReasons: Reasons<'hasStudents' | 'isDayToCome'> = {
  hasStudents: 'Choose the students who get the quiz once more.',
  isDayToCome: 'The day is over: choose today, a later day or none.',
};

const cancelled = { target: '#reassign.kept', description: 'Cancel, Escape or the cross: nothing happens.' } as const;

/** Gives a quiz once more to chosen students (specification, sections 3, 7 and 8). */
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
    tags: {} as 'busy' | 'failed' | 'listed' | 'confirming',
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
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceReassigned: emit((_, { count }: { count: number }) => ({ type: 'quiz.reassigned' as const, count })),
  },
  guards: {
    hasStudents: ({ context }) => context.students.length > 0,
    isDayToCome: ({ context: { day, today } }) => day === '' || day >= today,
  },
}).createMachine({
  id: 'reassign',
  description: 'A quiz is given once more to chosen students, after the teacher has seen what that means.',
  meta: { reasons: reassignReasons },
  context: ({ input }) => ({ ...input, candidates: [], day: '', problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'How far each student is at this moment is asked: somebody may have handed in since the page was opened.',
      tags: 'busy',
      invoke: {
        id: 'loadCandidates',
        src: 'loadCandidates',
        input: ({ context: { groupAssignmentId } }) => ({ groupAssignmentId }),
        onDone: {
          target: 'choosing',
          actions: { type: 'setCandidates', params: ({ event }) => ({ candidates: event.output }) },
          description: 'The students are there.',
        },
        onError: {
          target: 'unavailable',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no answer, or the assignment is gone.',
        },
      },
      on: { 'reassignment.cancelled': cancelled },
    },
    unavailable: {
      description: 'Who can get it once more is not known.',
      tags: 'failed',
      meta: { announce: 'common_load_failed', focus: 'reassign-problem' },
      exit: 'clearProblem',
      on: {
        'students.retried': { target: 'loading', description: 'The teacher presses Try again.' },
        'reassignment.cancelled': cancelled,
      },
    },
    choosing: {
      description: 'Who has handed the quiz in is listed; whoever has not can still go on with it.',
      tags: 'listed',
      meta: { focus: 'reassign-step' },
      initial: 'ready',
      on: {
        'quiz.chosen': {
          target: '.ready',
          actions: { type: 'setQuiz', params: ({ event }) => event },
          description: 'Another quiz of the lesson; those who have not handed that one in are let go.',
        },
        'students.chosen': {
          target: '.ready',
          actions: { type: 'setStudents', params: ({ event }) => event },
          description: 'The teacher ticks or unticks students.',
        },
        'students.confirmed': [
          { guard: 'hasStudents', target: 'dating', description: 'The teacher presses Next.' },
          { target: '.withoutStudents', description: 'Nobody is ticked: the dialog says so.' },
        ],
        'reassignment.cancelled': cancelled,
      },
      states: {
        ready: { description: 'Nothing is wrong so far.' },
        withoutStudents: {
          description: 'Next was pressed with nobody ticked.',
          tags: 'failed',
          meta: { announce: 'reports_reassign_nobody' },
        },
      },
    },
    dating: {
      description: 'From when on they can begin.',
      tags: 'listed',
      meta: { focus: 'reassign-step' },
      initial: 'ready',
      on: {
        'day.chosen': {
          target: '.ready',
          actions: { type: 'setDay', params: ({ event }) => event },
          description: 'The teacher picks a day, or empties the field: now.',
        },
        'day.confirmed': [
          { guard: 'isDayToCome', target: 'confirming', description: 'The teacher presses Next.' },
          { target: '.dayOver', description: 'The day is over: the field says so.' },
        ],
        'step.reversed': { target: 'choosing', description: 'The teacher presses Back.' },
        'reassignment.cancelled': cancelled,
      },
      states: {
        ready: { description: 'Nothing is wrong so far.' },
        dayOver: {
          description: 'Next was pressed with a day that is over.',
          tags: 'failed',
          meta: { announce: 'reports_reassign_day_over' },
        },
      },
    },
    confirming: {
      description: 'What will happen, to how many and to which results, is shown before it happens.',
      tags: ['listed', 'confirming'],
      meta: { focus: 'reassign-step' },
      on: {
        'reassignment.confirmed': { target: 'sending', description: 'The teacher presses Give once more.' },
        'step.reversed': { target: 'dating', description: 'The teacher presses Back.' },
        'reassignment.cancelled': cancelled,
      },
    },
    sending: {
      description: 'The server moves the work to the history; nothing can be pressed until it has answered.',
      tags: ['busy', 'listed', 'confirming'],
      invoke: {
        id: 'reassignQuiz',
        src: 'reassignQuiz',
        input: ({ context: { quizId, students, day } }) => ({ quizId, students, day }),
        onDone: {
          target: 'reassigned',
          actions: { type: 'announceReassigned', params: ({ event }) => event.output },
          description: 'They can start anew.',
        },
        onError: {
          target: 'refused',
          actions: { type: 'setProblem', ...failure },
          description: '"Re-Assign Assignment Error", with the reason of the server.',
        },
      },
    },
    refused: {
      description: 'It was not done, or there was no answer; who and when is still here.',
      tags: ['failed', 'listed', 'confirming'],
      meta: { announce: 'reports_failed', focus: 'reassign-problem' },
      exit: 'clearProblem',
      on: {
        'reassignment.confirmed': { target: 'sending', description: 'The teacher tries again.' },
        'step.reversed': { target: 'loading', description: 'The teacher chooses other students; how far they are is asked anew.' },
        'reassignment.cancelled': cancelled,
      },
    },
    kept: { type: 'final', description: 'Everything is as it was.' },
    reassigned: { type: 'final', description: 'The quiz waits for them anew; the report is loaded again.' },
  },
});
