import * as v from 'valibot';

/** Tables that can be exported: a file each, or a sheet of a workbook. */
export const exportTables = [
  'people',
  'classes',
  'enrollments',
  'assignments',
  'progress',
  'results',
  'answers',
  'games',
  'activity',
] as const;
export type ExportTable = (typeof exportTables)[number];

export const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** Archives of a person or a district (contract privacy) are zip files of JSON. */
export const archiveFormat = 'json';

/** The catalog as a course's folder: a zip file that an import of the course takes. */
export const courseFormat = 'course';

/** Why something of the catalog is not in the file of a course. */
export const leftOutCodes = ['unpublished', 'unwritable', 'counterpart', 'lesson'] as const;
export const LeftOut = v.object({
  code: v.picklist(leftOutCodes),
  name: v.string(),
  /** The course and the unit. */
  place: v.string(),
});
export type LeftOut = v.InferOutput<typeof LeftOut>;

/** `queued → running → ready | failed`, `ready → expired`; `queued` and `running` can be `cancelled`. */
export const exportStates = ['queued', 'running', 'ready', 'failed', 'cancelled', 'expired'] as const;
export type ExportState = (typeof exportStates)[number];

/**
 * Why an export failed: an error of the server, a table with more rows than a sheet has, or an owner who may no longer read what was
 * asked for.
 */
export const exportProblems = ['stopped', 'sheetFull', 'notAllowed'] as const;

/** An export of its owner. */
export const ExportJob = v.object({
  job_id: v.number(),
  state: v.picklist(exportStates),
  /** Name of the owner. */
  created_by: v.string(),
  created_at: v.string(),
  finished_at: v.nullable(v.string()),
  /** Until when it can be downloaded; null: not ready yet, or never. */
  expires_at: v.nullable(v.string()),
  /** Of an archive or a course: none. */
  tables: v.array(v.picklist(exportTables)),
  /** How many tables it has in all. */
  tables_all: v.number(),
  /** The person or the district of an archive; null: an export of tables. */
  archive: v.nullable(v.object({ of: v.picklist(['person', 'district']), name: v.string() })),
  format: v.picklist([...exportFormats, archiveFormat, courseFormat]),
  /** Days of the period, YYYY-MM-DD; null: no limit. */
  from_date: v.nullable(v.string()),
  to_date: v.nullable(v.string()),
  /** null: the whole district. */
  school_name: v.nullable(v.string()),
  with_names: v.boolean(),
  /** Tables that are complete. */
  tables_done: v.number(),
  rows_done: v.number(),
  /** Of all tables, as text. A download is smaller if it is compressed. */
  bytes: v.number(),
  problem: v.nullable(v.picklist(exportProblems)),
  /** What the file of a course does not have of the catalog. */
  left_out: v.array(LeftOut),
});
export type ExportJob = v.InferOutput<typeof ExportJob>;
