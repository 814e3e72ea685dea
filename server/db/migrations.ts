import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './schema.ts';

type AnyDatabase = Kysely<Database>;
type ColumnType = 'bigint' | 'integer' | 'text' | 'double precision';
/** `name: type`, with `?` after the type for nullable. */
type Columns = Record<string, ColumnType | `${ColumnType}?`>;

interface Table {
  columns: Columns;
  key: string[];
  unique?: Record<string, string[]>;
  index?: Record<string, string[]>;
  /** [columns, table, target columns] */
  foreign?: Record<string, [string[], string, string[]]>;
}

async function createTable(db: AnyDatabase, name: string, table: Table): Promise<void> {
  let create = db.schema.createTable(name);
  for (const [column, declared] of Object.entries(table.columns)) {
    const type = declared.replace('?', '') as ColumnType;
    create = create.addColumn(column, type, (c) => (declared.endsWith('?') ? c : c.notNull()));
  }
  create = create.addPrimaryKeyConstraint(`${name}_pk`, table.key as never[]);
  for (const [constraint, columns] of Object.entries(table.unique ?? {}))
    create = create.addUniqueConstraint(constraint, columns as never[]);
  for (const [constraint, [columns, target, targetColumns]] of Object.entries(table.foreign ?? {}))
    create = create.addForeignKeyConstraint(constraint, columns as never[], target, targetColumns as never[]);
  await create.execute();
  for (const [index, columns] of Object.entries(table.index ?? {})) await db.schema.createIndex(index).on(name).columns(columns).execute();
}

const tenant = { district_id: 'bigint' } as const;
const userReference = (column = 'user_puid'): [string[], string, string[]] => [
  ['district_id', column],
  'app_user',
  ['district_id', 'user_puid'],
];

