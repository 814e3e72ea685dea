import type { Places } from '../../contract/registration.ts';
import { registrationMachine } from '../../src/machines/registration/registrationMachine.ts';
import { defineModel } from '../kit/modelKit.ts';

const noAnswer = { code: 0, message: '' };
export const places: Places = {
  districts: [{ district_id: 1, name: 'Hill District', state_id: 48, schools: [{ school_id: 2, name: 'Hill School' }] }],
  grades: [{ grade: '7' }],
};
const applicant = { email: 'dana@hill.example', first_name: 'Dana', last_name: 'Reyes', district_id: 1, school_id: 2 };

export const registrationModel = defineModel({
  machine: registrationMachine,
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
  ],
  project: ({ places: { districts }, applicant: { email, school_id }, requestId, problem }) => ({
    districts: districts.length,
    email,
    school_id,
    requestId,
    problem: problem?.code,
  }),
  tags: { unloaded: 'places.retried' },
  invariants: {
    'who waits has a registration to name': (snapshot) => !snapshot.hasTag('sent') || snapshot.context.requestId !== '',
    'a problem is shown only after a failed call': (snapshot) => snapshot.hasTag('failed') || snapshot.context.problem === null,
  },
});
