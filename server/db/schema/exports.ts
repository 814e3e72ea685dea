import type { Generated } from 'kysely';
import type { archiveFormat, courseFormat, ExportFormat, ExportState, exportProblems } from '../../../contract/exportJob.ts';
import type { District } from './district.ts';

/** Exports as jobs, and what they have written. */
export interface ExportTables {
  export_job: ExportJobTable;
  /** Rows of one table of an export, in order, a file of an archive, by its path, or a part of a course’s zip. `content`: gzip, base64. */
  export_part: { district_id: District; job_id: number; part_no: number; table_name: string; content: string };
}

interface ExportJobTable {
  district_id: District;
  job_id: number;
  created_by: number;
  /** An archive: all data of this district, or of one person in it. Null: an export of tables. */
  about_district_id: number | null;
  about_puid: number | null;
  /** The exported school; null: the whole district. */
  school_id: number | null;
  /** An expired export is `ready`, with `expires_at` in the past. */
  state: Exclude<ExportState, 'expired'>;
  /** JSON list of contract ExportTable; of an archive, of database tables. */
  tables: string;
  format: ExportFormat | typeof archiveFormat | typeof courseFormat;
  from_date: string | null;
  to_date: string | null;
  with_names: number;
  /** The next row to read: index in `tables`, and the last key that is done. */
  tables_done: number;
  last_key: number;
  /** The same for an archive, as JSON: keys may be text. */
  cursor: string | null;
  /** Rows of the table at hand, and of all tables. */
  table_rows: number;
  rows_done: number;
  /** Text written, before compression. */
  bytes: number;
  parts: number;
  problem: (typeof exportProblems)[number] | null;
  /** JSON list of contract LeftOut: what the file of a course does not have. */
  left_out: Generated<string>;
  created_at: number;
  updated_at: number;
  finished_at: number | null;
  expires_at: number | null;
  /** The current worker, and until when no other may take over. */
  runner: number | null;
  lease_until: number;
}
