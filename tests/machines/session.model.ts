import { type Session, sessionMachine } from '../../src/machines/session/sessionMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

/** A session of the sample school's student `userPuid`. */
export const sessionOf = (userPuid: number): Session => ({
  token: `token of ${userPuid}`,
  refreshIn: 820_000,
  user: {
    userPuid,
    districtID: 25_251,
    role: 1,
    state_id: 1,
    user_name: `student${userPuid}`,
    first_name: 'Ada',
    last_name: 'Example',
    school_name: 'Sample School',
    time_zone: 'America/Chicago',
  },
});

const refused = { code: 401, message: 'The session has ended' };
const noAnswer = { code: 0, message: 'Network Error' };

export const sessionModel = defineModel({
  machine: sessionMachine,
  events: [
    { type: 'session.opened', session: sessionOf(7) },
    { type: 'session.opened', session: sessionOf(8) },
    { type: 'session.rejected' },
    { type: 'session.closed' },
    { type: 'session.retried' },
    { type: 'route.requested', path: '/authenticated/content/contentHome?tab=2' },
    { type: 'xstate.done.actor.restore', output: sessionOf(7) },
    { type: 'xstate.done.actor.restore', output: null },
    { type: 'xstate.error.actor.restore', error: noAnswer },
    { type: 'xstate.done.actor.refresh', output: { ...sessionOf(7), token: 'a newer token' } },
    { type: 'xstate.error.actor.refresh', error: refused },
    { type: 'xstate.error.actor.refresh', error: noAnswer },
    { type: 'xstate.done.actor.signOut', output: null },
    { type: 'xstate.error.actor.signOut', error: noAnswer },
  ],
  project: ({ token, user, returnTo, problem }) => ({ token, user: user?.userPuid, returns: returnTo !== null, problem: problem?.code }),
  invariants: {
    'signed in means there is a token and a user': (snapshot) =>
      !snapshot.hasTag('signedIn') || (snapshot.context.token !== null && snapshot.context.user !== null),
    'no token without a session': (snapshot) => snapshot.hasTag('signedIn') || snapshot.hasTag('busy') || snapshot.context.token === null,
    'signed out, nothing of the person is left': (snapshot) =>
      !snapshot.matches('signedOut') || (snapshot.context.user === null && snapshot.context.token === null),
    'an expired session still knows whose it was, so that the same person can go on': (snapshot) =>
      !snapshot.hasTag('expired') || snapshot.context.user !== null,
  },
});
