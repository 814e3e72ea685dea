// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, type EventFromLogic, SimulatedClock } from 'xstate';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import type { QuizInput } from '../../src/machines/quiz/quizAttempt.ts';
import { quizMachine } from '../../src/machines/quiz/quizMachine.ts';
import { quizCharts } from '../../src/views/quiz/quizCharts.ts';
import { ids, quiz_id } from '../server/fixtureSchool.ts';
import { TestDevice } from './kit/device.ts';
import { assignTo } from './kit/fixture.ts';
import { installNetwork } from './kit/network.ts';
import { openScreen, type Screen } from './kit/screen.tsx';

installNetwork();

const ana = `1.${ids.ana}`;
const ben = `1.${ids.ben}`;
const input: QuizInput = { userPuid: ids.ana, lessonId: ids.freeLesson, resourceTrackingId: 0, quizId: quiz_id, kind: 'quiz' };
const quizCalls = [calls.quizDetails, calls.startQuiz, calls.saveAnswers, calls.submitQuiz];
const answerText = 'what ana says';

type Quiz = ActorRefFrom<typeof quizMachine>;

/** A visit to the quiz in the real app, with its session, client and pending calls, on the reference backend. */
interface Visit {
  opened: Screen;
  device: TestDevice;
  clock: SimulatedClock;
  quiz: Quiz;
  /** Currently active state paths; those below `attempt` without that prefix. */
  states: () => string[];
  at: (state: string) => Promise<void>;
  send: (event: EventFromLogic<typeof quizMachine>) => void;
  /** Ends every token of ana's without telling the page. */
  expire: () => Promise<void>;
  /** The page finds out, through a call unrelated to the quiz. */
  hear: () => Promise<void>;
}

const held = 'attempt.';
const pathsOf = (quiz: Quiz) => quiz.getSnapshot()._nodes.map((node) => node.path.join('.').replace(held, ''));

function openQuiz(opened: Screen, device: TestDevice, clock: SimulatedClock): Quiz {
  const ports = {
    send: opened.app.send,
    app: opened.app.actor,
    owner: ana,
    device: async () => device,
    timeout: () => new AbortController().signal,
  };
  return createActor(quizMachine.provide({ actors: quizCharts({ ...ports, now: opened.app.now, clock }) }), { input, clock }).start();
}

async function visit(): Promise<Visit> {
  const opened = await openScreen({ held: quizCalls });
  const { db } = opened.network.backend;
  await assignTo(opened.network.backend, ids.freeLesson);
  await opened.signIn('ana');
  const device = new TestDevice({ isHeld: true });
  const clock = new SimulatedClock();
  const quiz = openQuiz(opened, device, clock);
  // The screen goes away with its user, a moment later.
  const leave = () => setTimeout(() => quiz.stop());
  opened.session().on('user.changed', leave);
  opened.session().on('session.ended', leave);
  const states = () => pathsOf(quiz);
  return {
    opened,
    device,
    clock,
    quiz,
    states,
    at: (state) => waitFor(() => expect(states()).toContain(state)),
    send: (event) => act(() => quiz.send(event)),
    expire: async () => {
      await db.deleteFrom('refresh_session').where('user_puid', '=', ids.ana).execute();
      await db
        .updateTable('app_user')
        .set((eb) => ({ token_version: eb('token_version', '+', 1) }))
        .where('user_puid', '=', ids.ana)
        .execute();
    },
    hear: async () => {
      const { districtID: district_id } = opened.session().getSnapshot().context.user as { districtID: number };
      void opened.app.send(calls.navTabStatus, { district_id }, { quiet: true }).catch(() => undefined);
      await waitFor(() => expect(opened.session().getSnapshot().hasTag('expired')).toBe(true));
    },
  };
}

const isExpired = ({ opened }: Visit) => waitFor(() => expect(opened.session().getSnapshot().hasTag('expired')).toBe(true));
/** The call is made, the tokens end, and only then the server handles the call. */
async function refuse(given: Visit, call: Call): Promise<void> {
  await waitFor(() => expect(given.opened.network.waiting(call)).toBe(1));
  await given.expire();
  await given.opened.network.release(call);
  await isExpired(given);
}

