import * as v from 'valibot';
import { call, day, flag, id, line, lineOrNothing, smallId, staff } from './kit.ts';

/** The files that a roster is made of. `simple` is the student list of our own template. */
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

/** A correction that the reader makes when it is asked to: it reads the file again as if it had been saved right. */
export const Mend = v.variant('kind', [
  v.object({ kind: v.literal('encoding'), file: fileName, encoding: v.picklist(['utf-16le', 'utf-16be', 'windows-1252']) }),
  v.object({ kind: v.literal('delimiter'), file: fileName, delimiter: v.picklist([',', ';', '\t', '|']) }),
  v.object({ kind: v.literal('dropNul'), file: fileName }),
  /** Rows with too few fields are filled up, empty fields too many are dropped. */
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

/** How an upload is to be read and taken over. */
export const RosterOptions = v.object({
  mends: v.optional(v.pipe(v.array(Mend), v.maxLength(100)), []),
  /** Student list: field → name of the column; absent: by the names. */
  mapping: v.optional(v.nullable(v.record(v.picklist(simpleFields), column)), null),
  /**
   * Student list: `add` and `replace` take over what it says; `replace` also takes students who are not in the file out of the classes
   * that the file names. `activate` and `deactivate` open and close the accounts that it names, and change nothing else.
   */
  mode: v.optional(v.picklist(['add', 'replace', 'activate', 'deactivate']), 'add'),
  /** Also changes what somebody changed here by hand since the last import. */
  overwrite_manual: v.optional(v.boolean(), false),
  /** Student list: rows with errors are left out, and the good ones imported. */
  leave_out: v.optional(v.boolean(), false),
});
export type RosterOptions = v.InferOutput<typeof RosterOptions>;

/** Something that a check found. Its words are messages: `roster_why_<code>` and `roster_do_<code>` with `params`. */
export const Finding = v.object({
  file: v.string(),
  /** The header is row 1; null: the whole file. */
  row: v.nullable(v.number()),
  column: v.nullable(v.string()),
  value: v.nullable(v.string()),
  code: v.string(),
  params: v.record(v.string(), v.union([v.string(), v.number()])),
  /** An error keeps the roster from being imported. */
  severity: v.picklist(['error', 'warning']),
  mends: v.array(Mend),
});
export type Finding = v.InferOutput<typeof Finding>;

/** What is the matter with rows of a file, all of them. */
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

/** Findings that are alike, and how many there are in all. */
export const FindingGroup = v.object({
  file: v.string(),
  code: v.string(),
  column: v.nullable(v.string()),
  severity: v.picklist(['error', 'warning']),
  count: v.number(),
});
export type FindingGroup = v.InferOutput<typeof FindingGroup>;

/** What was read: which form, which files, how many rows. */
export const RosterCheck = v.object({
  form: v.nullable(v.picklist(['simple', 'oneRoster'])),
  version: v.nullable(v.picklist(['1.1', '1.2'])),
  files: v.array(
    v.object({ name: v.string(), table: v.picklist(rosterTables), mode: v.picklist(['bulk', 'delta', 'list']), rows: v.number() }),
  ),
  /** Student list: the columns that are there, and which field each is taken for. */
  header: v.array(v.string()),
  mapping: v.record(v.string(), v.string()),
  errors: v.number(),
  warnings: v.number(),
  /** Student list: rows with errors, if they can be left out (`options.leave_out`); else 0. Some rows must be good. */
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
  /** Gone from the roster: kept with all their work, but not active any more. */
  deactivated: v.number(),
  /** Changed here by hand since the last import, and left as they are. */
  kept: v.number(),
});
export type KindCounts = v.InferOutput<typeof KindCounts>;
/** How many rows of each kind an import changes. */
export const RosterCounts = v.object({ schools: KindCounts, users: KindCounts, classes: KindCounts, enrollments: KindCounts });
export type RosterCounts = v.InferOutput<typeof RosterCounts>;

/** What an import can take away, each counted for itself. */
export const lossKinds = ['students', 'staff', 'classes', 'enrollments'] as const;
export type LossKind = (typeof lossKinds)[number];

/** What must not happen unread: what an import takes away, and who may do more after it. */
export const RosterBrake = v.object({
  /** For each kind first the whole import (`school` null), then by school where there are several, most first. */
  losses: v.array(
    v.object({
      kind: v.picklist(lossKinds),
      /** Name of the school; empty: of no school. */
      school: v.nullable(v.string()),
      count: v.number(),
      /** How many there are before. */
      of: v.number(),
      /** More than may go without typed words. */
      is_much: v.boolean(),
    }),
  ),
  /** Accounts with a higher role than before, and administrators who are new (`from` null) or come back: the first 200. */
  rises: v.array(v.object({ name: v.string(), user_name: v.string(), from: v.nullable(v.number()), to: v.number() })),
  rise_count: v.number(),
});
export type RosterBrake = v.InferOutput<typeof RosterBrake>;

/** One row that an import would change. */
export const RosterChange = v.object({
  kind: v.picklist(rosterKinds),
  action: v.picklist(['create', 'update', 'deactivate', 'keep']),
  name: v.string(),
  /** Field → [before, after], schools by their names; empty for rows that are made or deactivated. */
  fields: v.record(v.string(), v.tuple([v.nullable(v.string()), v.nullable(v.string())])),
});
export type RosterChange = v.InferOutput<typeof RosterChange>;

/**
 * `uploaded → checking → validated | refused`; `validated → confirmed → applying → done | partial`; `undoing → rolledBack`.
 * `partial`: stopped between two batches; may be resumed or undone. `failed`: could not be read, nothing was written.
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

/** An import, as every administrator of its place sees it. */
export const RosterJob = v.object({
  job_id: v.number(),
  state: v.picklist(rosterStates),
  /** Name of the one who uploaded it. */
  created_by: v.string(),
  created_by_puid: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
  finished_at: v.nullable(v.string()),
  /** `received`: how many of the parts are here; 0 once the files are forgotten. */
  files: v.array(v.object({ name: v.string(), size: v.number(), parts: v.number(), received: v.number() })),
  options: RosterOptions,
  check: v.nullable(RosterCheck),
  /** What it would change; once it runs, what it has changed. */
  counts: v.nullable(RosterCounts),
  /** Rows of the file that become no row here: families, helpers, other roles. */
  skipped: v.number(),
  /** Rows of changes (delta) that are left alone, because they are older than what is here. */
  older: v.number(),
  rows_total: v.number(),
  rows_done: v.number(),
  /** What to type before it runs, because much goes or somebody's role rises: how many of both. */
  confirmation: v.nullable(v.string()),
  /** null: nothing goes, and nobody's role rises. */
  brake: v.nullable(RosterBrake),
  /** After undoing: rows that were left, because somebody changed or used them since. */
  left_alone: v.number(),
  /** Why it stopped: a code, as in findings. */
  problem: v.nullable(v.string()),
  can_undo: v.boolean(),
  /** What would stay if it were undone now, because newer imports rest on it; null: nothing, or the import is one of many in the answer. */
  stays: v.nullable(
    v.object({
      count: v.number(),
      /** People and classes: the first 20. */
      names: v.array(v.string()),
      newer: v.array(v.object({ job_id: v.number(), files: v.array(v.string()), created_by: v.string(), finished_at: v.string() })),
    }),
  ),
});
export type RosterJob = v.InferOutput<typeof RosterJob>;

/** A student of the staff member who asks. */
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
  /** The login code that is the password now, for those who may make a new one; null: the password is another, or there is none. */
  login_code: v.nullable(v.object({ made_at: v.string(), made_by: v.string(), used_at: v.nullable(v.string()) })),
  /** The caller may change the account and make login codes. A teacher may not for students added from a colleague's class. */
  can_manage: v.boolean(),
  classes: v.array(v.object({ group_puid: v.number(), group_name: v.string() })),
});
export type RosterStudent = v.InferOutput<typeof RosterStudent>;

