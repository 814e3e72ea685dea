import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { MailState } from '../../contract/account.ts';
import type { AttemptState } from '../../contract/quizResult.ts';
import type { RosterState } from '../../contract/rostering.ts';
import type { ItemCollection, LessonBlockType } from '../content/format.ts';
import type { Language } from '../kit/language.ts';
import type { MailKind } from '../mail/mailer.ts';

/**
 * Tables as Kysely sees them, identical on SQLite and PostgreSQL. Ids and instants (ms since 1970) are bigint < 2^53, booleans are 0 or 1,
 * lists and objects are JSON text. `district_id` leads every key of a tenant table. Content is the provider's catalog, shared by all
 * districts, and has none.
 */
export interface Database {
  district: DistrictTable;
  school: SchoolTable;
  role: { role_id: number; name: string };
  app_user: UserTable;
  class_group: ClassGroupTable;
  enrollment: EnrollmentTable;
  subject: SubjectTable;

  product: ProductTable;
  unit: UnitTable;
  sub_unit: SubUnitTable;
  level3: Level3Table;
  content_item: ContentItemTable;
  quiz: QuizTable;
  question: QuestionTable;
  question_option: QuestionOptionTable;
  standard: { code: string; framework: string; grades: string; summary: string };
  glossary_term: GlossaryTermTable;
  item_collection: { item_id: number; collection: ItemCollection };
  lesson_block: LessonBlockTable;
  /** One row. Its version increases with each import. */
  catalogue: { catalogue_id: number; version: number };
  health_check: { id: number; at: number };
  /** Key words of an item's body, for the search. */
  item_terms: { item_id: number; terms: string };

  folder: FolderTable;
  lesson: LessonTable;
  lesson_resource: LessonResourceTable;
  lesson_share: LessonShareTable;
  share_link: ShareLinkTable;
  lesson_start: LessonStartTable;
  assignment: AssignmentTable;
  group_assignment: GroupAssignmentTable;
  assignee: AssigneeTable;
  lesson_tracking: LessonTrackingTable;
  resource_tracking: ResourceTrackingTable;
  attempt: AttemptTable;
  response: ResponseTable;
  response_comment: ResponseCommentTable;
  report_release: ReportReleaseTable;
  earlier_attempt: EarlierAttemptTable;
  content_track: ContentTrackTable;
  printable_response: PrintableResponseTable;

  library_filter: LibraryFilterTable;
  library_resource: LibraryResourceTable;
  library_attachment: LibraryAttachmentTable;
  item_opening: { district_id: District; user_puid: number; item_id: number; times: number; opened_at: number };

  roster_job: RosterJobTable;
  roster_file: { district_id: District; job_id: number; name: string; part_no: number; size: number; content: string };
  roster_batch: RosterBatchTable;
  /** JSON list of contract RowFinding. */
  roster_report: { district_id: District; job_id: number; content: string };
  roster_org: RosterOrgTable;
  roster_role: RosterRoleTable;

  refresh_session: RefreshSessionTable;
  assignment_code: AssignmentCodeTable;
  /** Contents of deleted folders, by id of the deleted folder, as JSON. */
  folder_deletion: { district_id: District; folder_id: number; owner_puid: number; deleted_at: number; log: string };
  /** Metadata of a login code that is a student's current password. The code itself is not stored. */
  login_code: { district_id: District; user_puid: number; made_at: number; made_by: number; used_at: number | null };
  lesson_link: LessonLinkTable;
  acting_session: ActingSessionTable;
  account_link: AccountLinkTable;
  registration_request: RegistrationRequestTable;
  user_photo: UserPhotoTable;
  user_overlay: UserOverlayTable;
  user_feedback: UserFeedbackTable;
  schedule_request: ScheduleRequestTable;
  message_answer: MessageAnswerTable;
  notification: NotificationTable;
  mail: MailTable;
  federated_identity: FederatedIdentityTable;
  sign_on_attempt: SignOnAttemptTable;
  sign_on_ticket: SignOnTicketTable;
  second_factor: SecondFactorTable;
  recovery_code: { district_id: District; user_puid: number; code_hash: string; used_at: number | null };
  factor_challenge: FactorChallengeTable;
  failure_count: { key: string; failures: number; window_start: number };
  audit: AuditTable;
}

