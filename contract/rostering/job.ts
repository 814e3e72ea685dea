import * as v from 'valibot';

/** OneRoster tables that are read, in order of dependency. */
export const oneRosterTables = [
  'orgs',
  'academicSessions',
  'courses',
  'classes',
  'users',
  'roles',
  'enrollments',
  'demographics',
  'userProfiles',
] as const;
/** Files of a roster. `simple` is the student list of our own template. */
export const rosterTables = ['simple', 'manifest', ...oneRosterTables] as const;

/** Kinds of academic sessions (OneRoster 1.1 section 4.13.9, 1.2 SessionTypeEnum). */
export const sessionTypes = ['schoolYear', 'semester', 'term', 'gradingPeriod'] as const;

/** Columns of the student list. */
export const simpleFields = [
  'student_id',
  'user_name',
  'first_name',
  'last_name',
  'grade',
  'email',
  'class_name',
  'period',
  'school_name',
] as const;
/** Columns of a list of new ids: who a person is, and the new username and roster id. Names only help to read it. */
export const idFields = ['user_name', 'sourced_id', 'student_id', 'first_name', 'last_name', 'new_user_name', 'new_sourced_id'] as const;
/** A column of a list of students, or of new ids. */
export type SimpleField = (typeof simpleFields | typeof idFields)[number];

/** Name of an uploaded file. */
export const fileName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const column = v.pipe(v.string(), v.maxLength(200));

/** A fix that is applied on request while reading: the file is read as if it had been saved correctly. */
export const Mend = v.variant('kind', [
  v.object({ kind: v.literal('encoding'), file: fileName, encoding: v.picklist(['utf-16le', 'utf-16be', 'windows-1252']) }),
  v.object({ kind: v.literal('delimiter'), file: fileName, delimiter: v.picklist([',', ';', '\t', '|']) }),
  v.object({ kind: v.literal('dropNul'), file: fileName }),
  /** Pads rows with too few fields and drops excess empty fields. */
  v.object({ kind: v.literal('evenRows'), file: fileName }),
  /** Of columns with the same name, the first counts. */
  v.object({ kind: v.literal('firstOfTwins'), file: fileName }),
  v.object({ kind: v.literal('renameColumn'), file: fileName, from: column, to: column }),
  v.object({ kind: v.literal('padZeros'), file: fileName, column, length: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(40)) }),
  v.object({ kind: v.literal('dateOrder'), file: fileName, order: v.picklist(['mdy', 'dmy']) }),
  /** Values that differ from the standard's only by letter case. */
  v.object({ kind: v.literal('letterCase'), file: fileName, column }),
]);
export type Mend = v.InferOutput<typeof Mend>;

/** What happens to many selected people at once. */
export const selectionModes = ['close', 'open', 'move', 'endSessions', 'resetCodes'] as const;
export type SelectionMode = (typeof selectionModes)[number];
/** Of these, what cannot be undone. */
export const finalModes: readonly RosterOptions['mode'][] = ['endSessions', 'resetCodes'];

/** How an upload is read and imported. */
export const RosterOptions = v.object({
  mends: v.optional(v.pipe(v.array(Mend), v.maxLength(100)), []),
  /** Student list: field → column name; omitted: matched by name. */
  mapping: v.optional(v.nullable(v.record(v.picklist([...simpleFields, ...idFields]), column)), null),
  /**
   * Student list: `add` and `replace` import its rows. `replace` also removes students who are not in the file from the classes that it
   * names. `activate` and `deactivate` open and close the listed accounts and change nothing else. `newIds` gives the listed people new
   * usernames and roster ids, and changes nothing else. The modes of a selection belong to people who were selected in a list.
   */
  mode: v.optional(v.picklist(['add', 'replace', 'activate', 'deactivate', 'newIds', ...selectionModes]), 'add'),
  /** Also overwrites manual changes made since the last import. */
  overwrite_manual: v.optional(v.boolean(), false),
  /** Student list: imports the valid rows and leaves out those with errors. */
  leave_out: v.optional(v.boolean(), false),
});
export type RosterOptions = v.InferOutput<typeof RosterOptions>;
export const isSelectionMode = (mode: RosterOptions['mode']): mode is SelectionMode => selectionModes.some((one) => one === mode);
/** Whether a job changes people who were selected in a list, so that it has no file. */
export const isOfSelection = ({ mode }: Pick<RosterOptions, 'mode'>): boolean => isSelectionMode(mode);
/** Columns of a list that is imported in this mode. */
export const fieldsOf = (mode: RosterOptions['mode']): readonly SimpleField[] => (mode === 'newIds' ? idFields : simpleFields);

