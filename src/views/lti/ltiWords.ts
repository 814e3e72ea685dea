import type { LtiCause } from '../../../contract/lti.ts';
import { m } from '../../paraglide/messages.js';

/** Why a launch was refused, or a service failed. */
export const causeNames: Readonly<Record<LtiCause, () => string>> = {
  account: m.lti_cause_account,
  algorithm: m.lti_cause_algorithm,
  audience: m.lti_cause_audience,
  deepLinking: m.lti_cause_deep_linking,
  deployment: m.lti_cause_deployment,
  expired: m.lti_cause_expired,
  inactive: m.lti_cause_inactive,
  issuer: m.lti_cause_issuer,
  keyMissing: m.lti_cause_key_missing,
  keyUnknown: m.lti_cause_key_unknown,
  keysUnavailable: m.lti_cause_keys_unavailable,
  link: m.lti_cause_link,
  malformed: m.lti_cause_malformed,
  messageType: m.lti_cause_message_type,
  nonce: m.lti_cause_nonce,
  platformError: m.lti_cause_platform_error,
  resourceLink: m.lti_cause_resource_link,
  roles: m.lti_cause_roles,
  rosterUnavailable: m.lti_cause_roster_unavailable,
  scoreRefused: m.lti_cause_score_refused,
  signature: m.lti_cause_signature,
  state: m.lti_cause_state,
  subject: m.lti_cause_subject,
  time: m.lti_cause_time,
  version: m.lti_cause_version,
};
