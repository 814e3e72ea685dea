import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as form from '../form.ts';
import * as occupied from '../occupied.ts';
import { failed, failure, isRefusal, isRefusedAs, type Problem, toProblem, withProblem } from '../problem.ts';
import type { Session } from './sessionMachine.ts';

/** Form for opening a lesson by code. */
export interface CodeEntry {
  code: string;
  /** Name that the teacher sees next to the student's work. */
  name: string;
  /** Sign out anyone else who is signed in in this browser. */
  replace?: boolean;
}

/** Outcomes of a sign-in by code. Texts and codes are from the specification, section 5. */
export const codeOutcomes = {
  incorrect: { code: 404, message: 'Incorrect' },
  expired: { code: 401, message: 'Code has expired' },
  invalid: { code: 402, message: 'Invalid attriute values' },
  unreachable: { code: 500, message: 'Login error' },
} as const satisfies Record<string, Problem>;

export const codeLoginReasons: Reasons<'hasCode' | 'hasSession' | 'isOccupied' | 'isIncorrect' | 'isExpired' | 'isRefused'> = {
  hasCode: 'The code is missing.',
  hasSession: 'The response contains no session.',
  ...occupied.reasons,
  isIncorrect: 'The server did not report an incorrect code.',
  isExpired: 'The server did not report an expired code.',
  isRefused: 'The server did not refuse, or gave no reason.',
};

/** Sign-in with an assignment code (specification, sections 5 and 8). */
export const codeLoginMachine = setup({
  types: {
    context: {} as form.Context & { entry: CodeEntry },
    events: {} as
      | { type: 'code.submitted'; entry: CodeEntry }
      | form.Event
      | { type: 'replacement.confirmed' }
      | { type: 'replacement.declined' },
    emitted: {} as { type: 'codeLogin.succeeded'; session: Session },
    tags: {} as form.Tag | 'asking',
    meta: {} as ChartMeta,
  },
  actors: { loginWithCode: actorSlot<Session | null, CodeEntry>('loginWithCode', 'POST /Login/LoginWithAssignmentCode') },
  actions: {
    setEntry: assign({ entry: (_, { entry }: { entry: CodeEntry }) => entry, problem: null }),
    letReplace: assign({ entry: ({ context }) => ({ ...context.entry, replace: true }), problem: null }),
    setOutcome: assign({ problem: (_, problem: Problem) => problem }),
    ...form.actions,
    announceSuccess: emit((_, { session }: { session: Session }) => ({ type: 'codeLogin.succeeded' as const, session })),
  },
  guards: {
    hasCode: (_, { entry }: { entry: CodeEntry }) => entry.code.trim() !== '',
    hasSession: (_, { session }: { session: Session | null }) => session !== null,
    ...occupied.guards,
    isIncorrect: (_, { error }: { error: unknown }) => isRefusedAs(error, 'incorrectCode'),
    isExpired: (_, { error }: { error: unknown }) => isRefusedAs(error, 'codeExpired'),
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error) && toProblem(error).message !== '',
  },
}).createMachine({
  id: 'codeLogin',
  description: 'A student opens one lesson with a code from the teacher, without a user name.',
  meta: { reasons: codeLoginReasons },
  context: { entry: { code: '', name: '' }, problem: null },
  initial: 'editing',
  states: {
    editing: {
      description: 'The form is open. It keeps its input after an error.',
      initial: 'fresh',
      on: {
        'code.submitted': [
          {
            guard: { type: 'hasCode', params: ({ event }) => event },
            target: 'checking',
            actions: { type: 'setEntry', params: ({ event }) => event },
            description: 'The student submits a code.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'The code is missing.' },
        ],
      },
      states: {
        fresh: { description: 'The form shows no error. The focus is in the code field.', meta: { focus: 'code' } },
        incomplete: {
          ...form.fieldError,
          description: 'The code is missing, and the field says so.',
          meta: { announce: 'login_code_missing', focus: 'code' },
        },
        incorrect: {
          ...form.fieldError,
          description: 'No lesson has this code: "Incorrect" (404).',
          meta: { focus: 'code' },
        },
        expired: {
          ...form.fieldError,
          description: 'The code has expired: "Code has expired" (401).',
          meta: { focus: 'code' },
        },
        invalid: {
          description: 'The server reported success without data: "Invalid attriute values" (402).',
          ...failed({ focus: 'login-problem' }),
        },
        ...form.states('login-problem'),
      },
    },
    checking: {
      description: 'Waiting for the server to check the code. A second submit does nothing.',
      tags: 'busy',
      meta: { announce: 'login_checking' },
      invoke: {
        id: 'loginWithCode',
        src: 'loginWithCode',
        input: ({ context }) => context.entry,
        onDone: [
          {
            guard: { type: 'hasSession', params: ({ event }) => ({ session: event.output }) },
            target: 'signedIn',
            actions: { type: 'announceSuccess', params: ({ event }) => ({ session: event.output as Session }) },
            description: 'The code is valid: hand over the session.',
          },
          {
            target: 'editing.invalid',
            actions: { type: 'setOutcome', params: codeOutcomes.invalid },
            description: 'The server reported success without data.',
          },
        ],
        onError: [
          occupied.ask,
          {
            guard: { type: 'isIncorrect', ...failure },
            target: 'editing.incorrect',
            actions: { type: 'setOutcome', params: codeOutcomes.incorrect },
            description: 'The server reported an incorrect code.',
          },
          {
            guard: { type: 'isExpired', ...failure },
            target: 'editing.expired',
            actions: { type: 'setOutcome', params: codeOutcomes.expired },
            description: 'The server reported an expired code.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'editing.refused',
            ...withProblem,
            description: 'The server refused for another reason and says which.',
          },
          {
            target: 'editing.unreachable',
            actions: { type: 'setOutcome', params: codeOutcomes.unreachable },
            description: 'There was no answer, or it gives no reason: "Login error" (500).',
          },
        ],
      },
    },
    asking: {
      ...occupied.question,
      on: {
        'replacement.confirmed': {
          target: 'checking',
          actions: 'letReplace',
          description: 'The student continues, which ends the other session.',
        },
        'replacement.declined': {
          target: 'editing',
          actions: 'clearProblem',
          description: 'The student cancels and the other user stays signed in.',
        },
      },
    },
    signedIn: { type: 'final', description: 'The student is signed in, and the session chart takes over.' },
  },
});
