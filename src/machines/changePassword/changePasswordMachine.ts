import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import type { NewPassword } from '../formRules.ts';
import { passwordGuards, passwordReasons, passwordStates } from '../passwordPair.ts';
import { failure, isRefusal, type Problem, toProblem } from '../problem.ts';

/** The password of now, and the new one twice. */
export interface PasswordChange extends NewPassword {
  current: string;
}

export const changePasswordReasons: Reasons<'isCurrentMissing' | 'isTooShort' | 'isRepeated' | 'isForbidden' | 'isRefused'> = {
  isCurrentMissing: 'The password of now is filled in.',
  ...passwordReasons,
  isForbidden: 'The server did not say that passwords stay as they are while somebody acts as the user.',
  isRefused: 'The server did not refuse: there was no usable answer.',
};

/** Somebody who is signed in chooses another password (specification, section 2, profileSettings/resetPassword). */
export const changePasswordMachine = setup({
  types: {
    context: {} as { typed: PasswordChange | null; problem: Problem | null },
    events: {} as { type: 'password.submitted'; typed: PasswordChange } | { type: 'form.edited' },
    emitted: {} as { type: 'password.changed' },
    tags: {} as 'busy' | 'failed',
    meta: {} as ChartMeta,
  },
  actors: { changePassword: actorSlot<null, PasswordChange | null>('changePassword', 'POST /Login/ChangePassword') },
  actions: {
    setTyped: assign({ typed: (_, { typed }: { typed: PasswordChange }) => typed, problem: null }),
    forgetTyped: assign({ typed: null }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceChange: emit({ type: 'password.changed' }),
  },
  guards: {
    isCurrentMissing: (_, { typed }: { typed: PasswordChange }) => typed.current === '',
    ...passwordGuards,
    isForbidden: (_, { error }: { error: unknown }) => toProblem(error).code === 403,
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
}).createMachine({
  id: 'changePassword',
  description: 'Somebody who knows their password chooses another one; every other session of theirs ends.',
  meta: { reasons: changePasswordReasons },
  context: { typed: null, problem: null },
  initial: 'editing',
  states: {
    blocked: { type: 'final', description: 'The page says, kindly, that the password is for its owner to change.' },
    editing: {
      description: 'The three fields are open.',
      initial: 'fresh',
      on: {
        'password.submitted': [
          {
            guard: { type: 'isCurrentMissing', params: ({ event }) => event },
            target: '.incomplete',
            actions: 'clearProblem',
            description: 'The password of now is missing.',
          },
          {
            guard: { type: 'isTooShort', params: ({ event }) => event },
            target: '.tooShort',
            actions: 'clearProblem',
            description: 'The new one has fewer than 8 characters.',
          },
          {
            guard: { type: 'isRepeated', params: ({ event }) => event },
            target: 'saving',
            actions: { type: 'setTyped', params: ({ event }) => event },
            description: 'Enter, or the button, with all three in order.',
          },
          { target: '.different', actions: 'clearProblem', description: 'The two are not the same.' },
        ],
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.', meta: { focus: 'current' } },
        ...passwordStates,
        incomplete: {
          description: 'The password of now is missing; the field says so.',
          tags: 'failed',
          meta: { announce: 'account_password_missing', focus: 'current' },
          on: { 'form.edited': { target: 'typing', description: 'The person types again.' } },
        },
        refused: {
          description: 'The password of now is not right, or there were too many tries; the message of the server.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: 'There was no usable answer; the same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        changed: {
          description: 'The new password is good from now on, and the fields are empty again.',
          meta: { announce: 'account_password_changed_here', focus: 'changed' },
        },
      },
    },
    saving: {
      description: 'The server checks the password of now and takes the new one; a second submit does nothing.',
      tags: 'busy',
      exit: 'forgetTyped',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context }) => context.typed,
        onDone: {
          target: 'editing.changed',
          actions: 'announceChange',
          description: 'Every token of the user has ended, this one too: the session gets a new one.',
        },
        onError: [
          {
            guard: { type: 'isForbidden', ...failure },
            target: 'blocked',
            description: 'An administrator acts as the user.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'editing.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The password of now is not right.',
          },
          {
            target: 'editing.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
  },
});
