import { describe, expect, it } from 'vitest';
import { type Answer, isAnswered, type KeptAttempt } from '../../common/attempt.ts';
import { silentActor } from '../../src/developer/pureChart.ts';
import { contactMachine } from '../../src/machines/quiz/contactMachine.ts';
import type { QuizInput, Save, Submission } from '../../src/machines/quiz/quizAttempt.ts';
import { quizMachine } from '../../src/machines/quiz/quizMachine.ts';
import { keptAttempt, quizModel, startedQuiz } from './quiz.model.ts';
import { createTestActor } from './scenario.ts';

const input = Object.values(quizModel.inputs!)[0] as QuizInput;
const outputs = quizModel.events.map((event) => Object(event).output).filter(Boolean);
const overview = outputs.find((output) => 'question_count' in output && output.result === null);
const handedInOverview = outputs.find((output) => 'question_count' in output && output.result !== null);
const result = outputs.find((output) => 'receipt' in output);

const choice = (questionId: number, answerId: number | null, answerText = '', at = 1_000) => ({
  type: 'answer.changed' as const,
  questionId,
  answer: { answerId, answerText },
  at,
});
const none = { kept: null, layout: 'one' };
/** The chart that the quiz runs, deaf to the page. */
const contact = contactMachine.provide({ actors: { watchConnection: silentActor as never, watchHiding: silentActor as never } });

/** A quiz whose first question is open. */
async function answering(changes: Partial<QuizInput> = {}, started = startedQuiz, kept: KeptAttempt | null = null) {
  const quiz = createTestActor(quizMachine, { ...input, ...changes }, { contact });
  await quiz.done('loadOverview', overview);
  quiz.send({ type: 'quiz.started' });
  await quiz.done('startQuiz', started);
  quiz.send({ type: 'attempt.claimed' });
  await quiz.done('readKept', { ...none, kept });
  const submissions = () => quiz.inputs('submitQuiz') as Submission[];
  const saves = () => quiz.inputs('saveAnswers') as Save[];
  /** The device stores everything pending. */
  const settle = async () => {
    for (const id of ['keepAttempt', 'keepSubmission', 'keepForOther']) while (quiz.waits(id)) await quiz.done(id, { answers: {} });
  };
  const answer = async (...given: Parameters<typeof choice>) => {
    quiz.send(choice(...given));
    await settle();
  };
  const handIn = async () => {
    await settle();
    quiz.send({ type: 'quiz.reviewed' }, { type: 'quiz.submitted' });
    await settle();
  };
  /** The server has saved the latest request. */
  const saved = () =>
    quiz.done('saveAnswers', {
      saved: saves()
        .at(-1)!
        .answers.map(({ question_id, sequence }) => ({ question_id, sequence })),
      end_time: null,
      at: 9_000,
    });
  const lastKept = () =>
    (['keepAttempt', 'keepSubmission', 'keepForOther'].flatMap((id) => quiz.inputs(id)) as { kept: KeptAttempt }[]).at(-1)?.kept;
  const isLost = () => quiz.snapshot().children.contact!.getSnapshot().hasTag('lost');
  const is = (path: string) => quiz.snapshot()._nodes.some((node) => node.path.join('.') === `attempt.${path}`);
  return { ...quiz, submissions, saves, settle, answer, handIn, saved, lastKept, isLost, is };
}
const answeringIs = (path: string) => `answering.${path}`;

