import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { failure, isRefusal, isRefusedAs, type Problem, toProblem } from '../problem.ts';
import type { Session } from '../session/sessionMachine.ts';

/** What a student types to open a lesson by code. */
export interface CodeEntry {
  code: string;
  /** What the teacher sees beside the work. */
  name: string;
  /** Whoever else is signed in in this browser is to make way. */
  replace?: boolean;
}

/** The outcomes of a sign-in by code, with the texts and codes of specification section 5. */
export const codeOutcomes = {
  incorrect: { code: 404, message: 'Incorrect' },
  expired: { code: 401, message: 'Code has expired' },
  invalid: { code: 402, message: 'Invalid attriute values' },
  failed: { code: 500, message: 'Login error' },
} as const satisfies Record<string, Problem>;

export const codeLoginReasons: Reasons<'hasCode' | 'hasSession' | 'isOccupied' | 'isIncorrect' | 'isExpired' | 'isRefused'> = {
  hasCode: 'No code is filled in.',
  hasSession: 'The answer holds no session.',
  isOccupied: 'Nobody else is signed in in this browser.',
  isIncorrect: 'The server does not say "Incorrect code".',
  isExpired: 'The server does not say "Code has expired".',
  isRefused: 'The server did not refuse, or did not say why.',
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
  description: 'A student opens one lesson with the code that the teacher gave out, without a user name.',
  meta: { reasons: codeLoginReasons },
  context: { entry: { code: '', name: '' }, problem: null },
  initial: 'editing',
  states: {
    editing: {
      description: 'The form is open and keeps what is typed.',
      initial: 'fresh',
      on: {
        'code.submitted': [
          {
            guard: { type: 'hasCode', params: ({ event }) => event },
            target: 'checking',
            actions: { type: 'setEntry', params: ({ event }) => event },
            description: 'Enter, or the button, with a code.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'The code is missing.' },
        ],
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.', meta: { focus: 'code' } },
        typing: { description: 'What was wrong is being put right; the focus stays where the person types.' },
        incomplete: {
          description: 'No code is filled in; the field says so.',
          tags: 'failed',
          meta: { announce: 'login_code_missing', focus: 'code' },
          on: { 'code.edited': { target: 'typing', description: 'The person types again.' } },
        },
        incorrect: {
          description: 'No lesson has this code: "Incorrect" (404).',
          tags: 'failed',
          meta: { focus: 'code' },
          on: { 'code.edited': { target: 'typing', actions: 'clearProblem', description: 'The person types again.' } },
        },
        expired: {
          description: 'The code was good once: "Code has expired" (401).',
          tags: 'failed',
          meta: { focus: 'code' },
          on: { 'code.edited': { target: 'typing', actions: 'clearProblem', description: 'The person types again.' } },
        },
        invalid: {
          description: 'The server says yes and sends nothing: "Invalid attriute values" (402).',
          tags: 'failed',
          meta: { focus: 'login-problem' },
        },
        failed: {
          description: 'There was no usable answer: "Login error" (500). What was typed is still there.',
          tags: 'failed',
          meta: { focus: 'login-problem' },
        },
        refused: {
          description: 'The server refuses for another reason, such as too many wrong codes; its message says what to do.',
          tags: 'failed',
          meta: { focus: 'login-problem' },
        },
      },
    },
    checking: {
      description: 'The server looks for the lesson; a second submit does nothing.',
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
            description: 'The code opens a lesson.',
          },
          {
            target: 'editing.invalid',
            actions: { type: 'setProblem', params: codeOutcomes.invalid },
            description: 'Success without data.',
          },
        ],
        onError: [
          {
            guard: { type: 'isOccupied', ...failure },
            target: 'asking',
            actions: { type: 'setError', ...failure },
            description: 'The code is right, but somebody else is signed in in this browser.',
          },
          {
            guard: { type: 'isIncorrect', ...failure },
            target: 'editing.incorrect',
            actions: { type: 'setProblem', params: codeOutcomes.incorrect },
            description: 'The message contains "Incorrect code".',
          },
          {
            guard: { type: 'isExpired', ...failure },
            target: 'editing.expired',
            actions: { type: 'setProblem', params: codeOutcomes.expired },
            description: 'The message contains "Code has expired".',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'editing.refused',
            actions: { type: 'setError', ...failure },
            description: 'The server says something else about it.',
          },
          {
            target: 'editing.failed',
            actions: { type: 'setProblem', params: codeOutcomes.failed },
            description: 'No answer, or one that says nothing of the code.',
          },
        ],
      },
    },
    asking: {
      description: "Somebody else's session would end: the student is asked first, and nothing has happened yet.",
      tags: 'asking',
      meta: { focus: 'replace-question' },
      on: {
        'replacement.confirmed': { target: 'checking', actions: 'letReplace', description: 'Go on, and let the other session end.' },
        'replacement.declined': { target: 'editing', actions: 'clearProblem', description: 'Leave the other one signed in.' },
      },
    },
    signedIn: { type: 'final', description: 'The session chart takes over.' },
  },
});
