import { describe, expect, it } from 'vitest';
import { type Session, sessionMachine } from '../../src/machines/login/sessionMachine.ts';
import { createTestActor } from './scenario.ts';
import { sessionOf } from './session.model.ts';

const maya = sessionOf(7);
const leo = sessionOf(8);
const ana = sessionOf(9);
const newer: Session = { ...maya, token: 'a newer token' };
/** The longest delay that timers support, ms. */
const longest = 2 ** 31 - 1;
const nothing = { token: null, user: null, administrator: null, refreshIn: 0, returnTo: null, problem: null };
const started = (session: Session) => ({ type: 'session.started', session });
const otherUser = { type: 'user.changed' };
const rejected = { type: 'session.rejected' } as const;

/** A session chart with a signed-in user. */
async function signedIn(session: Session = maya) {
  const actor = createTestActor(sessionMachine);
  await actor.done('restore', session);
  return actor;
}
type Actor = Awaited<ReturnType<typeof signedIn>>;

/** A session whose token was due, when the server did not answer. */
async function waiting() {
  const session = await signedIn();
  session.pass(maya.refreshIn);
  await session.fails('refresh', 0);
  return session;
}

/** Maya, an administrator, acts as Leo. */
async function acting(as: Partial<Session> = {}) {
  const session = await signedIn();
  session.send({ type: 'acting.started', session: { ...leo, ...as } });
  return session;
}

/** The administrator has pressed Exit, and the server did not answer. */
async function waitingToLeave() {
  const session = await acting();
  session.send({ type: 'acting.exited' });
  await session.fails('leaveActing', 0);
  return session;
}

async function expired() {
  const session = await signedIn();
  session.send(rejected);
  return session;
}

async function unreachable() {
  const session = createTestActor(sessionMachine);
  await session.fails('restore', 0, 'Network Error');
  return session;
}

async function signedOut() {
  const session = createTestActor(sessionMachine);
  await session.done('restore', null);
  return session;
}

async function signingOut() {
  const session = await signedIn();
  session.send({ type: 'session.closed' });
  return session;
}

const has = (session: Actor, tag: Parameters<ReturnType<Actor['snapshot']>['hasTag']>[0]) => session.snapshot().hasTag(tag);
/** How often a call was made. */
const calls = (session: Actor, id: string) => session.inputs(id).length;
const seen = (session: Actor) => {
  const { token, user, administrator } = session.snapshot().context;
  return { token, user: user?.userPuid, administrator: administrator?.userPuid };
};

