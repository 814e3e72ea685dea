import type { Generated } from 'kysely';
import type { SignOnFault, SignOnKind } from '../../../contract/signOnSetup.ts';
import type { District } from './district.ts';

/** Sessions and the ways to open one. */
export interface SignInTables {
  refresh_session: RefreshSessionTable;
  /** Metadata of a login code that is a student's current password. The code itself is not stored. */
  login_code: { district_id: District; user_puid: number; made_at: number; made_by: number; used_at: number | null };
  acting_session: ActingSessionTable;
  account_link: AccountLinkTable;
  registration_request: RegistrationRequestTable;
  federated_identity: FederatedIdentityTable;
  sign_on_subject: SignOnSubjectTable;
  identity_unlinked: IdentityUnlinkedTable;
  sign_on_provider: SignOnProviderTable;
  sign_on_attempt: SignOnAttemptTable;
  sign_on_ticket: SignOnTicketTable;
  second_factor: SecondFactorTable;
  recovery_code: { district_id: District; user_puid: number; code_hash: string; used_at: number | null };
  factor_challenge: FactorChallengeTable;
  failure_count: { key: string; failures: number; window_start: number };
}

interface RefreshSessionTable {
  district_id: District;
  session_id: number;
  user_puid: number;
  /** Incremented at every refresh. The cookie's secret is derived from it, so no secret is stored. */
  generation: number;
  rotated_at: number;
  expires_at: number;
  /** Sign-in time. The absolute session lifetime counts from here. */
  started_at: number | null;
  /** Highest generation whose access token was used. Its cookie has arrived, so an older one is stolen. */
  confirmed: number | null;
  /** The browser's User-Agent at sign-in. */
  device: string | null;
  /** The only lesson that a session opened by code can access. */
  lesson_id: number | null;
  assignment_id: number | null;
  /** The single sign-on that opened the session. */
  provider: string | null;
  issuer: string | null;
  subject: string | null;
  /** The assignment code that opened the session. */
  code: string | null;
  /** Credential used at sign-in; null for single sign-on, guests, and sessions older than this column. */
  way: 'password' | 'login_code' | 'two_step' | null;
}
/** A district's single sign-on by OpenID Connect. */
interface SignOnProviderTable {
  district_id: District;
  kind: SignOnKind;
  version: number;
  /** Issuer identifier, exactly as in the provider's tokens. */
  issuer: string;
  client_id: string;
  /** Sealed with the signing key; empty: a public client. */
  sealed_secret: string;
  scope: string;
  /** 1: subjects are the roster's `sourcedId`s. */
  subject_is_sourced_id: number;
  active: number;
  /** End of the address to which the provider sends browsers back. No two registrations have the same. */
  callback: string;
  /** 1: ORRERY_SINGLE_SIGN_ON says how it is. 0: an administrator has changed it. */
  from_environment: number;
  /** The latest sign-in, and what was wrong with it. */
  last_at: number | null;
  last_fault: SignOnFault | null;
  /** The latest test, who made it, and what came, as JSON. */
  tested_at: number | null;
  test_fault: SignOnFault | null;
  tested_by: number | null;
  tested_district_id: number | null;
  received: string | null;
}
/** One row per time an administrator acts as somebody. */
interface ActingSessionTable {
  /** District of the account that is acted as. */
  district_id: District;
  acting_id: number;
  user_puid: number;
  actor_district_id: number;
  actor_puid: number;
  /** The administrator's session that started it and with which it ends. */
  actor_session_id: number | null;
  started_at: number;
  expires_at: number;
  ended_at: number | null;
}
interface AccountLinkTable {
  /** SHA-256 of the link's secret, base64url. */
  secret_hash: string;
  kind: 'reset' | 'confirm' | 'activate';
  district_id: District;
  /** User (reset) or registration (confirm, activate). */
  subject: string;
  expires_at: number;
  used_at: number | null;
}
interface RegistrationRequestTable {
  district_id: District;
  request_id: string;
  state: 'waiting' | 'confirmed' | 'detailed' | 'done';
  email: string;
  first_name: string;
  last_name: string;
  school_id: number;
  user_name: string | null;
  grade: string | null;
  user_puid: number | null;
  created_at: number;
  /** When an administrator, or the link sent to administrators, first activated or deactivated the account; null: it waits. */
  decided_at: number | null;
}
/** Account of an identity provider's subject. One row per account of the person. */
interface FederatedIdentityTable {
  /** The registration that vouches for the subject (`providerOf`); empty: linked before registrations were told apart. */
  provider: string;
  issuer: string;
  subject: string;
  district_id: District;
  user_puid: number;
  linked_at: number;
  /** 1: an administrator made the link, which then decides alone. */
  by_hand: Generated<number | null>;
}
/** Who came by a single sign-on or from a learning platform and has no account. Those of SAML are in `saml_subject`. */
interface SignOnSubjectTable {
  district_id: District;
  /** `LinkKind`. */
  kind: string;
  provider_id: number;
  subject: string;
  /** What the service calls the person; empty: it gives no names. It links nobody. */
  name: string;
  last_at: number;
}
/** A subject that was unlinked or forgotten, until that cannot be undone any more. */
interface IdentityUnlinkedTable {
  district_id: District;
  kind: string;
  provider_id: number;
  subject: string;
  /** The account; null: it had none. */
  user_puid: number | null;
  linked_at: number | null;
  /** Its rows by table, as JSON; null: it had none. */
  seen: string | null;
  removed_at: number;
}
/** A single sign-on in progress. Created when the browser leaves, consumed when it returns. */
interface SignOnAttemptTable {
  state_hash: string;
  provider: string;
  nonce: string;
  /** PKCE verifier; empty for a launch. */
  verifier: string;
  expires_at: number;
}
/** The one-time code that the browser brings to `getAccessCode`. */
interface SignOnTicketTable {
  ticket_hash: string;
  provider: string | null;
  issuer: string;
  subject: string;
  expires_at: number;
  used_at: number | null;
  /** JSON: what a launch of a learning platform opens after the sign-in; null for other ways. */
  launch: string | null;
}
interface SecondFactorTable {
  district_id: District;
  user_puid: number;
  factor_id: number;
  kind: 'totp' | 'passkey';
  name: string;
  created_at: number;
  last_used_at: number | null;
  /** Authenticator app: its secret, encrypted with the signing key, and the newest time step whose code was used. */
  sealed_secret: string | null;
  last_step: number | null;
  /** Passkey fields from WebAuthn: ids and key in base64url, transports as a JSON list. */
  credential_id: string | null;
  public_key: string | null;
  counter: number | null;
  transports: string | null;
}
/** A sign-in that waits for its second step, or a factor being set up. Its secret goes to one browser, once. */
interface FactorChallengeTable {
  challenge_hash: string;
  district_id: District;
  user_puid: number;
  purpose: 'answer' | 'enroll';
  /** The user's version when the challenge was made. Revoking their tokens ends it too. */
  token_version: number;
  /** The requesting session; null at sign-in, where there is none yet. */
  session_id: number | null;
  /** 1: replaces another user signed in in this browser. */
  replace_other: number;
  /** Challenge for a passkey to sign, base64url. */
  nonce: string;
  /** Secret of the authenticator app being set up. */
  sealed_secret: string | null;
  tries: number;
  expires_at: number;
}
