import type { OwnSession } from '../../../contract/account.ts';
import { m } from '../../paraglide/messages.js';

/** How somebody signed in. */
export const wayNames = {
  password: m.account_sessions_way_password,
  login_code: m.account_sessions_way_login_code,
  two_step: m.account_sessions_way_two_step,
  single_sign_on: m.account_sessions_way_single_sign_on,
};

/** Browser and system of a session. */
export const deviceName = ({ browser, system }: Pick<OwnSession, 'browser' | 'system'>) =>
  browser && system ? m.account_sessions_on({ browser, system }) : (browser ?? system ?? m.account_sessions_unknown());