describe('a session at the start', () => {
  it('goes on as before when the browser holds one', async () => {
    const session = await signedIn();
    expect(has(session, 'signedIn')).toBe(true);
    expect(session.snapshot().context).toMatchObject({ token: maya.token, user: maya.user });
    expect(session.emitted).toEqual([]);
  });

  it('is neither signed in nor out until that is known', () => {
    const session = createTestActor(sessionMachine);
    expect(['pending', 'signedIn', 'signedOut', 'unreachable'].filter((tag) => has(session, tag as 'pending'))).toEqual(['pending']);
  });

  it('is signed out when there is none', async () => {
    expect(has(await signedOut(), 'signedOut')).toBe(true);
  });

  it('does not take a network error for a sign-out: it says so, and looks again after 15 s', async () => {
    const session = await unreachable();
    expect(has(session, 'signedOut')).toBe(false);
    expect(has(session, 'pending') && has(session, 'unreachable')).toBe(true);
    expect(session.snapshot().context.problem).toMatchObject({ code: 0 });
    session.pass(14_999);
    expect(session.waits('restore')).toBe(false);
    session.pass(1);
    await session.done('restore', maya);
    expect(has(session, 'signedIn')).toBe(true);
    expect(session.snapshot().context.problem).toBeNull();
  });

  it('looks again at once when the connection is back', async () => {
    const session = await unreachable();
    session.send({ type: 'session.retried' });
    expect(session.waits('restore')).toBe(true);
  });

  it('may be overtaken by a sign-in, here or in another tab', async () => {
    for (const begin of [unreachable, signedOut]) {
      for (const [type, emitted] of [
        ['session.opened', [started(leo)]],
        ['session.openedElsewhere', []],
      ] as const) {
        const session = await begin();
        session.send({ type, session: leo });
        expect(has(session, 'signedIn')).toBe(true);
        expect(seen(session)).toEqual({ token: leo.token, user: 8 });
        expect(session.emitted).toEqual(emitted);
      }
    }
  });

  it('does not wait for an answer when another tab has signed out', async () => {
    const session = await unreachable();
    session.send({ type: 'session.closedElsewhere' });
    expect(has(session, 'signedOut')).toBe(true);
    expect(session.emitted).toEqual([]);
  });

  it('remembers the page that was asked for until somebody has signed in and left again', async () => {
    const session = createTestActor(sessionMachine);
    session.send({ type: 'route.requested', path: '/authenticated/content/contentHome?tab=2' });
    await session.done('restore', null);
    expect(session.snapshot().context.returnTo).toBe('/authenticated/content/contentHome?tab=2');
    session.send({ type: 'session.opened', session: maya });
    expect(session.snapshot().context.returnTo).toBe('/authenticated/content/contentHome?tab=2');
    session.send({ type: 'session.closed' });
    expect(session.snapshot().context.returnTo).toBeNull();
  });

  it.each<[string, boolean, (session: Actor) => unknown]>([
    ['the same person gets a newer token', true, (session) => session.send({ type: 'session.openedElsewhere', session: newer })],
    ['an administrator starts acting', true, (session) => session.send({ type: 'acting.started', session: leo })],
    ['the session expires', false, (session) => session.send(rejected)],
    ['somebody else signs in', false, (session) => session.send({ type: 'session.opened', session: leo })],
    ['somebody else signs in elsewhere', false, (session) => session.send({ type: 'session.openedElsewhere', session: leo })],
  ])('when a link was followed while signed in, and then %s: the page is still known: %s', async (_what, isKnown, happens) => {
    const session = await signedIn();
    session.send({ type: 'route.requested', path: '/authenticated/inbox' });
    happens(session);
    expect(session.snapshot().context.returnTo).toBe(isKnown ? '/authenticated/inbox' : null);
  });
});

describe('the token', () => {
  it('is refreshed when its time comes, once, and work goes on with the old one meanwhile', async () => {
    const session = await signedIn();
    session.pass(maya.refreshIn - 1);
    expect(session.waits('refresh')).toBe(false);
    session.pass(1);
    expect(session.inputs('refresh')).toEqual([{ userPuid: 7 }]);
    expect(has(session, 'signedIn') && has(session, 'refreshing') && !has(session, 'busy')).toBe(true);
    expect(session.snapshot().context.token).toBe(maya.token);
    await session.done('refresh', newer);
    expect(session.snapshot().context.token).toBe('a newer token');
    expect(session.emitted).toEqual([]);
    session.pass(maya.refreshIn);
    expect(calls(session, 'refresh')).toBe(2);
  });

  it('is refreshed in the time of the new token, not of the old', async () => {
    const session = await signedIn();
    session.pass(maya.refreshIn);
    await session.done('refresh', { ...newer, refreshIn: 5_000 });
    session.pass(4_999);
    expect(calls(session, 'refresh')).toBe(1);
    session.pass(1);
    expect(calls(session, 'refresh')).toBe(2);
  });

  it('does not refresh at once when its life is longer than timers can be', async () => {
    const session = await signedIn({ ...maya, refreshIn: longest + 5_000 });
    session.pass(longest);
    expect(session.waits('refresh')).toBe(false);
    session.pass(4_999);
    expect(session.waits('refresh')).toBe(false);
    session.pass(1);
    expect(session.waits('refresh')).toBe(true);
  });

  it('is asked for again after 15 s when no answer came: nobody is signed out for that', async () => {
    const session = await waiting();
    expect(has(session, 'signedIn')).toBe(true);
    session.pass(14_999);
    expect(calls(session, 'refresh')).toBe(1);
    session.pass(1);
    await session.done('refresh', newer);
    expect(session.snapshot().context.token).toBe('a newer token');
  });

  it.each([{ type: 'session.retried' }, { type: 'clock.checked', refreshIn: 60_000 }, rejected] as const)(
    'is asked for again at once when no answer came and then $type',
    async (event) => {
      const session = await waiting();
      session.send(event);
      expect(calls(session, 'refresh')).toBe(2);
    },
  );

  it.each([-1, 0])('is asked for at once when the device wakes up and %i ms are left', async (refreshIn) => {
    const session = await signedIn();
    session.send({ type: 'clock.checked', refreshIn });
    expect(session.waits('refresh')).toBe(true);
  });

  it('has its timer set again when the device wakes up early', async () => {
    const session = await signedIn();
    session.send({ type: 'clock.checked', refreshIn: 60_000 });
    session.pass(59_999);
    expect(session.waits('refresh')).toBe(false);
    session.pass(1);
    expect(session.waits('refresh')).toBe(true);
  });

  it('is asked for once, whatever happens meanwhile', async () => {
    const session = await signedIn();
    session.pass(maya.refreshIn);
    session.send(rejected, { type: 'clock.checked', refreshIn: 0 }, { type: 'session.retried' }, { type: 'acting.exited' });
    expect(calls(session, 'refresh')).toBe(1);
    expect(has(session, 'signedIn')).toBe(true);
  });

  it('expires the session when the server refuses to refresh it, and the reason is kept', async () => {
    const session = await signedIn();
    session.pass(maya.refreshIn);
    await session.fails('refresh', 409, 'Another user has signed in');
    expect(has(session, 'expired')).toBe(true);
    expect(session.snapshot().context).toMatchObject({ token: null, user: maya.user, problem: { code: 409 } });
    session.send({ type: 'session.opened', session: newer });
    expect(session.snapshot().context.problem).toBeNull();
  });
});