describe('a quiz', () => {
  it('goes from overview to start, which gives the result_id, to submission with type save and time_spent 40', async () => {
    const quiz = await answering();
    expect(quiz.snapshot().context.resultId).toBe(91);
    expect(quiz.snapshot().hasTag('started')).toBe(true);
    await quiz.answer(1, 1, 'No');
    await quiz.handIn();
    expect(quiz.submissions()).toMatchObject([
      {
        kind: 'quiz',
        result_id: 91,
        time_spent: 40,
        submit_type: 'save',
        quizResponse: [{ question_id: 1, answer_text: 'No', answer_id: 1, is_correct_answer: null, time_spent: 0, sequence: 1_000 }],
      },
    ]);
    await quiz.done('submitQuiz', result);
    expect(quiz.snapshot().hasTag('started')).toBe(false);
    expect(quiz.snapshot().context.result).toEqual(result);
  });

  it('counts the first option: an id of 0 is an answer', async () => {
    const quiz = await answering();
    await quiz.answer(1, 0, 'Yes');
    await quiz.handIn();
    expect(quiz.submissions()[0]?.quizResponse.map(({ answer_id }) => answer_id)).toEqual([0]);
  });

  it.each<[Answer | undefined, boolean]>([
    [undefined, false],
    [{ answerId: null, answerText: '' }, false],
    [{ answerId: null, answerText: '  ' }, false],
    [{ answerId: null, answerText: '[]' }, false],
    [{ answerId: null, answerText: '{}' }, false],
    [{ answerId: 0, answerText: '' }, true],
    [{ answerId: null, answerText: 'The cell wall' }, true],
  ])('takes %o for answered: %s', (answer, expected) => expect(isAnswered(answer)).toBe(expected));

  it('sends an empty answer for one that was taken back, since the server may have it', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.send({ type: 'answer.cleared', questionId: 1, at: 1_500 });
    await quiz.handIn();
    expect(quiz.submissions()[0]?.quizResponse).toMatchObject([{ question_id: 1, answer_id: null, answer_text: '', sequence: 1_500 }]);
  });

  it('goes on where it was left, with the answers that the server has', async () => {
    const responses = [{ question_id: 1, answer_text: 'No', answer_id: 1, is_correct_answer: null, time_spent: 12, sequence: 7 }];
    const quiz = await answering({}, { ...startedQuiz, responses });
    expect(quiz.snapshot().context).toMatchObject({ index: 1, answers: { 1: { answerId: 1, answerText: 'No' } }, seconds: { 1: 12 } });
    expect(quiz.is(answeringIs('saving.settled')), 'nothing is sent that the server has').toBe(true);
  });

  it('counts seconds on the question that is open', async () => {
    const quiz = await answering();
    quiz.pass(3_000);
    quiz.send({ type: 'question.opened', index: 1 });
    await quiz.settle();
    quiz.pass(2_000);
    expect(quiz.snapshot().context.seconds).toEqual({ 1: 3, 2: 2 });
  });

  it('keeps every answer when handing in is refused, and hands in under the same result_id again', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1, 'No');
    await quiz.handIn();
    await quiz.fails('submitQuiz', 403, 'Not now');
    expect(quiz.snapshot().context).toMatchObject({ answers: { 1: { answerId: 1 } }, problem: { code: 403 } });
    quiz.send({ type: 'quiz.submitted' });
    expect(quiz.submissions().map(({ result_id, quizResponse }) => [result_id, quizResponse.length])).toEqual([
      [91, 1],
      [91, 1],
    ]);
  });

  it('takes the hand-in back when the student returns to the questions after a refusal', async () => {
    const quiz = await answering();
    await quiz.handIn();
    expect(quiz.lastKept()?.isHandedIn).toBe(true);
    await quiz.fails('submitQuiz', 403);
    quiz.send({ type: 'review.closed' });
    await quiz.settle();
    expect((quiz.inputs('keepAttempt').at(-1) as { kept: KeptAttempt }).kept.isHandedIn).toBe(false);
  });

  it('submits once, however often the button is pressed', async () => {
    const quiz = await answering();
    await quiz.handIn();
    quiz.send({ type: 'quiz.submitted' }, { type: 'quiz.submitted' });
    expect(quiz.submissions()).toHaveLength(1);
  });

  it('starts once, however often the button is pressed', async () => {
    const quiz = createTestActor(quizMachine, input, { contact });
    await quiz.done('loadOverview', overview);
    quiz.send({ type: 'quiz.started' }, { type: 'quiz.started' });
    await quiz.done('startQuiz', startedQuiz);
    quiz.send({ type: 'quiz.started' });
    expect(quiz.inputs('startQuiz')).toHaveLength(1);
  });

  it('opens every question again, the first too, and none that it does not have', async () => {
    const quiz = await answering();
    const last = startedQuiz.quiz_details.questions.length - 1;
    for (const index of [last, 0, last]) {
      quiz.send({ type: 'question.opened', index });
      await quiz.settle();
      expect(quiz.snapshot().context.index).toBe(index);
    }
    for (const index of [-1, last + 1]) quiz.send({ type: 'question.opened', index });
    await quiz.settle();
    expect(quiz.snapshot().context.index).toBe(last);
  });

  it('that was handed in before cannot be started again', async () => {
    const quiz = createTestActor(quizMachine, input);
    await quiz.done('loadOverview', handedInOverview);
    quiz.send({ type: 'quiz.started' });
    expect(quiz.snapshot().hasTag('handedIn')).toBe(true);
    expect(quiz.inputs('startQuiz')).toEqual([]);
  });

  it('that is handed in on another device between overview and start shows its receipt', async () => {
    const quiz = createTestActor(quizMachine, input);
    await quiz.done('loadOverview', overview);
    quiz.send({ type: 'quiz.started' });
    await quiz.fails('startQuiz', 409, 'It was submitted before.');
    await quiz.done('loadOverview', handedInOverview);
    expect(quiz.snapshot().hasTag('handedIn')).toBe(true);
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

describe('what the device keeps', () => {
  it('has every answer before the screen moves on', async () => {
    const quiz = await answering();
    quiz.send(choice(1, 1), { type: 'question.opened', index: 1 });
    expect(quiz.snapshot().context.index).toBe(0);
    await quiz.done('keepAttempt', { answers: {} });
    expect(quiz.lastKept()?.answers[1]).toMatchObject({ answerId: 1, sequence: 1_000, givenAt: 1_000 });
    expect(quiz.snapshot().context.index).toBe(1);
  });

  it('has every letter in the end, in as few writings as the device is fast', async () => {
    const quiz = await answering();
    for (const [at, text] of ['C', 'Ce', 'Cel', 'Cell'].entries()) quiz.send(choice(1, null, text, 1_000 + at));
    expect(quiz.inputs('keepAttempt')).toHaveLength(1);
    await quiz.settle();
    expect(quiz.inputs('keepAttempt')).toHaveLength(2);
    expect(quiz.lastKept()?.answers[1]?.answerText).toBe('Cell');
  });

  it('does not stand in the way when the browser keeps nothing, and is tried again with the next answer', async () => {
    const quiz = await answering();
    quiz.send(choice(1, 1), { type: 'question.opened', index: 1 });
    await quiz.fails('keepAttempt', 500, 'Quota');
    expect(quiz.snapshot().context.index).toBe(1);
    expect(quiz.inputs('keepAttempt')).toHaveLength(2);
    await quiz.fails('keepAttempt', 500, 'Quota');
    expect(quiz.snapshot().hasTag('unkept')).toBe(true);
    quiz.pass(3_000);
    expect(quiz.saves(), 'the server gets it all the same').toHaveLength(1);
  });

  it('and the server are put together after a crash: the newest of each question wins', async () => {
    const response = { answer_text: '', answer_id: 0, is_correct_answer: null, time_spent: 0 };
    const responses = [
      { ...response, question_id: 1, sequence: 500 },
      { ...response, question_id: 2, sequence: 800 },
    ];
    const answer = { answerText: '', givenAt: 600 };
    const kept = keptAttempt({
      answers: { 1: { ...answer, answerId: 1, sequence: 600 }, 2: { ...answer, answerId: 1, sequence: 700 } },
      flagged: [2],
      crossedOut: { 1: [0] },
      index: 1,
    });
    const quiz = await answering({}, { ...startedQuiz, responses }, kept);
    expect(quiz.snapshot().context).toMatchObject({
      answers: { 1: { answerId: 1, sequence: 600 }, 2: { answerId: 0, sequence: 800 } },
      flagged: [2],
      crossedOut: { 1: [0] },
      index: 1,
    });
    quiz.pass(3_000);
    expect(quiz.saves()[0]?.answers.map(({ question_id, sequence }) => [question_id, sequence])).toEqual([[1, 600]]);
  });

  it('is not read in vain when it cannot be: what the server has counts', async () => {
    const quiz = createTestActor(quizMachine, input);
    await quiz.done('loadOverview', overview);
    quiz.send({ type: 'quiz.started' });
    const response = { question_id: 1, answer_id: 1, answer_text: 'No', time_spent: 12, sequence: 900 };
    await quiz.done('startQuiz', { ...startedQuiz, responses: [response] });
    quiz.send({ type: 'attempt.claimed' });
    await quiz.fails('readKept', 500);
    expect(quiz.snapshot().hasTag('answering')).toBe(true);
    expect(quiz.snapshot().context.index, 'at the first question without an answer').toBe(1);
  });

  it('is handed in all the same when it could not be read at the beginning, and is by then', async () => {
    const quiz = createTestActor(quizMachine, input);
    await quiz.done('loadOverview', overview);
    quiz.send({ type: 'quiz.started' });
    await quiz.done('startQuiz', startedQuiz);
    quiz.send({ type: 'attempt.claimed' });
    await quiz.fails('readKept', 500);
    const before = { answerId: 1, answerText: '', sequence: 600, givenAt: 600 };
    quiz.send({ type: 'quiz.reviewed' }, { type: 'quiz.submitted' });
    await quiz.done('keepSubmission', { answers: { 2: before } });
    expect(quiz.inputs('submitQuiz').at(-1)).toMatchObject({ quizResponse: [{ question_id: 2, answer_id: 1, sequence: 600 }] });
  });

  it('comes to the screen with the first writing, under what is answered there since', async () => {
    const quiz = await answering();
    quiz.send(choice(1, 1));
    const before = { answerId: 0, answerText: '', sequence: 600, givenAt: 600 };
    await quiz.done('keepAttempt', { answers: { 1: before, 2: before } });
    expect(quiz.snapshot().context.answers).toMatchObject({ 1: { answerId: 1, sequence: 1_000 }, 2: before });
  });
});

describe('saving', () => {
  it('gathers answers for 3 s, sends them with sequence and time, and says when the server had them', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.pass(2_000);
    await quiz.answer(2, 0, '', 1_200);
    quiz.pass(999);
    expect(quiz.saves()).toEqual([]);
    quiz.pass(1);
    expect(quiz.saves()).toMatchObject([
      {
        result_id: 91,
        answers: [
          { question_id: 1, sequence: 1_000, given_at: '1970-01-01T00:00:01.000Z' },
          { question_id: 2, sequence: 1_200, given_at: '1970-01-01T00:00:01.200Z' },
        ],
      },
    ]);
    await quiz.saved();
    expect(quiz.is(answeringIs('saving.settled'))).toBe(true);
    expect(quiz.snapshot().context.savedAt).toBe(9_000);
  });

  it('sends again what was changed while it was on its way', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.pass(3_000);
    quiz.send(choice(1, 0, '', 2_000));
    await quiz.saved();
    expect(quiz.is(answeringIs('saving.waiting'))).toBe(true);
    quiz.pass(3_000);
    expect(quiz.saves()[1]?.answers).toMatchObject([{ answer_id: 0, sequence: 2_000 }]);
  });

  it('gives each answer a newer sequence than all before, even when the clock is set back', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1, '', 5_000);
    await quiz.answer(1, 0, '', 1_000);
    expect(quiz.snapshot().context.answers[1]?.sequence).toBe(5_001);
  });

  it('sends at once when the page is hidden', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.send({ type: 'page.hidden' });
    expect(quiz.saves()).toHaveLength(1);
  });

  it.each([0, 408, 425, 429, 500, 503])('tries again by itself after %i, with pauses that grow to 15 s and no more', async (code) => {
    const quiz = await answering({ chance: 1 });
    await quiz.answer(1, 1);
    quiz.pass(3_000);
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt++) {
      await quiz.fails('saveAnswers', code);
      let waited = 0;
      while (quiz.saves().length === attempt) {
        quiz.pass(100);
        waited += 100;
      }
      pauses.push(waited);
    }
    for (const [at, pause] of pauses.entries()) {
      const whole = Math.min(15_000, 1_000 * 2 ** at);
      expect(pause).toBeGreaterThanOrEqual(whole / 2);
      expect(pause).toBeLessThanOrEqual(whole + 100);
    }
  });

  it('does not try again by itself what the server refuses, but when the student asks', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.pass(3_000);
    await quiz.fails('saveAnswers', 403, 'No');
    quiz.pass(600_000);
    expect(quiz.saves()).toHaveLength(1);
    quiz.send({ type: 'delivery.retried' });
    expect(quiz.saves()).toHaveLength(2);
  });

  it('sends what was refused again with the next answer', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.pass(3_000);
    await quiz.fails('saveAnswers', 403, 'No');
    await quiz.answer(2, 0);
    quiz.pass(3_000);
    expect(quiz.saves().map(({ answers }) => answers.map(({ question_id }) => question_id))).toEqual([[1], [1, 2]]);
    // What is given while a refusal is on its way counts as new too.
    await quiz.answer(2, 1);
    await quiz.fails('saveAnswers', 403, 'No');
    quiz.pass(3_000);
    expect(quiz.saves()).toHaveLength(3);
    await quiz.fails('saveAnswers', 403, 'No');
    quiz.pass(600_000);
    expect(quiz.saves()).toHaveLength(3);
  });

  it('tries at once when the connection is back', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.pass(3_000);
    await quiz.fails('saveAnswers', 0);
    quiz.send({ type: 'connection.restored' });
    expect(quiz.saves()).toHaveLength(2);
  });

  it('offers the answers as a file after 60 s without a connection, and no more once it is back', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.send({ type: 'page.hidden' });
    await quiz.fails('saveAnswers', 0);
    for (let second = 0; second < 59; second++) {
      quiz.pass(1_000);
      if (quiz.waits('saveAnswers')) await quiz.fails('saveAnswers', 0);
    }
    expect(quiz.isLost()).toBe(false);
    quiz.pass(1_000);
    expect(quiz.isLost()).toBe(true);
    if (!quiz.waits('saveAnswers')) quiz.send({ type: 'connection.restored' });
    await quiz.saved();
    expect(quiz.isLost()).toBe(false);
  });

  it('counts the minute anew for the tab that has the attempt again, and after the way back from a hand-in', async () => {
    const quiz = await answering();
    await quiz.handIn();
    await quiz.fails('submitQuiz', 0);
    quiz.pass(59_000);
    quiz.send({ type: 'attempt.wanted' });
    await quiz.settle();
    quiz.pass(1_000);
    expect(quiz.isLost(), 'another tab goes on').toBe(false);
    const other = await answering();
    await other.handIn();
    await other.fails('submitQuiz', 0);
    other.pass(59_000);
    await other.fails('submitQuiz', 403);
    other.send({ type: 'review.closed' });
    other.pass(1_000);
    expect(other.isLost(), 'the server answered').toBe(false);
  });

  it('stops, says so and keeps what is left when the quiz was handed in elsewhere', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.pass(3_000);
    await quiz.fails('saveAnswers', 409, 'It was submitted before.');
    expect(quiz.is(answeringIs('saving.closed'))).toBe(true);
    quiz.pass(600_000);
    expect(quiz.saves()).toHaveLength(1);
    quiz.send({ type: 'attempt.looked' });
    await quiz.done('loadOverview', handedInOverview);
    expect(quiz.snapshot().hasTag('handedIn')).toBe(true);
  });
});

