import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../../../src/machines/chart.ts';
import { defineModel } from '../modelKit.ts';

export interface Credentials {
  email: string;
  password: string;
}
export interface Session {
  token: string;
  role: 'student' | 'teacher';
}

const reasons: Reasons = {
  hasCredentials: 'The email and the password are not both filled in.',
  isLockedOut: 'Fewer than two attempts were made.',
  isTeacher: 'The person who signed in is a student.',
};

/** A typical chart: guards on one `onError`, an `always` fork, named delays, an invoked promise, an emitted event. */
export const loginSample = setup({
  types: {
    context: {} as { credentials: Credentials; session: Session | null; error: string | null; attempts: number },
    events: {} as
      | { type: 'credentials.changed'; credentials: Credentials }
      | { type: 'login.submitted' }
      | { type: 'login.retried' }
      | { type: 'session.ended' },
    emitted: {} as { type: 'navigate'; to: string },
    tags: {} as 'busy' | 'signedIn',
    meta: {} as ChartMeta,
  },
  actors: { authenticate: actorSlot<Session, Credentials>('authenticate', 'POST /Login/Index') },
  actions: {
    setCredentials: assign({ credentials: (_, params: Credentials) => params }),
    setSession: assign({ session: (_, params: Session) => params, error: null }),
    setError: assign({ error: (_, params: { message: string }) => params.message }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    clearSession: assign({ session: null, attempts: 0 }),
    goTo: emit((_, params: { to: string }) => ({ type: 'navigate' as const, to: params.to })),
  },
  guards: {
    hasCredentials: ({ context }) => context.credentials.email !== '' && context.credentials.password !== '',
    isLockedOut: ({ context }) => context.attempts >= 2,
    isTeacher: ({ context }) => context.session?.role === 'teacher',
  },
  delays: { lockout: 30_000, requestTimeout: 10_000 },
}).createMachine({
  id: 'loginSample',
  description: 'A visitor signs in with an email address and a password.',
  meta: { reasons },
  context: { credentials: { email: '', password: '' }, session: null, error: null, attempts: 0 },
  initial: 'editing',
  states: {
    editing: {
      description: 'The form is open and takes what is typed.',
      meta: { focus: 'email' },
      on: {
        'credentials.changed': {
          description: 'The visitor types.',
          actions: { type: 'setCredentials', params: ({ event }) => event.credentials },
        },
        'login.submitted': { description: 'Enter, or the button.', guard: 'hasCredentials', target: 'authenticating' },
      },
    },
    authenticating: {
      description: 'The server checks the credentials.',
      tags: 'busy',
      entry: 'countAttempt',
      invoke: {
        id: 'authenticate',
        src: 'authenticate',
        input: ({ context }) => context.credentials,
        onDone: { target: 'routing', actions: { type: 'setSession', params: ({ event }) => event.output } },
        onError: [
          { guard: 'isLockedOut', target: 'lockedOut' },
          { target: 'failed', actions: { type: 'setError', params: ({ event }) => event.error as { message: string } } },
        ],
      },
      after: { requestTimeout: { target: 'failed', actions: { type: 'setError', params: { message: 'timeout' } } } },
    },
    failed: {
      description: 'The server said no, or nothing in time; the form says what.',
      meta: { announce: 'login_failed' },
      on: { 'login.retried': { description: 'The visitor wants to try again.', target: 'editing' } },
    },
    lockedOut: { description: 'Too many attempts: nothing can be done for a while.', after: { lockout: 'editing' } },
    routing: {
      description: 'Decides which home page opens.',
      always: [{ guard: 'isTeacher', target: 'signedIn.teacher' }, { target: 'signedIn.student' }],
    },
    signedIn: {
      description: 'There is a session.',
      tags: 'signedIn',
      entry: { type: 'goTo', params: { to: '/home' } },
      initial: 'student',
      on: { 'session.ended': { description: 'The person signs out.', target: 'editing', actions: 'clearSession' } },
      states: {
        student: { description: 'The student’s home page is open.' },
        teacher: { description: 'The teacher’s home page is open.' },
      },
    },
  },
});

export const filled: Credentials = { email: 'a@b.c', password: 'x' };
export const refused = { code: 401, message: 'Unknown user' };

export const loginSampleModel = defineModel({
  machine: loginSample,
  noScreen: 'a sample of the kit’s own tests',
  events: [
    { type: 'credentials.changed', credentials: filled },
    { type: 'credentials.changed', credentials: { email: '', password: '' } },
    { type: 'login.submitted' },
    { type: 'login.retried' },
    { type: 'session.ended' },
    { type: 'xstate.done.actor.authenticate', output: { token: 't', role: 'student' } },
    { type: 'xstate.done.actor.authenticate', output: { token: 't', role: 'teacher' } },
    { type: 'xstate.error.actor.authenticate', error: refused },
  ],
  project: ({ credentials, session, error, attempts }) => ({
    filled: credentials.email !== '',
    role: session?.role,
    error,
    attempts: Math.min(attempts, 2),
  }),
  delays: { lockout: 30_000, requestTimeout: 10_000 },
  keeps: { 'credentials.changed': { credentials: 'credentials' } },
  leads: {
    'xstate.error.actor.authenticate': ['failed', 'lockedOut'],
    requestTimeout: ['failed'],
    lockout: ['editing'],
    'login.retried': ['editing'],
    'session.ended': ['editing'],
  },
  retriesLater: (snapshot) => snapshot.matches('editing'),
  tells: { navigate: (before, _event, after) => !before.hasTag('signedIn') && after.hasTag('signedIn') },
  tags: { signedIn: (snapshot) => snapshot.matches('signedIn') },
  failures: { authenticate: ({ context }) => context.attempts > 0 },
  invariants: {
    'signed in means there is a token': (snapshot) => !snapshot.hasTag('signedIn') || Boolean(snapshot.context.session?.token),
    'nothing is sent without credentials': ({ value, context }) => value !== 'authenticating' || context.credentials.email !== '',
  },
});