describe('a 401', () => {
  it('expires the session once, however many calls fail, and clears the token', async () => {
    const session = await signedIn();
    session.send(rejected, rejected, rejected);
    expect(session.snapshot().value).toEqual({ known: 'expired' });
    expect(session.snapshot().context).toMatchObject({ token: null, user: maya.user });
    expect(session.emitted).toEqual([]);
  });

  it.each([
    ['session.opened', newer, [started(newer)]],
    ['session.opened', leo, [started(leo), otherUser]],
    ['session.openedElsewhere', newer, []],
    ['session.openedElsewhere', leo, [otherUser]],
  ] as const)('lets the same person go on, and hides everything from another one: %s', async (type, next, emitted) => {
    const session = await expired();
    session.send({ type, session: next });
    expect(has(session, 'signedIn')).toBe(true);
    expect(session.snapshot().context).toMatchObject({ token: next.token, user: next.user });
    expect(session.emitted).toEqual(emitted);
  });

  it('takes the same number in another district for another person', async () => {
    const session = await expired();
    session.send({ type: 'session.openedElsewhere', session: { ...newer, user: { ...maya.user, districtID: 1 } } });
    expect(session.emitted).toEqual([otherUser]);
  });

  it('lets the person sign out instead of signing in again', async () => {
    const session = await expired();
    session.send({ type: 'session.closed' });
    expect(session.waits('signOut')).toBe(true);
  });

  it('ends the session for good when the person leaves in another tab', async () => {
    const session = await expired();
    session.send({ type: 'session.closedElsewhere' });
    expect(has(session, 'signedOut')).toBe(true);
    expect(session.snapshot().context).toEqual(nothing);
    expect(session.emitted).toEqual([{ type: 'session.ended' }]);
  });

  it('that comes late, after the sign-out, changes nothing', async () => {
    const session = await signingOut();
    session.send(rejected);
    expect(session.snapshot().value).toBe('signingOut');
    await session.done('signOut', null);
    session.send(rejected);
    expect(session.snapshot().value).toEqual({ away: 'signedOut' });
  });
});

describe('signing out', () => {
  it.each(['done', 'fails'] as const)('clears everything on this device when telling the server is %s', async (how) => {
    const session = await signingOut();
    expect(has(session, 'busy') && !has(session, 'signedIn')).toBe(true);
    if (how === 'done') await session.done('signOut', null);
    else await session.fails('signOut', 0);
    expect(session.snapshot().value).toEqual({ away: 'signedOut' });
    expect(session.snapshot().context).toEqual(nothing);
    expect(session.emitted).toEqual([{ type: 'session.ended' }]);
  });

  it('goes on whatever other tabs do meanwhile, and renews no token', async () => {
    const session = await signingOut();
    session.send({ type: 'session.openedElsewhere', session: newer }, { type: 'session.closedElsewhere' });
    session.pass(maya.refreshIn);
    expect(session.snapshot().value).toBe('signingOut');
    expect(calls(session, 'refresh')).toBe(0);
  });
});

