import type { ManagedUser, OwnSession, OwnSessions } from '../../contract/account.ts';
import type { Factor, SecondFactors } from '../../contract/secondFactor.ts';

/** A student whom an administrator may act as. */
export const managedUser: ManagedUser = {
  user_puid: 7,
  district_id: 25_251,
  user_name: 'student7',
  first_name: 'Ada',
  last_name: 'Example',
  role: 1,
  school_name: 'Sample School',
  grade: '7',
  active: true,
  has_second_factor: false,
};
/** An administrator whose two-step sign-in can be reset, and whose sessions can be ended. */
export const helpable: ManagedUser = { ...managedUser, role: 6, has_second_factor: true };
/** A user of the same role as the administrator, who may not help with it. */
export const equal: ManagedUser = {
  ...helpable,
  user_puid: 8,
  role: 15,
  first_name: 'Sam',
  has_second_factor: false,
};

const here: OwnSession = {
  session_id: 5,
  is_this: true,
  browser: 'Chrome',
  system: 'Windows',
  way: 'password',
  started_at: '2030-01-15T15:00:00.000Z',
  last_used_at: '2030-01-15T15:00:00.000Z',
};
const there: OwnSession = { ...here, session_id: 6, is_this: false, browser: 'Safari', system: 'iPhone' };
export const ownSessions: OwnSessions = { sessions: [here, there], is_cut: false, confirm_by: 'password' };
/** The same after the other session has ended. */
export const thisSession: OwnSessions = { ...ownSessions, sessions: [here] };

const factor: Factor = {
  factor_id: 5,
  kind: 'totp',
  name: 'App',
  created_at: '2030-01-15T15:00:00.000Z',
  last_used_at: null,
};
export const ownFactors: SecondFactors = { factors: [factor], recovery_codes_left: 10, is_required: false };