/** A finding of a check. Its messages are `roster_why_<code>` and `roster_do_<code>` with `params`. */
export const Finding = v.object({
  file: v.string(),
  /** The header is row 1; null: the whole file. */
  row: v.nullable(v.number()),
  column: v.nullable(v.string()),
  value: v.nullable(v.string()),
  code: v.string(),
  params: v.record(v.string(), v.union([v.string(), v.number()])),
  /** An error blocks the import. */
  severity: v.picklist(['error', 'warning']),
  mends: v.array(Mend),
});
export type Finding = v.InferOutput<typeof Finding>;

/** A finding with all the rows it affects. */
export const RowFinding = v.object({
  file: v.string(),
  column: v.nullable(v.string()),
  code: v.string(),
  params: v.record(v.string(), v.union([v.string(), v.number()])),
  severity: v.picklist(['error', 'warning']),
  /** The header is row 1; 0: the whole file. */
  rows: v.array(v.number()),
});
export type RowFinding = v.InferOutput<typeof RowFinding>;

/** Similar findings with their total number. */
export const FindingGroup = v.object({
  file: v.string(),
  code: v.string(),
  column: v.nullable(v.string()),
  severity: v.picklist(['error', 'warning']),
  count: v.number(),
});
export type FindingGroup = v.InferOutput<typeof FindingGroup>;

/** Result of reading an upload: form, files and row counts. */
export const RosterCheck = v.object({
  form: v.nullable(v.picklist(['simple', 'oneRoster', 'selection'])),
  version: v.nullable(v.picklist(['1.1', '1.2'])),
  files: v.array(
    v.object({ name: v.string(), table: v.picklist(rosterTables), mode: v.picklist(['bulk', 'delta', 'list']), rows: v.number() }),
  ),
  /** Student list: the columns in the file, and the field each one maps to. */
  header: v.array(v.string()),
  mapping: v.record(v.string(), v.string()),
  errors: v.number(),
  warnings: v.number(),
  /** Student list: rows with errors, if they can be left out (`options.leave_out`); else 0. At least some rows must be valid. */
  wrong_rows: v.optional(v.number(), 0),
  groups: v.array(FindingGroup),
});
export type RosterCheck = v.InferOutput<typeof RosterCheck>;

export const rosterKinds = ['schools', 'sessions', 'users', 'classes', 'enrollments'] as const;
export type RosterKind = (typeof rosterKinds)[number];

const KindCounts = v.object({
  created: v.number(),
  updated: v.number(),
  unchanged: v.number(),
  /** Gone from the roster: kept with all their work, but inactive. */
  deactivated: v.number(),
  /** Changed by hand since the last import, and left alone. */
  kept: v.number(),
});
export type KindCounts = v.InferOutput<typeof KindCounts>;
export const noCounts: KindCounts = { created: 0, updated: 0, unchanged: 0, deactivated: 0, kept: 0 };
/** Number of rows of each kind that an import changes. */
export const RosterCounts = v.object({
  schools: KindCounts,
  /** Imports of earlier versions lack them. */
  sessions: v.optional(KindCounts, noCounts),
  users: KindCounts,
  classes: KindCounts,
  enrollments: KindCounts,
});
export type RosterCounts = v.InferOutput<typeof RosterCounts>;

/** Kinds of losses in an import, counted separately. */
export const lossKinds = ['students', 'staff', 'classes', 'enrollments'] as const;
export type LossKind = (typeof lossKinds)[number];