describe('handing in without a connection', () => {
  it('is on the device before it is sent, is tried again by itself, and changes nothing any more', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.send({ type: 'quiz.reviewed' }, { type: 'quiz.submitted' });
    expect(quiz.submissions()).toEqual([]);
    await quiz.done('keepSubmission', { answers: {} });
    expect(quiz.lastKept()).toMatchObject({ isHandedIn: true, answers: { 1: { answerId: 1 } } });
    await quiz.fails('submitQuiz', 0);
    expect(quiz.is('handingIn.queued')).toBe(true);
    quiz.send(choice(1, 0), { type: 'review.closed' });
    expect(quiz.snapshot().context.answers[1]?.answerId).toBe(1);
    quiz.pass(1_000);
    expect(quiz.submissions()).toHaveLength(2);
    await quiz.done('submitQuiz', result);
    expect(quiz.snapshot().hasTag('handedIn')).toBe(true);
  });

  it('is tried again when the connection is back', async () => {
    const quiz = await answering();
    await quiz.handIn();
    await quiz.fails('submitQuiz', 0);
    quiz.send({ type: 'connection.restored' });
    expect(quiz.submissions()).toHaveLength(2);
  });

  it('no longer shows why the answers were refused before', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.pass(3_000);
    await quiz.fails('saveAnswers', 403, 'No');
    expect(quiz.snapshot().context.problem).toMatchObject({ code: 403 });
    await quiz.handIn();
    expect(quiz.snapshot().context.problem).toBeNull();
  });

  it('is made up for on the next visit', async () => {
    const answer = { answerId: 1, answerText: '', sequence: 600, givenAt: 600 };
    const quiz = await answering({}, startedQuiz, keptAttempt({ isHandedIn: true, answers: { 1: answer } }));
    expect(quiz.submissions()).toMatchObject([{ result_id: 91, quizResponse: [{ question_id: 1, answer_id: 1, sequence: 600 }] }]);
  });
});

