import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { isEmail, type NewPassword } from '../formRules.ts';
import { passwordGuards, passwordReasons, passwordStates } from '../passwordPair.ts';
import { failure, isFinalRefusal, isRefusal, isRefusedAs, type Problem, toProblem } from '../problem.ts';

export const passwordResetReasons: Reasons<'hasLink' | 'isEmail' | 'isTooShort' | 'isRepeated' | 'isRefused' | 'isWeak' | 'isDeadLink'> = {
  hasLink: 'The page was not opened by a link in an email.',
  isEmail: 'The text is not an email address.',
  ...passwordReasons,
  isRefused: 'The server did not refuse; it gave no usable answer.',
  isWeak: 'The server did not say that the password is easy to guess.',
  isDeadLink: 'The server did not say that the link is invalid or has expired.',
};

/** A forgotten password: request a link, or open one and choose a new password (specification, sections 7 and 8). */
export const passwordResetMachine = setup({
  types: {
    input: {} as { linkId: string | null },
    context: {} as { linkId: string | null; email: string; userName: string; password: string; problem: Problem | null },
    events: {} as
      | { type: 'email.submitted'; email: string }
      | { type: 'link.requestedAgain' }
      | { type: 'link.retried' }
      | { type: 'password.submitted'; typed: NewPassword }
      | { type: 'form.edited' },
    emitted: {} as { type: 'link.refused'; problem: Problem } | { type: 'password.changed' },
    tags: {} as 'busy' | 'failed' | 'link' | 'choosing' | 'sent',
    meta: {} as ChartMeta,
  },
  actors: {
    requestLink: actorSlot<null, { email: string }>('requestLink', 'POST /Login/RetrievePassword'),
    requestLinkAgain: actorSlot<null, { email: string }>('requestLinkAgain', 'POST /Login/GenerateResetLink'),
    validateLink: actorSlot<{ user_name: string }, { linkId: string }>('validateLink', 'GET /Login/ValidateResetLink'),
    resetPassword: actorSlot<null, { linkId: string; password: string }>('resetPassword', 'POST /Login/ResetPassword'),
  },
  actions: {
    setEmail: assign({ email: (_, { email }: { email: string }) => email.trim(), problem: null }),
    setUserName: assign({ userName: (_, { userName }: { userName: string }) => userName }),
    setPassword: assign({ password: (_, { typed }: { typed: NewPassword }) => typed.password, problem: null }),
    forgetPassword: assign({ password: '' }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceRefusedLink: emit((_, { error }: { error: unknown }) => ({ type: 'link.refused' as const, problem: toProblem(error) })),
    announceChange: emit({ type: 'password.changed' }),
  },
  guards: {
    hasLink: ({ context }) => context.linkId !== null,
    isEmail: (_, { email }: { email: string }) => isEmail(email),
    ...passwordGuards,
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
    isWeak: (_, { error }: { error: unknown }) => isRefusedAs(error, 'passwordOwnName', 'passwordCommon'),
    isDeadLink: (_, { error }: { error: unknown }) => isFinalRefusal(error),
  },
}).createMachine({
  id: 'passwordReset',
  description: 'A user forgot the password. A link goes to their email address, and whoever opens it chooses a new password.',
  meta: { reasons: passwordResetReasons },
  context: ({ input }) => ({ linkId: input.linkId, email: '', userName: '', password: '', problem: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Checking whether the page was opened by a link.',
      always: [
        { guard: 'hasLink', target: 'validating', description: 'The page was opened by a link in an email.' },
        { target: 'requesting', description: 'There is no link: the user wants to request one.' },
      ],
    },
    requesting: {
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
          description: 'The email address is missing or not valid. The field says so.',
          tags: 'failed',
          meta: { announce: 'account_email_missing', focus: 'email' },
          on: { 'form.edited': { target: 'fresh', description: 'The user edits the field, which clears the error.' } },
        },
        refused: {
          description: 'Too many requests came from here. The server says how long to wait.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: 'The server gave no usable answer. The same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
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
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'requesting.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The server refused and said why.',
          },
          {
            target: 'requesting.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    sent: {
      description: 'If an account has this address, an email with a link is on its way. The screen says so.',
      tags: 'sent',
      meta: { announce: 'account_link_sent', focus: 'sent' },
      initial: 'once',
      on: {
        'link.requestedAgain': { target: 'sendingAgain', actions: 'clearProblem', description: 'The email did not come: send it again.' },
      },
      states: {
        once: { description: 'The first email was requested.' },
        again: { description: 'The email was sent again. The earlier link no longer works.' },
        unsent: {
          description: 'The email could not be sent again. The screen says "We have encountered an error, please try after some time".',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    sendingAgain: {
      description: 'Waiting for the server to send another link.',
      tags: ['busy', 'sent'],
      invoke: {
        id: 'requestLinkAgain',
        src: 'requestLinkAgain',
        input: ({ context }) => ({ email: context.email }),
        onDone: { target: 'sent.again', description: 'Another email was requested.' },
        onError: {
          target: 'sent.unsent',
          actions: { type: 'setProblem', ...failure },
          description: 'The request failed for any reason.',
        },
      },
    },
    validating: {
      description: 'Waiting for the server to check the link.',
      tags: ['busy', 'link'],
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
          {
            guard: { type: 'isDeadLink', ...failure },
            target: 'refused',
            actions: { type: 'announceRefusedLink', ...failure },
            description: 'The link is invalid, expired, or used. Go to the home page and show the server’s message.',
          },
          { target: 'unvalidated', description: 'There was no usable answer, so the link may still be valid.' },
        ],
      },
    },
    unvalidated: {
      description: 'The link could not be checked. The screen offers Try again.',
      tags: ['failed', 'link'],
      meta: { focus: 'problem' },
      on: { 'link.retried': { target: 'validating', description: 'The user presses Try again.' } },
    },
    choosing: {
      description: 'The form asks for a new password twice.',
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
        ...passwordStates,
        weak: {
          description: 'The server refused a password that is easy to guess and says what to do. The link can still be used.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: 'The server gave no usable answer. The same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
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
            target: 'choosing.weak',
            actions: { type: 'setProblem', ...failure },
            description: 'The password is easy to guess. The link still works for another one.',
          },
          {
            guard: { type: 'isDeadLink', ...failure },
            target: 'refused',
            actions: { type: 'announceRefusedLink', ...failure },
            description: 'The link expired in the meantime.',
          },
          {
            target: 'choosing.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    changed: { type: 'final', description: 'The password is changed, and every session of the user has ended.', tags: 'choosing' },
    refused: { type: 'final', description: 'The link does not work. The home page opens with the server’s message.', tags: 'link' },
  },
});
