import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as emailedLink from '../emailedLink.ts';
import * as form from '../form.ts';
import * as passwordPair from '../passwordPair.ts';
import { failure, isRefusedAs, withProblem } from '../problem.ts';

export const passwordResetReasons: Reasons<'isTooShort' | 'isRepeated' | 'isWeak' | 'isDeadLink'> = {
  ...passwordPair.reasons,
  isWeak: 'The server did not say that the password is easy to guess.',
  ...emailedLink.reasons,
};

/** A forgotten password: open the link from the email and choose a new one (specification, sections 7 and 8). */
export const passwordResetMachine = setup({
  types: {
    input: {} as { linkId: string },
    context: {} as form.Context & { linkId: string; userName: string; password: string },
    events: {} as { type: 'link.retried' } | { type: 'password.submitted'; typed: passwordPair.NewPassword } | form.Event,
    emitted: {} as emailedLink.Refused | { type: 'password.changed' },
    tags: {} as form.Tag | passwordPair.Tag | 'choosing' | 'dead',
    meta: {} as ChartMeta,
  },
  actors: {
    validateLink: actorSlot<{ user_name: string }, { linkId: string }>('validateLink', 'GET /Login/ValidateResetLink'),
    resetPassword: actorSlot<null, { linkId: string; password: string }>('resetPassword', 'POST /Login/ResetPassword'),
  },
  actions: {
    ...form.actions,
    ...emailedLink.actions,
    setUserName: assign({ userName: (_, { userName }: { userName: string }) => userName }),
    setPassword: assign({ password: (_, { typed }: { typed: passwordPair.NewPassword }) => typed.password, problem: null }),
    forgetPassword: assign({ password: '' }),
    announceChange: emit({ type: 'password.changed' }),
  },
  guards: {
    ...passwordPair.guards,
    ...emailedLink.guards,
    isWeak: (_, { error }: { error: unknown }) => isRefusedAs(error, 'passwordOwnName', 'passwordCommon'),
  },
}).createMachine({
  id: 'passwordReset',
  description: 'A user who forgot the password opens the link from the email and chooses a new one.',
  meta: { reasons: passwordResetReasons },
  context: ({ input }) => ({ linkId: input.linkId, userName: '', password: '', problem: null }),
  initial: 'validating',
  states: {
    validating: {
      description: 'Waiting for the server to check the link.',
      tags: 'busy',
      invoke: {
        id: 'validateLink',
        src: 'validateLink',
        input: ({ context }) => ({ linkId: context.linkId }),
        onDone: {
          target: 'choosing',
          actions: { type: 'setUserName', params: ({ event }) => ({ userName: event.output.user_name }) },
          description: 'The link is valid.',
        },
        onError: [
          emailedLink.isDead,
          { target: 'unvalidated', description: 'There was no usable answer, so the link may still be valid.' },
        ],
      },
    },
    unvalidated: {
      description: 'The link could not be checked. The screen offers Try again.',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: { 'link.retried': { target: 'validating', description: 'The user presses Try again.' } },
    },
    choosing: {
      description: 'The form asks for a new password twice. The link can still be used after an error.',
      tags: 'choosing',
      initial: 'fresh',
      on: {
        'password.submitted': [
          {
            guard: { type: 'isTooShort', params: ({ event }) => event },
            target: '.tooShort',
            actions: 'clearProblem',
            description: 'The password has fewer than 8 characters.',
          },
          {
            guard: { type: 'isRepeated', params: ({ event }) => event },
            target: 'saving',
            actions: { type: 'setPassword', params: ({ event }) => event },
            description: 'Enter or the button, with the same password twice.',
          },
          { target: '.different', actions: 'clearProblem', description: 'The two passwords differ.' },
        ],
      },
      states: {
        fresh: { description: 'The user is filling in the form. No error is shown.', meta: { focus: 'password' } },
        ...passwordPair.states,
        ...form.states(),
      },
    },
    saving: {
      description: 'Waiting for the server to save the new password. Another submit has no effect.',
      tags: ['busy', 'choosing'],
      exit: 'forgetPassword',
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({ linkId: context.linkId, password: context.password }),
        onDone: { target: 'changed', actions: 'announceChange', description: 'The new password works from now on.' },
        onError: [
          {
            guard: { type: 'isWeak', ...failure },
            target: 'choosing.refused',
            ...withProblem,
            description: 'The password is easy to guess. The link still works for another one.',
          },
          emailedLink.isDead,
          {
            target: 'choosing.unreachable',
            ...withProblem,
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    changed: { type: 'final', description: 'The password is changed, and every session of the user has ended.', tags: 'choosing' },
    ...emailedLink.deadStates,
  },
});
