import { assign, emit, setup } from 'xstate';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { isEmail, type NewPassword } from '../formRules.ts';
import { passwordGuards, passwordReasons, passwordStates } from '../passwordPair.ts';
import { failure, isFinalRefusal, isRefusal, isRefusedAs, type Problem, toProblem } from '../problem.ts';

export const passwordResetReasons: Reasons<'hasLink' | 'isEmail' | 'isTooShort' | 'isRepeated' | 'isRefused' | 'isWeak' | 'isDeadLink'> = {
  hasLink: 'The page was not opened by a link from an e-mail.',
  isEmail: 'What is filled in is not an e-mail address.',
  ...passwordReasons,
  isRefused: 'The server did not refuse: there was no usable answer.',
  isWeak: 'The server did not say that the password could be guessed.',
  isDeadLink: 'The server did not say that the link is invalid or has expired.',
};

/** A forgotten password: ask for a link, or come with one and choose a new password (specification, sections 7 and 8). */
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
  description: 'Somebody has forgotten the password: a link goes to the e-mail address, and whoever opens it chooses a new one.',
  meta: { reasons: passwordResetReasons },
  context: ({ input }) => ({ linkId: input.linkId, email: '', userName: '', password: '', problem: null }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The address says whether there is a link.',
      always: [
        { guard: 'hasLink', target: 'validating', description: 'The page was opened by the link of an e-mail.' },
        { target: 'requesting', description: 'A link is wanted.' },
      ],
    },
    requesting: {
      description: 'The e-mail address is asked for; what is typed stays.',
      initial: 'fresh',
      on: {
        'email.submitted': [
          {
            guard: { type: 'isEmail', params: ({ event }) => event },
            target: 'sending',
            actions: { type: 'setEmail', params: ({ event }) => event },
            description: 'Enter, or the button, with an address.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'It is not an e-mail address.' },
        ],
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.' },
        incomplete: {
          description: 'No e-mail address is filled in; the field says so.',
          tags: 'failed',
          meta: { announce: 'account_email_missing', focus: 'email' },
          on: { 'form.edited': { target: 'fresh', description: 'The person types again.' } },
        },
        refused: {
          description: 'Too many requests came from here; the server says how long to wait.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: 'There was no usable answer; the same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    sending: {
      description: 'The server is asked to send a link.',
      tags: 'busy',
      invoke: {
        id: 'requestLink',
        src: 'requestLink',
        input: ({ context }) => ({ email: context.email }),
        onDone: { target: 'sent', description: 'The same answer whether or not anybody has the address.' },
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'requesting.refused',
            actions: { type: 'setProblem', ...failure },
            description: 'The server refuses, and says why.',
          },
          {
            target: 'requesting.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    sent: {
      description: 'If an account has the address, the e-mail is on its way.',
      tags: 'sent',
      meta: { announce: 'account_link_sent', focus: 'sent' },
      initial: 'once',
      on: { 'link.requestedAgain': { target: 'sendingAgain', actions: 'clearProblem', description: 'Nothing came: send it once more.' } },
      states: {
        once: { description: 'The first e-mail.' },
        again: { description: 'It was sent once more; the link before has ended.' },
        unsent: {
          description: 'It could not be sent once more: "We have encountered an error, please try after some time".',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    sendingAgain: {
      description: 'The server is asked for another link.',
      tags: ['busy', 'sent'],
      invoke: {
        id: 'requestLinkAgain',
        src: 'requestLinkAgain',
        input: ({ context }) => ({ email: context.email }),
        onDone: { target: 'sent.again', description: 'Another e-mail is on its way.' },
        onError: {
          target: 'sent.unsent',
          actions: { type: 'setProblem', ...failure },
          description: 'It failed, for whatever reason.',
        },
      },
    },
    validating: {
      description: 'The server is asked whether the link is still good.',
      tags: ['busy', 'link'],
      invoke: {
        id: 'validateLink',
        src: 'validateLink',
        input: ({ context }) => ({ linkId: context.linkId ?? '' }),
        onDone: {
          target: 'choosing',
          actions: { type: 'setUserName', params: ({ event }) => ({ userName: event.output.user_name }) },
          description: 'The link is good.',
        },
        onError: [
          {
            guard: { type: 'isDeadLink', ...failure },
            target: 'refused',
            actions: { type: 'announceRefusedLink', ...failure },
            description: 'Invalid, expired or used: home, with the message of the server.',
          },
          { target: 'unvalidated', description: 'There was no usable answer: nobody knows yet.' },
        ],
      },
    },
    unvalidated: {
      description: 'Whether the link is good is not known.',
      tags: ['failed', 'link'],
      meta: { focus: 'problem' },
      on: { 'link.retried': { target: 'validating', description: 'The person presses Try again.' } },
    },
    choosing: {
      description: 'The new password is asked for, twice.',
      tags: 'choosing',
      initial: 'fresh',
      on: {
        'password.submitted': [
          {
            guard: { type: 'isTooShort', params: ({ event }) => event },
            target: '.tooShort',
            actions: 'clearProblem',
            description: 'Fewer than 8 characters.',
          },
          {
            guard: { type: 'isRepeated', params: ({ event }) => event },
            target: 'saving',
            actions: { type: 'setPassword', params: ({ event }) => event },
            description: 'Enter, or the button, with the same password twice.',
          },
          { target: '.different', actions: 'clearProblem', description: 'The two are not the same.' },
        ],
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.', meta: { focus: 'password' } },
        ...passwordStates,
        weak: {
          description: 'The server refuses a password that could be guessed, and says what to do. What was typed is still there.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: 'There was no usable answer; the same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    saving: {
      description: 'The server takes the new password; a second submit does nothing.',
      tags: ['busy', 'choosing'],
      exit: 'forgetPassword',
      invoke: {
        id: 'resetPassword',
        src: 'resetPassword',
        input: ({ context }) => ({ linkId: context.linkId ?? '', password: context.password }),
        onDone: { target: 'changed', actions: 'announceChange', description: 'The new password is good from now on.' },
        onError: [
          {
            guard: { type: 'isWeak', ...failure },
            target: 'choosing.weak',
            actions: { type: 'setProblem', ...failure },
            description: 'The password could be guessed; the link is good for another one.',
          },
          {
            guard: { type: 'isDeadLink', ...failure },
            target: 'refused',
            actions: { type: 'announceRefusedLink', ...failure },
            description: 'The link has ended meanwhile.',
          },
          {
            target: 'choosing.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    changed: { type: 'final', description: 'The password is changed and every session of the user has ended.', tags: 'choosing' },
    refused: { type: 'final', description: 'The link is no good: home, with the message of the server.', tags: 'link' },
  },
});
