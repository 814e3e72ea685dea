import { describe, expect, it } from 'vitest';
import { type Answer, isAnswered, type QuizInput, quizMachine, type Submission } from '../../src/machines/quiz/quizMachine.ts';
import { quizModel, startedQuiz } from './quiz.model.ts';
import { createTestActor } from './scenario.ts';

const input = Object.values(quizModel.inputs!)[0] as QuizInput;
const outputs = quizModel.events.map((event) => Object(event).output).filter(Boolean);
const overview = outputs.find((output) => 'question_count' in output && output.result === null);
const handedInOverview = outputs.find((output) => 'question_count' in output && output.result !== null);
const result = outputs.find((output) => 'receipt' in output);

const choice = (questionId: number, answerId: number | null, answerText = '') => ({
  type: 'answer.changed' as const,
  questionId,
  answer: { answerId, answerText },
});

/** A quiz whose first question is open. */
async function answering(changes: Partial<QuizInput> = {}, started = startedQuiz) {
  const quiz = createTestActor(quizMachine, { ...input, ...changes });
  await quiz.done('loadOverview', overview);
  quiz.send({ type: 'quiz.started' });
  await quiz.done('startQuiz', started);
  const submissions = () => quiz.inputs('submitQuiz') as Submission[];
  const handIn = () => quiz.send({ type: 'quiz.reviewed' }, { type: 'quiz.submitted' });
  return { ...quiz, submissions, handIn };
}

describe('a quiz', () => {
  it('goes from overview to start, which gives the result_id, to submission with type save and time_spent 40', async () => {
    const quiz = await answering();
    expect(quiz.snapshot().context.resultId).toBe(91);
    expect(quiz.snapshot().hasTag('started')).toBe(true);
    quiz.send(choice(1, 1, 'No'));
    quiz.handIn();
    expect(quiz.submissions()).toEqual([
      {
        kind: 'quiz',
        result_id: 91,
        time_spent: 40,
        submit_type: 'save',
        quizResponse: [{ question_id: 1, answer_text: 'No', answer_id: 1, is_correct_answer: null, time_spent: 0 }],
      },
    ]);
    await quiz.done('submitQuiz', result);
    expect(quiz.snapshot().hasTag('started')).toBe(false);
    expect(quiz.snapshot().context.result).toEqual(result);
  });

  it('counts the first option: an id of 0 is an answer', async () => {
    const quiz = await answering();
    quiz.send(choice(1, 0, 'Yes'));
    quiz.handIn();
    expect(quiz.submissions()[0]?.quizResponse.map(({ answer_id }) => answer_id)).toEqual([0]);
  });

  it.each<[Answer | undefined, boolean]>([
    [undefined, false],
    [{ answerId: null, answerText: '' }, false],
    [{ answerId: null, answerText: '  ' }, false],
    [{ answerId: -1, answerText: '' }, false],
    [{ answerId: 0, answerText: '' }, true],
    [{ answerId: null, answerText: 'The cell wall' }, true],
  ])('takes %o for answered: %s', (answer, expected) => expect(isAnswered(answer)).toBe(expected));

  it('sends nothing for a question whose answer was taken back', async () => {
    const quiz = await answering();
    quiz.send(choice(1, 1), { type: 'answer.cleared', questionId: 1 });
    quiz.handIn();
    expect(quiz.submissions()[0]?.quizResponse).toEqual([]);
  });

  it('goes on where it was left, with the answers given before', async () => {
    const responses = [{ question_id: 1, answer_text: 'No', answer_id: 1, is_correct_answer: null, time_spent: 12, sequence: 0 }];
    const quiz = await answering({}, { ...startedQuiz, responses });
    expect(quiz.snapshot().context).toMatchObject({ index: 1, answers: { 1: { answerId: 1, answerText: 'No' } }, seconds: { 1: 12 } });
  });

  it('counts seconds on the question that is open', async () => {
    const quiz = await answering();
    quiz.pass(3_000);
    quiz.send({ type: 'question.opened', index: 1 });
    quiz.pass(2_000);
    expect(quiz.snapshot().context.seconds).toEqual({ 1: 3, 2: 2 });
  });

  it('keeps every answer when handing in fails, and hands in under the same result_id again', async () => {
    const quiz = await answering();
    quiz.send(choice(1, 1, 'No'));
    quiz.handIn();
    await quiz.fails('submitQuiz', 503, 'Service unavailable');
    expect(quiz.snapshot().context).toMatchObject({ answers: { 1: { answerId: 1 } }, problem: { code: 503 } });
    quiz.send({ type: 'quiz.submitted' });
    expect(quiz.submissions().map(({ result_id, quizResponse }) => [result_id, quizResponse.length])).toEqual([
      [91, 1],
      [91, 1],
    ]);
  });

  it('submits once, however often the button is pressed', async () => {
    const quiz = await answering();
    quiz.handIn();
    quiz.send({ type: 'quiz.submitted' }, { type: 'quiz.submitted' });
    expect(quiz.submissions()).toHaveLength(1);
  });

  it('that was handed in before cannot be started again', async () => {
    const quiz = createTestActor(quizMachine, input);
    await quiz.done('loadOverview', handedInOverview);
    quiz.send({ type: 'quiz.started' });
    expect(quiz.snapshot().hasTag('handedIn')).toBe(true);
    expect(quiz.inputs('startQuiz')).toEqual([]);
  });

  it('stays at the overview when it cannot be started, and says why', async () => {
    const quiz = createTestActor(quizMachine, input);
    await quiz.done('loadOverview', overview);
    quiz.send({ type: 'quiz.started' });
    await quiz.fails('startQuiz', 0, 'Network Error');
    expect(quiz.snapshot().value).toBe('overview');
    expect(quiz.snapshot().context.problem).toEqual({ code: 0, message: 'Network Error' });
  });
});

