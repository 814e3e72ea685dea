import { assign, emit, setup } from 'xstate';
import type { Challenge } from '../../../contract/login.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';
import type { Session } from '../session/sessionMachine.ts';

/** What a person types to sign in; `district_id` only where the address names one. */
export interface Credentials {
  username: string;
  password: string;
  district_id?: number;
  /** Whoever else is signed in in this browser is to make way. */
  replace?: boolean;
}

export const loginReasons: Reasons<'hasCredentials' | 'isChallenge' | 'isRefused' | 'isOccupied'> = {
  hasCredentials: 'The user name and the password are not both filled in.',
  isChallenge: 'The password is enough: the answer is a session.',
  isRefused: 'The server did not refuse the credentials: there was no usable answer.',
  isOccupied: 'Nobody else is signed in in this browser.',
};

/** Sign-in with user name and password (specification, sections 5, 7 and 8). */
export const loginMachine = setup({
  types: {
    context: {} as { problem: Problem | null; challenge: Challenge | null },
    events: {} as
      | { type: 'login.submitted'; credentials: Credentials }
      | { type: 'login.edited' }
      | { type: 'login.confirmed'; credentials: Credentials }
      | { type: 'login.declined' }
      | { type: 'challenge.passed'; session: Session }
      | { type: 'challenge.left' }
      | { type: 'challenge.ended'; problem: Problem },
    emitted: {} as { type: 'login.succeeded'; session: Session },
    tags: {} as 'busy' | 'failed' | 'asking' | 'challenged',
    meta: {} as ChartMeta,
  },
  actors: { authenticate: actorSlot<Session | Challenge, Credentials>('authenticate', 'POST /Login/Index or POST /ngss/login/index') },
  actions: {
    setChallenge: assign({ challenge: (_, { challenge }: { challenge: Challenge }) => challenge }),
    /** Its secret is of no use to anybody any more. */
    forgetChallenge: assign({ challenge: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceSuccess: emit((_, { session }: { session: Session }) => ({ type: 'login.succeeded' as const, session })),
  },
  guards: {
    hasCredentials: (_, { credentials }: { credentials: Credentials }) => credentials.username.trim() !== '' && credentials.password !== '',
    isChallenge: (_, { answer }: { answer: Session | Challenge }) => 'challenge' in answer,
    isOccupied: (_, { error }: { error: unknown }) => toProblem(error).code === 409,
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'login',
  description: 'A visitor signs in with a user name and a password.',
  meta: { reasons: loginReasons },
  context: { problem: null, challenge: null },
  initial: 'editing',
  states: {
    editing: {
      description: 'The form is open and keeps what is typed.',
      initial: 'fresh',
      on: {
        'login.submitted': [
          {
            guard: { type: 'hasCredentials', params: ({ event }) => event },
            target: 'authenticating',
            actions: 'clearProblem',
            description: 'Enter, or the button, with both fields filled in.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'A field is empty.' },
        ],
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.', meta: { focus: 'username' } },
        typing: { description: 'What was wrong is being put right; the focus stays where the person types.' },
        incomplete: {
          description: 'The user name or the password is missing; the field says so.',
          tags: 'failed',
          meta: { announce: 'login_incomplete' },
          on: { 'login.edited': { target: 'typing', description: 'The person types again.' } },
        },
        refused: {
          description: 'The server refused; its message stands above the fields, which keep what was typed.',
          tags: 'failed',
          meta: { focus: 'login-problem' },
        },
        unreachable: {
          description: 'The server did not answer; nothing is lost, and the same button tries again.',
          tags: 'failed',
          meta: { focus: 'login-problem' },
        },
      },
    },
    authenticating: {
      description: 'The server checks the credentials; a second submit does nothing.',
      tags: 'busy',
      meta: { announce: 'login_checking' },
      invoke: {
        id: 'authenticate',
        src: 'authenticate',
        input: ({ event }) => {
          const { type, credentials } = event as { type: string; credentials: Credentials };
          return type === 'login.confirmed' ? { ...credentials, replace: true } : credentials;
        },
        onDone: [
          {
            guard: { type: 'isChallenge', params: ({ event }) => ({ answer: event.output }) },
            target: 'challenged',
            actions: { type: 'setChallenge', params: ({ event }) => ({ challenge: event.output as Challenge }) },
            description: 'The credentials are right, and a second step is wanted.',
          },
          {
            target: 'signedIn',
            actions: { type: 'announceSuccess', params: ({ event }) => ({ session: event.output as Session }) },
            description: 'The credentials are right.',
          },
        ],
        onError: [
          {
            guard: { type: 'isOccupied', ...failure },
            target: 'asking',
            actions: { type: 'setProblem', ...failure },
            description: 'The credentials are right, but somebody else is signed in in this browser.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'editing.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'Wrong name or password (the server says the same for both), or too many failures.',
          },
          {
            target: 'editing.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    challenged: {
      description:
        'Nobody is signed in yet: the second step has charts of its own (`secondStep`, `factorEnrollment`), which say how it ends.',
      tags: 'challenged',
      exit: 'forgetChallenge',
      on: {
        'challenge.passed': {
          target: 'signedIn',
          actions: { type: 'announceSuccess', params: ({ event }) => event },
          description: 'The second step was right.',
        },
        'challenge.left': { target: 'editing', description: 'The person goes back to the user name and the password.' },
        'challenge.ended': {
          target: 'editing.refused',
          actions: { type: 'setProblem', params: ({ event }) => ({ error: event.problem }) },
          description: 'It took too long, or was tried too often.',
        },
      },
    },
    asking: {
      description: "Somebody else's session would end: the person is asked first, and nothing has happened yet.",
      tags: 'asking',
      meta: { focus: 'replace-question' },
      on: {
        'login.confirmed': { target: 'authenticating', actions: 'clearProblem', description: 'Sign in, and let the other session end.' },
        'login.declined': { target: 'editing', actions: 'clearProblem', description: 'Leave the other one signed in.' },
      },
    },
    signedIn: { type: 'final', description: 'The session chart takes over.' },
  },
});
