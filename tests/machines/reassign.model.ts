import type { SnapshotFrom } from 'xstate';
import { type ReassignCandidate, type ReassignInput, reassignMachine } from '../../src/machines/reports/reassignMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const wholeClass: ReassignInput = { groupAssignmentId: 5, quizId: 7, students: [1, 2, 3], today: '2030-01-15' };

/** Student 1 has submitted both quizzes, student 2 the first, student 3 nothing. */
export const candidates: ReassignCandidate[] = [
  { userPuid: 1, quizId: 7, state: 'released' },
  { userPuid: 2, quizId: 7, state: 'submitted' },
  { userPuid: 1, quizId: 8, state: 'submitted' },
];

/** The events, with what a walk chooses from: two quizzes, a student, and a day that is over and one to come. */
export const reassignEvents = (from: {
  quizzes: readonly [number, number];
  student: number;
  past: string;
  coming: string;
  candidates: ReassignCandidate[];
}) =>
  [
    { type: 'students.retried' },
    ...from.quizzes.map((quizId) => ({ type: 'quiz.chosen', quizId }) as const),
    { type: 'students.chosen', students: [] as number[] },
    { type: 'students.chosen', students: [from.student] },
    { type: 'students.confirmed' },
    ...['', from.past, from.coming].map((day) => ({ type: 'day.chosen', day }) as const),
    { type: 'day.confirmed' },
    { type: 'step.reversed' },
    { type: 'reassignment.confirmed' },
    { type: 'reassignment.cancelled' },
    { type: 'xstate.done.actor.loadCandidates', output: from.candidates },
    { type: 'xstate.error.actor.loadCandidates', error: { code: 404, message: 'The assignment was not found.' } },
    { type: 'xstate.done.actor.reassignQuiz', output: { count: 1 } },
    {
      type: 'xstate.error.actor.reassignQuiz',
      error: { code: 409, message: 'None of them has submitted this yet. They can still work on it.' },
    },
  ] as const;

/** For `can` on a screen: a field that already has its value sends no event. */
export const changesField = (event: { type: string }, { context }: SnapshotFrom<typeof reassignMachine>) => {
  const { type, quizId, students, day } = event as { type: string; quizId?: number; students?: number[]; day?: string };
  if (type === 'quiz.chosen') return quizId !== context.quizId;
  if (type === 'students.chosen') return students?.length !== context.students.length;
  return type !== 'day.chosen' || day !== context.day;
};

export const reassignModel = defineModel({
  machine: reassignMachine,
  input: wholeClass,
  events: reassignEvents({ quizzes: [7, 8], student: 2, past: '2030-01-14', coming: '2030-02-01', candidates }),
  project: ({ quizId, students, day, problem }) => ({ quizId, students, day, problem: problem?.code }),
  keeps: {
    'xstate.done.actor.loadCandidates': { output: 'candidates' },
    'quiz.chosen': { quizId: 'quizId' },
    'day.chosen': { day: 'day' },
  },
  tags: {
    choosing: 'students.confirmed',
    dating: 'day.confirmed',
    listed: ['step.reversed', 'quiz.chosen', 'reassignQuiz'],
    confirming: ['reassignment.confirmed', 'reassignQuiz'],
  },
  takes: {
    'reassignment.cancelled': (snapshot) => !snapshot.matches('sending'),
  },
  leads: {
    'reassignment.cancelled': ['kept'],
    'xstate.done.actor.loadCandidates': ['choosing'],
    'quiz.chosen': ['choosing.ready'],
    'students.chosen': ['choosing.ready'],
    'students.confirmed': ['dating', 'choosing.withoutStudents'],
    'students.retried': ['loading'],
    'day.chosen': ['dating.ready'],
    'step.reversed': ['choosing', 'dating', 'loading'],
    'reassignment.confirmed': ['sending'],
  },
  tells: {
    'quiz.reassigned': 'xstate.done.actor.reassignQuiz',
  },
  ownWords: ['choosing.withoutStudents', 'dating.dayOver'],
  invariants: {
    'only who has handed the quiz in gets it once more': ({ context: { candidates, quizId, students }, value }) =>
      value === 'loading' ||
      value === 'unavailable' ||
      value === 'kept' ||
      students.every((userPuid) => candidates.some((one) => one.userPuid === userPuid && one.quizId === quizId)),
    'nothing is asked or sent for nobody, or for a day that is over': (snapshot) =>
      !(snapshot.matches('confirming') || snapshot.matches('sending')) ||
      (snapshot.context.students.length > 0 && (snapshot.context.day === '' || snapshot.context.day >= snapshot.context.today)),
    'a problem is shown where it happened': (snapshot) =>
      (snapshot.matches('refused') || snapshot.matches('unavailable')) === (snapshot.context.problem !== null),
  },
});
