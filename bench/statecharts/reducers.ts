import { type AnyStateMachine, createActor, SimulatedClock } from 'xstate';
import { appMachine } from '../../src/machines/app/appMachine.ts';
import { noticesMachine } from '../../src/machines/app/noticesMachine.ts';
import { spinnerMachine } from '../../src/machines/app/spinnerMachine.ts';
import { assignMachine } from '../../src/machines/assigning/assignMachine.ts';
import { loginMachine } from '../../src/machines/login/loginMachine.ts';
import { sessionMachine } from '../../src/machines/login/sessionMachine.ts';
import { lessonPlayerMachine } from '../../src/machines/player/lessonPlayerMachine.ts';
import { quizMachine } from '../../src/machines/quiz/quizMachine.ts';
import { stubActors } from '../../tests/kit/actors.ts';
import type { Model } from '../../tests/kit/modelKit.ts';
import { appModel } from '../../tests/machines/app.model.ts';
import { assignModel } from '../../tests/machines/assign.model.ts';
import { lessonPlayerModel } from '../../tests/machines/lessonPlayer.model.ts';
import { loginModel } from '../../tests/machines/login.model.ts';
import { noticesModel } from '../../tests/machines/notices.model.ts';
import { quizModel } from '../../tests/machines/quiz.model.ts';
import { sessionModel } from '../../tests/machines/session.model.ts';
import { spinnerModel } from '../../tests/machines/spinner.model.ts';

type Event = { type: string; [payload: string]: any };
type State = { state: string; [part: string]: any };

/** Events that a chart processes repeatedly, and an equivalent plain reducer. */
export interface Loop {
  chart: string;
  machine: AnyStateMachine;
  model: Model;
  /** Actors that settle before the loop, in order, each with the model's first payload for it. */
  ends: string[];
  /** Events before the loop, in order. Each is sent when the next actor to settle is not pending yet. */
  before: Event[];
  events: Event[];
  /** Initial state of the reducer. */
  start: State;
  reduce: (state: State, event: Event) => State;
}

const loop = (chart: string, machine: unknown, model: unknown, rest: Partial<Loop> & Pick<Loop, 'events' | 'start' | 'reduce'>): Loop => ({
  chart,
  machine: machine as AnyStateMachine,
  model: model as Model,
  ends: [],
  before: [],
  ...rest,
});

const answer = (answerId: number) => ({ type: 'answer.changed', questionId: 1, answer: { answerId, answerText: 'Yes' }, at: 1_000 });

