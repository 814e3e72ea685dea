import { assign, emit, setup } from 'xstate';
import type { Places, Registration } from '../../../contract/registration.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import { isEmail, isRepeated, isTooShort } from '../formRules.ts';
import { passwordStates } from '../passwordPair.ts';
import { failure, isFinalRefusal, isRefusal, isRefusedAs, type Problem, toProblem } from '../problem.ts';

/** What a teacher fills in to ask for an account; ids are 0 while nothing is chosen. */
export interface Applicant {
  email: string;
  first_name: string;
  last_name: string;
  district_id: number;
  school_id: number;
}

/** What makes the account, once the e-mail address is confirmed. */
export interface AccountDetails {
  user_name: string;
  grade: string | null;
  password: string;
  repeated: string;
}

/** How the page was opened: to register, by the applicant's link, or by the administrator's. */
export type RegistrationInput = { purpose: 'register' } | { purpose: 'confirm' | 'activate'; linkId: string };

export const registrationReasons: Reasons<
  'isLink' | 'isComplete' | 'isReady' | 'isTooShort' | 'isKnownEmail' | 'isRefused' | 'isDeadLink' | 'isActivation'
> = {
  isLink: 'The page was not opened by a link from an e-mail.',
  isComplete: 'The name, the e-mail address and the school are not all filled in.',
  isTooShort: 'The password is long enough.',
  isReady: 'No user name is filled in, or the two passwords are not the same.',
  isKnownEmail: 'The server does not say "User with this email already exists".',
  isRefused: 'The server did not refuse: there was no usable answer.',
  isDeadLink: 'The server did not say that the link is invalid or has expired.',
  isActivation: 'The link confirms an e-mail address; it activates no account.',
};

