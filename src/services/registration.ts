import { type Places, type Registration, registration } from '../../contract/registration.ts';
import type { AccountDetails, Applicant } from '../machines/registration/registrationMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

/** The calls of the `registration` chart (specification, section 7, Registration). */
export const registrationActors = (send: Send) => ({
  loadPlaces: callActor<Places>(({ signal }) => send(registration.districtsSchoolsGrades, {}, { signal })),
  registerUser: callActor<{ request_id: string }, Applicant>(({ input, signal }) => send(registration.registerUser, input, { signal })),
  resendLink: callActor<null, { requestId: string }>(({ input, signal }) =>
    send(registration.resendVerificationLink, { request_id: input.requestId }, { signal }),
  ),
  verifyLink: callActor<{ kind: 'confirmed' | 'activated'; registration: Registration }, { linkId: string }>(({ input, signal }) =>
    send(registration.verifyUserLink, { Id: input.linkId }, { signal }),
  ),
  submitDetails: callActor<Registration, { linkId: string; details: AccountDetails }>(({ input: { linkId, details }, signal }) =>
    send(registration.submitUserDetails, { Id: linkId, user_name: details.user_name, grade: details.grade }, { signal }),
  ),
  signUp: callActor<Registration, { linkId: string; details: AccountDetails }>(({ input: { linkId, details }, signal }) =>
    send(registration.signup, { Id: linkId, password: details.password }, { signal }),
  ),
});