/** The row's district. The tenant handle writes it, and it never changes (server/kit/tenant.ts). */
type District = ColumnType<number, number | undefined, never>;
interface DistrictTable {
  district_id: District;
  name: string;
  state_id: number | null;
  time_zone: string;
  /** JSON: [{ key, show }] */
  nav_tabs: string;
}
interface SchoolTable {
  district_id: District;
  school_id: number;
  name: string;
  sourced_id: string | null;
  roster_print: number | null;
}
interface UserTable {
  district_id: District;
  user_puid: number;
  user_name: string;
  /** user_name trimmed and lowercased, for sign-in lookup. */
  user_key: string;
  /** PHC string; null if the account has no password yet. */
  password_hash: string | null;
  role_id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  school_id: number | null;
  grade: string | null;
  sourced_id: string | null;
  /** The school's student number. Not in the namespace of `sourced_id`. */
  student_number: string | null;
  /** Fingerprint of what the last import wrote (server/roster/tables.ts). A mismatch means a manual change since. */
  roster_print: number | null;
  /** When the roster's source last changed it, in ms since 1970. */
  roster_modified: number | null;
  /**
   * Whether the roster's source last marked the account enabled; null: unknown, from before this column. An account without a role is
   * closed regardless.
   */
  roster_enabled: number | null;
  /** OneRoster 1.2: sourced id of the user's own organization, used if the role's organization is not a school. */
  roster_org: string | null;
  /** Language of the last sign-in or page load; null: unknown. */
  language: Language | null;
  active: number;
  /** Incremented to revoke all of the user's tokens. */
  token_version: Generated<number>;
  created_at: number;
}
interface SubjectTable {
  district_id: District;
  subject_id: number;
  name: string;
  /** Lowercase name, unique among subjects that are not removed. */
  name_key: string;
  active: number;
  version: number;
  removed_at: number | null;
}
interface ClassGroupTable {
  district_id: District;
  group_puid: number;
  school_id: number;
  name: string;
  kind: 'class' | 'group';
  subject: string | null;
  grade: string | null;
  period: string | null;
  sourced_id: string | null;
  roster_print: number | null;
  /** When the roster's source last changed it, in ms since 1970. */
  roster_modified: number | null;
  active: number;
}
interface EnrollmentTable {
  district_id: District;
  group_puid: number;
  user_puid: number;
  role: 'student' | 'teacher';
  sourced_id: string | null;
  active: number;
  /** `active` as written by the last import; null: created by hand. */
  roster_active: number | null;
  left_at: number | null;
  /** 1: a teacher added somebody else's student. The class sees the student's work but has no say over the account (decision 025). */
  borrowed: number | null;
  /** When the roster's source last changed it, in ms since 1970. */
  roster_modified: number | null;
}

interface ProductTable {
  product_id: number;
  code: string;
  name: string;
  description: string;
  language_id: number;
  mapped_id: number | null;
  grades: string;
  sort_order: number;
}
interface UnitTable {
  unit_id: number;
  product_id: number;
  code: string;
  name: string;
  summary: string;
  mapped_id: number | null;
  sort_order: number;
}
interface SubUnitTable {
  sub_unit_id: number;
  unit_id: number;
  code: string;
  name: string;
  sort_order: number;
}
interface Level3Table {
  level3_id: number;
  sub_unit_id: number;
  code: string;
  name: string;
  sort_order: number;
}
interface ContentItemTable {
  item_id: number;
  product_id: number;
  unit_id: number;
  sub_unit_id: number;
  level3_id: number | null;
  /** `<course>/<unit>/<sub-unit>/<slug>` */
  code: string;
  item_type_id: number;
  title: string;
  summary: string;
  /** JSON of contract ItemBody. */
  body: string;
  minutes: number;
  grades: string;
  standards: string;
  sources: string;
  language_id: number;
  mapped_id: number | null;
  is_assignable: number;
  is_learnosity_enabled: number;
  lexile: number | null;
  spanish_remark: string | null;
  quiz_id: number | null;
  sort_order: number;
}
interface QuizTable {
  quiz_id: number;
  item_id: number;
  title: string;
  intro_html: string;
  delivery: string;
}
interface QuestionTable {
  question_id: number;
  quiz_id: number;
  sort_order: number;
  question_type: string;
  question_html: string;
  explanation_html: string;
  diagram: string | null;
  points: number;
  difficulty: number;
  unit: string | null;
  standards: string;
  /** JSON: [{ id, text }], for matching and label_diagram. */
  targets: string;
  /** JSON of AnswerKey (server/areas/quiz/score.ts): never sent before release. */
  answer_key: string;
}
interface QuestionOptionTable {
  option_id: number;
  question_id: number;
  sort_order: number;
  answer_text: string;
  is_answer: number;
  misconception: string | null;
}
interface LessonBlockTable {
  block_id: number;
  unit_id: number;
  /** null: suits the whole unit. */
  sub_unit_id: number | null;
  block_type: LessonBlockType;
  title: string;
  minutes: number;
  html: string;
  /** JSON list of codes. */
  standards: string;
  sort_order: number;
}
interface GlossaryTermTable {
  term_id: number;
  subject: string;
  term: string;
  term_es: string;
  definition: string;
  definition_es: string;
  fact: string;
  fact_es: string;
  fill_in: string;
  fill_in_es: string;
}

