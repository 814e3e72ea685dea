import { assign, emit, setup } from 'xstate';
import { isEmail } from '../../../common/isEmail.ts';
import type { Places, Registration } from '../../../contract/registration.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { isRepeated, isTooShort } from '../formRules.ts';
import { passwordStates } from '../passwordPair.ts';
import { failure, isFinalRefusal, isRefusal, isRefusedAs, type Problem, toProblem } from '../problem.ts';

/** The request for an account; ids are 0 until chosen. */
export interface Applicant {
  email: string;
  first_name: string;
  last_name: string;
  district_id: number;
  school_id: number;
}

/** Details needed to create the account, once the email address is confirmed. */
export interface AccountDetails {
  user_name: string;
  grade: string | null;
  password: string;
  repeated: string;
}

/** How the page was opened: to register, by the applicant's link, or by the administrator's link. */
export type RegistrationInput = { purpose: 'register' } | { purpose: 'confirm' | 'activate'; linkId: string };

export const registrationReasons: Reasons<
  'isLink' | 'isComplete' | 'isReady' | 'isTooShort' | 'isKnownEmail' | 'isRefused' | 'isDeadLink' | 'isActivation'
> = {
  isLink: 'The page was not opened by a link in an email.',
  isComplete: 'The name, the email address, or the school is missing, or the address is not valid.',
  isTooShort: 'The password is long enough.',
  isReady: 'The user name is missing, or the two passwords differ.',
  isKnownEmail: 'The server did not say "User with this email already exists".',
  isRefused: 'The server did not refuse; it gave no usable answer.',
  isDeadLink: 'The server did not say that the link is invalid or has expired.',
  isActivation: 'The link confirms an email address and does not activate an account.',
};

/**
 * A teacher requests an account, confirms the email address, and chooses a password; an administrator activates the account
 * (specification, sections 5, 7 and 8).
 */
