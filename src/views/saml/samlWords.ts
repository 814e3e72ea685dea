import type { SamlCause, SamlSignIn } from '../../../contract/saml.ts';
import { m } from '../../paraglide/messages.js';

/** Why a response was refused, and what to do. */
export const causeNames: Readonly<Record<SamlCause, () => string>> = {
  unreadable: m.saml_cause_unreadable,
  forbiddenXml: m.saml_cause_forbidden,
  algorithm: m.saml_cause_algorithm,
  unsigned: m.saml_cause_unsigned,
  signature: m.saml_cause_signature,
  assertions: m.saml_cause_assertions,
  encryption: m.saml_cause_encryption,
  certificate: m.saml_cause_certificate,
  status: m.saml_cause_status,
  issuer: m.saml_cause_issuer,
  destination: m.saml_cause_destination,
  audience: m.saml_cause_audience,
  recipient: m.saml_cause_recipient,
  time: m.saml_cause_time,
  unsolicited: m.saml_cause_unsolicited,
  browser: m.saml_cause_browser,
  replay: m.saml_cause_replay,
  subject: m.saml_cause_subject,
  noAccount: m.saml_cause_no_account,
  off: m.saml_cause_off,
};
export const outcomeNames: Readonly<Record<SamlSignIn['outcome'], () => string>> = {
  signedIn: m.saml_signed_in,
  refused: m.saml_refused,
  tested: m.saml_tested,
  signedOut: m.saml_signed_out,
};
export const outcomeTones = { signedIn: 'success', refused: 'warning', tested: 'accent', signedOut: 'neutral' } as const;
