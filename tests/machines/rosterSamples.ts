import type { GroupDetail } from '../../contract/groups.ts';
import type { Finding, RosterCheck, RosterJob, RosterOptions } from '../../contract/rostering/job.ts';
import type { RosterStudent } from '../../contract/rostering.ts';
import type { FileToSend } from '../../src/machines/rostering/rosterFileMachine.ts';

export const options: RosterOptions = { mends: [], mapping: null, mode: 'add', overwrite_manual: false, leave_out: false };

export const student = (user_puid: number, first_name: string): RosterStudent => ({
  user_puid,
  version: 1,
  user_name: first_name.toLowerCase(),
  first_name,
  last_name: 'Curie',
  grade: '7',
  email: null,
  student_id: null,
  school_id: 1,
  school_name: 'Sample School',
  is_rostered: false,
  has_password: true,
  login_code: { made_at: '2030-01-02T06:00:00.000Z', made_by: 'Tess Teacher', used_at: null },
  can_manage: true,
  classes: [{ group_puid: 5, group_name: 'Science 7' }],
});

export const fileOf = (text: string, parts = 1): FileToSend => ({ file: new File([text], 'students.csv'), parts });

export const check: RosterCheck = {
  form: 'simple',
  version: null,
  files: [{ name: 'students.csv', table: 'simple', mode: 'list', rows: 3 }],
  header: ['user_name', 'first_name', 'last_name', 'number'],
  mapping: { user_name: 'user_name', first_name: 'first_name', last_name: 'last_name' },
  errors: 0,
  warnings: 0,
  wrong_rows: 0,
  groups: [],
};
export const finding: Finding = {
  file: 'students.csv',
  row: 1,
  column: null,
  value: null,
  code: 'delimiter',
  params: { delimiter: ';' },
  severity: 'error',
  mends: [{ kind: 'delimiter', file: 'students.csv', delimiter: ';' }],
};
/** A check with one error that can be fixed. */
export const wrongCheck: RosterCheck = {
  ...check,
  errors: 1,
  groups: [{ file: 'students.csv', code: 'delimiter', column: null, severity: 'error', count: 1 }],
};

/** A check with one wrong row. The others can be imported without it. */
export const rowCheck: RosterCheck = { ...wrongCheck, wrong_rows: 1 };

const none = { created: 0, updated: 0, unchanged: 0, deactivated: 0, kept: 0 };
/** An import in a given state. */
export const jobOf = (state: RosterJob['state'], further: Partial<RosterJob> = {}): RosterJob => ({
  job_id: 8,
  state,
  created_by: 'Sam Okafor',
  created_by_puid: 9,
  created_at: '2026-11-20T15:00:00.000Z',
  updated_at: '2026-11-20T15:01:00.000Z',
  finished_at: null,
  files: [{ name: 'students.csv', size: 90, parts: 1, received: 1 }],
  connection_name: null,
  is_sync: false,
  options,
  check: state === 'refused' ? rowCheck : check,
  counts: {
    schools: none,
    sessions: none,
    users: { ...none, created: 3 },
    classes: { ...none, created: 1 },
    enrollments: { ...none, created: 3 },
  },
  skipped: 0,
  family: 0,
  older: 0,
  rows_total: 3,
  rows_done: state === 'done' ? 3 : 1,
  confirmation: null,
  brake: null,
  left_alone: 0,
  problem: null,
  stays: null,
  can_undo: state === 'done' || state === 'partial',
  ...further,
});

export const groupDetail: GroupDetail = {
  version: 1,
  group_puid: 5,
  group_name: 'Science 7',
  kind: 'class',
  subject: 'Science',
  grade: '7',
  period: '1',
  student_count: 1,
  school_id: 1,
  school_name: 'Sample School',
  teachers: [],
  is_rostered: false,
  active: true,
  is_over: false,
  assignment_count: 0,
  terms: [],
  metadata: [],
  students: [
    {
      user_puid: 1,
      first_name: 'Ada',
      last_name: 'Curie',
      user_name: 'ada',
      grade: '7',
      has_password: true,
      can_manage: true,
      active: true,
      left_at: null,
    },
  ],
};
