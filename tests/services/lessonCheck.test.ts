// @vitest-environment jsdom
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createActor, waitFor } from 'xstate';
import {
  type AskedAnswer,
  type LessonCheckInput,
  type LoadedCheck,
  lessonCheckMachine,
  type Mark,
} from '../../src/machines/quiz/lessonCheckMachine.ts';
import { lessonCheckActors } from '../../src/services/quiz/lessonCheck.ts';
import { ids, videoQuiz_id } from '../server/fixtureSchool.ts';
import { run, type SavedLesson, savedLesson, silence } from './savedLesson.ts';

const input: LessonCheckInput = { userPuid: ids.ana, quizId: videoQuiz_id, lessonId: ids.freeLesson, resourceTrackingId: 0, kind: 'quiz' };

let isSilent: boolean;
let { server, app, device, line, ports, outbox } = {} as SavedLesson;
const attempts = () => server.db.selectFrom('attempt').select('state').execute();
/** The correct answer to the only question, or a wrong one. */
async function answerTo({ questions }: LoadedCheck, isRight: boolean) {
  const options = await server.db
    .selectFrom('question_option')
    .selectAll()
    .where('question_id', '=', questions[0]?.id ?? 0)
    .execute();
  const { option_id = 0 } = options.find(({ answer_text }) => answer_text === (isRight ? 'steam' : 'ice')) ?? {};
  return { answerId: option_id, answerText: '' };
}

const askedOf = async (check: LoadedCheck, isRight: boolean): Promise<AskedAnswer> => ({
  check: input,
  title: check.title,
  resultId: check.resultId,
  questionId: check.questions[0]?.id ?? 0,
  answer: await answerTo(check, isRight),
});

beforeEach(async () => {
  ({ server, app, device, line, ports, outbox } = await savedLesson(ids.freeLesson));
  isSilent = false;
  line.between = () => {
    if (isSilent) throw silence;
  };
});

describe('a check in a lesson, without a connection', () => {
  it('checks the kept answer as soon as the connection is back, and no other answer', async () => {
    const chart = createActor(lessonCheckMachine.provide({ actors: lessonCheckActors(ports()) }), { input }).start();
    onTestFinished(() => void chart.stop());
    const { context } = await waitFor(chart, (snapshot) => snapshot.matches('answering'));
    const questionId = context.questions[0]?.id ?? 0;
    const asked: string[] = [];
    line.between = ({ path }, isAfter) => {
      if (!isAfter) asked.push(path);
      if (isSilent) throw silence;
    };
    const blink = () => {
      app.send({ type: 'connection.lost' });
      app.send({ type: 'connection.restored' });
    };

    blink();
    chart.send({ type: 'answer.changed', questionId, answer: await answerTo(context, false) });
    blink();
    expect(asked, 'what was not checked waits for Check').toEqual([]);

    app.send({ type: 'connection.lost' });
    isSilent = true;
    chart.send({ type: 'answer.checked', questionId });
    await waitFor(chart, (snapshot) => snapshot.hasTag('unchecked'));
    isSilent = false;
    app.send({ type: 'connection.restored' });
    expect((await waitFor(chart, (snapshot) => snapshot.matches('answering'))).value).toEqual({ answering: 'wrong' });
    expect(asked).toHaveLength(2);

    blink();
    expect(asked, 'a marked answer is not checked again').toHaveLength(2);
  });

  it.each([true, false])('opens, keeps an answer that is right: %s, and is checked when it is back', async (isRight) => {
    isSilent = true;
    const check = await run<LoadedCheck>(lessonCheckActors(ports()).loadCheck, input);
    expect(check.questions).toHaveLength(1);
    const asked = await askedOf(check, isRight);
    await expect(run(lessonCheckActors(ports()).checkAnswer, asked)).rejects.toEqual(silence);
    const again = await run<LoadedCheck>(lessonCheckActors(ports()).loadCheck, input);
    expect(again, 'it is there after leaving').toMatchObject({
      resultId: check.resultId,
      answers: { [asked.questionId]: asked.answer },
      marks: {},
    });
    expect(await outbox()).toMatchObject({ value: 'waiting', items: [{ count: 1, state: 'waiting' }] });
    isSilent = false;
    expect(await outbox()).toEqual({ value: 'resting', items: [] });
    expect(await attempts()).toEqual([{ state: isRight ? 'released' : 'started' }]);
    expect([...device.items.keys()].filter((key) => key.startsWith('attempt/'))).toEqual([]);
    const now = await run<LoadedCheck>(lessonCheckActors(ports()).loadCheck, input);
    if (isRight) expect(now.result?.state).toBe('released');
    else expect(now.marks).toMatchObject({ [asked.questionId]: { isRight: false } });
  });

  it('is checked from the open page too, and nothing of it waits then', async () => {
    isSilent = true;
    const check = await run<LoadedCheck>(lessonCheckActors(ports()).loadCheck, input);
    const asked = await askedOf(check, true);
    await expect(run(lessonCheckActors(ports()).checkAnswer, asked)).rejects.toEqual(silence);
    isSilent = false;
    expect(await run<Mark>(lessonCheckActors(ports()).checkAnswer, asked)).toMatchObject({ isRight: true });
    expect(await outbox()).toEqual({ value: 'resting', items: [] });
    await run(lessonCheckActors(ports()).finishCheck, { check: input, resultId: check.resultId });
    expect(await attempts()).toEqual([{ state: 'released' }]);
    expect(device.items.size).toBe(0);
  });

  it('says so when the device keeps nothing, and when the lesson is not saved', async () => {
    isSilent = true;
    const check = await run<LoadedCheck>(lessonCheckActors(ports()).loadCheck, input);
    device.isBroken = true;
    const asked = await askedOf(check, true);
    await expect(run(lessonCheckActors(ports()).checkAnswer, asked)).rejects.not.toEqual(silence);
    device.isBroken = false;
    await expect(run(lessonCheckActors(ports()).loadCheck, { ...input, lessonId: ids.orderedLesson })).rejects.toEqual(silence);
    await expect(run(lessonCheckActors({ ...ports(), owner: `1.${ids.ben}` }).loadCheck, input)).rejects.toEqual(silence);
  });
});
