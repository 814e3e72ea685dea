import { describe, expect, it } from 'vitest';
import { type Session, sessionMachine } from '../../src/machines/login/sessionMachine.ts';
import { createTestActor } from './scenario.ts';
import { sessionOf } from './session.model.ts';

const maya = sessionOf(7);
const leo = sessionOf(8);
const newer: Session = { ...maya, token: 'a newer token' };

/** A session chart with a signed-in user. */
async function signedIn(session: Session = maya) {
  const actor = createTestActor(sessionMachine);
  await actor.done('restore', session);
  return actor;
}

describe('a session at the start', () => {
  it('goes on as before when the browser holds one', async () => {
    const session = await signedIn();
    expect(session.snapshot().hasTag('signedIn')).toBe(true);
    expect(session.snapshot().context).toMatchObject({ token: maya.token, user: maya.user });
    expect(session.emitted).toEqual([]);
  });

  it('is signed out when there is none', async () => {
    const session = createTestActor(sessionMachine);
    await session.done('restore', null);
    expect(session.snapshot().hasTag('signedOut')).toBe(true);
  });

  it('does not take a network error for a sign-out: it looks again after 15 s', async () => {
    const session = createTestActor(sessionMachine);
    await session.fails('restore', 0, 'Network Error');
    expect(session.snapshot().hasTag('signedOut')).toBe(false);
    session.pass(14_999);
    expect(session.waits('restore')).toBe(false);
    session.pass(1);
    await session.done('restore', maya);
    expect(session.snapshot().hasTag('signedIn')).toBe(true);
  });

  it('remembers the page that was asked for until somebody has signed in and left again', async () => {
    const session = createTestActor(sessionMachine);
    session.send({ type: 'route.requested', path: '/authenticated/content/contentHome?tab=2' });
    await session.done('restore', null);
    expect(session.snapshot().context.returnTo).toBe('/authenticated/content/contentHome?tab=2');
    session.send({ type: 'session.opened', session: maya });
    expect(session.snapshot().context.returnTo).toBe('/authenticated/content/contentHome?tab=2');
    session.send({ type: 'session.closed' });
    await session.done('signOut', null);
    expect(session.snapshot().context.returnTo).toBeNull();
  });
});

describe('the token', () => {
  it('is refreshed when its time comes, once, and work goes on with the old one meanwhile', async () => {
    const session = await signedIn();
    session.pass(maya.refreshIn - 1);
    expect(session.waits('refresh')).toBe(false);
    session.pass(1);
    expect(session.inputs('refresh')).toEqual([{ userPuid: 7 }]);
    expect(session.snapshot().hasTag('signedIn')).toBe(true);
    expect(session.snapshot().context.token).toBe(maya.token);
    await session.done('refresh', newer);
    expect(session.snapshot().context.token).toBe('a newer token');
    session.pass(maya.refreshIn);
    expect(session.inputs('refresh')).toHaveLength(2);
  });

  it('does not refresh at once when its life is longer than timers can be', async () => {
    const longest = 2 ** 31 - 1;
    const session = await signedIn({ ...maya, refreshIn: longest + 5_000 });
    session.pass(longest);
    expect(session.waits('refresh')).toBe(false);
    session.pass(5_000);
    expect(session.waits('refresh')).toBe(true);
  });

  it('is asked for again after 15 s when no answer came: nobody is signed out for that', async () => {
    const session = await signedIn();
    session.pass(maya.refreshIn);
    await session.fails('refresh', 0);
    expect(session.snapshot().hasTag('signedIn')).toBe(true);
    session.pass(15_000);
    await session.done('refresh', newer);
    expect(session.snapshot().context.token).toBe('a newer token');
  });

  it('is asked for at once when the device has slept past its time', async () => {
    const session = await signedIn();
    session.send({ type: 'clock.checked', refreshIn: -1 });
    expect(session.waits('refresh')).toBe(true);
  });

  it('expires the session when the server refuses to refresh it', async () => {
    const session = await signedIn();
    session.pass(maya.refreshIn);
    await session.fails('refresh', 401, 'The session has ended');
    expect(session.snapshot().hasTag('expired')).toBe(true);
    expect(session.snapshot().context.token).toBeNull();
  });
});

