import { describe, expect, it } from 'vitest';
import { simulate, snapshotOf } from '../../src/developer/simulation.ts';
import { supportCard } from '../../src/developer/supportCard.ts';
import { guardName, whyNot } from '../../src/machines/whyNot.ts';
import { filled, loginSample, loginSampleModel } from '../kit/samples/loginSample.ts';
import { playerSample } from '../kit/samples/playerSample.ts';

const events = loginSampleModel.events as never;
const values = (simulation: { steps: readonly { frame: { value: unknown } }[] }) => simulation.steps.map(({ frame }) => frame.value);

describe('a simulation', () => {
  const simulator = simulate(loginSample);
  const type = { type: 'credentials.changed', credentials: filled };
  const submitted = () => {
    let simulation = simulator.start();
    simulation = simulator.next(simulation, 0, simulator.send(type));
    return simulator.next(simulation, 1, simulator.send({ type: 'login.submitted' }));
  };

  it('offers how actors end, with the payloads of the model, and the delays that run', () => {
    const simulation = submitted();
    const { actors, timers } = simulator.choices(simulation.steps[2]!, events);
    expect(actors.map(({ id, done, error }) => [id, done.length, error.length])).toEqual([['authenticate', 2, 1]]);
    expect(timers.map(({ cause, left }) => [cause.type, left])).toEqual([
      ['xstate.after.requestTimeout.loginSample.authenticating', 10_000],
    ]);
    expect(values(simulator.next(simulation, 2, actors[0]!.done[1]!))).toEqual([
      'editing',
      'editing',
      'authenticating',
      { signedIn: 'teacher' },
    ]);
    const late = simulator.next(simulation, 2, timers[0]!.cause);
    expect(late.steps.at(-1)).toMatchObject({ frame: { value: 'failed' }, position: { now: 10_000 } });
  });

  it('offers an empty end where the model knows none', () => {
    const { actors } = simulator.choices(submitted().steps[2]!, []);
    expect(actors[0]?.done[0]?.event).toEqual({ type: 'xstate.done.actor.authenticate', output: undefined });
  });

  it('goes on from a past step and drops what came after it', () => {
    const simulation = submitted();
    const other = simulator.next(simulation, 0, simulator.send({ type: 'login.submitted' }));
    expect(values(other)).toEqual(['editing', 'editing']);
    expect(values(simulation)).toEqual(['editing', 'editing', 'authenticating']);
  });

  it('shows what a chart emits and remembers history', () => {
    const { actors } = simulator.choices(submitted().steps[2]!, events);
    expect(simulator.next(submitted(), 2, actors[0]!.done[0]!).steps.at(-1)?.position.emitted).toEqual([{ type: 'navigate', to: '/home' }]);

    const player = simulate(playerSample);
    let simulation = player.start();
    for (const name of ['page.turned', 'picture.zoomed', 'lesson.paused', 'lesson.resumed']) {
      simulation = player.next(simulation, simulation.steps.length - 1, player.send({ type: name }));
    }
    expect(simulation.steps.at(-1)?.frame.value).toEqual({ playing: { pages: { second: 'zoomed' }, saving: 'idle' } });
  });
});

describe('why an event cannot be sent', () => {
  const at = (value: never, context: object) => snapshotOf(loginSample, { value, context, status: 'active', tags: [], history: {} });
  const empty = { credentials: { email: '', password: '' }, session: null, error: null, attempts: 0 };

  it('names the guard that refuses', () => {
    expect(whyNot(at('editing' as never, empty), { type: 'login.submitted' })).toEqual({ kind: 'guard', guards: ['hasCredentials'] });
    expect(whyNot(at('editing' as never, { ...empty, credentials: filled }), { type: 'login.submitted' })).toBeUndefined();
  });

  it('says when no state takes it', () => {
    expect(whyNot(at('failed' as never, empty), { type: 'login.submitted' })).toEqual({ kind: 'notHere' });
  });

  it('names the part of a combined guard that refuses', () => {
    const snapshot = (unsaved: number, loaded: boolean) =>
      snapshotOf(playerSample, {
        value: { playing: { pages: 'first', saving: 'idle' } },
        context: { unsaved, loaded },
        status: 'active',
        tags: [],
        history: {},
      });
    expect(whyNot(snapshot(0, false), { type: 'lesson.left' })).toEqual({ kind: 'guard', guards: ['isLoaded'] });
    expect(whyNot(snapshot(2, true), { type: 'lesson.left' })).toEqual({ kind: 'guard', guards: ['not(isUnsaved)'] });
    expect(whyNot(snapshot(0, true), { type: 'lesson.left' })).toBeUndefined();
    expect(guardName(playerSample.implementations.guards.canLeave)).toBe('and(not(isUnsaved), isLoaded)');
  });

  it('fails clearly on a state that was renamed since', () => {
    expect(() => at('typing' as never, empty)).toThrow(/typing/);
  });
});

describe('the support card', () => {
  const frame = {
    value: 'failed' as const,
    status: 'active',
    tags: ['busy'],
    context: { token: 'abc', user: { first_name: 'Ada' }, attempts: 2 },
    history: {},
  };
  const entry = (step: number, event: { type: string; [key: string]: unknown }, taken: string[]) => ({
    step,
    at: step * 1_000,
    actor: 'x:0',
    chart: 'loginSample',
    event,
    source: undefined,
    taken,
    frame,
  });

  it('tells chart, state and the last 20 events, without secrets and personal data', () => {
    const log = Array.from({ length: 30 }, (_, index) =>
      entry(index + 1, { type: 'login.submitted', email: 'ada@example.org', password: 'x' }, ['t']),
    );
    const card = supportCard({
      chart: 'loginSample',
      frame,
      log: [...log, entry(31, { type: 'what.ever' }, [])],
      version: '2.6.0',
      now: 60_000,
    });
    expect(card.split('\n').slice(0, 6)).toEqual([
      'Support card, version 2.6.0, 1970-01-01T00:01:00.000Z',
      'Chart: loginSample',
      'State: "failed" (active)',
      'Tags: busy',
      'Context: {"token":"•••","user":{"first_name":"•••"},"attempts":2}',
      'Last 20 events:',
    ]);
    expect(card).toContain('1970-01-01T00:00:31.000Z  what.ever → no transition took it');
    expect(card.match(/login\.submitted/g)).toHaveLength(19);
    expect(card).not.toMatch(/ada@|Ada|abc/);
  });

  it('tells why an actor failed', () => {
    const failed = { ...frame, status: 'error', error: new Error('crack') };
    expect(supportCard({ chart: 'c', frame: failed, log: [], version: '1', now: 0 })).toContain(
      'Error: {"name":"Error","message":"crack"}',
    );
  });
});
