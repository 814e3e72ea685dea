import { assign, emit, setup } from 'xstate';
import { isEmail } from '../../../common/isEmail.ts';
import type { Places, Registration } from '../../../contract/registration.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as emailedLink from '../emailedLink.ts';
import * as form from '../form.ts';
import * as passwordPair from '../passwordPair.ts';
import { failed, failure, isRefusedAs, withProblem } from '../problem.ts';

/** The request for an account; ids are 0 until chosen. */
export interface Applicant {
  email: string;
  first_name: string;
  last_name: string;
  district_id: number;
  school_id: number;
}

/** Details needed to create the account, once the email address is confirmed. */
export interface AccountDetails extends passwordPair.NewPassword {
  user_name: string;
  grade: string | null;
}

type ReasonName =
  | 'isComplete'
  | 'isKnownEmail'
  | 'hasLink'
  | 'isUnnamed'
  | 'isTooShort'
  | 'isRepeated'
  | 'isActivation'
  | 'isDeadLink'
  | 'isRefused';
export const registrationReasons: Reasons<ReasonName> = {
  isComplete: 'The name, the email address, or the school is missing, or the address is not valid.',
  isKnownEmail: 'The server did not say "User with this email already exists".',
  isUnnamed: 'The user name is filled in.',
  ...passwordPair.reasons,
  isActivation: 'The link confirms an email address and does not activate an account.',
  ...emailedLink.reasons,
  ...form.reasons,
};

/**
 * A teacher requests an account, confirms the email address by the link in an email, and chooses a password. The link that an administrator
 * gets activates the account (specification, sections 5, 7 and 8).
 */