const foundation: Record<string, Table> = {
  district: {
    columns: { district_id: 'bigint', name: 'text', state_id: 'bigint?', time_zone: 'text', nav_tabs: 'text' },
    key: ['district_id'],
  },
  school: {
    columns: { ...tenant, school_id: 'bigint', name: 'text', sourced_id: 'text?' },
    key: ['district_id', 'school_id'],
    unique: { school_sourced: ['district_id', 'sourced_id'] },
  },
  role: { columns: { role_id: 'integer', name: 'text' }, key: ['role_id'] },
  app_user: {
    columns: {
      ...tenant,
      user_puid: 'bigint',
      user_name: 'text',
      user_key: 'text',
      password_hash: 'text?',
      role_id: 'integer',
      first_name: 'text',
      last_name: 'text',
      email: 'text?',
      school_id: 'bigint?',
      grade: 'text?',
      sourced_id: 'text?',
      active: 'integer',
      token_version: 'integer',
      created_at: 'bigint',
    },
    key: ['district_id', 'user_puid'],
    unique: { app_user_name: ['district_id', 'user_key'], app_user_sourced: ['district_id', 'sourced_id'] },
    index: { app_user_key: ['user_key'], app_user_school: ['district_id', 'school_id', 'role_id'] },
  },
  class_group: {
    columns: {
      ...tenant,
      group_puid: 'bigint',
      school_id: 'bigint',
      name: 'text',
      kind: 'text',
      subject: 'text?',
      grade: 'text?',
      period: 'text?',
      sourced_id: 'text?',
      active: 'integer',
    },
    key: ['district_id', 'group_puid'],
    unique: { class_group_sourced: ['district_id', 'sourced_id'] },
  },
  enrollment: {
    columns: { ...tenant, group_puid: 'bigint', user_puid: 'bigint', role: 'text', sourced_id: 'text?', active: 'integer' },
    key: ['district_id', 'group_puid', 'user_puid'],
    index: { enrollment_user: ['district_id', 'user_puid'] },
    foreign: {
      enrollment_group: [['district_id', 'group_puid'], 'class_group', ['district_id', 'group_puid']],
      enrollment_user_fk: userReference(),
    },
  },

  product: {
    columns: {
      product_id: 'bigint',
      code: 'text',
      name: 'text',
      description: 'text',
      language_id: 'integer',
      mapped_id: 'bigint?',
      grades: 'text',
      sort_order: 'integer',
    },
    key: ['product_id'],
    unique: { product_code: ['code'] },
  },
  unit: {
    columns: {
      unit_id: 'bigint',
      product_id: 'bigint',
      code: 'text',
      name: 'text',
      summary: 'text',
      mapped_id: 'bigint?',
      sort_order: 'integer',
    },
    key: ['unit_id'],
    index: { unit_product: ['product_id'] },
  },
  sub_unit: {
    columns: { sub_unit_id: 'bigint', unit_id: 'bigint', code: 'text', name: 'text', sort_order: 'integer' },
    key: ['sub_unit_id'],
    index: { sub_unit_unit: ['unit_id'] },
  },
  level3: {
    columns: { level3_id: 'bigint', sub_unit_id: 'bigint', code: 'text', name: 'text', sort_order: 'integer' },
    key: ['level3_id'],
    index: { level3_sub_unit: ['sub_unit_id'] },
  },
  content_item: {
    columns: {
      item_id: 'bigint',
      product_id: 'bigint',
      unit_id: 'bigint',
      sub_unit_id: 'bigint',
      level3_id: 'bigint?',
      code: 'text',
      item_type_id: 'integer',
      title: 'text',
      summary: 'text',
      body: 'text',
      minutes: 'integer',
      grades: 'text',
      standards: 'text',
      sources: 'text',
      language_id: 'integer',
      mapped_id: 'bigint?',
      is_assignable: 'integer',
      is_learnosity_enabled: 'integer',
      lexile: 'integer?',
      spanish_remark: 'text?',
      quiz_id: 'bigint?',
      sort_order: 'integer',
    },
    key: ['item_id'],
    unique: { content_item_code: ['code'] },
    index: { content_item_place: ['product_id', 'unit_id', 'sub_unit_id'] },
  },
  quiz: {
    columns: { quiz_id: 'bigint', item_id: 'bigint', title: 'text', intro_html: 'text', delivery: 'text' },
    key: ['quiz_id'],
    index: { quiz_item: ['item_id'] },
  },
  question: {
    columns: {
      question_id: 'bigint',
      quiz_id: 'bigint',
      sort_order: 'integer',
      question_type: 'text',
      question_html: 'text',
      explanation_html: 'text',
      diagram: 'text?',
      points: 'double precision',
      difficulty: 'double precision',
      unit: 'text?',
      standards: 'text',
      targets: 'text',
      answer_key: 'text',
    },
    key: ['question_id'],
    index: { question_quiz: ['quiz_id', 'sort_order'] },
  },
  question_option: {
    columns: {
      option_id: 'bigint',
      question_id: 'bigint',
      sort_order: 'integer',
      answer_text: 'text',
      is_answer: 'integer',
      misconception: 'text?',
    },
    key: ['option_id'],
    index: { question_option_question: ['question_id', 'sort_order'] },
  },
  standard: { columns: { code: 'text', framework: 'text', grades: 'text', summary: 'text' }, key: ['code'] },
  glossary_term: {
    columns: {
      term_id: 'bigint',
      subject: 'text',
      term: 'text',
      term_es: 'text',
      definition: 'text',
      definition_es: 'text',
      fact: 'text',
      fact_es: 'text',
      fill_in: 'text',
      fill_in_es: 'text',
    },
    key: ['term_id'],
  },

  folder: {
    columns: {
      ...tenant,
      folder_id: 'bigint',
      owner_puid: 'bigint',
      product_id: 'bigint',
      parent_folder_type: 'text',
      parent_folder_id: 'bigint',
      folder_name: 'text',
      sort_order: 'integer',
    },
    key: ['district_id', 'folder_id'],
    index: { folder_owner: ['district_id', 'owner_puid'] },
  },
  lesson: {
    columns: {
      ...tenant,
      lesson_id: 'bigint',
      owner_puid: 'bigint?',
      lesson_name: 'text',
      lesson_objective: 'text',
      instructions: 'text',
      total_time: 'integer?',
      due_date: 'text?',
      product_id: 'bigint?',
      unit_id: 'bigint?',
      sub_unit_id: 'bigint?',
      level3_id: 'bigint?',
      is_custom_unit: 'integer?',
      is_custom_sub_unit: 'integer?',
      is_custom_level3: 'integer?',
      is_assignment: 'integer',
      enforce_order: 'integer',
      language_id: 'integer',
      version: 'integer',
      created_at: 'bigint',
      updated_at: 'bigint',
      deleted_at: 'bigint?',
    },
    key: ['district_id', 'lesson_id'],
    index: { lesson_owner: ['district_id', 'owner_puid'] },
  },
  lesson_resource: {
    columns: {
      ...tenant,
      lesson_id: 'bigint',
      lesson_resource_id: 'bigint',
      item_id: 'bigint',
      resource_type_id: 'integer',
      time: 'integer?',
      sort_order: 'integer',
      remarks: 'text',
    },
    key: ['district_id', 'lesson_id', 'lesson_resource_id'],
    foreign: { lesson_resource_lesson: [['district_id', 'lesson_id'], 'lesson', ['district_id', 'lesson_id']] },
  },
  assignment: {
    columns: {
      ...tenant,
      assignment_id: 'bigint',
      lesson_id: 'bigint',
      assigned_by_puid: 'bigint',
      assignment_no: 'integer',
      created_at: 'bigint',
    },
    key: ['district_id', 'assignment_id'],
    unique: { assignment_once: ['district_id', 'lesson_id', 'assigned_by_puid', 'assignment_no'] },
    foreign: { assignment_lesson: [['district_id', 'lesson_id'], 'lesson', ['district_id', 'lesson_id']] },
  },
  group_assignment: {
    columns: {
      ...tenant,
      group_assignment_id: 'bigint',
      assignment_id: 'bigint',
      lesson_id: 'bigint',
      group_puid: 'bigint',
      from_date: 'bigint',
      to_date: 'bigint?',
      category: 'integer',
      is_individual: 'integer',
      released_at: 'bigint?',
      unassigned_at: 'bigint?',
      created_at: 'bigint',
    },
    key: ['district_id', 'group_assignment_id'],
    unique: { group_assignment_once: ['district_id', 'assignment_id', 'group_puid'] },
    index: { group_assignment_group: ['district_id', 'group_puid'] },
    foreign: {
      group_assignment_assignment: [['district_id', 'assignment_id'], 'assignment', ['district_id', 'assignment_id']],
      group_assignment_group_fk: [['district_id', 'group_puid'], 'class_group', ['district_id', 'group_puid']],
    },
  },
  assignee: {
    columns: { ...tenant, group_assignment_id: 'bigint', user_puid: 'bigint' },
    key: ['district_id', 'group_assignment_id', 'user_puid'],
    foreign: { assignee_user: userReference() },
  },
  lesson_tracking: {
    columns: {
      ...tenant,
      tracking_id: 'bigint',
      user_puid: 'bigint',
      lesson_id: 'bigint',
      assignment_id: 'bigint',
      group_assignment_id: 'bigint',
      time_spent: 'double precision',
      started_at: 'bigint',
      updated_at: 'bigint',
      completed_at: 'bigint?',
    },
    key: ['district_id', 'tracking_id'],
    unique: { lesson_tracking_once: ['district_id', 'group_assignment_id', 'user_puid'] },
    index: { lesson_tracking_user: ['district_id', 'user_puid'] },
  },
  resource_tracking: {
    columns: {
      ...tenant,
      resource_tracking_id: 'bigint',
      tracking_id: 'bigint',
      user_puid: 'bigint',
      lesson_resource_id: 'bigint',
      resource_type_id: 'integer',
      time_spent: 'double precision',
      percentage_completed: 'double precision',
      position: 'double precision',
      started_at: 'bigint',
      updated_at: 'bigint',
      completed_at: 'bigint?',
    },
    key: ['district_id', 'resource_tracking_id'],
    unique: { resource_tracking_once: ['district_id', 'tracking_id', 'lesson_resource_id'] },
    index: { resource_tracking_user: ['district_id', 'user_puid'] },
    foreign: { resource_tracking_lesson: [['district_id', 'tracking_id'], 'lesson_tracking', ['district_id', 'tracking_id']] },
  },
  attempt: {
    columns: {
      ...tenant,
      result_id: 'bigint',
      user_puid: 'bigint',
      quiz_id: 'bigint',
      lesson_id: 'bigint',
      assignment_id: 'bigint',
      group_assignment_id: 'bigint',
      resource_tracking_id: 'bigint',
      state: 'text',
      started_at: 'bigint',
      submitted_at: 'bigint?',
      released_at: 'bigint?',
      time_spent: 'double precision',
      score: 'double precision?',
      max_score: 'double precision',
      receipt: 'text?',
      layout: 'text',
    },
    key: ['district_id', 'result_id'],
    unique: { attempt_once: ['district_id', 'user_puid', 'group_assignment_id', 'quiz_id'] },
    index: { attempt_group: ['district_id', 'group_assignment_id'] },
  },
  response: {
    columns: {
      ...tenant,
      result_id: 'bigint',
      question_id: 'bigint',
      answer_id: 'bigint?',
      answer_text: 'text',
      is_correct: 'integer?',
      points: 'double precision?',
      time_spent: 'double precision',
      sequence: 'bigint',
      updated_at: 'bigint',
    },
    key: ['district_id', 'result_id', 'question_id'],
    foreign: { response_attempt: [['district_id', 'result_id'], 'attempt', ['district_id', 'result_id']] },
  },
  response_comment: {
    columns: {
      ...tenant,
      comment_id: 'bigint',
      result_id: 'bigint',
      question_id: 'bigint',
      user_puid: 'bigint',
      feedback_text: 'text',
      score: 'double precision?',
      created_at: 'bigint',
    },
    key: ['district_id', 'comment_id'],
    index: { response_comment_response: ['district_id', 'result_id', 'question_id'] },
  },

  refresh_session: {
    columns: {
      ...tenant,
      session_id: 'bigint',
      user_puid: 'bigint',
      generation: 'integer',
      rotated_at: 'bigint',
      expires_at: 'bigint',
    },
    key: ['district_id', 'session_id'],
    index: { refresh_session_user: ['district_id', 'user_puid'] },
  },
  failure_count: { columns: { key: 'text', failures: 'integer', window_start: 'bigint' }, key: ['key'] },
  audit: {
    columns: { ...tenant, audit_id: 'bigint', at: 'bigint', actor_puid: 'bigint', action: 'text', subject: 'text', detail: 'text' },
    key: ['district_id', 'audit_id'],
  },
};

