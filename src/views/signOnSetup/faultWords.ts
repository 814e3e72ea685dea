import type { SignOnFault, SignOnReceived } from '../../../contract/signOnSetup.ts';
import { m } from '../../paraglide/messages.js';

/** What is wrong with a service or its answer, and what to do. */
export const faultWords: Readonly<Record<SignOnFault, () => string>> = {
  insecure: m.signOnSetup_fault_insecure,
  private: m.signOnSetup_fault_private,
  unreachable: m.signOnSetup_fault_unreachable,
  tooLarge: m.signOnSetup_fault_tooLarge,
  noDocument: m.signOnSetup_fault_noDocument,
  otherIssuer: m.signOnSetup_fault_otherIssuer,
  endpoints: m.signOnSetup_fault_endpoints,
  noCodeFlow: m.signOnSetup_fault_noCodeFlow,
  keys: m.signOnSetup_fault_keys,
  denied: m.signOnSetup_fault_denied,
  client: m.signOnSetup_fault_client,
  grant: m.signOnSetup_fault_grant,
  token: m.signOnSetup_fault_token,
  noAccount: m.signOnSetup_fault_noAccount,
  sealed: m.signOnSetup_fault_sealed,
};

/** What a test says of the account of who came. */
export const accountWords: Readonly<Record<SignOnReceived['account'], () => string>> = {
  linked: m.signOnSetup_account_linked,
  roster: m.signOnSetup_account_roster,
  none: m.signOnSetup_account_none,
};