export const registrationMachine = setup({
  types: {
    input: {} as emailedLink.Input,
    context: {} as emailedLink.Context & {
      places: Places;
      applicant: Applicant;
      requestId: string;
      registration: Registration | null;
      details: AccountDetails;
    },
    events: {} as
      | { type: 'places.retried' }
      | { type: 'applicant.submitted'; applicant: Applicant }
      | { type: 'link.opened' }
      | { type: 'details.submitted'; details: AccountDetails }
      | emailedLink.Event
      | form.Event,
    emitted: {} as emailedLink.Refused | { type: 'registration.failed' },
    tags: {} as
      | form.Tag
      | passwordPair.Tag
      | 'unloaded'
      | 'known'
      | 'sent'
      | 'again'
      | 'unnamed'
      | 'detailing'
      | 'signedUp'
      | 'activated'
      | 'dead',
    meta: {} as ChartMeta,
  },
  actors: {
    loadPlaces: actorSlot<Places>('loadPlaces', 'GET /ngss/userregistration/get_districts_schools_grades'),
    registerUser: actorSlot<{ request_id: string }, Applicant>('registerUser', 'POST /ngss/userregistration/register_user'),
    resendLink: actorSlot<null, { requestId: string }>('resendLink', 'GET /ngss/userregistration/resend_verification_link'),
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
    setPlaces: assign({ places: (_, { places }: { places: Places }) => places, problem: null }),
    setApplicant: assign({ applicant: (_, { applicant }: { applicant: Applicant }) => applicant, problem: null }),
    setRequest: assign({ requestId: (_, { requestId }: { requestId: string }) => requestId }),
    setRegistration: assign({ registration: (_, { registration }: { registration: Registration }) => registration, problem: null }),
    setDetails: assign({ details: (_, { details }: { details: AccountDetails }) => details, problem: null }),
    forgetPassword: assign({ details: ({ context }) => ({ ...context.details, password: '', repeated: '' }) }),
    announceFailure: emit({ type: 'registration.failed' }),
  },
  guards: {
    ...form.guards,
    ...emailedLink.guards,
    ...passwordPair.guards,
    isComplete: (_, { applicant }: { applicant: Applicant }) =>
      isEmail(applicant.email) &&
      applicant.first_name.trim() !== '' &&
      applicant.last_name.trim() !== '' &&
      applicant.district_id > 0 &&
      applicant.school_id > 0,
    isKnownEmail: (_, { error }: { error: unknown }) => isRefusedAs(error, 'emailTaken'),
    isUnnamed: (_, { details }: { details: AccountDetails }) => details.user_name.trim() === '',
    isActivation: (_, { kind }: { kind: string }) => kind === 'activated',
  },
}).createMachine({
  id: 'registration',
  description:
    'A teacher requests an account, opens the link from the email, and chooses a user name and a password. An administrator opens another link and activates the account.',
  meta: { reasons: registrationReasons },
  context: ({ input }) => ({
    linkId: input.linkId,
    places: { districts: [], grades: [] },
    applicant: { email: '', first_name: '', last_name: '', district_id: 0, school_id: 0 },
    requestId: '',
    registration: null,
    details: { user_name: '', grade: null, password: '', repeated: '' },
    problem: null,
  }),
  initial: 'begun',
  states: {
    ...emailedLink.begunStates('loading', 'opened'),
    loading: {
      description: 'Loading the districts, schools, and grades to choose from.',
      tags: 'busy',
      invoke: {
        id: 'loadPlaces',
        src: 'loadPlaces',
        onDone: {
          target: 'applying',
          actions: { type: 'setPlaces', params: ({ event }) => ({ places: event.output }) },
          description: 'The lists arrived.',
        },
        onError: { target: 'unloaded', ...withProblem, description: 'The server gave no usable answer.' },
      },
    },
    unloaded: {
      description: 'The lists could not be loaded. The screen says "Failed to get districts, schools, and grades" and offers Try again.',
      ...failed({ focus: 'problem' }, 'unloaded'),
      on: { 'places.retried': { target: 'loading', actions: 'clearProblem', description: 'The user presses Try again.' } },
    },
    applying: {
      description: 'The form asks for name, email address, and school. A failed call also says "Registration failed".',
      initial: 'fresh',
      on: {
        'applicant.submitted': [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'registering',
            actions: { type: 'setApplicant', params: ({ event }) => event },
            description: 'Enter or the button, with every field filled in.',
          },
          {
            target: '.incomplete',
            actions: { type: 'setApplicant', params: ({ event }) => event },
            description: 'A field is missing or the email address is not valid.',
          },
        ],
      },
      states: {
        fresh: { description: 'The user is filling in the form. No error is shown.' },
        incomplete: {
          ...form.fieldError,
          description: 'A field is empty or the email address is not valid. The fields say so.',
          meta: { announce: 'account_registration_incomplete', focus: 'problem' },
        },
        known: {
          description: 'The screen says "User with this email already exists" and suggests signing in or resetting the password.',
          ...failed({ focus: 'problem' }, 'known'),
        },
        ...form.states(),
      },
    },
    registering: {
      description: 'Waiting for the server to accept the request and send the link. Another submit has no effect.',
      tags: 'busy',
      invoke: {
        id: 'registerUser',
        src: 'registerUser',
        input: ({ context }) => context.applicant,
        onDone: {
          target: 'sent',
          actions: { type: 'setRequest', params: ({ event }) => ({ requestId: event.output.request_id }) },
          description: 'The server accepted the request and sends the link.',
        },
        onError: [
          {
            guard: { type: 'isKnownEmail', ...failure },
            target: 'applying.known',
            ...withProblem,
            description: 'This email address is already in use.',
          },
          ...form.backTo('applying', 'announceFailure'),
        ],
      },
    },
    ...emailedLink.sentStates('opened'),
    sendingAgain: {
      description: 'Waiting for the server to send another link.',
      tags: ['busy', 'sent'],
      invoke: {
        id: 'resendLink',
        src: 'resendLink',
        input: ({ context }) => ({ requestId: context.requestId }),
        ...emailedLink.sendingAgain,
      },
    },
    opened: {
      description: 'Waiting for the user to press a button, because mail scanners open links too.',
      initial: 'fresh',
      on: { 'link.opened': { target: 'verifying', actions: 'clearProblem', description: 'The user presses the button.' } },
      states: {
        fresh: { description: 'The button has not been pressed yet.' },
        unreachable: { ...failed({ focus: 'problem' }), description: 'The server gave no usable answer. The same button tries again.' },
      },
    },
    verifying: {
      description: 'Waiting for the server to check the link.',
      tags: 'busy',
      invoke: {
        id: 'verifyLink',
        src: 'verifyLink',
        input: ({ context }) => ({ linkId: context.linkId ?? '' }),
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
          ...failed({ announce: 'account_details_incomplete', focus: 'user_name' }, 'fieldError', 'unnamed'),
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
        input: ({ context }) => ({ linkId: context.linkId ?? '', details: context.details }),
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
        input: ({ context }) => ({ linkId: context.linkId ?? '', details: context.details }),
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
