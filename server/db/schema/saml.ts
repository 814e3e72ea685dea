import type { District } from './district.ts';

/** Sign-in by SAML 2.0. */
export interface SamlTables {
  /** The district's own key, with which requests are signed and assertions decrypted. */
  saml_key: SamlKeyTable;
  /** A key that may replace it, or that it has replaced: in our metadata, and decrypts, too. */
  saml_spare_key: SamlKeyTable;
  saml_provider: SamlProviderTable;
  saml_subject: SamlSubjectTable;
  saml_sign_in: SamlSignInTable;
  /** Assertions and logout requests that were taken, until they expire by themselves: none is taken twice. */
  saml_message: { district_id: District; provider_id: number; message_hash: string; expires_at: number };
}

interface SamlProviderTable {
  district_id: District;
  provider_id: number;
  version: number;
  name: string;
  /** The identity provider's entity id; empty until its metadata is known. */
  entity_id: string;
  /** HTTP-Redirect addresses. The one for sign-out may be empty. */
  sign_on_address: string;
  sign_out_address: string;
  /** PEM certificates, JSON list. */
  certificates: string;
  name_id_format: string;
  /** Attribute with the subject; empty: the NameID. */
  subject_attribute: string;
  /** Attribute shown beside the subject. It links nobody. */
  user_name_attribute: string;
  /** 1: subjects are the roster's `sourcedId`s. */
  subject_is_sourced_id: number;
  active: number;
  created_at: number;
  removed_at: number | null;
}
/** Whom a provider has vouched for, whether they have an account or not. */
interface SamlSubjectTable {
  district_id: District;
  provider_id: number;
  subject: string;
  /** As the provider wrote it, for its sign-out. */
  name_id: string;
  name_id_format: string;
  session_index: string;
  user_name: string;
  /** The account that was opened last; null: there is none. */
  user_puid: number | null;
  last_at: number;
}
/** What became of a response. Refused ones keep the true cause, which the browser is not told. */
interface SamlSignInTable {
  district_id: District;
  sign_in_id: number;
  provider_id: number;
  at: number;
  outcome: 'signedIn' | 'refused' | 'tested' | 'signedOut';
  cause: string | null;
  /** What was found instead of what was expected. */
  detail: string;
  /** A test: who made it, and what came, as JSON. */
  tested_by: number | null;
  tested_district_id: number | null;
  received: string | null;
}

interface SamlKeyTable {
  district_id: District;
  /** PKCS #8 in PEM, sealed with the signing key. */
  sealed_key: string;
  /** Self-signed, PEM. */
  certificate: string;
  created_at: number;
}