export const registrationMachine = setup({
  types: {
    input: {} as RegistrationInput,
    context: {} as {
      linkId: string | null;
      places: Places;
      applicant: Applicant;
      requestId: string;
      registration: Registration | null;
      details: AccountDetails;
      problem: Problem | null;
    },
    events: {} as
      | { type: 'places.retried' }
      | { type: 'applicant.submitted'; applicant: Applicant }
      | { type: 'form.edited' }
      | { type: 'link.requestedAgain' }
      | { type: 'link.opened' }
      | { type: 'details.submitted'; details: AccountDetails },
    emitted: {} as { type: 'link.refused'; problem: Problem } | { type: 'registration.failed' },
    tags: {} as 'busy' | 'failed' | 'ended' | 'detailing' | 'waiting',
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
    setPlaces: assign({ places: (_, { places }: { places: Places }) => places, problem: null }),
    setApplicant: assign({ applicant: (_, { applicant }: { applicant: Applicant }) => applicant, problem: null }),
    setRequest: assign({ requestId: (_, { requestId }: { requestId: string }) => requestId }),
    setRegistration: assign({ registration: (_, { registration }: { registration: Registration }) => registration, problem: null }),
    setDetails: assign({ details: (_, { details }: { details: AccountDetails }) => details, problem: null }),
    forgetPassword: assign({ details: ({ context }) => ({ ...context.details, password: '', repeated: '' }) }),
    setProblem: assign({ problem: (_, { error }: { error: unknown }) => toProblem(error) }),
    clearProblem: assign({ problem: null }),
    announceRefusedLink: emit((_, { error }: { error: unknown }) => ({ type: 'link.refused' as const, problem: toProblem(error) })),
    announceFailure: emit({ type: 'registration.failed' }),
  },
  guards: {
    isLink: ({ context }) => context.linkId !== null,
    isComplete: (_, { applicant }: { applicant: Applicant }) =>
      isEmail(applicant.email) &&
      applicant.first_name.trim() !== '' &&
      applicant.last_name.trim() !== '' &&
      applicant.district_id > 0 &&
      applicant.school_id > 0,
    isTooShort: (_, { details }: { details: AccountDetails }) => isTooShort(details),
    isReady: (_, { details }: { details: AccountDetails }) => details.user_name.trim() !== '' && isRepeated(details),
    isKnownEmail: (_, { error }: { error: unknown }) => isRefusedAs(error, 'emailTaken'),
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
    isDeadLink: (_, { error }: { error: unknown }) => isFinalRefusal(error),
    isActivation: (_, { kind }: { kind: string }) => kind === 'activated',
  },
}).createMachine({
  id: 'registration',
  description:
    'A teacher gets an account: requests it, confirms the email address, and chooses a user name and a password. An administrator activates it.',
  meta: { reasons: registrationReasons },
  context: ({ input }) => ({
    linkId: input.purpose === 'register' ? null : input.linkId,
    places: { districts: [], grades: [] },
    applicant: { email: '', first_name: '', last_name: '', district_id: 0, school_id: 0 },
    requestId: '',
    registration: null,
    details: { user_name: '', grade: null, password: '', repeated: '' },
    problem: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'Checking whether the page was opened by a link.',
      always: [
        { guard: 'isLink', target: 'opened', description: 'The page was opened by a link in an email.' },
        { target: 'loading', description: 'There is no link: the visitor wants to register.' },
      ],
    },
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
        onError: {
          target: 'unloaded',
          actions: { type: 'setProblem', ...failure },
          description: 'The server gave no usable answer.',
        },
      },
    },
    unloaded: {
      description: 'The lists could not be loaded. The screen says "Failed to get districts, schools, and grades" and offers Try again.',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: { 'places.retried': { target: 'loading', description: 'The user presses Try again.' } },
    },
    applying: {
      description: 'The form asks for name, email address, and school. What was typed is kept after an error.',
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
          description: 'A field is empty or the email address is not valid. The fields say so.',
          tags: 'failed',
          meta: { announce: 'account_registration_incomplete', focus: 'problem' },
          on: { 'form.edited': { target: 'fresh', description: 'The user edits the form, which clears the error.' } },
        },
        known: {
          description: 'The screen says "User with this email already exists" and suggests signing in or resetting the password.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        refused: {
          description: 'The server refused. Its message or "Registration failed" is shown.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: 'The server gave no usable answer. The screen says "Registration failed", and the same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
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
          target: 'waiting',
          actions: { type: 'setRequest', params: ({ event }) => ({ requestId: event.output.request_id }) },
          description: 'The server accepted the request and sends the link.',
        },
        onError: [
          {
            guard: { type: 'isKnownEmail', ...failure },
            target: 'applying.known',
            actions: { type: 'setProblem', ...failure },
            description: 'This email address is already in use.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'applying.refused',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'The server refused and said why.',
          },
          {
            target: 'applying.unreachable',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    waiting: {
      description: 'The email with the link is on its way. The user continues from there.',
      tags: 'waiting',
      meta: { announce: 'account_link_sent', focus: 'sent' },
      initial: 'once',
      on: {
        'link.requestedAgain': { target: 'resending', actions: 'clearProblem', description: 'The email did not come: send it again.' },
      },
      states: {
        once: { description: 'The first email was sent.' },
        again: { description: 'The email was sent again. The earlier link no longer works.' },
        unsent: {
          description: 'The email could not be sent again. The screen says "We have encountered an error, please try after some time".',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    resending: {
      description: 'Waiting for the server to send another link.',
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'resendLink',
        src: 'resendLink',
        input: ({ context }) => ({ requestId: context.requestId }),
        onDone: { target: 'waiting.again', description: 'Another email was sent.' },
        onError: {
          target: 'waiting.unsent',
          actions: { type: 'setProblem', ...failure },
          description: 'The request failed for any reason.',
        },
      },
    },
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
          {
            guard: { type: 'isDeadLink', ...failure },
            target: 'refused',
            actions: { type: 'announceRefusedLink', ...failure },
            description: 'The link is invalid, expired, or used. Go to the home page and show the server’s message.',
          },
          {
            target: 'opened.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    detailing: {
      description: 'The form asks for user name, grade, and password. What was typed is kept after an error.',
      tags: 'detailing',
      initial: 'fresh',
      on: {
        'details.submitted': [
          {
            guard: { type: 'isTooShort', params: ({ event }) => event },
            target: '.tooShort',
            actions: 'clearProblem',
            description: 'The password has fewer than 8 characters.',
          },
          {
            guard: { type: 'isReady', params: ({ event }) => event },
            target: 'submitting',
            actions: { type: 'setDetails', params: ({ event }) => event },
            description: 'Enter or the button, with valid details.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'The user name is missing, or the two passwords differ.' },
        ],
      },
      states: {
        fresh: { description: 'The user is filling in the form. No error is shown.', meta: { focus: 'user_name' } },
        typing: passwordStates.typing,
        incomplete: {
          description: 'The user name is missing, or the two passwords differ. The fields say so.',
          tags: 'failed',
          meta: { announce: 'account_details_incomplete', focus: 'problem' },
          on: { 'form.edited': { target: 'typing', description: 'The user edits the form, which clears the error.' } },
        },
        tooShort: passwordStates.tooShort,
        refused: {
          description: 'The server refused, for example because the user name is taken. Its message or "Registration failed" is shown.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: 'The server gave no usable answer. The screen says "Registration failed", and the same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
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
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'detailing.refused',
            actions: [{ type: 'setProblem', ...failure }, 'forgetPassword', 'announceFailure'],
            description: 'The server refused and said why.',
          },
          {
            target: 'detailing.unreachable',
            actions: [{ type: 'setProblem', ...failure }, 'forgetPassword', 'announceFailure'],
            description: 'There was no answer, or it could not be read.',
          },
        ],
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
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'detailing.refused',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'The server refused and said why.',
          },
          {
            target: 'detailing.unreachable',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'There was no answer, or it could not be read.',
          },
        ],
      },
    },
    signedUp: {
      type: 'final',
      description: 'The account exists. It can be used once the school’s administrator has activated it.',
      tags: 'ended',
    },
    activated: { type: 'final', description: 'The account is active, and its owner has been told by email.', tags: 'ended' },
    refused: { type: 'final', description: 'The link does not work. The home page opens with the server’s message.' },
  },
});