/** Most students in one answer; `total` says how many there are. */
export const mostStudents = 2000;
/** Most imports in one answer. */
export const mostJobs = 1000;
/** Most students whose labels are made at once: each takes a password hash. */
export const mostLabels = 60;
/** Characters of base64 in one part of a file: 512 KB of the file. */
export const rosterPartSize = 512 * 1024;
/** Days for which the file of an import that left rows out can be had with its errors, and files of one that nobody goes on with are kept. */
export const uploadDays = 7;
/** Bytes of all files of an upload, as they travel. */
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
    summary: 'The students of the caller: of the own classes, the school, or the district; by last name, 2,000 at most',
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
    summary: 'Make a student account. The generated password is in this answer alone.',
    access: staff,
    body: v.object({
      ...studentFields,
      /** Absent: made of the names. */
      user_name: v.optional(v.nullable(userName), null),
      group_puids: v.optional(v.pipe(v.array(id), v.maxLength(50)), []),
      /** District administrators choose; others have their own. */
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
    summary: 'Change the names, user name, grade, e-mail and student number of a student',
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
      'Take a student off the list. A teacher takes a student who has other classes too out of their own; else the account is closed, with all its work kept. `undo_id` brings everything back.',
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
    summary: 'Undo delete_student',
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
    summary: 'Give a student a new login code, which is their password; it is in this answer alone. Ends their sessions.',
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
    summary: 'Take a student’s login code, or password, away: it opens nothing from now on, and their sessions end',
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
      'What is printed on labels, 60 students at most at once. Students without a password get a login code, which is in this answer alone; `renew` gives all of them a new one.',
    access: staff,
    body: v.object({ user_puids: v.pipe(v.array(id), v.minLength(1), v.maxLength(mostLabels)), renew: v.optional(flag, false) }),
    data: v.object({
      /** Address of the sign-in page, for the QR code. */
      sign_in_address: v.string(),
      labels: v.array(
        v.object({
          user_puid: v.number(),
          first_name: v.string(),
          last_name: v.string(),
          user_name: v.string(),
          class_names: v.array(v.string()),
          /** null: has a password already, which nobody can read. */
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
    summary: 'The student list as CSV: the empty template, or with the students of the caller, which imports as no change',
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
      'One part (512 KB; only the last is shorter) of one file of an upload. Without job_id a new upload begins. A part that is there already is replaced.',
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
    summary: 'Check the upload and work out what it would change. Goes on after the answer: ask get_job until the state is not “checking”.',
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
    summary: 'Confirm a validated upload: it is applied after the answer. `confirmation`: the words that the job asks for, if any.',
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
    summary: 'One import',
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
      'Imports that the caller may see (a teacher the own, a school administrator the school’s), newest first, 1,000 at most, without what each found and would take away',
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
    summary: 'The findings of an import: the first 500',
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
    summary: 'What is the matter with which rows of an import, all of them: for the file with its errors',
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
    summary: 'What a validated import would change: of what goes the first 2,000 rows of each kind, of the rest the first 200',
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
    summary: 'One part of an uploaded file (base64), to show or to download it with its errors beside the rows',
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
    summary: 'Put everything back as it was before the import; what somebody changed or used since is left alone and counted',
    access: staff,
    /** `stays_seen`: how many rows the person was told will stay. More of them: 409. */
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
    summary: 'Go on with an import that stopped half way',
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
    summary: 'Give an upload up; one that is being applied stops after the batch under way (partial)',
    access: staff,
    body: job,
    data: RosterJob,
    onFailure: 'state',
    origin: 'ours',
  }),
};