describe('a 401', () => {
  it('expires the session once, however many calls fail, and clears the token', async () => {
    const session = await signedIn();
    session.send({ type: 'session.rejected' }, { type: 'session.rejected' }, { type: 'session.rejected' });
    expect(session.snapshot().value).toBe('expired');
    expect(session.snapshot().context).toMatchObject({ token: null, user: maya.user });
  });

  it('lets the same person go on, and hides everything from another one', async () => {
    for (const [next, emitted] of [
      [newer, [{ type: 'session.started', session: newer }]],
      [leo, [{ type: 'session.started', session: leo }, { type: 'user.changed' }]],
    ] as const) {
      const session = await signedIn();
      session.send({ type: 'session.rejected' }, { type: 'session.opened', session: next });
      expect(session.snapshot().context).toMatchObject({ token: next.token, user: next.user });
      expect(session.emitted).toEqual(emitted);
    }
  });

  it('that comes late, after the sign-out, changes nothing', async () => {
    const session = await signedIn();
    session.send({ type: 'session.closed' });
    await session.done('signOut', null);
    session.send({ type: 'session.rejected' });
    expect(session.snapshot().value).toEqual({ away: 'signedOut' });
  });
});

describe('signing out', () => {
  it.each(['done', 'fails'] as const)('clears everything on this device when telling the server is %s', async (how) => {
    const session = await signedIn();
    session.send({ type: 'session.closed' });
    if (how === 'done') await session.done('signOut', null);
    else await session.fails('signOut', 0);
    expect(session.snapshot().value).toEqual({ away: 'signedOut' });
    expect(session.snapshot().context).toMatchObject({ token: null, user: null, administrator: null, returnTo: null });
    expect(session.emitted).toEqual([{ type: 'session.ended' }]);
  });
});

describe('acting as another user', () => {
  const acting = async () => {
    const session = await signedIn();
    session.send({ type: 'acting.started', session: leo });
    return session;
  };

  it('shows the other user’s screens, and says so', async () => {
    const session = await acting();
    expect(session.snapshot().hasTag('acting')).toBe(true);
    expect(session.snapshot().context).toMatchObject({ user: leo.user, administrator: maya.user, token: leo.token });
    expect(session.emitted).toEqual([{ type: 'user.changed' }]);
  });

  it('makes sign-out do nothing', async () => {
    const session = await acting();
    session.send({ type: 'session.closed' });
    expect(session.snapshot().hasTag('acting')).toBe(true);
    expect(session.inputs('signOut')).toEqual([]);
  });

  it('ends with Exit, back under the own name', async () => {
    const session = await acting();
    session.send({ type: 'acting.exited' });
    await session.done('leaveActing', newer);
    expect(session.snapshot().hasTag('acting')).toBe(false);
    expect(session.snapshot().context).toMatchObject({ user: maya.user, administrator: null, token: 'a newer token' });
  });
});

describe('other tabs', () => {
  it('are followed, never answered: what they did is taken over without a word', async () => {
    const session = await signedIn();
    session.send({ type: 'session.openedElsewhere', session: newer });
    expect(session.snapshot().context.token).toBe('a newer token');
    expect(session.emitted).toEqual([]);
  });

  it('sign this one out as well', async () => {
    const session = await signedIn();
    session.send({ type: 'session.closedElsewhere' });
    expect(session.snapshot().value).toEqual({ away: 'signedOut' });
    expect(session.inputs('signOut')).toEqual([]);
    expect(session.snapshot().context.user).toBeNull();
  });

  it('may bring another user: nothing of the first stays', async () => {
    const session = await signedIn();
    session.send({ type: 'session.openedElsewhere', session: leo });
    expect(session.snapshot().context.user).toEqual(leo.user);
    expect(session.emitted).toEqual([{ type: 'user.changed' }]);
  });
});