/** What must not happen unnoticed: losses in an import, and people who gain rights. */
export const RosterBrake = v.object({
  /** Per kind: first the whole import (`school` null), then by school if there are several, largest first. */
  losses: v.array(
    v.object({
      kind: v.picklist(lossKinds),
      /** School name; empty: no school. */
      school: v.nullable(v.string()),
      count: v.number(),
      /** How many there were before. */
      of: v.number(),
      /** More than allowed without typed confirmation. */
      is_much: v.boolean(),
    }),
  ),
  /** Accounts with a higher role than before, and new (`from` null) or returning administrators: the first 200. */
  rises: v.array(v.object({ name: v.string(), user_name: v.string(), from: v.nullable(v.number()), to: v.number() })),
  rise_count: v.number(),
});
export type RosterBrake = v.InferOutput<typeof RosterBrake>;

/** One row that an import would change. */
export const RosterChange = v.object({
  kind: v.picklist(rosterKinds),
  action: v.picklist(['create', 'update', 'deactivate', 'keep']),
  name: v.string(),
  /** Field → [before, after], with schools by name; empty for created or deactivated rows. */
  fields: v.record(v.string(), v.tuple([v.nullable(v.string()), v.nullable(v.string())])),
});
export type RosterChange = v.InferOutput<typeof RosterChange>;

/**
 * `uploaded → checking → validated | refused`; `validated → confirmed → applying → done | partial`; `undoing → rolledBack`.
 * `partial`: stopped between two batches, can be resumed or undone. `failed`: unreadable, nothing was written.
 */
export const rosterStates = [
  'uploaded',
  'checking',
  'validated',
  'refused',
  'confirmed',
  'applying',
  'done',
  'partial',
  'undoing',
  'rolledBack',
  'failed',
  'cancelled',
] as const;
export type RosterState = (typeof rosterStates)[number];
/** Imports that wait for a person or are finished. */
export const restingStates: readonly RosterState[] = ['uploaded', 'validated', 'refused', 'failed', 'cancelled', 'done', 'rolledBack'];

/** An import as seen by the administrators of its district or school. */
export const RosterJob = v.object({
  job_id: v.number(),
  state: v.picklist(rosterStates),
  /** The uploader's name. */
  created_by: v.string(),
  created_by_puid: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
  finished_at: v.nullable(v.string()),
  /** `received`: number of parts uploaded; 0 once the files are deleted. */
  files: v.array(v.object({ name: v.string(), size: v.number(), parts: v.number(), received: v.number() })),
  /** Name of the connection that it was read from, empty once that is removed. null: somebody uploaded its files. */
  connection_name: v.nullable(v.string()),
  /** Whether it is a run of the district’s secure sync. */
  is_sync: v.boolean(),
  options: RosterOptions,
  check: v.nullable(RosterCheck),
  /** Planned changes; once it runs, the changes made. */
  counts: v.nullable(RosterCounts),
  /** File rows that are not imported: aides, other roles. Of a selection: people for whom the caller may not do it. */
  skipped: v.number(),
  /** Family members in the source (guardians, parents, relatives), who are kept out. */
  family: v.number(),
  /** Delta rows skipped because they are older than the stored data. */
  older: v.number(),
  rows_total: v.number(),
  rows_done: v.number(),
  /** Number to type as confirmation, because of large losses or people who gain rights: the total of both. */
  confirmation: v.nullable(v.string()),
  /** null: no losses, and nobody gains rights. */
  brake: v.nullable(RosterBrake),
  /** After undoing: rows left alone because somebody has changed or used them since. */
  left_alone: v.number(),
  /** Why it stopped: a code, as in findings. */
  problem: v.nullable(v.string()),
  can_undo: v.boolean(),
  /** What would remain after undoing it now, because newer imports depend on it; null: nothing, or the response lists several imports. */
  stays: v.nullable(
    v.object({
      count: v.number(),
      /** The first 20 people and classes. */
      names: v.array(v.string()),
      newer: v.array(v.object({ job_id: v.number(), files: v.array(v.string()), created_by: v.string(), finished_at: v.string() })),
    }),
  ),
});
export type RosterJob = v.InferOutput<typeof RosterJob>;

/** Bytes of a file in one part of an upload. */
export const rosterPartSize = 512 * 1024;
/** How many days the error file of an import that left rows out is available, and the files of an abandoned one are kept. */
export const uploadDays = 7;
/** Bytes of all files of an upload, as transferred. */
export const mostRosterBytes = 64 * 1024 * 1024;
