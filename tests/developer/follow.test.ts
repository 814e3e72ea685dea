import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type Channel, follow, otherWindows, publish } from '../../src/developer/follow.ts';
import { silentActor } from '../../src/developer/pureChart.ts';
import { createRecorder } from '../../src/developer/recorder.ts';
import { loginSample } from '../kit/samples/loginSample.ts';

/** A BroadcastChannel for tests: copies each message, delivers it to the others at once, and records it. */
function hub() {
  const said: unknown[] = [];
  const all: { listeners: Set<(message: { data: any }) => void> }[] = [];
  const open = (): Channel => {
    const own = { listeners: new Set<(message: { data: any }) => void>() };
    all.push(own);
    return {
      postMessage: (message) => {
        said.push(message);
        for (const other of all.filter((one) => one !== own))
          for (const listener of [...other.listeners]) listener({ data: structuredClone(message) });
      },
      addEventListener: (_type, listener) => own.listeners.add(listener),
      removeEventListener: (_type, listener) => own.listeners.delete(listener),
    };
  };
  return { open, said };
}

const credentials = { email: 'a@b.c', password: 'open sesame' };

function twoWindows() {
  const { open, said } = hub();
  const recorder = createRecorder({ now: () => 0 });
  const logic = loginSample.provide({ actors: { authenticate: silentActor as never } });
  const actor = createActor(logic, { inspect: recorder.observe }).start();
  const waiting: (() => void)[] = [];
  const stop = publish({ recorder, channel: open(), window: 'first', title: () => 'A lesson', soon: (send) => waiting.push(send) });
  const flush = () => {
    for (const send of waiting.splice(0)) send();
  };
  return { open, said, actor, stop, flush };
}

describe('a second window', () => {
  it('finds the first, follows it live, and sends to it', () => {
    const { open, actor, flush, stop } = twoWindows();
    const channel = open();
    let windows: readonly { id: string; title: string }[] = [];
    otherWindows(channel, 'second', (known) => {
      windows = known;
    });
    expect(windows).toEqual([{ id: 'first', title: 'A lesson' }]);

    const followed = follow(channel, 'first');
    expect(followed.actors().map(({ name }) => name)).toEqual(['loginSample']);
    expect(followed.log().map(({ event }) => event.type)).toEqual(['xstate.init']);

    actor.send({ type: 'credentials.changed', credentials });
    actor.send({ type: 'login.submitted' });
    flush();
    expect(followed.log().map(({ event }) => event.type)).toEqual(['xstate.init', 'credentials.changed', 'login.submitted']);
    expect(followed.frame(actor.sessionId)?.value).toBe('authenticating');

    followed.send(actor.sessionId, { type: 'no.such' });
    flush();
    expect(followed.log().at(-1)).toMatchObject({ event: { type: 'no.such' }, taken: [] });

    stop();
    expect(windows).toEqual([]);
    expect(followed.actors()[0]?.status).toBe('stopped');
  });

  it('is told nothing while nobody follows, and never a secret', () => {
    const { open, said, actor, flush } = twoWindows();
    actor.send({ type: 'credentials.changed', credentials });
    flush();
    expect(said.map((message) => (message as { kind: string }).kind)).toEqual(['here']);
    follow(open(), 'first');
    expect(JSON.stringify(said)).not.toContain('open sesame');
    expect(JSON.stringify(said)).toContain('•••');
  });

  it('gathers what happens in one go into one message, and sends no step twice', () => {
    const { open, said, actor, flush } = twoWindows();
    const followed = follow(open(), 'first');
    const before = said.length;
    for (let count = 0; count < 50; count++) actor.send({ type: 'credentials.changed', credentials });
    flush();
    expect(said.length - before).toBe(1);
    actor.send({ type: 'login.submitted' });
    flush();
    const last = said.at(-1) as { added: unknown[] };
    expect(last.added).toHaveLength(1);
    expect(followed.log()).toHaveLength(52);
  });

  it('takes up the first window again after that was loaded anew', () => {
    const { open } = twoWindows();
    const followed = follow(open(), 'later');
    expect(followed.actors()).toEqual([]);
    const recorder = createRecorder({ now: () => 0 });
    createActor(loginSample, { inspect: recorder.observe }).start();
    publish({ recorder, channel: open(), window: 'later', title: () => '', soon: (send) => send() });
    expect(followed.actors().map(({ name }) => name)).toEqual(['loginSample']);
  });
});