/** Ways in: codes, acting, links by e-mail, registration, single sign-on. */
const waysIn: Record<string, Table> = {
  assignment_code: {
    columns: {
      ...tenant,
      code: 'text',
      lesson_id: 'bigint',
      assignment_id: 'bigint',
      group_puid: 'bigint',
      created_by: 'bigint',
      created_at: 'bigint',
      expires_at: 'bigint',
    },
    key: ['code'],
    index: { assignment_code_lesson: ['district_id', 'lesson_id'] },
  },
  acting_session: {
    columns: {
      ...tenant,
      acting_id: 'bigint',
      user_puid: 'bigint',
      actor_district_id: 'bigint',
      actor_puid: 'bigint',
      started_at: 'bigint',
      expires_at: 'bigint',
      ended_at: 'bigint?',
    },
    key: ['district_id', 'acting_id'],
  },
  account_link: {
    columns: { secret_hash: 'text', kind: 'text', ...tenant, subject: 'text', expires_at: 'bigint', used_at: 'bigint?' },
    key: ['secret_hash'],
    index: { account_link_subject: ['district_id', 'kind', 'subject'] },
  },
  registration_request: {
    columns: {
      ...tenant,
      request_id: 'text',
      state: 'text',
      email: 'text',
      first_name: 'text',
      last_name: 'text',
      school_id: 'bigint',
      user_name: 'text?',
      grade: 'text?',
      user_puid: 'bigint?',
      created_at: 'bigint',
    },
    key: ['request_id'],
    index: { registration_request_email: ['email'] },
  },
  mail: { columns: { mail_id: 'bigint', at: 'bigint', recipient: 'text', subject: 'text', text: 'text' }, key: ['mail_id'] },
  federated_identity: {
    columns: { issuer: 'text', subject: 'text', ...tenant, user_puid: 'bigint', linked_at: 'bigint' },
    key: ['issuer', 'subject', 'district_id', 'user_puid'],
    foreign: { federated_identity_user: userReference() },
  },
  sign_on_attempt: {
    columns: { state_hash: 'text', provider: 'text', nonce: 'text', verifier: 'text', expires_at: 'bigint' },
    key: ['state_hash'],
  },
  sign_on_ticket: {
    columns: { ticket_hash: 'text', issuer: 'text', subject: 'text', expires_at: 'bigint', used_at: 'bigint?' },
    key: ['ticket_hash'],
  },
};

