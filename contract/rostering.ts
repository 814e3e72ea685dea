import * as v from 'valibot';
import { call, day, flag, id, idOrZero, line, lineOrNothing, smallId, staff } from './kit.ts';
import { Finding, fileName, mostRosterBytes, RosterChange, RosterJob, RosterOptions, RowFinding } from './rostering/job.ts';

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
  /** Changes with what `update_student` changes. */
  version: v.number(),
});
export type RosterStudent = v.InferOutput<typeof RosterStudent>;

/** Maximum students per response; `total` is the full number. */
export const mostStudents = 2000;
/** Maximum imports per response. */
export const mostJobs = 1000;
/** Maximum students per label run: each needs a password hash. */
export const mostLabels = 60;
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
    /** `version`: of the student as the caller saw it. Without it, the last one to save wins. */
    body: v.object({ student_puid: id, user_name: userName, ...studentFields, version: v.optional(idOrZero) }),
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
