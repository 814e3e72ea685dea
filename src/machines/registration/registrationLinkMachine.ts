import { assign, emit, setup } from 'xstate';
import type { Registration } from '../../../contract/registration.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as emailedLink from '../emailedLink.ts';
import * as form from '../form.ts';
import * as passwordPair from '../passwordPair.ts';
import { withProblem } from '../problem.ts';

/** Details needed to create the account, once the email address is confirmed. */
export interface AccountDetails extends passwordPair.NewPassword {
  user_name: string;
  grade: string | null;
}

type ReasonName = 'isUnnamed' | 'isTooShort' | 'isRepeated' | 'isActivation' | 'isDeadLink' | 'isRefused';
export const registrationLinkReasons: Reasons<ReasonName> = {
  isUnnamed: 'The user name is filled in.',
  ...passwordPair.reasons,
  isActivation: 'The link confirms an email address and does not activate an account.',
  ...emailedLink.reasons,
  ...form.reasons,
};

/**
 * A link in an email about a registration: the applicant confirms the address and chooses a password, or an administrator activates the
 * account (specification, sections 5, 7 and 8).
 */
export const registrationLinkMachine = setup({
  types: {
    input: {} as { linkId: string },
    context: {} as form.Context & { linkId: string; registration: Registration | null; details: AccountDetails },
    events: {} as { type: 'link.opened' } | { type: 'details.submitted'; details: AccountDetails } | form.Event,
    emitted: {} as emailedLink.Refused | { type: 'registration.failed' },
    tags: {} as form.Tag | passwordPair.Tag | 'unnamed' | 'detailing' | 'signedUp' | 'activated' | 'dead',
    meta: {} as ChartMeta,
  },
  actors: {
    verifyLink: actorSlot<{ kind: 'confirmed' | 'activated'; registration: Registration }, { linkId: string }>(
      'verifyLink',
      'GET /ngss/userregistration/verify_user_link',
    ),
    submitDetails: actorSlot<Registration, { linkId: string; details: AccountDetails }>(
      'submitDetails',
      'POST /ngss/userregistration/submit_user_details',
    ),
    signUp: actorSlot<Registration, { linkId: string; details: AccountDetails }>('signUp', 'POST /ngss/userregistration/signup'),
  },
  actions: {
    ...form.actions,
    ...emailedLink.actions,
    setRegistration: assign({ registration: (_, { registration }: { registration: Registration }) => registration, problem: null }),
    setDetails: assign({ details: (_, { details }: { details: AccountDetails }) => details, problem: null }),
    forgetPassword: assign({ details: ({ context }) => ({ ...context.details, password: '', repeated: '' }) }),
    announceFailure: emit({ type: 'registration.failed' }),
  },
  guards: {
    ...form.guards,
    ...emailedLink.guards,
    ...passwordPair.guards,
    isUnnamed: (_, { details }: { details: AccountDetails }) => details.user_name.trim() === '',
    isActivation: (_, { kind }: { kind: string }) => kind === 'activated',
  },
}).createMachine({
  id: 'registrationLink',
  description:
    'The applicant opens the link from the email and chooses a user name and a password, or an administrator opens theirs and activates the account.',
  meta: { reasons: registrationLinkReasons },
  context: ({ input }) => ({
    linkId: input.linkId,
    registration: null,
    details: { user_name: '', grade: null, password: '', repeated: '' },
    problem: null,
  }),
  initial: 'opened',
  states: {
    opened: {
      description: 'Waiting for the user to press a button, because mail scanners open links too.',
      initial: 'fresh',
      on: { 'link.opened': { target: 'verifying', actions: 'clearProblem', description: 'The user presses the button.' } },
      states: {
        fresh: { description: 'The button has not been pressed yet.' },
        unreachable: {
          description: 'The server gave no usable answer. The same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    verifying: {
      description: 'Waiting for the server to check the link.',
      tags: 'busy',
      invoke: {
        id: 'verifyLink',
        src: 'verifyLink',
        input: ({ context }) => ({ linkId: context.linkId }),
        onDone: [
          {
            guard: { type: 'isActivation', params: ({ event }) => event.output },
            target: 'activated',
            actions: { type: 'setRegistration', params: ({ event }) => event.output },
            description: 'This is the administrator’s link: the account is now active.',
          },
          {
            target: 'detailing',
            actions: { type: 'setRegistration', params: ({ event }) => event.output },
            description: 'This is the applicant’s link: the email address is confirmed.',
          },
        ],
        onError: [
          emailedLink.isDead,
          {
            target: 'opened.unreachable',
            ...withProblem,
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    detailing: {
      description: 'The form asks for user name, grade, and password. A failed call also says "Registration failed".',
      tags: 'detailing',
      initial: 'fresh',
      on: {
        'details.submitted': [
          {
            guard: { type: 'isUnnamed', params: ({ event }) => event },
            target: '.incomplete',
            actions: 'clearProblem',
            description: 'The user name is missing.',
          },
          {
            guard: { type: 'isTooShort', params: ({ event }) => ({ typed: event.details }) },
            target: '.tooShort',
            actions: 'clearProblem',
            description: 'The password has fewer than 8 characters.',
          },
          {
            guard: { type: 'isRepeated', params: ({ event }) => ({ typed: event.details }) },
            target: 'submitting',
            actions: { type: 'setDetails', params: ({ event }) => event },
            description: 'Enter or the button, with valid details.',
          },
          { target: '.different', actions: 'clearProblem', description: 'The two passwords differ.' },
        ],
      },
      states: {
        fresh: { description: 'The user is filling in the form. No error is shown.', meta: { focus: 'user_name' } },
        incomplete: {
          ...form.fieldError,
          description: 'The user name is missing. The field says so.',
          tags: ['failed', 'fieldError', 'unnamed'],
          meta: { announce: 'account_details_incomplete', focus: 'user_name' },
        },
        ...passwordPair.states,
        ...form.states(),
      },
    },
    submitting: {
      description: 'Sending the user name and grade to the server. The account is created next.',
      tags: ['busy', 'detailing'],
      invoke: {
        id: 'submitDetails',
        src: 'submitDetails',
        input: ({ context }) => ({ linkId: context.linkId, details: context.details }),
        onDone: { target: 'signingUp', description: 'The user name is available: create the account.' },
        onError: form.backTo('detailing', 'forgetPassword', 'announceFailure'),
      },
    },
    signingUp: {
      description: 'Waiting for the server to create the account.',
      tags: ['busy', 'detailing'],
      exit: 'forgetPassword',
      invoke: {
        id: 'signUp',
        src: 'signUp',
        input: ({ context }) => ({ linkId: context.linkId, details: context.details }),
        onDone: {
          target: 'signedUp',
          actions: { type: 'setRegistration', params: ({ event }) => ({ registration: event.output }) },
          description: 'The account exists and waits for the school’s administrator to activate it.',
        },
        onError: form.backTo('detailing', 'announceFailure'),
      },
    },
    signedUp: {
      type: 'final',
      description: 'The account exists. It can be used once the school’s administrator has activated it.',
      tags: 'signedUp',
    },
    activated: { type: 'final', description: 'The account is active, and its owner has been told by email.', tags: 'activated' },
    ...emailedLink.deadStates,
  },
});
