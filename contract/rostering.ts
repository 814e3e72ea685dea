import * as v from 'valibot';
import { call, day, flag, id, line, lineOrNothing, smallId, staff } from './kit.ts';

/** Files of a roster. `simple` is the student list of our own template. */
export const rosterTables = [
  'simple',
  'manifest',
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
export type RosterTable = (typeof rosterTables)[number];

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
export type SimpleField = (typeof simpleFields)[number];

const fileName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
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

/** How an upload is read and imported. */
export const RosterOptions = v.object({
  mends: v.optional(v.pipe(v.array(Mend), v.maxLength(100)), []),
  /** Student list: field → column name; omitted: matched by name. */
  mapping: v.optional(v.nullable(v.record(v.picklist(simpleFields), column)), null),
  /**
   * Student list: `add` and `replace` import its rows. `replace` also removes students who are not in the file from the classes that it
   * names. `activate` and `deactivate` open and close the listed accounts and change nothing else.
   */
  mode: v.optional(v.picklist(['add', 'replace', 'activate', 'deactivate']), 'add'),
  /** Also overwrites manual changes made since the last import. */
  overwrite_manual: v.optional(v.boolean(), false),
  /** Student list: imports the valid rows and leaves out those with errors. */
  leave_out: v.optional(v.boolean(), false),
});
export type RosterOptions = v.InferOutput<typeof RosterOptions>;

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
  form: v.nullable(v.picklist(['simple', 'oneRoster'])),
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

export const rosterKinds = ['schools', 'users', 'classes', 'enrollments'] as const;
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
/** Number of rows of each kind that an import changes. */
export const RosterCounts = v.object({ schools: KindCounts, users: KindCounts, classes: KindCounts, enrollments: KindCounts });
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
  options: RosterOptions,
  check: v.nullable(RosterCheck),
  /** Planned changes; once it runs, the changes made. */
  counts: v.nullable(RosterCounts),
  /** File rows that are not imported: parents, aides, other roles. */
  skipped: v.number(),
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

/** A student of the caller. */
export const RosterStudent = v.object({
  user_puid: v.number(),
  user_name: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  grade: v.nullable(v.string()),
  email: v.nullable(v.string()),
  student_id: v.nullable(v.string()),
  school_id: v.nullable(v.number()),
  school_name: v.nullable(v.string()),
  /** Comes from a OneRoster import. */
  is_rostered: v.boolean(),
  has_password: v.boolean(),
  /**
   * The login code that is the current password, for callers who may make a new one; null: the password is not a code, or there is none.
   */
  login_code: v.nullable(v.object({ made_at: v.string(), made_by: v.string(), used_at: v.nullable(v.string()) })),
  /** The caller may change the account and create login codes. A teacher may not for students added from a colleague's class. */
  can_manage: v.boolean(),
  classes: v.array(v.object({ group_puid: v.number(), group_name: v.string() })),
});
export type RosterStudent = v.InferOutput<typeof RosterStudent>;

/** Maximum students per response; `total` is the full number. */
export const mostStudents = 2000;
/** Maximum imports per response. */
export const mostJobs = 1000;
/** Maximum students per label run: each needs a password hash. */
export const mostLabels = 60;
/** Bytes of a file in one part of an upload. */
export const rosterPartSize = 512 * 1024;
/** How many days the error file of an import that left rows out is available, and the files of an abandoned one are kept. */
export const uploadDays = 7;
/** Bytes of all files of an upload, as transferred. */
export const mostRosterBytes = 64 * 1024 * 1024;

const studentFields = {
  first_name: line(100),
  last_name: line(100),
  grade: v.nullable(lineOrNothing(10)),
  email: v.nullable(lineOrNothing(254)),
  student_id: v.nullable(lineOrNothing(100)),
};
const userName = v.pipe(line(100), v.regex(/^\S(.*\S)?$/u, 'outerSpaces'));
const job = v.object({ job_id: id });

export const rostering = {
  allStudents: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/rostering/get_all_students',
    summary: 'List up to 2,000 students of the caller’s classes, school or district, by last name',
    access: staff,
    query: v.object({
      userPuid: id,
      group_puid: v.optional(id),
      school_id: v.optional(id),
      search: v.optional(v.pipe(v.string(), v.maxLength(100))),
    }),
    data: v.object({ students: v.array(RosterStudent), total: v.number() }),
    onFailure: 'state',
  }),
  createStudent: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/create_new_student',
    summary: 'Create a student account. Only this response contains the generated password.',
    access: staff,
    body: v.object({
      ...studentFields,
      /** Omitted: derived from the names. */
      user_name: v.optional(v.nullable(userName), null),
      group_puids: v.optional(v.pipe(v.array(id), v.maxLength(50)), []),
      /** Chosen by district administrators; others use their own. */
      school_id: v.optional(v.nullable(id), null),
    }),
    data: v.object({ student: RosterStudent, password: v.string() }),
    onFailure: 'state',
    origin: 'ours',
    refusedWhileActing: true,
  }),
  updateStudent: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/update_student',
    summary: 'Update a student’s names, username, grade, email and student number',
    access: staff,
    body: v.object({ student_puid: id, user_name: userName, ...studentFields }),
    data: RosterStudent,
    onFailure: 'state',
    origin: 'ours',
  }),
  deleteStudent: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/delete_student',
    summary:
      'Remove a student from the list. A student with other classes only leaves the teacher’s; otherwise the account is closed and its work kept. `undo_id` restores everything.',
    access: staff,
    body: v.object({ student_puid: id }),
    data: v.object({ user_puid: v.number(), removed: v.picklist(['account', 'classes']), undo_id: v.number() }),
    origin: 'ours',
    onFailure: 'state',
  }),
  restoreStudent: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/restore_student',
    summary: 'Restore a deleted student account',
    access: staff,
    body: v.object({ undo_id: id }),
    data: v.object({ students: v.array(RosterStudent) }),
    origin: 'ours',
    onFailure: 'state',
  }),
  resetStudentPassword: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/reset_student_password',
    summary: 'Give a student a new login code, which is the password. Only this response contains it. Ends the student’s sessions.',
    access: staff,
    body: v.object({ student_puid: id }),
    data: v.object({ user_puid: v.number(), password: v.string(), student: RosterStudent }),
    origin: 'ours',
    refusedWhileActing: true,
    onFailure: 'state',
  }),
  revokeLoginCode: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/revoke_login_code',
    summary: 'Revoke a student’s login code or password and end the student’s sessions',
    access: staff,
    body: v.object({ student_puid: id }),
    data: RosterStudent,
    origin: 'ours',
    refusedWhileActing: true,
    onFailure: 'state',
  }),
  makeLabels: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/make_labels',
    summary:
      'Get the labels of up to 60 students. Students without a password get a login code, which only this response contains; `renew` gives each a new one.',
    access: staff,
    body: v.object({ user_puids: v.pipe(v.array(id), v.minLength(1), v.maxLength(mostLabels)), renew: v.optional(flag, false) }),
    data: v.object({
      /** URL of the sign-in page, for the QR code. */
      sign_in_address: v.string(),
      labels: v.array(
        v.object({
          user_puid: v.number(),
          first_name: v.string(),
          last_name: v.string(),
          user_name: v.string(),
          class_names: v.array(v.string()),
          /** null: already has a password, which nobody can read. */
          login_code: v.nullable(v.string()),
        }),
      ),
    }),
    onFailure: 'state',
    origin: 'ours',
    refusedWhileActing: true,
  }),
  rosterTemplate: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/rostering/get_template',
    summary: 'Get the student list as CSV: an empty template, or the caller’s students, which import without changes',
    access: staff,
    query: v.object({ userPuid: id, with_students: v.optional(flag, false) }),
    data: v.object({ file_name: v.string(), content: v.string() }),
    origin: 'ours',
  }),

  uploadRosterPart: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/upload_file',
    summary:
      'Upload one part (512 KB; only the last may be shorter) of a file. Without job_id, starts a new upload. Replaces an existing part.',
    access: staff,
    body: v.object({
      job_id: v.optional(v.nullable(id), null),
      file_name: v.pipe(
        fileName,
        v.check((name) => !/[/\\\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name), 'fileName'),
      ),
      size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostRosterBytes)),
      part_no: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
      content: v.pipe(v.string(), v.minLength(1), v.maxLength(700_000), v.regex(/^[A-Za-z\d+/]*={0,2}$/, 'base64')),
    }),
    data: RosterJob,
    onFailure: 'state',
    origin: 'ours',
  }),
  validateFile: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/validate_file',
    summary: 'Check the upload and plan its changes in the background. Poll get_job until the state is no longer “checking”.',
    access: staff,
    body: v.object({ job_id: id, options: v.optional(RosterOptions, {}) }),
    data: RosterJob,
    onFailure: 'state',
    origin: 'ours',
  }),
  importStudents: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/import_students',
    summary:
      'Confirm a validated upload, which is then applied in the background. `confirmation`: the words that the job asks for, if any.',
    access: staff,
    body: v.object({ job_id: id, confirmation: v.optional(v.pipe(v.string(), v.maxLength(200)), '') }),
    data: RosterJob,
    onFailure: 'state',
    origin: 'ours',
    refusedWhileActing: true,
  }),
  rosterJob: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/rostering/get_job',
    summary: 'Get one import',
    access: staff,
    query: job,
    data: RosterJob,
    onFailure: 'state',
    origin: 'ours',
  }),
  rosterJobs: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/rostering/get_jobs',
    summary:
      'List up to 1,000 imports that the caller may see (a teacher’s own, an administrator’s school or district), newest first, without findings and previews',
    access: staff,
    query: v.object({ userPuid: id, from_date: v.optional(day) }),
    data: v.array(RosterJob),
    onFailure: 'state',
    origin: 'ours',
  }),
  rosterFindings: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/rostering/get_job_findings',
    summary: 'Get the first 500 findings of an import',
    access: staff,
    query: job,
    data: v.array(Finding),
    onFailure: 'state',
    origin: 'ours',
  }),
  rosterRowFindings: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/rostering/get_job_row_findings',
    summary: 'Get all errors of an import by row, for the error file',
    access: staff,
    query: job,
    data: v.array(RowFinding),
    onFailure: 'state',
    origin: 'ours',
  }),
  rosterChanges: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/rostering/get_job_changes',
    summary: 'Preview the changes of a validated import: the first 2,000 removals and the first 200 other changes of each kind',
    access: staff,
    query: job,
    data: v.array(RosterChange),
    onFailure: 'state',
    origin: 'ours',
  }),
  rosterFilePart: call({
    backend: 'ngss',
    method: 'GET',
    path: '/ngss/rostering/get_file',
    summary: 'Get one part of an uploaded file (base64), to show or download it with its errors',
    access: staff,
    query: v.object({ job_id: id, file_name: fileName, part_no: smallId }),
    data: v.object({ content: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  undoImport: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/undo_import',
    summary: 'Undo an import; rows that were changed or used since are skipped and counted',
    access: staff,
    /** `stays_seen`: number of remaining rows shown to the user. If there are more, the call answers 409. */
    body: v.object({
      job_id: id,
      stays_seen: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER)), 0),
    }),
    data: RosterJob,
    onFailure: 'state',
    origin: 'ours',
    refusedWhileActing: true,
  }),
  resumeImport: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/resume_import',
    summary: 'Resume an interrupted import',
    access: staff,
    body: job,
    data: RosterJob,
    onFailure: 'state',
    origin: 'ours',
    refusedWhileActing: true,
  }),
  cancelImport: call({
    backend: 'ngss',
    method: 'POST',
    path: '/ngss/rostering/cancel_import',
    summary: 'Cancel an upload; if it is being applied, it stops after the current batch (partial)',
    access: staff,
    body: job,
    data: RosterJob,
    onFailure: 'state',
    origin: 'ours',
  }),
};