async function toOverview(given: Visit): Promise<void> {
  await given.opened.network.release(calls.quizDetails);
  await given.at('overview');
}
async function toClaiming(given: Visit): Promise<void> {
  await toOverview(given);
  given.send({ type: 'quiz.started' });
  await given.opened.network.release(calls.startQuiz);
  await given.at('claiming');
}
async function toAttempt(given: Visit): Promise<void> {
  await toClaiming(given);
  await given.device.grant();
  await given.at('restoring');
}
async function toQuestions(given: Visit): Promise<void> {
  await toAttempt(given);
  await given.device.release('read');
  await given.at('answering.place.question');
}
/** An answer that is on the device but not on the server. */
async function toWaiting(given: Visit): Promise<void> {
  await toQuestions(given);
  const questionId = given.quiz.getSnapshot().context.questions.at(-1)?.id as number;
  given.send({ type: 'answer.changed', questionId, answer: { answerId: null, answerText }, at: given.opened.app.now() });
  await given.device.release('write');
  await given.at('answering.keeping.kept');
  await given.at('answering.saving.waiting');
}
async function toSaving(given: Visit): Promise<void> {
  await toWaiting(given);
  await act(async () => given.clock.increment(3_000));
  await given.at('answering.saving.sending');
}
async function toHandingIn(given: Visit): Promise<void> {
  await toWaiting(given);
  given.send({ type: 'quiz.reviewed' });
  await given.at('answering.place.reviewing');
  given.send({ type: 'quiz.submitted' });
  await given.at('handingIn.keeping');
}
async function toSubmission(given: Visit): Promise<void> {
  await toHandingIn(given);
  await given.device.release('write');
  await given.at('handingIn.sending');
}
const retry = (given: Visit) => act(async () => given.clock.increment(15_000));

interface Case {
  /** Brings the quiz into the state, and makes the session expire there. */
  reach: (given: Visit) => Promise<void>;
  /** What happens after the same user is back, until the end state. */
  goOn: (given: Visit) => Promise<void>;
  end: string;
  /** Whether ana has answered. */
  hasAnswer: boolean;
}

/** By the quiz's state when the session expires. */
const cases: Record<string, Case> = {
  loading: {
    reach: (given) => refuse(given, calls.quizDetails),
    goOn: ({ opened }) => opened.network.release(calls.quizDetails),
    end: 'overview',
    hasAnswer: false,
  },
  starting: {
    reach: async (given) => {
      await toOverview(given);
      given.send({ type: 'quiz.started' });
      await refuse(given, calls.startQuiz);
    },
    goOn: ({ opened }) => opened.network.release(calls.startQuiz),
    end: 'claiming',
    hasAnswer: false,
  },
  takingUp: {
    reach: async (given) => {
      await toClaiming(given);
      await given.device.withhold(given.clock);
      await given.at('elsewhere');
      await given.device.grant();
      await refuse(given, calls.startQuiz);
    },
    goOn: ({ opened }) => opened.network.release(calls.startQuiz),
    end: 'restoring',
    hasAnswer: false,
  },
  restoring: {
    reach: async (given) => {
      await toAttempt(given);
      await given.expire();
      await given.hear();
    },
    goOn: ({ device }) => device.release('read'),
    end: 'answering.place.question',
    hasAnswer: false,
  },
  'answering.keeping.writing': {
    reach: async (given) => {
      await toQuestions(given);
      const questionId = given.quiz.getSnapshot().context.questions.at(-1)?.id as number;
      given.send({ type: 'answer.changed', questionId, answer: { answerId: null, answerText }, at: given.opened.app.now() });
      await given.at('answering.keeping.writing');
      await given.expire();
      await given.hear();
      // The device does not depend on the session, so it continues.
      await given.device.release('write');
    },
    goOn: async (given) => {
      await act(async () => given.clock.increment(3_000));
      await given.opened.network.release(calls.saveAnswers);
    },
    end: 'answering.saving.settled',
    hasAnswer: true,
  },
  'answering.saving.waiting': {
    reach: async (given) => {
      await toWaiting(given);
      await given.expire();
      await given.hear();
      // Not sent: the call waits for its user.
      await act(async () => given.clock.increment(3_000));
      await given.at('answering.saving.sending');
      expect(given.opened.network.waiting(calls.saveAnswers)).toBe(0);
    },
    goOn: ({ opened }) => opened.network.release(calls.saveAnswers),
    end: 'answering.saving.settled',
    hasAnswer: true,
  },
  'answering.saving.sending': {
    reach: async (given) => {
      await toSaving(given);
      await refuse(given, calls.saveAnswers);
    },
    goOn: ({ opened }) => opened.network.release(calls.saveAnswers),
    end: 'answering.saving.settled',
    hasAnswer: true,
  },
  'answering.saving.queued': {
    reach: async (given) => {
      await toSaving(given);
      await given.opened.network.fail(calls.saveAnswers, { code: 0 });
      await given.at('answering.saving.queued');
      await retry(given);
      await refuse(given, calls.saveAnswers);
    },
    goOn: ({ opened }) => opened.network.release(calls.saveAnswers),
    end: 'answering.saving.settled',
    hasAnswer: true,
  },
  'answering.saving.refused': {
    reach: async (given) => {
      await toSaving(given);
      await given.opened.network.fail(calls.saveAnswers, { code: 403 });
      await given.at('answering.saving.refused');
      await given.expire();
      await given.hear();
    },
    goOn: async (given) => {
      given.send({ type: 'delivery.retried' });
      await given.opened.network.release(calls.saveAnswers);
    },
    end: 'answering.saving.settled',
    hasAnswer: true,
  },
  yielding: {
    reach: async (given) => {
      await toWaiting(given);
      await given.device.askFor();
      await given.at('yielding');
      await given.expire();
      await given.hear();
    },
    goOn: ({ device }) => device.release('write'),
    end: 'elsewhere',
    hasAnswer: true,
  },
  'handingIn.keeping': {
    reach: async (given) => {
      await toHandingIn(given);
      await given.expire();
      await given.hear();
      await given.device.release('write');
      await given.at('handingIn.sending');
      expect(given.opened.network.waiting(calls.submitQuiz)).toBe(0);
    },
    goOn: ({ opened }) => opened.network.release(calls.submitQuiz),
    end: 'submitted',
    hasAnswer: true,
  },
  'handingIn.sending': {
    reach: async (given) => {
      await toSubmission(given);
      await refuse(given, calls.submitQuiz);
    },
    goOn: ({ opened }) => opened.network.release(calls.submitQuiz),
    end: 'submitted',
    hasAnswer: true,
  },
  'handingIn.queued': {
    reach: async (given) => {
      await toSubmission(given);
      await given.opened.network.fail(calls.submitQuiz, { code: 0 });
      await given.at('handingIn.queued');
      await retry(given);
      await refuse(given, calls.submitQuiz);
    },
    goOn: ({ opened }) => opened.network.release(calls.submitQuiz),
    end: 'submitted',
    hasAnswer: true,
  },
  'handingIn.refused': {
    reach: async (given) => {
      await toSubmission(given);
      await given.opened.network.fail(calls.submitQuiz, { code: 422 });
      await given.at('handingIn.refused');
      await given.expire();
      await given.hear();
    },
    goOn: async (given) => {
      given.send({ type: 'quiz.submitted' });
      await given.opened.network.release(calls.submitQuiz);
    },
    end: 'submitted',
    hasAnswer: true,
  },
};

