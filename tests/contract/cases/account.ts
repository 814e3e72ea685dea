import type { account } from '../../../contract/account.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { ana, type Cases } from './case.ts';

export const accountCases: Cases<keyof typeof account> = {
  retrievePassword: { input: () => ({ emailid: 'sue@hill.example' }) },
  generateResetLink: { input: () => ({ emailid: 'sue@hill.example' }) },
  validateEmail: { input: () => ({ emailid: 'sue@hill.example' }), lenient: ['emailid'] },
  validateResetLink: { input: ({ resetId: Id }) => ({ Id }), lenient: ['Id'] },
  resetPassword: { input: ({ resetId: Id }) => ({ Id, password: 'a new password' }) },
  changePassword: {
    as: 'ana',
    input: () => ({ ...ana, current_password: 'science-rocks', password: 'a new password' }),
    inOtherDistrict: 200,
  },
  managedUsers: { as: 'dan', input: () => ({ user_puid: ids.dan, search: 'person' }), inOtherDistrict: 200, lenient: ['search'] },
  ownSessions: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  endOwnSessions: { as: 'ana', input: () => ({ ...ana, session_id: null, current_password: 'science-rocks' }), inOtherDistrict: 200 },
  endUserSessions: { as: 'dan', input: () => ({ user_puid: ids.dan, ended_puid: ids.ben }) },
  mails: { as: 'max', input: () => ({}), inOtherDistrict: 403 },
};