describe('two tabs', () => {
  it('have one attempt: the second can only look, until the student goes on there', async () => {
    const quiz = createTestActor(quizMachine, input);
    await quiz.done('loadOverview', overview);
    quiz.send({ type: 'quiz.started' });
    await quiz.done('startQuiz', startedQuiz);
    quiz.send({ type: 'attempt.heldElsewhere' }, choice(1, 1));
    expect(quiz.snapshot().hasTag('elsewhere')).toBe(true);
    expect(quiz.snapshot().context.answers).toEqual({});
    const holder = quiz.snapshot().children.claim;
    quiz.send({ type: 'attempt.asked' }, { type: 'attempt.claimed' });
    expect(quiz.waits('startQuiz'), 'it takes up what the server has by now').toBe(true);
    expect(quiz.snapshot().children.claim, 'and has the attempt meanwhile').toBe(holder);
    const response = { question_id: 1, answer_id: 1, answer_text: 'No', time_spent: 12, sequence: 900, is_late: false };
    await quiz.done('startQuiz', { ...startedQuiz, responses: [response] });
    await quiz.done('readKept', { ...none, kept: keptAttempt({ flagged: [2] }) });
    expect(quiz.snapshot().hasTag('answering')).toBe(true);
    expect(quiz.snapshot().children.claim).toBe(holder);
    expect(quiz.snapshot().context).toMatchObject({ answers: { 1: { answerId: 1, sequence: 900 } }, flagged: [2], index: 1 });
  });

  it('go back and forth: the first can have it again while the second takes it up', async () => {
    const quiz = await answering();
    await quiz.answer(1, 1);
    quiz.send({ type: 'attempt.wanted' });
    await quiz.settle();
    quiz.send({ type: 'attempt.asked' }, { type: 'attempt.claimed' });
    expect(quiz.waits('startQuiz')).toBe(true);
    quiz.send({ type: 'attempt.wanted' });
    expect(quiz.snapshot().hasTag('elsewhere')).toBe(true);
    quiz.send({ type: 'attempt.claimed' });
    await quiz.fails('startQuiz', 409);
    expect(quiz.waits('loadOverview'), 'it was handed in there').toBe(true);
    expect(quiz.snapshot().children.claim).toBeUndefined();
  });

  it('hand over: the first keeps everything before it lets go', async () => {
    const quiz = await answering();
    quiz.send(choice(1, 1), { type: 'attempt.wanted' });
    expect(quiz.snapshot().hasTag('elsewhere')).toBe(false);
    expect(quiz.lastKept()?.answers[1]).toMatchObject({ answerId: 1 });
    await quiz.done('keepForOther', { answers: {} });
    expect(quiz.snapshot().hasTag('elsewhere')).toBe(true);
  });

  it('hand over a hand-in that waits', async () => {
    const quiz = await answering();
    await quiz.handIn();
    await quiz.fails('submitQuiz', 0);
    quiz.send({ type: 'attempt.wanted' });
    expect(quiz.lastKept()?.isHandedIn).toBe(true);
  });
});