const answersAtServer = ({ opened }: Visit) =>
  opened.network.backend.db.selectFrom('response').select(['answer_text']).where('answer_text', '!=', '').execute();
const attemptsOf = ({ opened }: Visit, user_puid: number) =>
  opened.network.backend.db.selectFrom('attempt').select('result_id').where('user_puid', '=', user_puid).execute();
/** A user's attempts on the device, as text. */
const keptOf = ({ device }: Visit, owner: string) =>
  JSON.stringify([...device.items].filter(([key]) => key.startsWith(`attempt/${owner}/`)));
/** Number of quiz requests made by the page. */
const asked = ({ opened }: Visit) => quizCalls.reduce((sum, call) => sum + opened.network.made(call).length, 0);
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 20)));

describe.each(Object.entries(cases))('the session expires in %s', (_, { reach, goOn, end, hasAnswer }) => {
  it('and the same person goes on: nothing is lost', async () => {
    const given = await visit();
    await reach(given);
    await given.opened.signIn('ana');
    await goOn(given);
    await given.at(end);
    if (!hasAnswer) return;
    if (end === 'elsewhere') {
      expect(keptOf(given, ana)).toContain(answerText);
    } else await waitFor(async () => expect(await answersAtServer(given)).toEqual([{ answer_text: answerText }]));
  });

  it('and somebody else comes: the quiz is left, nothing of it is sent or shown, and what is kept stays its owner’s', async () => {
    const given = await visit();
    await reach(given);
    const before = { asked: asked(given), attempts: await attemptsOf(given, ids.ana) };
    await given.opened.signIn('ben');
    await settle();
    expect(given.quiz.getSnapshot().status).toBe('stopped');
    await retry(given);
    await settle();
    expect(asked(given), 'calls of quizzes in ben’s name').toBe(before.asked);
    expect([await attemptsOf(given, ids.ben), await attemptsOf(given, ids.ana)]).toEqual([[], before.attempts]);
    expect(await answersAtServer(given)).toEqual([]);
    expect(keptOf(given, ben)).toBe('[]');
    expect(keptOf(given, ana).includes(answerText)).toBe(hasAnswer);
  });
});

it('crosses every state of the chart in which something is under way, or answers wait', () => {
  const open: string[] = [];
  const look = (node: (typeof quizMachine)['root']) => {
    const isUnderWay = node.invoke.some(({ src }) => src !== 'awaitEnd');
    const waits = node.path.at(-1);
    if (isUnderWay || waits === 'waiting' || waits === 'queued' || waits === 'refused') open.push(node.path.join('.').replace(held, ''));
    for (const child of Object.values(node.states)) look(child);
  };
  look(quizMachine.root);
  expect(open.toSorted()).toEqual(Object.keys(cases).toSorted());
});