describe('acting as another user', () => {
  it('shows the other user’s screens, and says so', async () => {
    const session = await acting();
    expect(has(session, 'acting') && has(session, 'signedIn') && !has(session, 'busy')).toBe(true);
    expect(session.snapshot().context).toMatchObject({ user: leo.user, administrator: maya.user, token: leo.token });
    expect(session.emitted).toEqual([otherUser]);
  });

  it('makes sign-in and sign-out do nothing, and nobody acts twice', async () => {
    const session = await acting();
    session.send({ type: 'session.closed' }, { type: 'session.opened', session: ana }, { type: 'acting.started', session: ana });
    expect(has(session, 'acting')).toBe(true);
    expect(seen(session)).toEqual({ token: leo.token, user: 8, administrator: 7 });
    expect(session.inputs('signOut')).toEqual([]);
  });

  it('gives up a refresh of the administrator’s own token that is on its way', async () => {
    const session = await signedIn();
    session.pass(maya.refreshIn);
    session.send({ type: 'acting.started', session: leo });
    await session.done('refresh', newer);
    expect(seen(session)).toEqual({ token: leo.token, user: 8, administrator: 7 });
  });

  it('ends with Exit, back under the own name', async () => {
    const session = await acting();
    session.send({ type: 'route.requested', path: '/authenticated/inbox' }, { type: 'acting.exited' });
    expect(session.inputs('leaveActing')).toEqual([{ userPuid: 7 }]);
    expect(has(session, 'acting') && has(session, 'busy')).toBe(true);
    await session.done('leaveActing', newer);
    expect(has(session, 'acting') || has(session, 'busy')).toBe(false);
    expect(session.snapshot().context).toMatchObject({ user: maya.user, administrator: null, token: 'a newer token', returnTo: null });
    expect(session.emitted).toEqual([otherUser, otherUser]);
    session.pass(maya.refreshIn);
    expect(session.inputs('refresh')).toEqual([{ userPuid: 7 }]);
  });

  it('ends when its own time is over, and never refreshes its token', async () => {
    const session = await acting({ refreshIn: 1_720_000 });
    session.pass(1_719_999);
    expect(session.waits('leaveActing')).toBe(false);
    session.pass(1);
    expect(session.waits('leaveActing')).toBe(true);
    expect(calls(session, 'refresh')).toBe(0);
  });

  it('ends on time even when that is later than timers can be', async () => {
    const session = await acting({ refreshIn: longest + 5_000 });
    session.pass(longest + 4_999);
    expect(session.waits('leaveActing')).toBe(false);
    session.pass(1);
    expect(session.waits('leaveActing')).toBe(true);
  });

  it.each([rejected, { type: 'clock.checked', refreshIn: 0 }] as const)('ends at $type: the token is over', async (event) => {
    const session = await acting();
    session.send(event);
    expect(session.waits('leaveActing')).toBe(true);
    expect(has(session, 'expired')).toBe(false);
  });

  it('has its timer set again when the device wakes up early', async () => {
    const session = await acting();
    session.send({ type: 'clock.checked', refreshIn: 60_000 });
    session.pass(59_999);
    expect(session.waits('leaveActing')).toBe(false);
    session.pass(1);
    expect(session.waits('leaveActing')).toBe(true);
  });

  it('ends once, whatever happens meanwhile', async () => {
    const session = await acting();
    session.send({ type: 'acting.exited' }, { type: 'acting.exited' }, rejected, { type: 'session.closed' });
    expect(calls(session, 'leaveActing')).toBe(1);
    expect(has(session, 'acting')).toBe(true);
  });

  it('ends 15 s later when no answer came: that is no sign-out', async () => {
    const session = await waitingToLeave();
    expect(has(session, 'acting') && !has(session, 'busy')).toBe(true);
    session.send(rejected, { type: 'clock.checked', refreshIn: 0 }, { type: 'session.closed' });
    session.pass(14_999);
    expect(calls(session, 'leaveActing')).toBe(1);
    session.pass(1);
    expect(calls(session, 'leaveActing')).toBe(2);
    expect(calls(session, 'refresh') + calls(session, 'signOut')).toBe(0);
  });

  it.each(['session.retried', 'acting.exited'] as const)('ends at once when no answer came and then %s', async (type) => {
    const session = await waitingToLeave();
    session.send({ type });
    expect(calls(session, 'leaveActing')).toBe(2);
  });

  it('asks the administrator to sign in again when their own session has ended', async () => {
    const session = await acting();
    session.send({ type: 'acting.exited' });
    await session.fails('leaveActing', 401);
    expect(has(session, 'expired')).toBe(true);
    expect(seen(session)).toEqual({ token: null, user: 7 });
    expect(session.emitted).toEqual([otherUser, otherUser]);
  });

  it('goes on while another tab refreshes the administrator’s own token', async () => {
    const session = await acting();
    session.send({ type: 'session.openedElsewhere', session: newer });
    expect(seen(session)).toEqual({ token: leo.token, user: 8, administrator: 7 });
  });

  it.each([leo, ana])('makes way for whoever signs in in another tab', async (next) => {
    const session = await acting();
    session.send({ type: 'session.openedElsewhere', session: { ...next, token: 'of another tab' } });
    expect(has(session, 'acting')).toBe(false);
    expect(seen(session)).toEqual({ token: 'of another tab', user: next.user.userPuid });
    expect(session.emitted).toEqual([otherUser, otherUser]);
  });

  it('uses the newest session of another tab while it ends', async () => {
    for (const begin of [acting, waitingToLeave]) {
      const session = await begin();
      session.send({ type: 'acting.exited' }, { type: 'session.openedElsewhere', session: newer });
      await session.fails('leaveActing', 401);
      expect(has(session, 'acting') || has(session, 'expired')).toBe(false);
      expect(seen(session)).toEqual({ token: 'a newer token', user: 7 });
      expect(session.emitted).toEqual([otherUser, otherUser]);
    }
  });

  it('is over when the administrator signs out in another tab', async () => {
    const session = await acting();
    session.send({ type: 'session.closedElsewhere' });
    expect(session.snapshot().context).toEqual(nothing);
    expect(session.emitted).toEqual([otherUser, { type: 'session.ended' }]);
  });

  it('cannot be left by somebody who works under their own name', async () => {
    for (const begin of [signedIn, waiting]) {
      const session = await begin();
      const before = calls(session, 'refresh');
      session.send({ type: 'acting.exited' });
      expect(calls(session, 'refresh') - before + calls(session, 'leaveActing')).toBe(0);
    }
  });
});

