import type { Generated } from 'kysely';
import type { District } from './district.ts';

/** LTI 1.3: the platforms that launch, what their links open, and the scores that go back. */
export interface LtiTables {
  lti_platform: LtiPlatformTable;
  lti_deployment: LtiDeploymentTable;
  lti_registration: LtiRegistrationTable;
  lti_key: LtiKeyTable;
  lti_refusal: LtiRefusalTable;
  lti_choice: LtiChoiceTable;
  lti_link: LtiLinkTable;
  lti_course: LtiCourseTable;
  lti_placement: LtiPlacementTable;
  lti_result: LtiResultTable;
  lti_member: LtiMemberTable;
}

interface LtiPlatformTable {
  district_id: District;
  platform_id: number;
  name: string;
  issuer: string;
  client_id: string;
  /** JSON list; `lti_deployment` has a row for each unless the platform is deleted. */
  deployment_ids: string;
  authorization_endpoint: string;
  /** Empty: the platform offers no services. */
  token_endpoint: string;
  jwks_uri: string;
  /** 1: its subjects are the roster's `sourcedId`s. */
  subject_is_sourced_id: number;
  /** 1: its `lis.person_sourcedid` are the roster's `sourcedId`s. */
  lis_is_sourced_id: Generated<number>;
  active: number;
  launches: Generated<number>;
  launched_at: number | null;
  version: number;
  created_at: number;
  removed_at: number | null;
}
/** Issuer, client and deployment name one platform among all districts: only the launch tells districts of one client apart. */
interface LtiDeploymentTable {
  district_id: District;
  platform_id: number;
  deployment_id: string;
  issuer: string;
  client_id: string;
}
/** An invitation for a platform to register itself. */
interface LtiRegistrationTable {
  district_id: District;
  /** SHA-256 of the secret in the address, base64url. */
  secret_hash: string;
  created_by: number;
  /** The district whose platform is invited, if it is another than the inviting person's. */
  platform_district_id: number | null;
  expires_at: number;
  used_at: number | null;
}
/** Own key pairs. The private key is sealed with a key outside the database. */
interface LtiKeyTable {
  kid: string;
  /** JSON of the public JWK. */
  public_jwk: string;
  sealed_private: string;
  created_at: number;
}
/** Why a launch was refused, or a service of a platform failed. Holds no token and no name. */
interface LtiRefusalTable {
  district_id: District;
  refusal_id: number;
  platform_id: number;
  at: number;
  cause: string;
  /** The claim, the status of an answer, or the id of a key. */
  detail: string;
}
/** A teacher in a platform who is choosing what a link will open (deep linking). */
interface LtiChoiceTable {
  district_id: District;
  choice_id: number;
  platform_id: number;
  user_puid: number;
  deployment_id: string;
  return_url: string;
  /** Opaque value of the platform, which it gets back; null: none. */
  data: string | null;
  expires_at: number;
  /** What was chosen. */
  link_id: string | null;
  /** SHA-256 of the secret of the page that brings the answer to the platform, base64url. */
  return_hash: string | null;
}
/** What a link in a platform opens. The platform carries its id in a custom parameter. */
interface LtiLinkTable {
  district_id: District;
  link_id: string;
  platform_id: number;
  lesson_id: number;
  created_by: number;
  created_at: number;
}
/** A course of a platform as a class of a teacher. */
interface LtiCourseTable {
  district_id: District;
  platform_id: number;
  deployment_id: string;
  /** Id of the course at the platform; empty: the launch named none. */
  context_id: string;
  owner_puid: number;
  group_puid: number;
  /** Address of the course's roster (Names and Roles); null: not offered. */
  memberships_url: string | null;
}
/** A link in a course. */
interface LtiPlacementTable {
  district_id: District;
  placement_id: number;
  platform_id: number;
  deployment_id: string;
  resource_link_id: string;
  link_id: string;
  group_assignment_id: number;
  /** Where scores go (Assignment and Grade Services); null: not offered. */
  line_item: string | null;
}
/** A student's score at a platform: what it has, and what it should have. */
interface LtiResultTable {
  district_id: District;
  placement_id: number;
  user_puid: number;
  /** The student's id at the platform. */
  subject: string;
  /** JSON of the score that the platform should have; null: none was ever released. */
  wanted: string | null;
  /** Its timestamp, in ms. Platforms ignore a score that is not newer than the last one. */
  wanted_at: number;
  /** JSON of the score that the platform accepted last. */
  sent: string | null;
  sent_at: number | null;
  attempts: number;
  /** When to send next; null: nothing waits. */
  next_at: number | null;
}
/** A learner whom the roster of a course lists, and who has no account here. */
interface LtiMemberTable {
  district_id: District;
  platform_id: number;
  deployment_id: string;
  context_id: string;
  subject: string;
  /** What the platform calls the learner; empty: it gives no names. It links nobody. */
  name: string;
  context_title: string;
  listed_at: number;
}
