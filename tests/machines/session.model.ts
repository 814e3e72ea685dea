import { type Session, sessionMachine } from '../../src/machines/login/sessionMachine.ts';
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

/** The longest delay that timers support, ms. */
const longestDelay = 2 ** 31 - 1;
const refused = { code: 401, message: 'The session has ended', refused: true };
const noAnswer = { code: 0, message: 'Network Error' };

export const sessionModel = defineModel({
  machine: sessionMachine,
  noScreen:
    'its states are drawn by the shell: the popup, the bar, the pages (tests/views/session.view.test.tsx, tests/e2e/session.model.e2e.ts)',
  events: [
    { type: 'session.opened', session: sessionOf(7) },
    { type: 'session.opened', session: sessionOf(8) },
    { type: 'session.openedElsewhere', session: { ...sessionOf(7), token: 'a token of another tab' } },
    { type: 'session.openedElsewhere', session: { ...sessionOf(8), token: 'a token of another tab' } },
    { type: 'session.closedElsewhere' },
    { type: 'session.rejected' },
    { type: 'session.closed' },
    { type: 'session.retried' },
    { type: 'clock.checked', refreshIn: 0 },
    { type: 'clock.checked', refreshIn: 60_000 },
    { type: 'clock.checked', refreshIn: longestDelay + 60_000 },
    { type: 'acting.started', session: { ...sessionOf(9), token: 'a token for acting', refreshIn: 1_720_000 } },
    { type: 'acting.exited' },
    { type: 'route.requested', path: '/authenticated/studentDashboard/studentDashboard/0?tab=2' },
    { type: 'xstate.done.actor.restore', output: sessionOf(7) },
    { type: 'xstate.done.actor.restore', output: null },
    { type: 'xstate.error.actor.restore', error: noAnswer },
    { type: 'xstate.done.actor.refresh', output: { ...sessionOf(7), token: 'a newer token' } },
    { type: 'xstate.error.actor.refresh', error: refused },
    { type: 'xstate.error.actor.refresh', error: noAnswer },
    { type: 'xstate.done.actor.leaveActing', output: { ...sessionOf(7), token: 'a newer token' } },
    { type: 'xstate.error.actor.leaveActing', error: refused },
    { type: 'xstate.error.actor.leaveActing', error: noAnswer },
    { type: 'xstate.done.actor.signOut', output: null },
    { type: 'xstate.error.actor.signOut', error: noAnswer },
  ],
  project: ({ token, user, administrator, returnTo, refreshIn }) => ({
    hasToken: token !== null,
    user: user?.userPuid,
    administrator: administrator?.userPuid,
    returns: returnTo !== null,
    isFar: refreshIn > longestDelay,
  }),
  delays: {
    untilRenewal: [
      { context: { refreshIn: 820_000 }, ms: 820_000 },
      { context: { refreshIn: longestDelay + 60_000 }, ms: longestDelay },
    ],
    untilRetry: 15_000,
  },
  keeps: {
    'session.openedElsewhere': {
      'session.user': { as: 'user', in: (snapshot) => snapshot.context.administrator === null },
      'session.refreshIn': { as: 'refreshIn', in: (snapshot) => snapshot.context.administrator === null },
      'session.token': { as: 'token', in: (snapshot) => snapshot.context.administrator === null },
    },
    'session.opened': {
      'session.user': { as: 'user', in: (snapshot) => snapshot.context.administrator === null },
      'session.refreshIn': { as: 'refreshIn', in: (snapshot) => snapshot.context.administrator === null },
      'session.token': { as: 'token', in: (snapshot) => snapshot.context.administrator === null },
    },
    'route.requested': { path: 'returnTo' },
    'xstate.done.actor.restore': { 'output.token': 'token', 'output.refreshIn': 'refreshIn', 'output.user': 'user' },
    'acting.started': { 'session.token': 'token', 'session.refreshIn': 'refreshIn', 'session.user': 'user' },
    'xstate.done.actor.refresh': { 'output.token': 'token', 'output.refreshIn': 'refreshIn', 'output.user': 'user' },
    'xstate.done.actor.leaveActing': { 'output.token': 'token', 'output.refreshIn': 'refreshIn', 'output.user': 'user' },
  },
  tags: {
    busy: ['signOut', 'leaveActing'],
    pending: (snapshot) => snapshot.matches({ away: 'restoring' }) || snapshot.matches({ away: 'unreachable' }),
    unreachable: (snapshot) => snapshot.matches({ away: 'unreachable' }),
    signedOut: (snapshot) => snapshot.matches({ away: 'signedOut' }),
    signedIn: 'acting.started',
    acting: (snapshot) => snapshot.matches({ known: { signedIn: { who: 'acting' } } }),
    refreshing: 'refresh',
    expired: (snapshot) => snapshot.matches({ known: 'expired' }),
  },
  takes: {
    'session.opened': ['away', 'known', 'known.signedIn.who.acting'],
    'session.openedElsewhere': ['away', 'known', 'known.signedIn.renewal.counting'],
    'session.closedElsewhere': (snapshot) => !snapshot.matches('signingOut'),
    'route.requested': ['away', 'known.signedIn'],
    'session.retried': ['away.unreachable', 'known.signedIn.renewal.waiting'],
    untilRetry: ['away.unreachable', 'known.signedIn.renewal.waiting'],
    'session.closed': ['known', 'known.signedIn.who.acting'],
    'clock.checked': ['known.signedIn.renewal.counting', 'known.signedIn.renewal.waiting'],
    'session.rejected': ['known.signedIn.renewal.counting', 'known.signedIn.renewal.waiting'],
    'acting.exited': ['known.signedIn.renewal.counting', 'known.signedIn.renewal.waiting'],
  },
  leads: {
    'session.opened': ['known', 'known.signedIn'],
    'session.openedElsewhere': ['known', 'known.signedIn'],
    'session.closedElsewhere': ['away.signedOut'],
    'xstate.done.actor.restore': ['known', 'away.signedOut'],
    'session.rejected': ['known.expired', 'known.signedIn.renewal.returning', 'known.signedIn.renewal.refreshing'],
    'clock.checked': ['known.signedIn.renewal.refreshing', 'known.signedIn.renewal.counting', 'known.signedIn.renewal.returning'],
    untilRenewal: ['known.signedIn.renewal.refreshing', 'known.signedIn.renewal.counting', 'known.signedIn.renewal.returning'],
    'session.retried': ['away.restoring', 'known.signedIn.renewal.refreshing', 'known.signedIn.renewal.returning'],
    untilRetry: ['away.restoring', 'known.signedIn.renewal.refreshing', 'known.signedIn.renewal.returning'],
    'xstate.done.actor.signOut': ['away.signedOut'],
    'xstate.error.actor.signOut': ['away.signedOut'],
    'xstate.done.actor.refresh': ['known.signedIn.renewal.counting'],
    'xstate.error.actor.refresh': ['known.expired', 'known.signedIn.renewal.waiting'],
    'acting.exited': ['known.signedIn.renewal.returning'],
    'xstate.done.actor.leaveActing': ['known'],
    'xstate.error.actor.leaveActing': ['known.expired', 'known.signedIn.renewal.waiting'],
  },
  tells: {
    'session.started': (before, { type }, after) =>
      type === 'session.opened' && after.hasTag('signedIn') && before.context.administrator === null,
    'user.changed': ({ context: before }, { type }, { context: after }) =>
      !type.endsWith('.refresh') && before.user !== null && after.user !== null && before.user.userPuid !== after.user.userPuid,
    'session.ended': ({ context: before }, _event, { context: after }) => before.user !== null && after.user === null,
  },
  oldProblems: ['away.unreachable', 'away.restoring', 'known.expired', 'away.signedOut', 'signingOut'],
  failures: { restore: 'unreachable', refresh: ['expired', 'signedIn'], leaveActing: ['expired', 'acting'], signOut: 'signedOut' },
  invariants: {
    'signed in means there is a token and a user': (snapshot) =>
      !snapshot.hasTag('signedIn') || (snapshot.context.token !== null && snapshot.context.user !== null),
    'no token without a session': (snapshot) => snapshot.hasTag('signedIn') || snapshot.hasTag('busy') || snapshot.context.token === null,
    'signed out, nothing of the person is left': (snapshot) =>
      !snapshot.hasTag('signedOut') ||
      (snapshot.context.user === null && snapshot.context.token === null && snapshot.context.administrator === null),
    'an expired session still knows whose it was, so that the same person can go on': (snapshot) =>
      !snapshot.hasTag('expired') || snapshot.context.user !== null,
    'acting means that an administrator is known, who is somebody else than the user': (snapshot) =>
      snapshot.hasTag('acting') === (snapshot.context.administrator !== null) &&
      (snapshot.context.administrator === null || snapshot.context.administrator.userPuid !== snapshot.context.user?.userPuid),
  },
  stepInvariants: {
    'silence of the server ends no session': (before, event, after) =>
      !(before.hasTag('signedIn') && after.hasTag('signedOut')) || (event.error as { code?: number } | undefined)?.code !== 0,
    'another user comes only with a session of theirs, or is the administrator again': ({ context: before }, event, { context: after }) =>
      before.user === null ||
      after.user === null ||
      [before.user.userPuid, before.administrator?.userPuid].includes(after.user.userPuid) ||
      [event.session, event.output].some((session) => (session as Session | undefined)?.user.userPuid === after.user?.userPuid),
  },
});