/** One loop for each main chart. */
export const loops: Loop[] = [
  loop('spinner', spinnerMachine, spinnerModel, {
    events: [{ type: 'call.started' }, { type: 'call.started' }, { type: 'call.ended' }, { type: 'call.ended' }],
    start: { state: 'idle', count: 0 },
    reduce: ({ state, count }, { type }) => {
      if (type === 'call.started') return { state: 'busy', count: count + 1 };
      if (state === 'idle') return { state, count };
      return { state: count === 1 ? 'idle' : 'busy', count: count - 1 };
    },
  }),
  loop('app', appMachine, appModel, {
    events: [{ type: 'connection.lost' }, { type: 'connection.restored' }],
    start: { state: 'online' },
    reduce: ({ state }, { type }) => {
      if (state === 'online' && type === 'connection.lost') return { state: 'offline' };
      if (state === 'offline' && type === 'connection.restored') return { state: 'online' };
      return { state };
    },
  }),
  loop('session', sessionMachine, sessionModel, {
    ends: ['restore'],
    events: [
      { type: 'route.requested', path: '/authenticated/a' },
      { type: 'route.requested', path: '/authenticated/b' },
    ],
    start: { state: 'signedIn', returnTo: null },
    reduce: (before, { type, path }) =>
      before.state === 'signedIn' && type === 'route.requested' ? { ...before, returnTo: path } : before,
  }),
  loop('notices', noticesMachine, noticesModel, {
    events: [{ type: 'problem.raised', problem: { code: 503, message: 'no' } }, { type: 'problem.closed' }],
    start: { state: 'none', problem: null, notices: [] },
    reduce: (before, { type, problem }) => {
      if (before.state === 'none' && type === 'problem.raised' && problem.code !== 400) {
        return { ...before, state: 'shown', problem: { code: problem.code || 501, message: problem.message } };
      }
      return before.state === 'shown' && type === 'problem.closed' ? { ...before, state: 'none', problem: null } : before;
    },
  }),
  loop('login', loginMachine, loginModel, {
    events: [{ type: 'login.submitted', credentials: { username: '', password: '' } }, { type: 'login.edited' }],
    start: { state: 'fresh', problem: null },
    reduce: (before, { type, credentials }) => {
      if (type === 'login.submitted') {
        const isFilled = credentials.username.trim() !== '' && credentials.password !== '';
        return { ...before, state: isFilled ? 'authenticating' : 'incomplete', problem: null };
      }
      return before.state === 'incomplete' && type === 'login.edited' ? { ...before, state: 'fresh' } : before;
    },
  }),
  loop('lessonPlayer', lessonPlayerMachine, lessonPlayerModel, {
    ends: ['loadLesson'],
    events: [
      { type: 'resource.progressed', percentage: 40, position: 1 },
      { type: 'resource.progressed', percentage: 60, position: 2 },
    ],
    start: { state: 'playing', index: 0, progress: [{ seconds: 0, percentage: 0, position: 0 }] },
    reduce: (before, { type, percentage, position }) =>
      before.state === 'playing' && type === 'resource.progressed'
        ? {
            ...before,
            progress: before.progress.map((known: any, at: number) =>
              at === before.index ? { ...known, percentage: Math.max(known.percentage, Math.min(percentage, 100)), position } : known,
            ),
          }
        : before,
  }),
  loop('quiz', quizMachine, quizModel, {
    ends: ['loadOverview', 'startQuiz', 'readKept'],
    before: [{ type: 'quiz.started' }, { type: 'attempt.claimed' }],
    events: [answer(0), answer(1)],
    start: { state: 'answering', answers: {}, revision: 0 },
    reduce: (before, { type, questionId, answer: given, at }) => {
      if (before.state !== 'answering' || type !== 'answer.changed') return before;
      const sequence = Math.max(at, ...Object.values<{ sequence: number }>(before.answers).map((known) => known.sequence + 1));
      return {
        ...before,
        answers: { ...before.answers, [questionId]: { ...given, sequence, givenAt: at } },
        revision: before.revision + 1,
      };
    },
  }),
  loop('assign', assignMachine, assignModel, {
    ends: ['loadGroups'],
    events: [{ type: 'group.toggled', groupPuid: 1 }],
    start: { state: 'choosing', groups: [{ group_puid: 1, group_assignment_id: null }], chosen: [] },
    reduce: (before, { type, groupPuid }) => {
      const isPossible = before.groups.some((group: any) => group.group_puid === groupPuid && group.group_assignment_id === null);
      if (before.state !== 'choosing' || type !== 'group.toggled' || !isPossible) return before;
      const chosen = before.chosen.includes(groupPuid)
        ? before.chosen.filter((puid: number) => puid !== groupPuid)
        : [...before.chosen, groupPuid];
      return { ...before, chosen };
    },
  }),
];

/** An actor of the chart, advanced to the start of its loop. */
export async function actorAtLoop({ machine, model, ends, before }: Loop) {
  const stubs = stubActors(machine);
  const logic = machine.provide({ actors: stubs.actors as never });
  const input = model.input ?? Object.values(model.inputs ?? {})[0];
  const actor = createActor(logic, { clock: new SimulatedClock(), input: input as never }).start();
  const waiting = [...before];
  for (const id of ends) {
    while (!stubs.waits(id)) {
      const event = waiting.shift();
      if (!event) throw new Error(`${machine.id}: '${id}' is not waiting in ${JSON.stringify(actor.getSnapshot().value)}`);
      actor.send(event);
    }
    const end = (model.events as readonly Event[]).find(({ type }) => type === `xstate.done.actor.${id}`);
    if (!end) throw new Error(`${machine.id}: the model has no end of '${id}'`);
    stubs.settle(end);
    await new Promise((done) => setImmediate(done));
  }
  return actor;
}
