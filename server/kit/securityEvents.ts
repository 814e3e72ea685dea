import type { Calls } from '../../contract/index.ts';

/** Security event of a call in the log. Other calls are marked only when refused. */
export type SecurityEvent =
  | 'sign_in'
  | 'sign_in.first_step'
  | 'sign_out'
  | 'session.end'
  | 'acting.begin'
  | 'acting.end'
  | 'password.change'
  | 'password.reset'
  | 'password.reset_link'
  | 'second_factor.change'
  | 'second_factor.reset'
  | 'credentials.issue'
  | 'account.change'
  | 'account.request'
  | 'roster.change';

/** Calls that change permissions or prove an identity. */
export const securityEvents: Partial<Record<keyof Calls, SecurityEvent>> = {
  login: 'sign_in',
  loginWithoutDistrict: 'sign_in',
  loginWithAssignmentCode: 'sign_in',
  getAccessCode: 'sign_in',
  selectSchool: 'sign_in',
  answerWithCode: 'sign_in',
  answerWithPasskey: 'sign_in',
  enrollAuthenticator: 'second_factor.change',
  enrollPasskey: 'second_factor.change',
  removeSecondFactor: 'second_factor.change',
  renewRecoveryCodes: 'second_factor.change',
  resetSecondFactors: 'second_factor.reset',
  logout: 'sign_out',
  endOwnSessions: 'session.end',
  endUserSessions: 'session.end',
  loginAsUser: 'acting.begin',
  stopLoginAsUser: 'acting.end',
  changePassword: 'password.change',
  resetPassword: 'password.reset',
  generateResetLink: 'password.reset_link',
  retrievePassword: 'password.reset_link',
  resetStudentPassword: 'credentials.issue',
  revokeLoginCode: 'credentials.issue',
  makeLabels: 'credentials.issue',
  generateCode: 'credentials.issue',
  revokeCode: 'credentials.issue',
  updateUserDetail: 'account.change',
  createStudent: 'account.change',
  updateStudent: 'account.change',
  deleteStudent: 'account.change',
  restoreStudent: 'account.change',
  registerUser: 'account.request',
  submitUserDetails: 'account.request',
  signup: 'account.request',
  importStudents: 'roster.change',
  undoImport: 'roster.change',
};