interface FolderTable {
  district_id: District;
  folder_id: number;
  owner_puid: number;
  product_id: number;
  parent_folder_type: string;
  parent_folder_id: number;
  folder_name: string;
  sort_order: number;
}
interface LessonTable {
  district_id: District;
  lesson_id: number;
  /** null: prebuilt, assignable by the whole district. */
  owner_puid: number | null;
  lesson_name: string;
  lesson_objective: string;
  instructions: string;
  total_time: number | null;
  due_date: string | null;
  product_id: number | null;
  unit_id: number | null;
  sub_unit_id: number | null;
  level3_id: number | null;
  is_custom_unit: number | null;
  is_custom_sub_unit: number | null;
  is_custom_level3: number | null;
  is_assignment: number;
  enforce_order: number;
  language_id: number;
  version: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}
interface LessonResourceTable {
  district_id: District;
  lesson_id: number;
  lesson_resource_id: number;
  item_id: number;
  resource_type_id: number;
  time: number | null;
  sort_order: number;
  remarks: string;
}
interface LessonShareTable {
  district_id: District;
  lesson_id: number;
  /** Person the lesson is shared with. */
  user_puid: number;
  shared_by_puid: number;
  permission: number;
  shared_at: number;
}
/** A link by which staff get access to a lesson. */
interface ShareLinkTable {
  district_id: District;
  share_id: string;
  lesson_id: number;
  created_by: number;
  created_at: number;
  revoked_at: number | null;
}
interface LessonStartTable {
  district_id: District;
  start_id: number;
  user_puid: number;
  lesson_id: number;
  mode: 'start' | 'preview';
  started_at: number;
}
interface AssignmentTable {
  district_id: District;
  assignment_id: number;
  lesson_id: number;
  assigned_by_puid: number;
  assignment_no: number;
  created_at: number;
}
interface GroupAssignmentTable {
  district_id: District;
  group_assignment_id: number;
  assignment_id: number;
  lesson_id: number;
  group_puid: number;
  from_date: number;
  to_date: number | null;
  category: number;
  /** 1: only the students in `assignee`. */
  is_individual: number;
  /** 1: content stays open to students during timed assessments. */
  readings_open: Generated<number>;
  /** Obsolete and never written. `report_release` holds releases now. */
  released_at: number | null;
  unassigned_at: number | null;
  created_at: number;
}
interface AssigneeTable {
  district_id: District;
  group_assignment_id: number;
  user_puid: number;
}
interface LessonTrackingTable {
  district_id: District;
  tracking_id: number;
  user_puid: number;
  lesson_id: number;
  assignment_id: number;
  group_assignment_id: number;
  time_spent: number;
  started_at: number;
  updated_at: number;
  completed_at: number | null;
}
interface ResourceTrackingTable {
  district_id: District;
  resource_tracking_id: number;
  tracking_id: number;
  user_puid: number;
  lesson_resource_id: number;
  resource_type_id: number;
  time_spent: number;
  percentage_completed: number;
  position: number;
  started_at: number;
  updated_at: number;
  completed_at: number | null;
}
interface AttemptTable {
  district_id: District;
  result_id: number;
  user_puid: number;
  quiz_id: number;
  lesson_id: number;
  assignment_id: number;
  group_assignment_id: number;
  resource_tracking_id: number;
  state: AttemptState;
  started_at: number;
  /** When the time ends; null: no limit. */
  ends_at: number | null;
  submitted_at: number | null;
  /** 1: submitted after the time ended. */
  is_late: Generated<number>;
  /** When it was released, or will be while it is scheduled. */
  released_at: number | null;
  time_spent: number;
  score: number | null;
  max_score: number;
  receipt: string | null;
  /** JSON list of question ids in the order shown, and option order: { questions: [], options: { id: [] } }. */
  layout: string;
}
interface ResponseTable {
  district_id: District;
  result_id: number;
  question_id: number;
  answer_id: number | null;
  answer_text: string;
  is_correct: number | null;
  points: number | null;
  time_spent: number;
  /** Client sequence number. The highest wins. */
  sequence: number;
  updated_at: number;
}
interface ResponseCommentTable {
  district_id: District;
  comment_id: number;
  result_id: number;
  question_id: number;
  user_puid: number;
  feedback_text: string;
  score: number | null;
  created_at: number;
}
/** A standing release of a quiz in a group's assignment, for the whole group (`user_puid` 0) or one student. */
interface ReportReleaseTable {
  district_id: District;
  group_assignment_id: number;
  quiz_id: number;
  user_puid: number;
  release_at: number;
  released_by_puid: number;
  created_at: number;
  /** null: not due yet. */
  applied_at: number | null;
}
/** An attempt replaced by a new one. Hidden from the student. */
interface EarlierAttemptTable {
  district_id: District;
  result_id: number;
  user_puid: number;
  quiz_id: number;
  group_assignment_id: number;
  /** 1 for the first. */
  attempt_no: number;
  /** State when it was replaced. */
  state: AttemptState;
  started_at: number;
  submitted_at: number | null;
  is_late: number;
  time_spent: number;
  score: number | null;
  max_score: number;
  layout: string;
  /** JSON list of its former `response` rows. */
  responses: string;
  reassigned_by_puid: number;
  reassigned_at: number;
  /** Earliest start of the new attempt. */
  opens_at: number;
  schoolyear: string;
}
/** One opening of a content item. */
interface ContentTrackTable {
  district_id: District;
  content_track_id: number;
  user_puid: number;
  item_id: number;
  item_type_id: number;
  /** null: outside a lesson. */
  lesson_id: number | null;
  started_at: number;
  ended_at: number | null;
  /** Active viewing time in seconds. */
  time_spent: number;
  /** 1: the end event never came, and the server closed it. */
  is_timed_out: number;
}
/** A student's response to a printed sheet. */
interface PrintableResponseTable {
  district_id: District;
  group_assignment_id: number;
  user_puid: number;
  item_id: number;
  response_text: string;
  is_on_paper: number;
  submitted_at: number;
}
/** A person's starting filter in the library. */
interface LibraryFilterTable {
  district_id: District;
  user_puid: number;
  product_id: number | null;
  unit_id: number | null;
  sub_unit_id: number | null;
  level3_id: number | null;
  language_id: number;
}
/** My library: a catalog item (`item_id`) or an external resource. */
interface LibraryResourceTable {
  district_id: District;
  resource_id: number;
  owner_puid: number;
  item_id: number | null;
  title: string;
  description: string;
  url: string | null;
  created_at: number;
  updated_at: number;
}
interface LibraryAttachmentTable {
  district_id: District;
  attachment_id: number;
  owner_puid: number;
  /** null: uploaded but not attached to a resource yet. */
  resource_id: number | null;
  file_name: string;
  media_type: string;
  /** In bytes. */
  size: number;
  /** Base64. */
  content: string;
  created_at: number;
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
/** Codes are looked up before the district is known, so they are unique across districts. */
interface AssignmentCodeTable {
  district_id: District;
  /** Crockford base 32, 8 characters, no dash. */
  code: string;
  lesson_id: number;
  assignment_id: number;
  /** The group that guests join. */
  group_puid: number;
  created_by: number;
  created_at: number;
  expires_at: number;
}
/** Not a credential: a student who opens it is signed in. Stored in the clear, so that the teacher can see it again. */
interface LessonLinkTable {
  district_id: District;
  link_id: string;
  lesson_id: number;
  assignment_id: number;
  /** The group that students join by opening it. */
  group_puid: number;
  end_date: number | null;
  is_perpectual_expiry: number;
  assignment_no: number;
  created_by: number;
  created_at: number;
  revoked_at: number | null;
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
}
interface MailTable {
  mail_id: number;
  at: number;
  recipient: string;
  subject: string;
  /** The secret of a link is replaced by `…`. */
  text: string;
  kind: Generated<MailKind>;
  /** `kept`: written while no mail server was configured. */
  state: Generated<MailState>;
  /** The full text, encrypted, until it is sent or given up. */
  sealed: string | null;
  attempts: Generated<number>;
  /** Time of the next attempt. While a server is sending it, the time another one may take over. */
  next_at: number | null;
  give_up_at: number | null;
  sent_at: number | null;
  /** Last response of the mail server, or why it could not be reached. */
  problem: string | null;
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
interface UserPhotoTable {
  district_id: District;
  user_puid: number;
  media_type: 'image/png' | 'image/jpeg' | 'image/webp';
  /** Base64. */
  content: string;
  updated_at: number;
}
/** A first-visit hint that a person has dismissed. */
interface UserOverlayTable {
  district_id: District;
  user_puid: number;
  overlay_key: string;
  is_seen: number;
  updated_at: number;
}
interface UserFeedbackTable {
  district_id: District;
  feedback_id: number;
  user_puid: number;
  kind: 'feedback' | 'adoption';
  category: 'problem' | 'idea' | 'praise' | 'other' | null;
  rating: number | null;
  feedback_text: string;
  file_name: string | null;
  media_type: string | null;
  /** Base64. */
  content: string | null;
  created_at: number;
}
interface ScheduleRequestTable {
  district_id: District;
  request_id: number;
  user_puid: number;
  school_id: number;
  /** JSON lists. */
  grade_levels: string;
  primary_use: string;
  preferred_date: string | null;
  note: string;
  created_at: number;
}
/** The answer to a row of `user_feedback` or `schedule_request`. The author may belong to another district. */
interface MessageAnswerTable {
  district_id: District;
  message_id: number;
  answer_text: string;
  actor_district_id: number;
  actor_puid: number;
  answered_at: number;
}
interface NotificationTable {
  district_id: District;
  notification_id: number;
  user_puid: number;
  kind: 'answer' | 'dates';
  /** Beginning of the person's own message; for dates, the lesson. */
  about: string;
  notification_text: string;
  sender_name: string;
  created_at: number;
  /** null: not dismissed yet. */
  disabled_at: number | null;
  /** For dates: their assignment. The newest replaces the previous one. */
  group_assignment_id: Generated<number | null>;
}
interface RosterJobTable {
  district_id: District;
  job_id: number;
  created_by: number;
  /** The uploader's school; null: the whole district. */
  school_id: number | null;
  /** `removal`: a student taken off the list; `transfer`: classes handed over. */
  form: 'simple' | 'oneRoster' | 'removal' | 'transfer' | null;
  state: RosterState;
  /** JSON of contract RosterOptions. */
  options: string;
  /** JSON of JobResult (server/roster/jobs.ts). */
  result: string;
  /** JSON list of contract Finding. */
  findings: string;
  /** JSON list of contract RosterChange. */
  changes: string;
  confirmation: string | null;
  problem: string | null;
  rows_total: number;
  rows_done: number;
  left_alone: number;
  created_at: number;
  updated_at: number;
  validated_at: number | null;
  finished_at: number | null;
  /** The current worker, and until when no other may take over. */
  runner: number | null;
  lease_until: number;
}
/** An organization from the roster's source, as of its last update. Schools are also in `school`, by sourced id. */
interface RosterOrgTable {
  district_id: District;
  org_id: number;
  sourced_id: string;
  name: string;
  type: string;
  parent_sourced_id: string | null;
  /** 0: marked for deletion by the source. */
  active: number;
  /** When the source last changed it, in ms since 1970. */
  roster_modified: number | null;
}
/** A person's role as of the last OneRoster 1.2 data. Roles that get no account are not stored. */
interface RosterRoleTable {
  district_id: District;
  user_role_id: number;
  sourced_id: string;
  /** The user's sourced id. */
  user_sourced_id: string;
  role: string;
  org_sourced_id: string;
  is_primary: number;
  /** First and last day, YYYY-MM-DD. */
  begin_date: string | null;
  end_date: string | null;
  /** 0: marked for deletion by the source. */
  active: number;
  /** When the source last changed it, in ms since 1970. */
  roster_modified: number | null;
}

interface RosterBatchTable {
  district_id: District;
  job_id: number;
  batch_no: number;
  /** JSON of Log (server/roster/log.ts). */
  entries: string;
}
interface AuditTable {
  district_id: District;
  audit_id: number;
  at: number;
  actor_puid: number;
  action: string;
  subject: string;
  detail: string;
}

export type Row<T extends keyof Database> = Selectable<Database[T]>;
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;
/** The columns by which rows of any table refer to a user. */
export type UserKey = Pick<Row<'app_user'>, 'district_id' | 'user_puid'>;