/** What the library lists beside the units. */
const library: Record<string, Table> = {
  item_collection: {
    columns: { item_id: 'bigint', collection: 'text' },
    key: ['item_id', 'collection'],
    index: { item_collection_collection: ['collection'] },
  },
  lesson_block: {
    columns: {
      block_id: 'bigint',
      unit_id: 'bigint',
      sub_unit_id: 'bigint?',
      block_type: 'text',
      title: 'text',
      minutes: 'integer',
      html: 'text',
      standards: 'text',
      sort_order: 'integer',
    },
    key: ['block_id'],
    index: { lesson_block_unit: ['unit_id'] },
  },
};

const roles: [number, string][] = [
  [-1, 'NO_ACCESS'],
  [0, 'GUEST'],
  [1, 'STUDENT'],
  [2, 'TEACHER'],
  [6, 'SCHOOL_ADMINISTRATOR'],
  [9, 'DISTRICT_ADMINISTRATOR'],
  [12, 'PROVIDER_ADMINISTRATOR'],
  [15, 'SUPER_ADMINISTRATOR'],
];

/** Every migration, oldest first; names are kept in the database and never change. */
export const migrations: Record<string, Migration> = {
  '001-foundation': {
    async up(db) {
      for (const [name, table] of Object.entries(foundation)) await createTable(db as AnyDatabase, name, table);
      for (const [role_id, name] of roles) await sql`insert into role (role_id, name) values (${role_id}, ${name})`.execute(db);
    },
  },
  '002-ways-in': {
    async up(db) {
      for (const [name, table] of Object.entries(waysIn)) await createTable(db as AnyDatabase, name, table);
      for (const [column, type] of [
        ['lesson_id', 'bigint'],
        ['assignment_id', 'bigint'],
        ['issuer', 'text'],
        ['subject', 'text'],
      ] as const)
        await db.schema.alterTable('refresh_session').addColumn(column, type).execute();
      await db.schema.createIndex('app_user_email').on('app_user').expression(sql`lower(email)`).execute();
    },
  },
  '003-timed-attempts': {
    async up(db) {
      await db.schema.alterTable('attempt').addColumn('ends_at', 'bigint').execute();
      await db.schema
        .alterTable('attempt')
        .addColumn('is_late', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    },
  },
  '004-library': {
    async up(db) {
      for (const [name, table] of Object.entries(library)) await createTable(db as AnyDatabase, name, table);
    },
  },
};

/** Brings the database to the newest schema; throws what the failing migration threw. */
export async function migrate(db: AnyDatabase): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error) throw error;
}
