import type { DataKind, KeepReason } from '../../contract/privacy.ts';
import type { Database, Row } from '../db/schema.ts';

export type TableName = keyof Database;
type Column<T extends TableName> = keyof Row<T> & string;

/**
 * How a column names a person, and what becomes of the row when that person is erased (`fate`): it is deleted; it stays, and the column names
 * a stand-in that nothing else leads to; or it stays with the person's number, which then leads to nobody.
 */
export type Mention<C extends string = string> = {
  /** What the column holds. Default: the person's id. */
  holds?: 'id as text' | 'user and id' | 'sourced id' | 'email' | 'full name';
  /** The column that names the person's district, if that may be another than the row's. */
  home?: C;
  /** Another column's value with which alone this one names a person. */
  when?: readonly [column: C, value: string];
  /** The columns that an archive of the person shows; none: nothing. Default: all but `hides`. Rows may be about others, too. */
  shows?: readonly C[];
  /** Columns that are overwritten as well. `name`: words for somebody erased. */
  clears?: Readonly<Partial<Record<C, string | null | { readonly name: true }>>>;
} & ({ fate: 'deleted' } | { fate: 'detached' | 'kept'; reason: KeepReason });

/** Rows that are part of a row of another table. They are deleted with it, and in the archive with it. */
export interface Part<C extends string = string> {
  column: C;
  of: TableName;
  key: string;
}

export interface Holding<C extends string = string> {
  kind: DataKind;
  /** The column by which an archive steps through the table: the first of its key after the district. */
  key: C;
  people?: Readonly<Partial<Record<C, Mention<C>>>>;
  parts?: readonly Part<C>[];
  /** Detached rows that nobody else uses are deleted instead. */
  isDeletedIfUnused?: true;
  /** Columns that no archive has: secrets, and what only the product's own machinery reads. */
  hides?: readonly C[];
  /** A file in base64, which an archive has as a file. */
  file?: { content: C; name?: C; type: C };
  /** In no archive: nothing but secrets, or copies of what other tables hold. */
  isLeftOut?: true;
}
/** A table about no person. `catalog`: the provider's content, the same for all districts. */
export type NoPerson = 'catalog' | 'server';

const deleted = { fate: 'deleted' } as const;
const unseen = { fate: 'deleted', shows: [] } as const;
const detached = (reason: KeepReason) => ({ fate: 'detached', reason }) as const;

/**
 * What each table holds about people. Archives, erasures and the numbers before an erasure all follow it. A table comes after those that it
 * refers to: rows are deleted from the end. The schema's type keeps the list complete, and a test compares it with the database.
 */
