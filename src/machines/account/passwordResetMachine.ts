import { assign, emit, setup } from 'xstate';
import { isEmail } from '../../../common/isEmail.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as emailedLink from '../emailedLink.ts';
import * as form from '../form.ts';
import * as passwordPair from '../passwordPair.ts';
import { failed, failure, isRefusedAs, withProblem } from '../problem.ts';

type ReasonName = 'isEmail' | 'isTooShort' | 'isRepeated' | 'isWeak' | 'hasLink' | 'isDeadLink' | 'isRefused';
export const passwordResetReasons: Reasons<ReasonName> = {
  isEmail: 'The text is not an email address.',
  ...passwordPair.reasons,
  isWeak: 'The server did not say that the password is easy to guess.',
  ...emailedLink.reasons,
  ...form.reasons,
};

/** A forgotten password: request a link by email, open it, and choose a new password (specification, sections 7 and 8). */
export const passwordResetMachine = setup({
  types: {
    input: {} as emailedLink.Input,
    context: {} as emailedLink.Context & { email: string; userName: string; password: string },
    events: {} as
      | { type: 'email.submitted'; email: string }
      | { type: 'link.retried' }
      | { type: 'password.submitted'; typed: passwordPair.NewPassword }
      | emailedLink.Event
      | form.Event,
    emitted: {} as emailedLink.Refused | { type: 'password.changed' },
    tags: {} as form.Tag | passwordPair.Tag | 'sent' | 'again' | 'choosing' | 'dead',
    meta: {} as ChartMeta,
  },
  actors: {
    requestLink: actorSlot<null, { email: string }>('requestLink', 'POST /Login/RetrievePassword'),
    requestLinkAgain: actorSlot<null, { email: string }>('requestLinkAgain', 'POST /Login/GenerateResetLink'),
    validateLink: actorSlot<{ user_name: string }, { linkId: string }>('validateLink', 'GET /Login/ValidateResetLink'),
    resetPassword: actorSlot<null, { linkId: string; password: string }>('resetPassword', 'POST /Login/ResetPassword'),
  },
  actions: {
    ...form.actions,
    ...emailedLink.actions,
    setEmail: assign({ email: (_, { email }: { email: string }) => email.trim(), problem: null }),
    setUserName: assign({ userName: (_, { userName }: { userName: string }) => userName }),
    setPassword: assign({ password: (_, { typed }: { typed: passwordPair.NewPassword }) => typed.password, problem: null }),
    forgetPassword: assign({ password: '' }),
    announceChange: emit({ type: 'password.changed' }),
  },
  guards: {
    ...form.guards,
    ...passwordPair.guards,
    ...emailedLink.guards,
    isEmail: (_, { email }: { email: string }) => isEmail(email),
    isWeak: (_, { error }: { error: unknown }) => isRefusedAs(error, 'passwordOwnName', 'passwordCommon'),
  },
}).createMachine({
  id: 'passwordReset',
  description: 'A user who forgot the password requests an email with a link, opens it, and chooses a new password.',
  meta: { reasons: passwordResetReasons },
  context: ({ input }) => ({ linkId: input.linkId, email: '', userName: '', password: '', problem: null }),
  initial: 'begun',
  states: {
    ...emailedLink.begunStates('editing', 'validating'),
    editing: {
      description: 'The form asks for the email address. What was typed is kept after an error.',
      initial: 'fresh',
      on: {
        'email.submitted': [
          {
            guard: { type: 'isEmail', params: ({ event }) => event },
            target: 'sending',
            actions: { type: 'setEmail', params: ({ event }) => event },
            description: 'Enter or the button, with a valid address.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'The text is not an email address.' },
        ],
      },
      states: {
        fresh: { description: 'The user is filling in the form. No error is shown.' },
        incomplete: {
          ...form.fieldError,
          description: 'The email address is missing or not valid. The field says so.',
          meta: { announce: 'account_email_missing', focus: 'email' },
        },
        ...form.states(),
      },
    },
    sending: {
      description: 'Waiting for the server to send a link.',
      tags: 'busy',
      invoke: {
        id: 'requestLink',
        src: 'requestLink',
        input: ({ context }) => ({ email: context.email }),
        onDone: { target: 'sent', description: 'The server answers the same whether or not an account has this address.' },
        onError: form.backTo('editing'),
      },
    },
    ...emailedLink.sentStates('validating'),
    sendingAgain: {
      description: 'Waiting for the server to send another link.',
      tags: ['busy', 'sent'],
      invoke: {
        id: 'requestLinkAgain',
        src: 'requestLinkAgain',
        input: ({ context }) => ({ email: context.email }),
        ...emailedLink.sendingAgain,
      },
    },
    validating: {
      description: 'Waiting for the server to check the link.',
      tags: 'busy',
      invoke: {
        id: 'validateLink',
        src: 'validateLink',
        input: ({ context }) => ({ linkId: context.linkId ?? '' }),
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
      ...failed({ focus: 'problem' }),
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
        input: ({ context }) => ({ linkId: context.linkId ?? '', password: context.password }),
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