describe('help', () => {
  it('lets a choice be crossed out and back; choosing it counts it in again', async () => {
    const quiz = await answering();
    quiz.send({ type: 'option.crossedOut', questionId: 1, optionId: 0 }, { type: 'option.crossedOut', questionId: 1, optionId: 1 });
    quiz.send({ type: 'option.crossedOut', questionId: 1, optionId: 1 });
    expect(quiz.snapshot().context.crossedOut).toEqual({ 1: [0] });
    await quiz.answer(1, 0);
    expect(quiz.snapshot().context.crossedOut).toEqual({ 1: [] });
  });

  it('keeps how the questions stand, and counts time on the one that is visited', async () => {
    const quiz = await answering();
    quiz.send({ type: 'layout.chosen', layout: 'all' });
    expect(quiz.inputs('keepAttempt').at(-1)).toMatchObject({ layout: 'all' });
    quiz.send({ type: 'question.visited', index: 1 });
    quiz.pass(2_000);
    expect(quiz.snapshot().context.seconds).toEqual({ 2: 2 });
  });
});

describe('an assessment', () => {
  it('goes through its own calls', async () => {
    const quiz = await answering({ kind: 'assessment' });
    expect(quiz.inputs('loadOverview')).toMatchObject([{ kind: 'assessment' }]);
    expect(quiz.inputs('startQuiz')).toMatchObject([{ input: { kind: 'assessment' } }]);
    await quiz.handIn();
    expect(quiz.submissions()).toMatchObject([{ kind: 'assessment' }]);
  });

  it('is handed in by itself when its time is over', async () => {
    const quiz = await answering({ kind: 'assessment' }, { ...startedQuiz, end_time: '2030-01-07T15:20:00Z' });
    expect(quiz.inputs('awaitEnd')).toEqual([{ endTime: '2030-01-07T15:20:00Z' }]);
    quiz.send(choice(1, 1, 'No'));
    await quiz.done('awaitEnd', null);
    await quiz.settle();
    expect(quiz.submissions()).toMatchObject([{ quizResponse: [{ question_id: 1 }] }]);
  });

  it('whose time ends without a connection is queued, never dropped, and takes no more answers', async () => {
    const quiz = await answering({ kind: 'assessment' });
    await quiz.answer(1, 1, 'No');
    await quiz.done('awaitEnd', null);
    await quiz.settle();
    await quiz.fails('submitQuiz', 0, 'Network Error');
    expect(quiz.waits('awaitEnd'), 'the end has come and is not waited for again').toBe(false);
    quiz.send(choice(1, 0), { type: 'review.closed' });
    expect(quiz.is('handingIn.queued')).toBe(true);
    quiz.pass(1_000);
    expect(quiz.submissions().map(({ quizResponse }) => quizResponse[0]?.answer_id)).toEqual([1, 1]);
  });

  it('that is refused after its end lets nobody back to the questions', async () => {
    const quiz = await answering({ kind: 'assessment' });
    await quiz.done('awaitEnd', null);
    await quiz.settle();
    await quiz.fails('submitQuiz', 403);
    expect(quiz.snapshot().can({ type: 'review.closed' })).toBe(false);
  });
});
