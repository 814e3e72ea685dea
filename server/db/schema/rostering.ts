import type { Generated } from 'kysely';
import type { RosterState, sessionTypes } from '../../../contract/rostering/job.ts';
import type { District } from './district.ts';

/** Roster imports, and what their sources say. */
export interface RosteringTables {
  roster_job: RosterJobTable;
  roster_file: { district_id: District; job_id: number; name: string; part_no: number; size: number; content: string };
  roster_batch: RosterBatchTable;
  /** JSON list of contract RowFinding. */
  roster_report: { district_id: District; job_id: number; content: string };
  roster_org: RosterOrgTable;
  roster_session: RosterSessionTable;
  roster_role: RosterRoleTable;
  roster_connection: RosterConnectionTable;
}

interface RosterJobTable {
  district_id: District;
  job_id: number;
  created_by: number;
  /** The uploader's school; null: the whole district. */
  school_id: number | null;
  /** `removal`: a student taken off the list; `transfer`: classes handed over; `classroom`: a course taken over. */
  form: 'simple' | 'oneRoster' | 'selection' | 'removal' | 'transfer' | 'classroom' | null;
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
  /** JSON of ApiSource (server/roster/api/source.ts); null: uploaded files. */
  source: Generated<string | null>;
  /** The connection that it was read from. */
  connection_id: Generated<number | null>;
}
/** A connection to a OneRoster service, or the district's sync with a school-roster service (`clever`). */
interface RosterConnectionTable {
  district_id: District;
  connection_id: number;
  version: number;
  name: string;
  base_url: string;
  service: Generated<'oneRoster' | 'clever'>;
  /** Sync: JSON list of contract RosterSyncKind. */
  kinds: Generated<string>;
  /** OneRoster: the token endpoint; sync: empty, like client id and scope, since the token itself is the secret. */
  token_url: string;
  /** The form in which the set is stored. */
  roster_version: '1.1' | '1.2';
  client_id: string;
  /** Encrypted with a key that is not in the database. */
  sealed_secret: string;
  scope: string;
  /** JSON list of sourced ids; empty: all schools. */
  school_ids: string;
  nightly_hour: number | null;
  /** Who saved it last. Imports at night are this person’s. */
  arranged_by: number;
  /** When it is read next by itself, in ms since 1970. */
  next_at: number | null;
  /** As of when everything is imported, and as of when a complete set was. */
  synced_at: number | null;
  full_at: number | null;
}
interface RosterBatchTable {
  district_id: District;
  job_id: number;
  batch_no: number;
  /** JSON of Log (server/roster/log.ts). */
  entries: string;
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
  /** What the source says beyond the standard: a JSON object (common/roster/oneRoster/metadata.ts). */
  roster_metadata: Generated<string | null>;
}
/** An academic session from the roster's source. Classes name theirs in `class_group.roster_terms`. */
interface RosterSessionTable {
  district_id: District;
  session_id: number;
  sourced_id: string;
  title: string;
  type: (typeof sessionTypes)[number];
  /** First and last day, YYYY-MM-DD. */
  start_date: string;
  end_date: string;
  parent_sourced_id: string | null;
  /** As the source writes it. */
  school_year: string | null;
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
