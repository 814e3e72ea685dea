import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { MailState } from '../../contract/account.ts';
import type { AttemptState } from '../../contract/quizResult.ts';
import type { RosterState } from '../../contract/rostering.ts';
import type { ItemCollection, LessonBlockType } from '../content/format.ts';
import type { Language } from '../kit/language.ts';
import type { MailKind } from '../mail/mailer.ts';

/**
 * Tables as Kysely sees them. The same on SQLite and PostgreSQL: ids and instants (ms since 1970) are bigint < 2^53,
 * truth values are 0 or 1, lists and objects are JSON text. `district_id` leads every key of a tenant table;
 * content is the provider's catalogue, the same for every district, and has none.
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
  /** One row; its version goes up with each import. */
  catalogue: { catalogue_id: number; version: number };
  health_check: { id: number; at: number };
  /** Words that say what an item's body is about, for the search. */
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
  /** What deleted folders held, by the folder that was deleted; as JSON. */
  folder_deletion: { district_id: District; folder_id: number; owner_puid: number; deleted_at: number; log: string };
  /** The login code that is a student's password now; the code itself is kept nowhere. */
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

/** Of which district a row is: the handle of a district writes it, and it never changes (server/kit/tenant.ts). */
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
  /** user_name trimmed and lower-cased: what sign-in looks up. */
  user_key: string;
  /** PHC string, or null for an account that has no password yet. */
  password_hash: string | null;
  role_id: number;
  first_name: string;
  last_name: string;
  email: string | null;
  school_id: number | null;
  grade: string | null;
  sourced_id: string | null;
  /** The school's own number of a student; another namespace than `sourced_id`. */
  student_number: string | null;
  /** Of what the last import wrote (server/roster/tables.ts): where it differs, somebody has changed the row by hand. */
  roster_print: number | null;
  /** When the roster's source last changed it, in ms since 1970. */
  roster_modified: number | null;
  /** Whether the roster's source last called it enabled; null: not said since this is kept. Without a role it is closed all the same. */
  roster_enabled: number | null;
  /** Of OneRoster 1.2: the sourced id of the user's own organization, which counts where that of the role is no school. */
  roster_org: string | null;
  /** In which the person reads: of the last sign-in, or page that was opened since; null: not known yet. */
  language: Language | null;
  active: number;
  /** Goes up when every token of the user must end. */
  token_version: Generated<number>;
  created_at: number;
}
interface SubjectTable {
  district_id: District;
  subject_id: number;
  name: string;
  /** The name in lower case: one of a kind among those that are not removed. */
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
  /** `active` as the last import wrote it; null: made by hand. */
  roster_active: number | null;
  left_at: number | null;
  /** 1: a teacher put somebody else's student here. The class sees the student's work, but has no say over the account (decision 025). */
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
  /** null: prebuilt, the whole district's to assign. */
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
  /** Who may use it. */
  user_puid: number;
  shared_by_puid: number;
  permission: number;
  shared_at: number;
}
/** A link by which staff share a lesson with themselves. */
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
  /** Of before `report_release`, which holds what is released now; nothing writes it. */
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
  /** When the time is over; null: no limit. */
  ends_at: number | null;
  submitted_at: number | null;
  /** 1: handed in after the time was over. */
  is_late: Generated<number>;
  /** When it was released, or, while it is scheduled, will be. */
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
  /** Client sequence number: the newest wins. */
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
/** A release that stands: of a quiz in an assignment to a group, to all of it (`user_puid` 0) or to one student. */
interface ReportReleaseTable {
  district_id: District;
  group_assignment_id: number;
  quiz_id: number;
  user_puid: number;
  release_at: number;
  released_by_puid: number;
  created_at: number;
  /** null: its time has not come. */
  applied_at: number | null;
}
/** An attempt that was replaced when its student got a new one. The student sees nothing of it. */
interface EarlierAttemptTable {
  district_id: District;
  result_id: number;
  user_puid: number;
  quiz_id: number;
  group_assignment_id: number;
  /** 1 for the first. */
  attempt_no: number;
  /** Where it stood when it was replaced. */
  state: AttemptState;
  started_at: number;
  submitted_at: number | null;
  is_late: number;
  time_spent: number;
  score: number | null;
  max_score: number;
  layout: string;
  /** JSON list of what was stored as `response`. */
  responses: string;
  reassigned_by_puid: number;
  reassigned_at: number;
  /** From when the new attempt may begin. */
  opens_at: number;
  schoolyear: string;
}
/** One opening of a piece of content. */
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
  /** Seconds of attention. */
  time_spent: number;
  /** 1: its end never came, and the server ended it. */
  is_timed_out: number;
}
/** What a student gave back for a printed sheet. */
interface PrintableResponseTable {
  district_id: District;
  group_assignment_id: number;
  user_puid: number;
  item_id: number;
  response_text: string;
  is_on_paper: number;
  submitted_at: number;
}
/** Where a person begins in the library. */
interface LibraryFilterTable {
  district_id: District;
  user_puid: number;
  product_id: number | null;
  unit_id: number | null;
  sub_unit_id: number | null;
  level3_id: number | null;
  language_id: number;
}
/** My library: an item of the catalogue (`item_id`), or a resource from elsewhere. */
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
  /** null: sent, but no resource names it yet. */
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
  /** Goes up at every refresh; the secret in the cookie is derived from it, so none is stored. */
  generation: number;
  rotated_at: number;
  expires_at: number;
  /** When somebody signed in: the session's whole life is counted from here. */
  started_at: number | null;
  /** The newest generation whose access token was used: its cookie has arrived, so an older one comes from somebody else. */
  confirmed: number | null;
  /** What the browser called itself when it signed in. */
  device: string | null;
  /** The one lesson that a session opened by code is good for. */
  lesson_id: number | null;
  assignment_id: number | null;
  /** The single sign-on that opened it. */
  provider: string | null;
  issuer: string | null;
  subject: string | null;
  /** The assignment code that opened it. */
  code: string | null;
  /** What was shown here when it began; null for single sign-on and guests, and for sessions from before this was kept. */
  way: 'password' | 'login_code' | 'two_step' | null;
}
/** Codes are looked up before the district is known, so they are unique over all districts. */
interface AssignmentCodeTable {
  district_id: District;
  /** Crockford's base 32, 8 characters, no dash. */
  code: string;
  lesson_id: number;
  assignment_id: number;
  /** The group that guests join. */
  group_puid: number;
  created_by: number;
  created_at: number;
  expires_at: number;
}
/** Not a proof of who somebody is: a student who opens it is signed in. So it is kept as it is, for the teacher to see again. */
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
/** One row for each time that an administrator acts as somebody. */
interface ActingSessionTable {
  /** Of the account that is acted as. */
  district_id: District;
  acting_id: number;
  user_puid: number;
  actor_district_id: number;
  actor_puid: number;
  /** The session of the administrator that began it, and with which it ends. */
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
  /** With `…` in place of the secret of a link. */
  text: string;
  kind: Generated<MailKind>;
  /** `kept`: written while no mail server was set up. */
  state: Generated<MailState>;
  /** The whole text, encrypted, until it is sent or given up. */
  sealed: string | null;
  attempts: Generated<number>;
  /** When it is tried next; while a server is at it, when another one may take it over. */
  next_at: number | null;
  give_up_at: number | null;
  sent_at: number | null;
  /** What the mail server said last, or why it could not be asked. */
  problem: string | null;
}
/** Who an identity provider's subject is here; one row per account of the person. */
interface FederatedIdentityTable {
  /** The registration that vouches for the subject (`providerOf`); empty: linked before registrations were told apart. */
  provider: string;
  issuer: string;
  subject: string;
  district_id: District;
  user_puid: number;
  linked_at: number;
}
/** A single sign-on under way: made when the browser leaves, used once when it comes back. */
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
  /** Of an authenticator app: its secret, sealed with the signing key, and the newest time step whose code was used. */
  sealed_secret: string | null;
  last_step: number | null;
  /** Of a passkey, as WebAuthn has them: ids and key base64url, transports as a JSON list. */
  credential_id: string | null;
  public_key: string | null;
  counter: number | null;
  transports: string | null;
}
/** A sign-in whose second step is open, or a factor that is being set up. Its secret goes to one browser, once. */
interface FactorChallengeTable {
  challenge_hash: string;
  district_id: District;
  user_puid: number;
  purpose: 'answer' | 'enroll';
  /** Of the user when the challenge was made: whatever ends their tokens ends it. */
  token_version: number;
  /** The session that asked; null at sign-in, where there is none yet. */
  session_id: number | null;
  /** Whoever else is signed in in this browser makes way. */
  replace_other: number;
  /** What a passkey must sign, base64url. */
  nonce: string;
  /** Of the authenticator app that is being set up. */
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
/** A hint of a first visit that a person has put away. */
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
/** The answer to a row of `user_feedback` or `schedule_request`; whoever answers may be of another district. */
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
  /** How the person's own message began; of dates, the lesson. */
  about: string;
  notification_text: string;
  sender_name: string;
  created_at: number;
  /** null: not put away yet. */
  disabled_at: number | null;
  /** Of dates: whose. The newest takes the place of the one before. */
  group_assignment_id: Generated<number | null>;
}
interface RosterJobTable {
  district_id: District;
  job_id: number;
  created_by: number;
  /** Of the one who uploaded; null: the whole district. */
  school_id: number | null;
  /** `removal`: a student who was taken off the list; `transfer`: classes that changed hands. */
  form: 'simple' | 'oneRoster' | 'removal' | 'transfer' | null;
  state: RosterState;
  /** JSON of contract RosterOptions. */
  options: string;
  /** JSON: { check, counts, skipped }. */
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
  /** Who works on it now, and until when nobody else may. */
  runner: number | null;
  lease_until: number;
}
/** An organization of a roster's source, as it was last told. Those that are schools stand in `school` too, by their sourced id. */
interface RosterOrgTable {
  district_id: District;
  org_id: number;
  sourced_id: string;
  name: string;
  type: string;
  parent_sourced_id: string | null;
  /** 0: to be deleted there. */
  active: number;
  /** When the source last changed it, in ms since 1970. */
  roster_modified: number | null;
}
/** A role of a person as OneRoster 1.2 last told it. Roles of people who have no account here are not kept. */
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
  /** 0: to be deleted there. */
  active: number;
  /** When the source last changed it, in ms since 1970. */
  roster_modified: number | null;
}

interface RosterBatchTable {
  district_id: District;
  job_id: number;
  batch_no: number;
  /** JSON list of LogEntry (server/roster/tables.ts). */
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
/** Whom a row of any table names by these two columns. */
export type UserKey = Pick<Row<'app_user'>, 'district_id' | 'user_puid'>;
