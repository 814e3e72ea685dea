import type { Generated, Insertable, Selectable } from 'kysely';
import type { AssigningTables } from './schema/assigning.ts';
import type { AuthoringTables } from './schema/authoring.ts';
import type { ClassroomTables } from './schema/classroom.ts';
import type { ContentTables } from './schema/content.ts';
import type { District } from './schema/district.ts';
import type { ExportTables } from './schema/exports.ts';
import type { GlossaryTables } from './schema/glossary.ts';
import type { LibraryTables } from './schema/library.ts';
import type { LtiTables } from './schema/lti.ts';
import type { MessageTables } from './schema/messages.ts';
import type { PeopleTables } from './schema/people.ts';
import type { PermissionTables } from './schema/permissions.ts';
import type { PrivacyTables } from './schema/privacy.ts';
import type { QuizGameTables } from './schema/quizGame.ts';
import type { ResultTables } from './schema/results.ts';
import type { RosteringTables } from './schema/rostering.ts';
import type { SamlTables } from './schema/saml.ts';
import type { SignInTables } from './schema/signIn.ts';
import type { UseTables } from './schema/use.ts';
import type { WorkspaceTables } from './schema/workspace.ts';

/**
 * Tables as Kysely sees them, identical on SQLite and PostgreSQL. Ids and instants (ms since 1970) are bigint < 2^53, booleans are 0 or 1,
 * lists and objects are JSON text. `district_id` leads every key of a tenant table. Content is the provider's catalog, shared by all
 * districts, and has none.
 */
export interface Database
  extends PeopleTables,
    PermissionTables,
    PrivacyTables,
    ClassroomTables,
    ContentTables,
    AuthoringTables,
    WorkspaceTables,
    AssigningTables,
    ResultTables,
    LibraryTables,
    LtiTables,
    ExportTables,
    GlossaryTables,
    QuizGameTables,
    RosteringTables,
    SignInTables,
    SamlTables,
    UseTables,
    MessageTables {
  health_check: { id: number; at: number };
  audit: AuditTable;
}

interface AuditTable {
  district_id: District;
  audit_id: number;
  at: number;
  actor_puid: number;
  /** Null: the district of the row. */
  actor_district_id: Generated<number | null>;
  /** The administrator who acted as the actor. */
  acting_puid: Generated<number | null>;
  acting_district_id: Generated<number | null>;
  action: string;
  subject: string;
  detail: string;
  /** Network address of the request; null for work of the server's own. */
  address: Generated<string | null>;
}

export type Row<T extends keyof Database> = Selectable<Database[T]>;
export type NewRow<T extends keyof Database> = Insertable<Database[T]>;
/** The columns by which rows of any table refer to a user. */
export type UserKey = Pick<Row<'app_user'>, 'district_id' | 'user_puid'>;
