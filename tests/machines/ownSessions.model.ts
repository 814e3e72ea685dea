import type { OwnSession, OwnSessions } from '../../contract/account.ts';
import { ownSessionsMachine } from '../../src/machines/ownSessions/ownSessionsMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

export const here: OwnSession = {
  session_id: 5,
  is_this: true,
  browser: 'Chrome',
  system: 'Windows',
  way: 'password',
  started_at: '2030-01-15T15:00:00.000Z',
  last_used_at: '2030-01-15T15:00:00.000Z',
};
export const there: OwnSession = { ...here, session_id: 6, is_this: false, browser: 'Safari', system: 'iPhone' };
export const ownSessions: OwnSessions = { sessions: [here, there], is_cut: false, confirm_by: 'password' };
const refused = { code: 400, message: 'Your current password is not right.', refused: true } as const;
const gone = { code: 404, message: 'The session was not found.', refused: true } as const;
const noAnswer = { code: 0, message: '' };

export const ownSessionsModel = defineModel({
  machine: ownSessionsMachine,
  events: [
    { type: 'sessions.retried' },
    { type: 'ending.chosen', ending: { session: there } },
    { type: 'ending.chosen', ending: { session: null } },
    { type: 'ending.confirmed', password: 'science-rocks' },
    { type: 'ending.confirmed', password: '' },
    { type: 'ending.cancelled' },
    { type: 'password.edited' },
    { type: 'xstate.done.actor.loadSessions', output: ownSessions },
    { type: 'xstate.done.actor.loadSessions', output: { ...ownSessions, confirm_by: 'nothing' } },
    { type: 'xstate.done.actor.loadSessions', output: { ...ownSessions, confirm_by: 'sign_in' } },
    { type: 'xstate.error.actor.loadSessions', error: noAnswer },
    { type: 'xstate.done.actor.endSessions', output: { ended: 1 } },
    { type: 'xstate.error.actor.endSessions', error: refused },
    { type: 'xstate.error.actor.endSessions', error: gone },
    { type: 'xstate.error.actor.endSessions', error: noAnswer },
  ],
  // What has ended is not listed, and cannot be chosen again; without a field there is nothing to fill in.
  can: (event, { context: { own } }) =>
    (event.type !== 'ending.chosen' || own?.sessions.length === 2) &&
    (event.type !== 'ending.confirmed' || own?.confirm_by === 'password' || ('password' in event && event.password === '')),
  project: ({ own, ending, password, problem }) => ({
    listed: own?.sessions.length,
    by: own?.confirm_by,
    ending: ending && (ending.session?.session_id ?? 'others'),
    isHeld: password !== '',
    problem: problem?.code,
  }),
  invariants: {
    'a password is held only while it is on its way': (snapshot) => snapshot.matches('ending') || snapshot.context.password === '',
    'the session of this browser stays': ({ context: { own } }) => own === null || own.sessions.some(({ is_this }) => is_this),
    'nothing ends that was not chosen': (snapshot) => !snapshot.matches('ending') || snapshot.context.ending !== null,
    'nothing ends after a sign-in of long ago': ({ context: { own, ending } }) => own?.confirm_by !== 'sign_in' || ending === null,
  },
});
