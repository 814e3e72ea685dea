import { type Places, type Registration, registration } from '../../contract/registration.ts';
import { registrationMachine } from '../../src/machines/registration/registrationMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const noAnswer = { code: 0, message: '' };
const dead = { code: 400, message: 'This link has expired. Ask for a new one.', refused: true };
export const places: Places = {
  districts: [{ district_id: 1, name: 'Hill District', state_id: 48, schools: [{ school_id: 2, name: 'Hill School' }] }],
  grades: [{ grade: '7' }],
};
const applicant = { email: 'dana@hill.example', first_name: 'Dana', last_name: 'Reyes', district_id: 1, school_id: 2 };
const registered: Registration = {
  request_id: 'r1',
  state: 'confirmed',
  email: 'dana@hill.example',
  first_name: 'Dana',
  last_name: 'Reyes',
  school_name: 'Hill School',
};
const details = { user_name: 'dana', grade: '7', password: 'long enough', repeated: 'long enough' };

/** The calls of the chart's actors. */
export const registrationCalls = {
  loadPlaces: registration.districtsSchoolsGrades,
  registerUser: registration.registerUser,
  resendLink: registration.resendVerificationLink,
  verifyLink: registration.verifyUserLink,
  submitDetails: registration.submitUserDetails,
  signUp: registration.signup,
};

export const registrationModel = defineModel({
  machine: registrationMachine,
  inputs: { request: { linkId: null }, applicant: { linkId: 'confirm' }, administrator: { linkId: 'activate' } },
  events: [
    { type: 'places.retried' },
    { type: 'applicant.submitted', applicant },
    { type: 'applicant.submitted', applicant: { ...applicant, email: 'dana', school_id: 0 } },
    { type: 'form.edited' },
    { type: 'link.requestedAgain' },
    { type: 'xstate.done.actor.loadPlaces', output: places },
    { type: 'xstate.error.actor.loadPlaces', error: noAnswer },
    { type: 'xstate.done.actor.registerUser', output: { request_id: 'r1' } },
    {
      type: 'xstate.error.actor.registerUser',
      error: { code: 409, message: 'User with this email already exists', refused: true, reason: 'emailTaken' },
    },
    {
      type: 'xstate.error.actor.registerUser',
      error: { code: 422, message: 'Nobody at this school can activate accounts yet.', refused: true },
    },
    { type: 'xstate.error.actor.registerUser', error: noAnswer },
    { type: 'xstate.done.actor.resendLink', output: null },
    { type: 'xstate.error.actor.resendLink', error: noAnswer },
    { type: 'link.followed', linkId: 'confirm' },
    { type: 'link.opened' },
    { type: 'details.submitted', details },
    { type: 'details.submitted', details: { ...details, user_name: ' ' } },
    { type: 'details.submitted', details: { ...details, repeated: 'long enouhg' } },
    { type: 'details.submitted', details: { ...details, password: 'short', repeated: 'short' } },
    { type: 'xstate.done.actor.verifyLink', output: { kind: 'confirmed', registration: registered } },
    { type: 'xstate.done.actor.verifyLink', output: { kind: 'activated', registration: { ...registered, state: 'done' } } },
    { type: 'xstate.error.actor.verifyLink', error: dead },
    { type: 'xstate.error.actor.verifyLink', error: noAnswer },
    { type: 'xstate.done.actor.submitDetails', output: { ...registered, state: 'detailed' } },
    { type: 'xstate.error.actor.submitDetails', error: { code: 409, message: 'This user name is taken. Choose another.', refused: true } },
    { type: 'xstate.error.actor.submitDetails', error: noAnswer },
    { type: 'xstate.done.actor.signUp', output: { ...registered, state: 'done' } },
    { type: 'xstate.error.actor.signUp', error: { code: 409, message: 'This user name is taken. Choose another.', refused: true } },
    { type: 'xstate.error.actor.signUp', error: noAnswer },
  ],
  project: ({ linkId, places: { districts }, applicant: { email, school_id }, requestId, registration, details: typed, problem }) => ({
    linkId,
    ...(linkId === null
      ? { districts: districts.length, email, school_id, requestId }
      : { state: registration?.state, hasDetails: typed.user_name !== '', hasPassword: typed.password !== '' }),
    problem: problem?.code,
  }),
  keeps: {
    'xstate.done.actor.signUp': { output: 'registration' },
    'details.submitted': { details: 'details' },
    'xstate.done.actor.loadPlaces': { output: 'places' },
    'applicant.submitted': { applicant: 'applicant' },
    'xstate.done.actor.registerUser': { 'output.request_id': 'requestId' },
    'link.followed': { linkId: 'linkId' },
    'xstate.done.actor.verifyLink': { 'output.registration': 'registration' },
  },
  tags: {
    signedUp: (snapshot) => snapshot.matches('signedUp'),
    activated: (snapshot) => snapshot.matches('activated'),
    dead: (snapshot) => snapshot.matches('dead'),
    unloaded: 'places.retried',
    known: (snapshot) => snapshot.matches({ applying: 'known' }),
    sent: ['link.followed', 'resendLink'],
    again: (snapshot) => snapshot.matches({ sent: 'again' }),
    detailing: ['details.submitted', 'submitDetails', 'signUp'],
    unnamed: (snapshot) => snapshot.matches({ detailing: 'incomplete' }),
    tooShort: (snapshot) => snapshot.matches({ detailing: 'tooShort' }),
    different: (snapshot) => snapshot.matches({ detailing: 'different' }),
  },
  leads: {
    'places.retried': ['loading'],
    'form.edited': ['applying.typing', 'detailing.typing'],
    'link.followed': ['opened'],
    'xstate.error.actor.submitDetails': ['detailing.refused', 'detailing.unreachable'],
    'xstate.error.actor.signUp': ['detailing.refused', 'detailing.unreachable'],
  },
  tells: {
    'registration.failed': (_before, { type }, after) =>
      type.startsWith('xstate.error.') &&
      (after.matches({ applying: 'refused' }) || after.matches({ applying: 'unreachable' }) || after.matches('detailing')),
    'link.refused': (_before, _event, after) => after.matches('dead'),
  },
  invariants: {
    'who waits has a registration to name': (snapshot) => !snapshot.hasTag('sent') || snapshot.context.requestId !== '',
    'a password is kept only while the account is being made': ({ value, context }) =>
      ['submitting', 'signingUp'].includes(String(value)) || context.details.password === '',
    'details are asked for only after the link was verified': (snapshot) =>
      !snapshot.hasTag('detailing') || snapshot.context.registration !== null,
    'a problem is shown only after a failed call': (snapshot) => snapshot.hasTag('failed') || snapshot.context.problem === null,
  },
});
