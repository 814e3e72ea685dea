import type { registration } from '../../../contract/registration.ts';
import type { Cases } from './case.ts';
import { person } from './world.ts';

export const registrationCases: Cases<keyof typeof registration> = {
  districtsSchoolsGrades: { input: () => ({}) },
  states: { input: () => ({}) },
  districts: { input: () => ({ state_id: 48 }) },
  grades: { input: () => ({}) },
  registerUser: { input: () => ({ ...person, email: 'new@hill.example' }) },
  resendVerificationLink: { input: ({ registrations }) => ({ request_id: registrations.waiting.request_id }), lenient: ['request_id'] },
  verifyUserLink: { input: ({ registrations }) => ({ Id: registrations.waiting.Id }), lenient: ['Id'] },
  verifyRegistrationLink: { input: ({ registrations }) => ({ request_id: registrations.waiting.request_id }), lenient: ['request_id'] },
  submitUserDetails: { input: ({ registrations }) => ({ Id: registrations.confirmed.Id, user_name: 'conny', grade: '6' }) },
  signup: { input: ({ registrations }) => ({ Id: registrations.detailed.Id, password: 'a new password' }) },
};