describe('an assessment', () => {
  it('goes through its own calls', async () => {
    const quiz = await answering({ kind: 'assessment' });
    expect(quiz.inputs('loadOverview')).toMatchObject([{ kind: 'assessment' }]);
    expect(quiz.inputs('startQuiz')).toMatchObject([{ kind: 'assessment' }]);
    quiz.handIn();
    expect(quiz.submissions()).toMatchObject([{ kind: 'assessment' }]);
  });

  it('is handed in by itself when its time is over', async () => {
    const quiz = await answering({ kind: 'assessment' }, { ...startedQuiz, end_time: '2030-01-07T15:20:00Z' });
    expect(quiz.inputs('awaitEnd')).toEqual([{ endTime: '2030-01-07T15:20:00Z' }]);
    quiz.send(choice(1, 1, 'No'));
    await quiz.done('awaitEnd', null);
    expect(quiz.submissions()).toMatchObject([{ quizResponse: [{ question_id: 1 }] }]);
  });

  it('waits 10 s before it hands in again after the end: a server that is down is not asked without end', async () => {
    const quiz = await answering({ kind: 'assessment' });
    await quiz.done('awaitEnd', null);
    await quiz.fails('submitQuiz', 0, 'Network Error');
    expect(quiz.submissions()).toHaveLength(1);
    expect(quiz.waits('awaitEnd'), 'the end has come and is not waited for again').toBe(false);
    quiz.pass(9_999);
    expect(quiz.submissions()).toHaveLength(1);
    quiz.pass(1);
    expect(quiz.submissions()).toHaveLength(2);
    await quiz.done('submitQuiz', result);
    expect(quiz.snapshot().hasTag('handedIn')).toBe(true);
  });

  it('takes no more answers once its time is over', async () => {
    const quiz = await answering({ kind: 'assessment' });
    await quiz.done('awaitEnd', null);
    await quiz.fails('submitQuiz', 0);
    quiz.send(choice(1, 1, 'No'), { type: 'review.closed' });
    expect(quiz.snapshot().value).toBe('overdue');
    expect(quiz.snapshot().context.answers).toEqual({});
  });
});