export const holdings: { readonly [T in TableName]: Holding<Column<T>> | NoPerson } = {
  role: 'server',
  product: 'catalog',
  unit: 'catalog',
  sub_unit: 'catalog',
  level3: 'catalog',
  item_terms: 'catalog',
  item_collection: 'catalog',
  removed_place: 'catalog',
  catalog_quiz: 'catalog',
  catalog_picture: 'catalog',
  catalog_item: 'catalog',
  quiz: 'catalog',
  question: 'catalog',
  question_option: 'catalog',
  standard: 'catalog',
  glossary_term: 'catalog',
  catalog_term: 'catalog',
  term_item: 'catalog',
  lesson_block: 'catalog',
  course_file: 'catalog',
  catalogue: 'catalog',
  health_check: 'server',
  // Keys are hashes and addresses, kept for a day.
  failure_count: 'server',
  // Of the identity provider's subject, for minutes.
  sign_on_attempt: 'server',
  sign_on_ticket: 'server',
  lti_key: 'server',

  district: { kind: 'account', key: 'district_id' },
  school: { kind: 'account', key: 'school_id' },
  subject: { kind: 'classes', key: 'subject_id' },
  grade: { kind: 'classes', key: 'grade_id' },
  permission: { kind: 'account', key: 'permission_id' },
  retention: { kind: 'privacy', key: 'kind' },

  app_user: {
    kind: 'account',
    key: 'user_puid',
    people: { user_puid: deleted },
    hides: ['password_hash', 'token_version', 'roster_print'],
  },
  user_photo: { kind: 'account', key: 'user_puid', people: { user_puid: deleted }, file: { content: 'content', type: 'media_type' } },
  user_overlay: { kind: 'account', key: 'user_puid', people: { user_puid: deleted } },
  school_closing: { kind: 'account', key: 'school_id', people: { member_id: { ...deleted, when: ['kind', 'user'] } } },
  permission_assignment: {
    kind: 'account',
    key: 'assignment_id',
    people: { to_user_puid: deleted, given_by: { ...detached('arranged'), shows: ['assignment_id', 'permission_id', 'given_at'] } },
  },
  registration_request: { kind: 'account', key: 'request_id', people: { user_puid: deleted } },

  federated_identity: { kind: 'signIns', key: 'user_puid', people: { user_puid: deleted } },
  sign_on_subject: { kind: 'signIns', key: 'kind' },
  identity_unlinked: { kind: 'signIns', key: 'kind', people: { user_puid: deleted } },
  refresh_session: { kind: 'signIns', key: 'session_id', people: { user_puid: deleted }, hides: ['generation', 'confirmed'] },
  sign_on_provider: {
    kind: 'account',
    key: 'kind',
    people: {
      tested_by: {
        ...detached('arranged'),
        home: 'tested_district_id',
        shows: ['kind', 'tested_at', 'received'],
        clears: { received: null },
      },
    },
    hides: ['sealed_secret'],
  },
  // The district's keys, and hashes.
  saml_key: 'server',
  saml_spare_key: 'server',
  saml_message: 'server',
  saml_provider: { kind: 'account', key: 'provider_id' },
  saml_subject: { kind: 'signIns', key: 'provider_id', people: { user_puid: deleted } },
  saml_sign_in: { kind: 'signIns', key: 'sign_in_id', people: { tested_by: { ...deleted, home: 'tested_district_id' } } },
  login_code: {
    kind: 'signIns',
    key: 'user_puid',
    people: { user_puid: deleted, made_by: { ...detached('arranged'), shows: ['made_at'] } },
  },
  acting_session: {
    kind: 'signIns',
    key: 'acting_id',
    people: { user_puid: deleted, actor_puid: { ...deleted, home: 'actor_district_id', shows: ['acting_id', 'started_at', 'ended_at'] } },
  },
  account_link: {
    kind: 'signIns',
    key: 'secret_hash',
    people: { subject: { ...unseen, holds: 'id as text', when: ['kind', 'reset'] } },
    parts: [{ column: 'subject', of: 'registration_request', key: 'request_id' }],
    isLeftOut: true,
  },
  second_factor: {
    kind: 'signIns',
    key: 'user_puid',
    people: { user_puid: deleted },
    hides: ['sealed_secret', 'last_step', 'credential_id', 'public_key', 'counter'],
  },
  recovery_code: { kind: 'signIns', key: 'user_puid', people: { user_puid: unseen }, isLeftOut: true },
  factor_challenge: { kind: 'signIns', key: 'challenge_hash', people: { user_puid: unseen }, isLeftOut: true },

  class_group: { kind: 'classes', key: 'group_puid', hides: ['roster_print'] },
  enrollment: { kind: 'classes', key: 'group_puid', people: { user_puid: deleted } },
  classroom_link: { kind: 'signIns', key: 'user_puid', people: { user_puid: deleted }, hides: ['sealed_token'] },
  classroom_course: { kind: 'classes', key: 'user_puid', people: { user_puid: deleted } },
  classroom_work: { kind: 'classes', key: 'group_assignment_id', people: { user_puid: deleted } },
  // Of accounts at the classroom service, for a week at most.
  ended_access: 'server',

  folder: { kind: 'teaching', key: 'folder_id', people: { owner_puid: detached('material') }, isDeletedIfUnused: true },
  folder_deletion: { kind: 'teaching', key: 'folder_id', people: { owner_puid: deleted } },
  lesson: { kind: 'teaching', key: 'lesson_id', people: { owner_puid: detached('material') }, isDeletedIfUnused: true },
  lesson_resource: { kind: 'teaching', key: 'lesson_resource_id', parts: [{ column: 'lesson_id', of: 'lesson', key: 'lesson_id' }] },
  catalog_drafter: { kind: 'library', key: 'item_id', people: { user_puid: deleted } },
  prebuilt_source: { kind: 'teaching', key: 'lesson_id', parts: [{ column: 'lesson_id', of: 'lesson', key: 'lesson_id' }] },
  lesson_share: { kind: 'teaching', key: 'lesson_id', people: { user_puid: deleted, shared_by_puid: detached('material') } },
  share_link: {
    kind: 'teaching',
    key: 'share_id',
    people: { created_by: detached('material') },
    parts: [{ column: 'lesson_id', of: 'lesson', key: 'lesson_id' }],
  },
  lesson_start: {
    kind: 'activity',
    key: 'start_id',
    people: { user_puid: deleted },
  },
  assignment: { kind: 'teaching', key: 'assignment_id', people: { assigned_by_puid: detached('records') } },
  group_assignment: { kind: 'teaching', key: 'group_assignment_id' },
  assignee: { kind: 'work', key: 'group_assignment_id', people: { user_puid: deleted } },
  term_help: { kind: 'work', key: 'group_assignment_id', people: { user_puid: deleted } },
  assignment_code: { kind: 'teaching', key: 'code', people: { created_by: detached('material') } },
  lesson_link: { kind: 'teaching', key: 'link_id', people: { created_by: detached('material') } },
  lti_platform: { kind: 'teaching', key: 'platform_id' },
  lti_member: { kind: 'signIns', key: 'platform_id' },
  lti_deployment: { kind: 'teaching', key: 'platform_id' },
  lti_refusal: { kind: 'teaching', key: 'refusal_id' },
  // Invitations and choices in progress, for hours.
  lti_registration: { kind: 'teaching', key: 'secret_hash', people: { created_by: unseen }, isLeftOut: true },
  lti_choice: { kind: 'teaching', key: 'choice_id', people: { user_puid: unseen }, isLeftOut: true },
  lti_link: {
    kind: 'teaching',
    key: 'link_id',
    people: { created_by: detached('material') },
    parts: [{ column: 'lesson_id', of: 'lesson', key: 'lesson_id' }],
  },
  lti_course: { kind: 'teaching', key: 'platform_id', people: { owner_puid: detached('material') } },
  lti_placement: { kind: 'teaching', key: 'placement_id' },
  lti_result: { kind: 'work', key: 'placement_id', people: { user_puid: deleted }, hides: ['attempts', 'next_at'] },
  authored_quiz: { kind: 'teaching', key: 'item_id', people: { owner_puid: detached('material') }, isDeletedIfUnused: true },
  content_item: {
    kind: 'teaching',
    key: 'item_id',
    people: { owner_puid: { ...detached('material'), shows: ['item_id', 'title', 'summary', 'body'] } },
  },
  authored_picture: {
    kind: 'teaching',
    key: 'owner_puid',
    people: { owner_puid: detached('material') },
    isDeletedIfUnused: true,
    file: { content: 'content', name: 'picture_id', type: 'media_type' },
  },
  own_term: { kind: 'teaching', key: 'term_id', people: { author_puid: detached('material') } },
  term_set: { kind: 'teaching', key: 'item_id', people: { owner_puid: detached('material') } },
  term_set_term: { kind: 'teaching', key: 'item_id', parts: [{ column: 'item_id', of: 'term_set', key: 'item_id' }] },
  item_share: { kind: 'teaching', key: 'item_id', people: { user_puid: deleted } },

  lesson_tracking: { kind: 'work', key: 'tracking_id', people: { user_puid: deleted } },
  resource_tracking: { kind: 'work', key: 'resource_tracking_id', people: { user_puid: deleted } },
  term_set_answer: { kind: 'work', key: 'resource_tracking_id', people: { user_puid: deleted } },
  attempt: { kind: 'work', key: 'result_id', people: { user_puid: deleted } },
  earlier_attempt: {
    kind: 'work',
    key: 'result_id',
    people: {
      user_puid: deleted,
      reassigned_by_puid: { ...detached('records'), shows: ['result_id', 'quiz_id', 'reassigned_at'] },
    },
  },
  response: { kind: 'work', key: 'result_id', parts: [{ column: 'result_id', of: 'attempt', key: 'result_id' }] },
  provider_session: {
    kind: 'work',
    key: 'result_id',
    parts: [
      { column: 'result_id', of: 'attempt', key: 'result_id' },
      { column: 'result_id', of: 'earlier_attempt', key: 'result_id' },
    ],
    hides: ['fetches', 'next_at'],
  },
  response_comment: {
    kind: 'work',
    key: 'comment_id',
    people: {
      user_puid: {
        ...detached('records'),
        shows: ['comment_id', 'result_id', 'question_id', 'feedback_text', 'score', 'created_at', 'language', 'translation'],
      },
    },
    parts: [
      { column: 'result_id', of: 'attempt', key: 'result_id' },
      { column: 'result_id', of: 'earlier_attempt', key: 'result_id' },
    ],
  },
  printable_response: { kind: 'work', key: 'group_assignment_id', people: { user_puid: deleted } },
  question_scoring: { kind: 'teaching', key: 'group_puid', people: { user_puid: detached('records') } },
  regrade: {
    kind: 'teaching',
    key: 'regrade_id',
    people: { user_puid: detached('records'), undone_by_puid: { ...detached('records'), shows: ['regrade_id', 'undone_at'] } },
    hides: ['regrade_key'],
  },
  regrade_change: {
    kind: 'work',
    key: 'regrade_id',
    parts: [
      { column: 'result_id', of: 'attempt', key: 'result_id' },
      { column: 'result_id', of: 'earlier_attempt', key: 'result_id' },
    ],
  },
  report_release: {
    kind: 'work',
    key: 'group_assignment_id',
    people: {
      user_puid: deleted,
      released_by_puid: { ...detached('records'), shows: ['group_assignment_id', 'quiz_id', 'release_at', 'created_at'] },
    },
  },

  content_track: { kind: 'activity', key: 'content_track_id', people: { user_puid: deleted } },
  daily_use: { kind: 'activity', key: 'user_puid', people: { user_puid: deleted } },
  school_use: { kind: 'activity', key: 'school_id' },
  // Counts, which name nobody.
  integration_use: 'server',

  library_filter: { kind: 'library', key: 'user_puid', people: { user_puid: deleted } },
  library_resource: { kind: 'library', key: 'resource_id', people: { owner_puid: deleted } },
  library_attachment: {
    kind: 'library',
    key: 'attachment_id',
    people: { owner_puid: deleted },
    file: { content: 'content', name: 'file_name', type: 'media_type' },
  },
  item_opening: { kind: 'library', key: 'user_puid', people: { user_puid: deleted } },
  glossary_favorite: { kind: 'library', key: 'user_puid', people: { user_puid: deleted } },
  glossary_practice: { kind: 'library', key: 'user_puid', people: { user_puid: deleted } },

  game: { kind: 'games', key: 'game_id', people: { host_puid: detached('records') } },
  game_event: {
    kind: 'games',
    key: 'game_id',
    // Without the events, the ranks and points of the others would change.
    people: { player: { ...detached('records'), clears: { name: { name: true } } } },
  },
  game_result: { kind: 'games', key: 'game_id', people: { user_puid: deleted } },

  user_feedback: {
    kind: 'messages',
    key: 'feedback_id',
    people: { user_puid: deleted },
    file: { content: 'content', name: 'file_name', type: 'media_type' },
  },
  schedule_request: { kind: 'messages', key: 'request_id', people: { user_puid: deleted } },
  message_answer: {
    kind: 'messages',
    key: 'message_id',
    people: { actor_puid: { ...detached('records'), home: 'actor_district_id', shows: ['answer_text', 'answered_at'] } },
    parts: [
      { column: 'message_id', of: 'user_feedback', key: 'feedback_id' },
      { column: 'message_id', of: 'schedule_request', key: 'request_id' },
    ],
  },
  notification: {
    kind: 'messages',
    key: 'notification_id',
    people: {
      user_puid: deleted,
      sender_name: { ...detached('records'), holds: 'full name', shows: [], clears: { sender_name: { name: true } } },
    },
  },
  announcement: {
    kind: 'messages',
    key: 'notification_id',
    people: {
      user_puid: deleted,
      written_by: { ...detached('records'), shows: ['notification_id', 'text_en', 'text_es', 'from_date', 'to_date', 'written_at'] },
    },
  },
  announcement_reader: {
    kind: 'messages',
    key: 'notification_id',
    people: { user_puid: deleted },
    parts: [{ column: 'notification_id', of: 'announcement', key: 'notification_id' }],
  },
  mail: { kind: 'messages', key: 'mail_id', people: { recipient: { ...deleted, holds: 'email' } }, hides: ['sealed'] },

  roster_job: {
    kind: 'imports',
    key: 'job_id',
    people: { created_by: { ...detached('arranged'), shows: ['job_id', 'form', 'state', 'rows_total', 'created_at', 'finished_at'] } },
    hides: ['runner', 'lease_until', 'source'],
  },
  // Copies of what imports wrote or were about to write; deleted after 7 or 30 days.
  roster_file: { kind: 'imports', key: 'job_id', isLeftOut: true },
  roster_batch: { kind: 'imports', key: 'job_id', isLeftOut: true },
  roster_report: { kind: 'imports', key: 'job_id', isLeftOut: true },
  roster_org: { kind: 'imports', key: 'org_id' },
  roster_session: { kind: 'imports', key: 'session_id' },
  roster_connection: {
    kind: 'imports',
    key: 'connection_id',
    people: { arranged_by: { ...detached('arranged'), shows: ['connection_id', 'name'] } },
    hides: ['sealed_secret'],
  },
  roster_role: { kind: 'imports', key: 'user_role_id', people: { user_sourced_id: { ...deleted, holds: 'sourced id' } } },

  course_import: {
    kind: 'imports',
    key: 'job_id',
    people: {
      created_by: { ...detached('arranged'), shows: ['job_id', 'file_name', 'state', 'created_at', 'finished_at'] },
      undone_by: { ...detached('arranged'), home: 'undone_district_id', shows: ['job_id', 'file_name', 'state', 'finished_at'] },
    },
    hides: ['runner', 'lease_until', 'findings', 'changes'],
  },
  course_import_part: {
    kind: 'imports',
    key: 'job_id',
    parts: [{ column: 'job_id', of: 'course_import', key: 'job_id' }],
    isLeftOut: true,
  },

  export_job: {
    kind: 'exports',
    key: 'job_id',
    people: { created_by: deleted, about_puid: { ...unseen, home: 'about_district_id' } },
    hides: ['runner', 'lease_until', 'cursor'],
  },
  export_part: { kind: 'exports', key: 'job_id', parts: [{ column: 'job_id', of: 'export_job', key: 'job_id' }], isLeftOut: true },

  audit: {
    kind: 'audit',
    key: 'audit_id',
    people: {
      actor_puid: {
        ...{ fate: 'kept', reason: 'proof', home: 'actor_district_id' },
        shows: ['audit_id', 'at', 'action', 'address'],
        clears: { address: null },
      },
      acting_puid: { fate: 'kept', reason: 'proof', home: 'acting_district_id', shows: ['audit_id', 'at', 'action', 'address'] },
      subject: {
        ...{ fate: 'kept', reason: 'proof', holds: 'user and id' },
        shows: ['audit_id', 'at', 'action', 'detail'],
        clears: { detail: '{}' },
      },
    },
  },
  erasure: {
    kind: 'privacy',
    key: 'user_puid',
    people: {
      user_puid: { fate: 'kept', reason: 'proof' },
      requested_by: { fate: 'kept', reason: 'proof', home: 'requester_district_id' },
    },
  },
  district_erasure: { kind: 'privacy', key: 'erased_district', people: { requested_by: { fate: 'kept', reason: 'proof' } } },
};

/** The tables with rows of districts or about people, in the order of `holdings`. */
export const held = (Object.entries(holdings) as [TableName, Holding | NoPerson][]).flatMap(([table, holding]): [TableName, Holding][] =>
  typeof holding === 'object' ? [[table, holding]] : [],
);
