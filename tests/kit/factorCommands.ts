import { secondFactor } from '../../contract/secondFactor.ts';
import { m } from '../../src/paraglide/messages.js';

// The commands on a user's second factors, as the walks in jsdom and in Chromium give them. The factor is called “App”.

export const factorCommands = ['add', 'rename', 'remove', 'codes'] as const;
export type FactorCommand = (typeof factorCommands)[number];

export const callOf = {
  add: secondFactor.beginEnrollment,
  rename: secondFactor.renameSecondFactor,
  remove: secondFactor.removeSecondFactor,
  codes: secondFactor.renewRecoveryCodes,
};
/** The button that opens the question. */
export const buttonOf = {
  add: m.account_second_add(),
  rename: m.account_second_rename_name({ name: 'App' }),
  remove: m.account_second_remove_name({ name: 'App' }),
  codes: m.account_second_codes_renew(),
};
/** The button of the question. */
export const confirmOf = {
  add: m.account_second_continue(),
  rename: m.account_second_save_name(),
  remove: m.account_second_remove(),
  codes: m.account_second_codes_renew(),
};
