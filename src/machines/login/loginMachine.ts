import { assign, emit, setup } from 'xstate';
import type { Challenge } from '../../../contract/login.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';
import type { Session } from './sessionMachine.ts';

/** Sign-in credentials; `district_id` only if the address contains one. */
export interface Credentials {
  username: string;
  password: string;
  district_id?: number;
  /** Ends the session of any other user signed in in this browser. */
  replace?: boolean;
}

export const loginReasons: Reasons<'hasCredentials' | 'isChallenge' | 'isRefused' | 'isOccupied'> = {
  hasCredentials: 'The user name or the password is missing.',
  isChallenge: 'No second step is needed: the answer is a session.',
  isRefused: 'The server did not refuse the credentials; it gave no usable answer.',
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
    /** Drops the challenge secret once it is no longer needed. */
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
      description: 'The form is open. What was typed is kept after an error.',
      initial: 'fresh',
      on: {
        'login.submitted': [
          {
            guard: { type: 'hasCredentials', params: ({ event }) => event },
            target: 'authenticating',
            actions: 'clearProblem',
            description: 'Enter or the button, with both fields filled in.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'A field is empty.' },
        ],
      },
      states: {
        fresh: { description: 'The user is filling in the form. No error is shown.', meta: { focus: 'username' } },
        typing: { description: 'The user is correcting an error. The focus stays in the field being edited.' },
        incomplete: {
          description: 'The user name or the password is missing. The field says so.',
          tags: 'failed',
          meta: { announce: 'login_incomplete' },
          on: { 'login.edited': { target: 'typing', description: 'The user edits the field, which clears the error.' } },
        },
        refused: {
          description: 'The server refused. Its message appears above the fields, which keep what was typed.',
          tags: 'failed',
          meta: { focus: 'login-problem' },
        },
        unreachable: {
          description: 'The server did not answer. What was typed is kept, and the same button tries again.',
          tags: 'failed',
          meta: { focus: 'login-problem' },
        },
      },
    },
    authenticating: {
      description: 'Waiting for the server to check the credentials. Another submit has no effect.',
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
            description: 'The credentials are right, but this account needs a second step.',
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
            description: 'The credentials are right, but another user is signed in in this browser.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'editing.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The name or password is wrong (the server does not say which), or there were too many failures.',
          },
          {
            target: 'editing.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    challenged: {
      description: 'Waiting for the second step, which has its own charts (`secondStep`, `factorEnrollment`). Nobody is signed in yet.',
      tags: 'challenged',
      exit: 'forgetChallenge',
      on: {
        'challenge.passed': {
          target: 'signedIn',
          actions: { type: 'announceSuccess', params: ({ event }) => event },
          description: 'The second step succeeded.',
        },
        'challenge.left': { target: 'editing', description: 'The user goes back to the user name and password.' },
        'challenge.ended': {
          target: 'editing.refused',
          actions: { type: 'setProblem', params: ({ event }) => ({ error: event.problem }) },
          description: 'The second step took too long or failed too often.',
        },
      },
    },
    asking: {
      description: 'Signing in would end the session of another user. A dialog asks for confirmation, and nothing has happened yet.',
      tags: 'asking',
      meta: { focus: 'replace-question' },
      on: {
        'login.confirmed': { target: 'authenticating', actions: 'clearProblem', description: 'Sign in and end the other session.' },
        'login.declined': { target: 'editing', actions: 'clearProblem', description: 'Leave the other user signed in.' },
      },
    },
    signedIn: { type: 'final', description: 'Sign-in succeeded. The session chart takes over.' },
  },
});