describe('signing in again while signed in', () => {
  it.each([
    ['session.opened', newer, [started(newer)]],
    ['session.opened', leo, [started(leo), otherUser]],
    ['session.openedElsewhere', newer, []],
    ['session.openedElsewhere', leo, [otherUser]],
  ] as const)('%s: the new token is used and everybody concerned is told', async (type, next, emitted) => {
    for (const begin of [signedIn, waiting]) {
      const session = await begin();
      const before = calls(session, 'refresh');
      session.send({ type, session: { ...next, refreshIn: 5_000 } });
      expect(session.snapshot().context).toMatchObject({ token: next.token, user: next.user });
      expect(session.emitted.map(({ type: told }) => told)).toEqual(emitted.map(({ type: told }) => told));
      session.pass(4_999);
      expect(calls(session, 'refresh')).toBe(before);
      session.pass(1);
      expect(calls(session, 'refresh')).toBe(before + 1);
    }
  });
});

describe('other tabs', () => {
  it('sign this one out as well', async () => {
    const session = await signedIn();
    session.send({ type: 'session.closedElsewhere' });
    expect(session.snapshot().value).toEqual({ away: 'signedOut' });
    expect(session.inputs('signOut')).toEqual([]);
    expect(session.snapshot().context).toEqual(nothing);
    expect(session.emitted).toEqual([{ type: 'session.ended' }]);
  });

  it('spare this one the refresh that is on its way', async () => {
    const session = await signedIn();
    session.pass(maya.refreshIn);
    session.send({ type: 'session.openedElsewhere', session: newer });
    await session.fails('refresh', 401);
    expect(has(session, 'signedIn')).toBe(true);
    expect(session.snapshot().context.token).toBe('a newer token');
  });
});
