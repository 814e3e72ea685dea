import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, isRefusedAs, type Problem, toProblem } from '../problem.ts';
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
  failed: { code: 500, message: 'Login error' },
} as const satisfies Record<string, Problem>;

export const codeLoginReasons: Reasons<'hasCode' | 'hasSession' | 'isOccupied' | 'isIncorrect' | 'isExpired' | 'isRefused'> = {
  hasCode: 'The code is missing.',
  hasSession: 'The response contains no session.',
  isOccupied: 'Nobody else is signed in in this browser.',
  isIncorrect: 'The server did not report an incorrect code.',
  isExpired: 'The server did not report an expired code.',
  isRefused: 'The server did not refuse, or gave no reason.',
};

/** Sign-in with an assignment code (specification, sections 5 and 8). */
export const codeLoginMachine = setup({
  types: {
    context: {} as { entry: CodeEntry; problem: Problem | null },
    events: {} as
      | { type: 'code.submitted'; entry: CodeEntry }
      | { type: 'code.edited' }
      | { type: 'replacement.confirmed' }
      | { type: 'replacement.declined' },
    emitted: {} as { type: 'codeLogin.succeeded'; session: Session },
    tags: {} as 'busy' | 'failed' | 'asking',
    meta: {} as ChartMeta,
  },
  actors: { loginWithCode: actorSlot<Session | null, CodeEntry>('loginWithCode', 'POST /Login/LoginWithAssignmentCode') },
  actions: {
    setEntry: assign({ entry: (_, { entry }: { entry: CodeEntry }) => entry, problem: null }),
    letReplace: assign({ entry: ({ context }) => ({ ...context.entry, replace: true }), problem: null }),
    setProblem: assign({ problem: (_, problem: Problem) => problem }),
    setError: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceSuccess: emit((_, { session }: { session: Session }) => ({ type: 'codeLogin.succeeded' as const, session })),
  },
  guards: {
    hasCode: (_, { entry }: { entry: CodeEntry }) => entry.code.trim() !== '',
    hasSession: (_, { session }: { session: Session | null }) => session !== null,
    isOccupied: (_, { error }: { error: unknown }) => toProblem(error).code === 409,
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
        typing: { description: 'The student is correcting the code. The focus stays in the field.' },
        incomplete: {
          description: 'The code is missing, and the field says so.',
          tags: 'failed',
          meta: { announce: 'login_code_missing', focus: 'code' },
          on: { 'code.edited': { target: 'typing', description: 'The student types again: clear the error.' } },
        },
        incorrect: {
          description: 'No lesson has this code: "Incorrect" (404).',
          tags: 'failed',
          meta: { focus: 'code' },
          on: { 'code.edited': { target: 'typing', actions: 'clearProblem', description: 'The student types again: clear the error.' } },
        },
        expired: {
          description: 'The code has expired: "Code has expired" (401).',
          tags: 'failed',
          meta: { focus: 'code' },
          on: { 'code.edited': { target: 'typing', actions: 'clearProblem', description: 'The student types again: clear the error.' } },
        },
        invalid: {
          description: 'The server reported success without data: "Invalid attriute values" (402).',
          tags: 'failed',
          meta: { focus: 'login-problem' },
        },
        failed: {
          description: 'There was no usable answer: "Login error" (500). The form keeps its input.',
          tags: 'failed',
          meta: { focus: 'login-problem' },
        },
        refused: {
          description: 'The server refused for another reason, for example too many wrong codes. The form shows its message.',
          tags: 'failed',
          meta: { focus: 'login-problem' },
        },
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
            actions: { type: 'setProblem', params: codeOutcomes.invalid },
            description: 'The server reported success without data.',
          },
        ],
        onError: [
          {
            guard: { type: 'isOccupied', ...failure },
            target: 'asking',
            actions: { type: 'setError', ...failure },
            description: 'The code is valid, but somebody else is signed in in this browser.',
          },
          {
            guard: { type: 'isIncorrect', ...failure },
            target: 'editing.incorrect',
            actions: { type: 'setProblem', params: codeOutcomes.incorrect },
            description: 'The server reported an incorrect code.',
          },
          {
            guard: { type: 'isExpired', ...failure },
            target: 'editing.expired',
            actions: { type: 'setProblem', params: codeOutcomes.expired },
            description: 'The server reported an expired code.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'editing.refused',
            actions: { type: 'setError', ...failure },
            description: 'The server refused for another reason and says which.',
          },
          {
            target: 'editing.failed',
            actions: { type: 'setProblem', params: codeOutcomes.failed },
            description: 'There was no answer, or the answer gives no reason.',
          },
        ],
      },
    },
    asking: {
      description: 'Asks the student whether to sign out the other user of this browser. Nothing has changed yet.',
      tags: 'asking',
      meta: { focus: 'replace-question' },
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
