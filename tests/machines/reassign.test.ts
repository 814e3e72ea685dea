import { expect, it } from 'vitest';
import { reassignMachine } from '../../src/machines/reports/reassignMachine.ts';
import { candidates, wholeClass } from './reassign.model.ts';
import { createTestActor } from './scenario.ts';

/** The chart with these students selected beforehand, at the list of students who can get the quiz. */
async function listed(students: number[]) {
  const chart = createTestActor(reassignMachine, { ...wholeClass, students });
  expect(chart.inputs('loadCandidates')).toEqual([{ groupAssignmentId: 5 }]);
  await chart.done('loadCandidates', candidates);
  return chart;
}

it('gives the quiz once more to the chosen students, from the chosen day on, once', async () => {
  const chart = await listed([1, 2, 3]);
  expect(chart.snapshot().context.students).toEqual([1, 2]);
  chart.send(
    { type: 'students.confirmed' },
    { type: 'day.chosen', day: '2030-02-01' },
    { type: 'day.confirmed' },
    { type: 'reassignment.confirmed' },
    { type: 'reassignment.confirmed' },
  );
  expect(chart.inputs('reassignQuiz')).toEqual([{ quizId: 7, students: [1, 2], day: '2030-02-01' }]);
  await chart.done('reassignQuiz', { count: 2 });
  expect(chart.emitted).toEqual([{ type: 'quiz.reassigned', count: 2 }]);
});

it('does not go on with nobody, or with a day that is over', async () => {
  const chart = await listed([]);
  chart.send({ type: 'students.confirmed' });
  expect(chart.snapshot().value).toEqual({ choosing: 'withoutStudents' });
  chart.send(
    { type: 'students.chosen', students: [2] },
    { type: 'students.confirmed' },
    { type: 'day.chosen', day: '2030-01-14' },
    { type: 'day.confirmed' },
  );
  expect(chart.snapshot().value).toEqual({ dating: 'dayOver' });
  chart.send({ type: 'day.chosen', day: '2030-01-15' }, { type: 'day.confirmed' });
  expect(chart.snapshot().value).toBe('confirming');
});

it('lets go of those who have not handed in the other quiz', async () => {
  const chart = await listed([1, 2]);
  chart.send({ type: 'quiz.chosen', quizId: 8 });
  expect(chart.snapshot().context.students).toEqual([1]);
});

it('keeps who and when after a refusal, and tries again or goes back to the students', async () => {
  const chart = await listed([2]);
  chart.send(
    { type: 'students.confirmed' },
    { type: 'day.chosen', day: '2030-02-01' },
    { type: 'day.confirmed' },
    { type: 'reassignment.confirmed' },
  );
  await chart.fails('reassignQuiz', 503, 'Too much to do');
  expect(chart.snapshot().context).toMatchObject({ students: [2], day: '2030-02-01', problem: { code: 503 } });
  chart.send({ type: 'step.reversed' });
  await chart.done('loadCandidates', candidates);
  expect(chart.snapshot().value).toEqual({ choosing: 'ready' });
  expect(chart.snapshot().context).toMatchObject({ students: [2], day: '2030-02-01', problem: null });
});

it('can be confirmed again after a refusal, with the same students and day', async () => {
  const chart = await listed([2]);
  chart.send({ type: 'students.confirmed' }, { type: 'day.chosen', day: '2030-02-01' }, { type: 'day.confirmed' });
  chart.send({ type: 'reassignment.confirmed' });
  await chart.fails('reassignQuiz', 503, 'Too much to do');
  expect(chart.snapshot().hasTag('failed')).toBe(true);
  chart.send({ type: 'reassignment.confirmed' });
  const order = { quizId: 7, students: [2], day: '2030-02-01' };
  expect(chart.inputs('reassignQuiz')).toEqual([order, order]);
  await chart.done('reassignQuiz', { count: 1 });
  expect(chart.emitted).toEqual([{ type: 'quiz.reassigned', count: 1 }]);
});
