import { assign, emit, setup } from 'xstate';
import { isEmail } from '../../../common/isEmail.ts';
import type { Places } from '../../../contract/registration.ts';
import { actorSlot, type ChartMeta, type Reasons } from '../chart.ts';
import * as emailedLink from '../emailedLink.ts';
import * as form from '../form.ts';
import { failure, isRefusedAs, withProblem } from '../problem.ts';

/** The request for an account; ids are 0 until chosen. */
export interface Applicant {
  email: string;
  first_name: string;
  last_name: string;
  district_id: number;
  school_id: number;
}

export const registrationReasons: Reasons<'isComplete' | 'isKnownEmail' | 'isRefused'> = {
  isComplete: 'The name, the email address, or the school is missing, or the address is not valid.',
  isKnownEmail: 'The server did not say "User with this email already exists".',
  ...form.reasons,
};

/** A teacher requests an account; `registrationLink` continues from the email (specification, sections 5, 7 and 8). */
export const registrationMachine = setup({
  types: {
    context: {} as form.Context & { places: Places; applicant: Applicant; requestId: string },
    events: {} as
      | { type: 'places.retried' }
      | { type: 'applicant.submitted'; applicant: Applicant }
      | form.Event
      | { type: 'link.requestedAgain' },
    emitted: {} as { type: 'registration.failed' },
    tags: {} as form.Tag | 'unloaded' | 'known' | 'sent' | 'again',
    meta: {} as ChartMeta,
  },
  actors: {
    loadPlaces: actorSlot<Places>('loadPlaces', 'GET /ngss/userregistration/get_districts_schools_grades'),
    registerUser: actorSlot<{ request_id: string }, Applicant>('registerUser', 'POST /ngss/userregistration/register_user'),
    resendLink: actorSlot<null, { requestId: string }>('resendLink', 'GET /ngss/userregistration/resend_verification_link'),
  },
  actions: {
    ...form.actions,
    setPlaces: assign({ places: (_, { places }: { places: Places }) => places, problem: null }),
    setApplicant: assign({ applicant: (_, { applicant }: { applicant: Applicant }) => applicant, problem: null }),
    setRequest: assign({ requestId: (_, { requestId }: { requestId: string }) => requestId }),
    announceFailure: emit({ type: 'registration.failed' }),
  },
  guards: {
    ...form.guards,
    isComplete: (_, { applicant }: { applicant: Applicant }) =>
      isEmail(applicant.email) &&
      applicant.first_name.trim() !== '' &&
      applicant.last_name.trim() !== '' &&
      applicant.district_id > 0 &&
      applicant.school_id > 0,
    isKnownEmail: (_, { error }: { error: unknown }) => isRefusedAs(error, 'emailTaken'),
  },
}).createMachine({
  id: 'registration',
  description: 'A teacher requests an account. An email with a link confirms the address, and the registration continues there.',
  meta: { reasons: registrationReasons },
  context: {
    places: { districts: [], grades: [] },
    applicant: { email: '', first_name: '', last_name: '', district_id: 0, school_id: 0 },
    requestId: '',
    problem: null,
  },
  initial: 'loading',
  states: {
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
      tags: ['failed', 'unloaded'],
      meta: { focus: 'problem' },
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
          tags: ['failed', 'known'],
          meta: { focus: 'problem' },
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
    ...emailedLink.sentStates,
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
  },
});