/** A teacher asks for an account, confirms the e-mail address and chooses a password; an administrator activates it (specification, sections 5, 7 and 8). */
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
    'A teacher gets an account: asked for, confirmed by e-mail, given a user name and a password, and activated by an administrator.',
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
      description: 'The address says whether there is a link.',
      always: [
        { guard: 'isLink', target: 'opened', description: 'The page was opened by the link of an e-mail.' },
        { target: 'loading', description: 'An account is wanted.' },
      ],
    },
    loading: {
      description: 'Districts, schools and grades are fetched.',
      tags: 'busy',
      invoke: {
        id: 'loadPlaces',
        src: 'loadPlaces',
        onDone: {
          target: 'applying',
          actions: { type: 'setPlaces', params: ({ event }) => ({ places: event.output }) },
          description: 'They are there.',
        },
        onError: {
          target: 'unloaded',
          actions: { type: 'setProblem', ...failure },
          description: 'There was no usable answer.',
        },
      },
    },
    unloaded: {
      description: '"Failed to get districts, schools, and grades".',
      tags: 'failed',
      meta: { focus: 'problem' },
      on: { 'places.retried': { target: 'loading', description: 'The person presses Try again.' } },
    },
    applying: {
      description: 'Name, e-mail address and school are asked for; what is typed stays.',
      initial: 'fresh',
      on: {
        'applicant.submitted': [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'registering',
            actions: { type: 'setApplicant', params: ({ event }) => event },
            description: 'Enter, or the button, with all filled in.',
          },
          {
            target: '.incomplete',
            actions: { type: 'setApplicant', params: ({ event }) => event },
            description: 'Something is missing.',
          },
        ],
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.' },
        incomplete: {
          description: 'A field is empty, or the e-mail address is none; the fields say so.',
          tags: 'failed',
          meta: { announce: 'account_registration_incomplete', focus: 'problem' },
          on: { 'form.edited': { target: 'fresh', description: 'The person types again.' } },
        },
        known: {
          description: '"User with this email already exists": sign in, or reset the password.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        refused: {
          description: 'The server refuses; its message, or "Registration failed".',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: 'There was no usable answer: "Registration failed". The same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    registering: {
      description: 'The server takes the request and sends a link; a second submit does nothing.',
      tags: 'busy',
      invoke: {
        id: 'registerUser',
        src: 'registerUser',
        input: ({ context }) => context.applicant,
        onDone: {
          target: 'waiting',
          actions: { type: 'setRequest', params: ({ event }) => ({ requestId: event.output.request_id }) },
          description: 'The link is on its way.',
        },
        onError: [
          {
            guard: { type: 'isKnownEmail', ...failure },
            target: 'applying.known',
            actions: { type: 'setProblem', ...failure },
            description: 'Somebody has this e-mail address already.',
          },
          {
            guard: { type: 'isRefused', ...failure },
            target: 'applying.refused',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'The server refuses, and says why.',
          },
          {
            target: 'applying.unreachable',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    waiting: {
      description: 'The e-mail with the link is on its way; the rest happens there.',
      tags: 'waiting',
      meta: { announce: 'account_link_sent', focus: 'sent' },
      initial: 'once',
      on: { 'link.requestedAgain': { target: 'resending', actions: 'clearProblem', description: 'Nothing came: send it once more.' } },
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
    resending: {
      description: 'The server is asked for another link.',
      tags: ['busy', 'waiting'],
      invoke: {
        id: 'resendLink',
        src: 'resendLink',
        input: ({ context }) => ({ requestId: context.requestId }),
        onDone: { target: 'waiting.again', description: 'Another e-mail is on its way.' },
        onError: {
          target: 'waiting.unsent',
          actions: { type: 'setProblem', ...failure },
          description: 'It failed, for whatever reason.',
        },
      },
    },
    opened: {
      description: 'The link waits for a press: programs that look at e-mails open links as well.',
      initial: 'fresh',
      on: { 'link.opened': { target: 'verifying', actions: 'clearProblem', description: 'The person presses the button.' } },
      states: {
        fresh: { description: 'Nothing has happened yet.' },
        unreachable: {
          description: 'There was no usable answer; the same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    verifying: {
      description: 'The server looks at the link.',
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
            description: "The administrator's link: the account is active.",
          },
          {
            target: 'detailing',
            actions: { type: 'setRegistration', params: ({ event }) => event.output },
            description: 'The e-mail address is confirmed.',
          },
        ],
        onError: [
          {
            guard: { type: 'isDeadLink', ...failure },
            target: 'refused',
            actions: { type: 'announceRefusedLink', ...failure },
            description: 'Invalid, expired or used: home, with the message of the server.',
          },
          {
            target: 'opened.unreachable',
            actions: { type: 'setProblem', ...failure },
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    detailing: {
      description: 'User name, grade and password are asked for; what is typed stays.',
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
            description: 'Enter, or the button, with all in order.',
          },
          { target: '.incomplete', actions: 'clearProblem', description: 'The user name is missing, or the two passwords differ.' },
        ],
      },
      states: {
        fresh: { description: 'Nothing is wrong so far.', meta: { focus: 'user_name' } },
        typing: passwordStates.typing,
        incomplete: {
          description: 'The user name is missing, or the two passwords differ; the fields say so.',
          tags: 'failed',
          meta: { announce: 'account_details_incomplete', focus: 'problem' },
          on: { 'form.edited': { target: 'typing', description: 'The person types again.' } },
        },
        tooShort: passwordStates.tooShort,
        refused: {
          description: 'The server refuses, for example since the user name is taken; its message, or "Registration failed".',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
        unreachable: {
          description: 'There was no usable answer: "Registration failed". The same button tries again.',
          tags: 'failed',
          meta: { focus: 'problem' },
        },
      },
    },
    submitting: {
      description: 'User name and grade are sent; then the account is made.',
      tags: ['busy', 'detailing'],
      invoke: {
        id: 'submitDetails',
        src: 'submitDetails',
        input: ({ context }) => ({ linkId: context.linkId ?? '', details: context.details }),
        onDone: { target: 'signingUp', description: 'The user name is free.' },
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'detailing.refused',
            actions: [{ type: 'setProblem', ...failure }, 'forgetPassword', 'announceFailure'],
            description: 'The server refuses, and says why.',
          },
          {
            target: 'detailing.unreachable',
            actions: [{ type: 'setProblem', ...failure }, 'forgetPassword', 'announceFailure'],
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    signingUp: {
      description: 'The account is made.',
      tags: ['busy', 'detailing'],
      exit: 'forgetPassword',
      invoke: {
        id: 'signUp',
        src: 'signUp',
        input: ({ context }) => ({ linkId: context.linkId ?? '', details: context.details }),
        onDone: {
          target: 'signedUp',
          actions: { type: 'setRegistration', params: ({ event }) => ({ registration: event.output }) },
          description: "The account exists, and waits for the school's administrator.",
        },
        onError: [
          {
            guard: { type: 'isRefused', ...failure },
            target: 'detailing.refused',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'The server refuses, and says why.',
          },
          {
            target: 'detailing.unreachable',
            actions: [{ type: 'setProblem', ...failure }, 'announceFailure'],
            description: 'No answer, or one that could not be read.',
          },
        ],
      },
    },
    signedUp: {
      type: 'final',
      description: "The account exists; it can be used once the school's administrator has activated it.",
      tags: 'ended',
    },
    activated: { type: 'final', description: 'The account is active, and its owner has an e-mail about it.', tags: 'ended' },
    refused: { type: 'final', description: 'The link is no good: home, with the message of the server.' },
  },
});
