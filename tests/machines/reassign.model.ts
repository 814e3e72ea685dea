import { type ReassignInput, reassignMachine } from '../../src/machines/reassign/reassignMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

/** ana has handed both quizzes in, ben the first. */
export const twoQuizzes: ReassignInput = {
  quizId: 7,
  candidates: [
    { userPuid: 1, quizId: 7, state: 'released' },
    { userPuid: 2, quizId: 7, state: 'submitted' },
    { userPuid: 1, quizId: 8, state: 'submitted' },
  ],
  students: [],
  today: '2030-01-15',
};

export const reassignModel = defineModel({
  machine: reassignMachine,
  input: twoQuizzes,
  events: [
    { type: 'quiz.chosen', quizId: 7 },
    { type: 'quiz.chosen', quizId: 8 },
    { type: 'students.chosen', students: [] },
    { type: 'students.chosen', students: [2] },
    { type: 'students.confirmed' },
    { type: 'day.chosen', day: '' },
    { type: 'day.chosen', day: '2030-01-14' },
    { type: 'day.chosen', day: '2030-02-01' },
    { type: 'day.confirmed' },
    { type: 'step.reversed' },
    { type: 'reassignment.confirmed' },
    { type: 'reassignment.cancelled' },
    { type: 'xstate.done.actor.reassignQuiz', output: { count: 1 } },
    {
      type: 'xstate.error.actor.reassignQuiz',
      error: { code: 409, message: 'None of them has handed this in yet: they can still go on with it.' },
    },
  ],
  project: ({ quizId, students, day, problem }) => ({ quizId, students, day, problem: problem?.code }),
  invariants: {
    'only who has handed the quiz in gets it once more': ({ context: { candidates, quizId, students } }) =>
      students.every((userPuid) => candidates.some((one) => one.userPuid === userPuid && one.quizId === quizId)),
    'nothing is asked or sent for nobody, or for a day that is over': (snapshot) =>
      !(snapshot.matches('confirming') || snapshot.matches('sending')) ||
      (snapshot.context.students.length > 0 && (snapshot.context.day === '' || snapshot.context.day >= snapshot.context.today)),
    'a problem is shown where it happened': (snapshot) => snapshot.matches('refused') === (snapshot.context.problem !== null),
  },
});
