import { describe, expect, it } from 'vitest';
import { createActor, createMachine, fromPromise, SimulatedClock, sendTo, setup } from 'xstate';
import { createRecorder } from '../../src/developer/recorder.ts';
import { fragile } from '../kit/samples/fragile.ts';
import { type Credentials, loginSample, type Session } from '../kit/samples/loginSample.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function recorded(options: Partial<Parameters<typeof createRecorder>[0]> = {}) {
  let time = 1_000;
  const recorder = createRecorder({ now: () => time++, ...options });
  return { recorder, inspect: recorder.observe };
}

const credentials = { email: 'a@b.c', password: 'x' };

describe('the recorder', () => {
  it('keeps each event with its transitions, sender and the state after it', async () => {
    const { recorder, inspect } = recorded();
    const logic = loginSample.provide({
      actors: { authenticate: fromPromise<Session, Credentials>(async () => ({ token: 't', role: 'teacher' })) },
    });
    const actor = createActor(logic, { inspect, clock: new SimulatedClock() }).start();
    actor.send({ type: 'credentials.changed', credentials });
    actor.send({ type: 'login.submitted' });
    await settled();
    const log = recorder.log();
    expect(log.map(({ step, at, event, source, taken, frame }) => [step, at, event.type, source, taken, frame.value])).toEqual([
      [1, 1_000, 'xstate.init', undefined, [], 'editing'],
      [2, 1_001, 'credentials.changed', undefined, ['loginSample.editing|credentials.changed|0'], 'editing'],
      [3, 1_002, 'login.submitted', undefined, ['loginSample.editing|login.submitted|0'], 'authenticating'],
      [
        4,
        1_003,
        'xstate.done.actor.authenticate',
        'authenticate',
        ['loginSample.authenticating|xstate.done.actor.authenticate|0', 'loginSample.routing||0'],
        { signedIn: 'teacher' },
      ],
    ]);
    expect(recorder.actors().map(({ name, chart, status }) => [name, chart, status])).toEqual([
      ['loginSample', 'loginSample', 'active'],
      ['authenticate', undefined, 'done'],
    ]);
    expect(recorder.frame(actor.sessionId)).toMatchObject({ value: { signedIn: 'teacher' }, status: 'active', tags: ['signedIn'] });
  });

  it('keeps with the first event what was taken on the way to where an actor starts', () => {
    const { recorder, inspect } = recorded();
    const machine = createMachine({
      id: 'sorting',
      initial: 'opening',
      states: {
        opening: { always: { target: 'first' } },
        first: { always: { target: 'second' }, on: { go: { target: 'second' } } },
        second: {},
      },
    });
    createActor(machine, { inspect }).start();
    expect(recorder.log().map(({ event, taken, frame }) => [event.type, taken, frame.value])).toEqual([
      ['xstate.init', ['sorting.opening||0', 'sorting.first||0'], 'second'],
    ]);
  });

  it('marks an event that nobody took by having no transitions', () => {
    const { recorder, inspect } = recorded();
    createActor(loginSample, { inspect }).start().send({ type: 'session.ended' });
    expect(recorder.log().at(-1)).toMatchObject({ event: { type: 'session.ended' }, taken: [], frame: { value: 'editing' } });
  });

  it('keeps an event apart from one that the actor sends itself meanwhile', () => {
    const machine = setup({ actions: { echo: sendTo(({ self }) => self, { type: 'echo.heard' }) } }).createMachine({
      id: 'cave',
      initial: 'quiet',
      states: { quiet: { on: { 'word.said': { actions: 'echo', target: 'loud' } } }, loud: { on: { 'echo.heard': 'quiet' } } },
    });
    const { recorder, inspect } = recorded();
    createActor(machine, { inspect }).start().send({ type: 'word.said' });
    expect(recorder.log().map(({ event, taken, frame }) => [event.type, taken, frame.value])).toEqual([
      ['xstate.init', [], 'quiet'],
      ['word.said', ['cave.quiet|word.said|0'], 'loud'],
      ['echo.heard', ['cave.loud|echo.heard|0'], 'quiet'],
    ]);
  });

  it('shows an actor that fails, with its error', () => {
    const reported: unknown[] = [];
    const { recorder, inspect } = recorded({ reportError: (error) => reported.push(error) });
    createActor(fragile, { inspect }).start().send({ type: 'stone.thrown' });
    expect(recorder.actors()[0]?.status).toBe('error');
    expect(recorder.log().map(({ event, frame }) => [event.type, frame.status])).toEqual([
      ['xstate.init', 'active'],
      ['stone.thrown', 'error'],
    ]);
    expect(recorder.log().at(-1)?.frame.error).toEqual(new Error('crack'));
    // There was no other observer: without the recorder, XState would have thrown the error.
    expect(reported).toEqual([new Error('crack')]);

    const observed = createActor(fragile, { inspect });
    observed.subscribe({ error: () => {} });
    observed.start().send({ type: 'stone.thrown' });
    expect(reported).toHaveLength(1);
  });

  it('does not make the failure of a child louder than it is', async () => {
    const reported: unknown[] = [];
    const { recorder, inspect } = recorded({ reportError: (error) => reported.push(error) });
    const actor = createActor(loginSample, { inspect, clock: new SimulatedClock() }).start();
    actor.send({ type: 'credentials.changed', credentials });
    actor.send({ type: 'login.submitted' });
    await settled();
    expect(actor.getSnapshot().value).toBe('failed');
    expect(recorder.actors().map(({ name, status }) => [name, status])).toEqual([
      ['loginSample', 'active'],
      ['authenticate', 'error'],
    ]);
    expect(reported).toEqual([]);
  });

  it('shows an actor that is restored into a state that is gone', () => {
    const { recorder, inspect } = recorded({ reportError: () => {} });
    const old = JSON.parse(JSON.stringify(createActor(loginSample).start().getPersistedSnapshot()));
    const actor = createActor(loginSample, { inspect, snapshot: { ...old, value: 'typing' } });
    actor.start();
    expect(recorder.actors()[0]?.status).toBe('error');
    expect(recorder.log()).toMatchObject([{ event: { type: 'xstate.init' }, frame: { value: undefined, status: 'error' } }]);
    expect(String(recorder.log()[0]?.frame.error)).toContain("State 'typing' does not exist");
  });

  it('takes up actors that were created before, with their children', () => {
    const child = createMachine({ id: 'child', initial: 'a', states: { a: { on: { 'a.left': 'b' } }, b: {} } });
    const parent = setup({ actors: { child } }).createMachine({ id: 'parent', invoke: { src: 'child', id: 'kid' } });
    const { recorder, inspect } = recorded();
    let listening = false;
    const actor = createActor(parent, { inspect: (inspected) => listening && inspect(inspected) }).start();
    listening = true;
    recorder.adopt(actor);
    expect(recorder.actors().map(({ name, parent: of }) => [name, of])).toEqual([
      ['parent', undefined],
      ['kid', actor.sessionId],
    ]);
    recorder.send(recorder.actors()[1]?.id ?? '', { type: 'a.left' });
    expect(recorder.log().map(({ chart, frame }) => [chart, frame.value])).toEqual([['child', 'b']]);
  });

  it('knows when an actor stops', () => {
    const { recorder, inspect } = recorded();
    const actor = createActor(loginSample, { inspect }).start();
    actor.stop();
    expect(recorder.actors()[0]?.status).toBe('stopped');
  });

  it('keeps the newest steps only', () => {
    const { recorder, inspect } = recorded({ capacity: 10 });
    const actor = createActor(loginSample, { inspect }).start();
    for (let count = 0; count < 95; count++) actor.send({ type: 'credentials.changed', credentials });
    const steps = recorder.log().map(({ step }) => step);
    expect(steps).toEqual([87, 88, 89, 90, 91, 92, 93, 94, 95, 96]);
  });

  it('forgets actors that ended long ago, never those that live', () => {
    const kid = fromPromise(() => new Promise<never>(() => {}));
    const machine = setup({ actors: { kid } }).createMachine({
      id: 'busy',
      initial: 'asking',
      states: { asking: { invoke: { src: 'kid', id: 'kid' }, on: { 'again.asked': { target: 'asking', reenter: true } } } },
    });
    const { recorder, inspect } = recorded();
    const actor = createActor(machine, { inspect }).start();
    for (let count = 0; count < 700; count++) actor.send({ type: 'again.asked' });
    expect(recorder.actors().length).toBeLessThan(510);
    expect(
      recorder
        .actors()
        .filter(({ status }) => status === 'active')
        .map(({ name }) => name),
    ).toEqual(['busy', 'kid']);
  });

  it('tells listeners of every change, until they leave', () => {
    const { recorder, inspect } = recorded();
    let heard = 0;
    const leave = recorder.subscribe(() => heard++);
    const actor = createActor(loginSample, { inspect }).start();
    const after = heard;
    expect(after).toBeGreaterThan(0);
    leave();
    actor.send({ type: 'login.submitted' });
    expect(heard).toBe(after);
  });
});
