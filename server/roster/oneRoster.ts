/** One column of a OneRoster 1.1 CSV file: what its values must be. */
export type Column = { required?: true } & (
  | { kind: 'text' }
  /** No two rows have the same value; letter case does not tell values apart when `anyCase`. */
  | { kind: 'key'; anyCase?: true }
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'date' }
  /** Names a row of another file; `list` allows several, separated by commas. */
  | { kind: 'reference'; to: FileName; list?: true }
);

/**
 * The files that the roster import reads, with the columns that it needs (OneRoster 1.1 CSV, IMS Global 2017, section 3).
 * Other columns of the standard may be there and are left alone.
 */
export const files = {
  orgs: {
    sourcedId: { kind: 'key', required: true },
    name: { kind: 'text', required: true },
    type: { kind: 'choice', of: ['department', 'school', 'district', 'local', 'state', 'national'], required: true },
    parentSourcedId: { kind: 'reference', to: 'orgs' },
  },
  academicSessions: {
    sourcedId: { kind: 'key', required: true },
    title: { kind: 'text', required: true },
    type: { kind: 'choice', of: ['gradingPeriod', 'semester', 'schoolYear', 'term'], required: true },
    startDate: { kind: 'date', required: true },
    endDate: { kind: 'date', required: true },
    parentSourcedId: { kind: 'reference', to: 'academicSessions' },
  },
  courses: {
    sourcedId: { kind: 'key', required: true },
    title: { kind: 'text', required: true },
    orgSourcedId: { kind: 'reference', to: 'orgs', required: true },
  },
  classes: {
    sourcedId: { kind: 'key', required: true },
    title: { kind: 'text', required: true },
    grades: { kind: 'text' },
    courseSourcedId: { kind: 'reference', to: 'courses', required: true },
    classType: { kind: 'choice', of: ['homeroom', 'scheduled'], required: true },
    schoolSourcedId: { kind: 'reference', to: 'orgs', required: true },
    termSourcedIds: { kind: 'reference', to: 'academicSessions', list: true, required: true },
    subjects: { kind: 'text' },
    periods: { kind: 'text' },
  },
  users: {
    sourcedId: { kind: 'key', required: true },
    enabledUser: { kind: 'choice', of: ['true', 'false'], required: true },
    orgSourcedIds: { kind: 'reference', to: 'orgs', list: true, required: true },
    role: {
      kind: 'choice',
      of: ['administrator', 'aide', 'guardian', 'parent', 'proctor', 'relative', 'student', 'teacher'],
      required: true,
    },
    username: { kind: 'key', anyCase: true, required: true },
    givenName: { kind: 'text', required: true },
    familyName: { kind: 'text', required: true },
    email: { kind: 'text' },
    grades: { kind: 'text' },
  },
  enrollments: {
    sourcedId: { kind: 'key', required: true },
    classSourcedId: { kind: 'reference', to: 'classes', required: true },
    schoolSourcedId: { kind: 'reference', to: 'orgs', required: true },
    userSourcedId: { kind: 'reference', to: 'users', required: true },
    role: { kind: 'choice', of: ['administrator', 'proctor', 'student', 'teacher'], required: true },
  },
} as const satisfies Record<string, Record<string, Column>>;

export const fileNames = ['orgs', 'academicSessions', 'courses', 'classes', 'users', 'enrollments'] as const;
export type FileName = (typeof fileNames)[number];

/** A row with the columns that the import needs, and its number in the file (the header is row 1). */
export type RosterRow<F extends FileName> = { [C in keyof (typeof files)[F]]: string } & { row: number };
export type Roster = { [F in FileName]: RosterRow<F>[] };

/** Something that keeps a roster from being imported: where it is, why, and what to do. */
export interface RosterFinding {
  file: string;
  /** The header is row 1; null when the whole file is meant. */
  row: number | null;
  column: string | null;
  value: string | null;
  reason: string;
  mend: string;
}

/** A list in a field: values separated by commas. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
