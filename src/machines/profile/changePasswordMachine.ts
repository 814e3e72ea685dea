import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as form from '../form.ts';
import * as passwordPair from '../passwordPair.ts';
import { failed, failure, toProblem } from '../problem.ts';

/** The current password, and the new one twice. */
export interface PasswordChange extends passwordPair.NewPassword {
  current: string;
}

export const changePasswordReasons: Reasons<'isCurrentMissing' | 'isTooShort' | 'isRepeated' | 'isForbidden' | 'isRefused'> = {
  isCurrentMissing: 'The current password is filled in.',
  ...passwordPair.reasons,
  isForbidden: 'The server did not say that passwords cannot be changed while impersonating the user.',
  ...form.reasons,
};

/** A signed-in user changes the password (specification, section 2, profileSettings/resetPassword). */
export const changePasswordMachine = setup({
  types: {
    context: {} as form.Context & { typed: PasswordChange | null },
    events: {} as { type: 'password.submitted'; typed: PasswordChange } | form.Event,
    emitted: {} as { type: 'password.changed' },
    tags: {} as form.Tag | passwordPair.Tag | 'currentMissing' | 'changed' | 'blocked',
    meta: {} as ChartMeta,
  },
  actors: { changePassword: actorSlot<null, PasswordChange | null>('changePassword', 'POST /Login/ChangePassword') },
  actions: {
    setTyped: assign({ typed: (_, { typed }: { typed: PasswordChange }) => typed, problem: null }),
    forgetTyped: assign({ typed: null }),
    ...form.actions,
    announceChange: emit({ type: 'password.changed' }),
  },
  guards: {
    isCurrentMissing: (_, { typed }: { typed: PasswordChange }) => typed.current === '',
    ...passwordPair.guards,
    isForbidden: (_, { error }: { error: unknown }) => toProblem(error).code === 403,
    ...form.guards,
  },
}).createMachine({
  id: 'changePassword',
  description: 'A signed-in user who knows the current password sets a new one. All other sessions of the user end.',
  meta: { reasons: changePasswordReasons },
  context: { typed: null, problem: null },
  initial: 'editing',
  states: {
    blocked: {
      type: 'final',
      description: 'An administrator is impersonating the user. The page explains that only the user can change the password.',
      tags: 'blocked',
    },
    editing: {
      description: 'The form with the three fields is open.',
      initial: 'fresh',
      on: {
        'password.submitted': [
          {
            guard: { type: 'isCurrentMissing', params: ({ event }) => event },
            target: '.incomplete',
            actions: 'clearProblem',
            description: 'The current password is missing.',
          },
          {
            guard: { type: 'isTooShort', params: ({ event }) => event },
            target: '.tooShort',
            actions: 'clearProblem',
            description: 'The new password has fewer than 8 characters.',
          },
          {
            guard: { type: 'isRepeated', params: ({ event }) => event },
            target: 'saving',
            actions: { type: 'setTyped', params: ({ event }) => event },
            description: 'The user submits a complete form.',
          },
          { target: '.different', actions: 'clearProblem', description: 'The two new passwords do not match.' },
        ],
      },
      states: {
        fresh: { description: 'The form shows no error. The focus is in the field for the current password.', meta: { focus: 'current' } },
        incomplete: {
          ...form.fieldError,
          description: 'The current password is missing, and its field says so.',
          ...failed({ announce: 'account_password_missing', focus: 'current' }, 'fieldError', 'currentMissing'),
        },
        ...passwordPair.states,
        ...form.states(),
        changed: {
          description: 'The password was changed. The form is empty and shows a confirmation.',
          tags: 'changed',
          meta: { announce: 'account_password_changed_here', focus: 'changed' },
        },
      },
    },
    saving: {
      description: 'Waiting for the server to check the current password and save the new one. A second submit does nothing.',
      tags: 'busy',
      exit: 'forgetTyped',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context }) => context.typed,
        onDone: {
          target: 'editing.changed',
          actions: 'announceChange',
          description: 'The server has revoked all tokens of the user, including this one: the session gets a new one.',
        },
        onError: [
          {
            guard: { type: 'isForbidden', ...failure },
            target: 'blocked',
            description: 'An administrator is impersonating the user.',
          },
          ...form.backTo('editing'),
        ],
      },
    },
  },
});
