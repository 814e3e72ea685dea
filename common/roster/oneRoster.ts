import { oneRosterTables, sessionTypes } from '../../contract/rostering/job.ts';

export type OneRosterVersion = '1.1' | '1.2';
export type TableName = (typeof oneRosterTables)[number];

/** Constraints on the values of a column. */
export type Column = { required?: true; only?: OneRosterVersion } & (
  | { kind: 'text' }
  /** Values must be unique. `anyCase`: ignoring case. */
  | { kind: 'key'; anyCase?: true }
  | { kind: 'choice'; of: readonly string[] }
  | { kind: 'date' }
  | { kind: 'email' }
  | { kind: 'grades' }
  /** References a row of another table. `list` allows several, separated by commas. `lax` only warns, because the value is not used. */
  | { kind: 'reference'; to: TableName; list?: true; lax?: true }
);

const truth = ['true', 'false'] as const;
const flag = { kind: 'choice', of: truth } as const;
export const userRoles = {
  '1.1': ['administrator', 'aide', 'guardian', 'parent', 'proctor', 'relative', 'student', 'teacher'],
  '1.2': [
    'aide',
    'counselor',
    'districtAdministrator',
    'guardian',
    'parent',
    'principal',
    'proctor',
    'relative',
    'siteAdministrator',
    'student',
    'systemAdministrator',
    'teacher',
  ],
} as const;

/** Roles of a student's family. They get no account, and nothing of them is kept. */
export const familyRoles: ReadonlySet<string> = new Set(['guardian', 'parent', 'relative']);

/**
 * Columns that are checked (OneRoster CSV 1.1, IMS Global 2017, section 3, and 1.2, 1EdTech 2022, section 4). `others` are standard columns
 * that are ignored.
 */
export const tables: Record<
  TableName,
  { columns: Record<string, Column>; others: readonly string[]; only?: OneRosterVersion; isOptional?: true }
> = {
  orgs: {
    columns: {
      sourcedId: { kind: 'key', required: true },
      name: { kind: 'text', required: true },
      type: { kind: 'choice', of: ['department', 'school', 'district', 'local', 'state', 'national'], required: true },
      parentSourcedId: { kind: 'reference', to: 'orgs' },
    },
    others: ['identifier'],
  },
  academicSessions: {
    columns: {
      sourcedId: { kind: 'key', required: true },
      title: { kind: 'text', required: true },
      type: { kind: 'choice', of: sessionTypes, required: true },
      startDate: { kind: 'date', required: true },
      endDate: { kind: 'date', required: true },
      parentSourcedId: { kind: 'reference', to: 'academicSessions' },
      schoolYear: { kind: 'text' },
    },
    others: [],
  },
  courses: {
    columns: {
      sourcedId: { kind: 'key', required: true },
      title: { kind: 'text', required: true },
      orgSourcedId: { kind: 'reference', to: 'orgs', required: true },
      schoolYearSourcedId: { kind: 'reference', to: 'academicSessions', lax: true },
    },
    others: ['courseCode', 'grades', 'subjects', 'subjectCodes'],
  },
  classes: {
    columns: {
      sourcedId: { kind: 'key', required: true },
      title: { kind: 'text', required: true },
      grades: { kind: 'grades' },
      courseSourcedId: { kind: 'reference', to: 'courses', required: true },
      classType: { kind: 'choice', of: ['homeroom', 'scheduled'], required: true },
      schoolSourcedId: { kind: 'reference', to: 'orgs', required: true },
      termSourcedIds: { kind: 'reference', to: 'academicSessions', list: true, required: true },
      subjects: { kind: 'text' },
      periods: { kind: 'text' },
    },
    others: ['classCode', 'location', 'subjectCodes'],
  },
  users: {
    columns: {
      sourcedId: { kind: 'key', required: true },
      enabledUser: { ...flag, required: true },
      orgSourcedIds: { kind: 'reference', to: 'orgs', list: true, required: true, only: '1.1' },
      role: { kind: 'choice', of: userRoles['1.1'], required: true, only: '1.1' },
      username: { kind: 'key', anyCase: true, required: true },
      givenName: { kind: 'text', required: true },
      familyName: { kind: 'text', required: true },
      email: { kind: 'email' },
      grades: { kind: 'grades' },
      agentSourcedIds: { kind: 'reference', to: 'users', list: true, lax: true },
      primaryOrgSourcedId: { kind: 'reference', to: 'orgs', only: '1.2' },
    },
    others: [
      'userIds',
      'middleName',
      'identifier',
      'sms',
      'phone',
      'password',
      'userMasterIdentifier',
      'resourceSourcedIds',
      'preferredGivenName',
      'preferredMiddleName',
      'preferredFamilyName',
      'pronouns',
    ],
  },
  roles: {
    columns: {
      sourcedId: { kind: 'key', required: true },
      userSourcedId: { kind: 'reference', to: 'users', required: true },
      roleType: { kind: 'choice', of: ['primary', 'secondary'], required: true },
      role: { kind: 'choice', of: userRoles['1.2'], required: true },
      orgSourcedId: { kind: 'reference', to: 'orgs', required: true },
      beginDate: { kind: 'date' },
      endDate: { kind: 'date' },
    },
    others: ['userProfileSourcedId'],
    only: '1.2',
  },
  enrollments: {
    columns: {
      sourcedId: { kind: 'key', required: true },
      classSourcedId: { kind: 'reference', to: 'classes', required: true },
      schoolSourcedId: { kind: 'reference', to: 'orgs', required: true },
      userSourcedId: { kind: 'reference', to: 'users', required: true },
      role: { kind: 'choice', of: ['administrator', 'proctor', 'student', 'teacher'], required: true },
      primary: flag,
      beginDate: { kind: 'date' },
      endDate: { kind: 'date' },
    },
    others: [],
  },
  demographics: {
    columns: {
      sourcedId: { kind: 'reference', to: 'users', required: true },
      birthDate: { kind: 'date' },
      sex: { kind: 'choice', of: ['male', 'female', 'unspecified', 'other'] },
      americanIndianOrAlaskaNative: flag,
      asian: flag,
      blackOrAfricanAmerican: flag,
      nativeHawaiianOrOtherPacificIslander: flag,
      white: flag,
      demographicRaceTwoOrMoreRaces: flag,
      hispanicOrLatinoEthnicity: flag,
    },
    others: ['countryOfBirthCode', 'stateOfBirthAbbreviation', 'cityOfBirth', 'publicSchoolResidenceStatus'],
    isOptional: true,
  },
  userProfiles: {
    columns: {
      sourcedId: { kind: 'key', required: true },
      userSourcedId: { kind: 'reference', to: 'users', required: true },
      profileType: { kind: 'text', required: true },
      vendorId: { kind: 'text', required: true },
      credentialType: { kind: 'text', required: true },
      username: { kind: 'text', required: true },
    },
    others: ['applicationId', 'description', 'password'],
    only: '1.2',
    isOptional: true,
  },
};

/**
 * Tables whose errors do not block the rest: those that are not imported, and academic sessions, of which rows with errors are left out.
 */
export const lenient: ReadonlySet<TableName> = new Set(['academicSessions', 'courses', 'demographics', 'userProfiles']);

/** Columns that every table may have. */
export const commonColumns = ['status', 'dateLastModified'] as const;

/** The table a file name stands for; undefined if it is not one that is read. */
export const tableOfFile = (name: string): TableName | 'manifest' | undefined => {
  const base = name.replace(/\.csv$/i, '').toLowerCase();
  return base === 'manifest' ? 'manifest' : oneRosterTables.find((one) => one.toLowerCase() === base);
};

/** A comma-separated list in a field. */
export function listOf(text: string): string[] {
  // Fast path: there is usually one value.
  if (text === '') return [];
  if (!text.includes(',')) return text.trim() === '' ? [] : [text.trim()];
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Grades in this product's form: KG, 1 … 12, without leading zeros. Other CEDS codes stay unchanged. */
export const gradeOf = (text: string): string | null => {
  const first = listOf(text)[0];
  if (first === undefined) return null;
  const bare = first.replace(/^0+(?=.)/, '').toUpperCase();
  return bare === 'K' ? 'KG' : bare;
};
const grades = new Set(['IT', 'PR', 'PK', 'TK', 'KG', ...Array.from({ length: 13 }, (_, index) => String(index + 1)), 'PS', 'UG', 'OTHER']);
export const isGrade = (text: string): boolean => grades.has(gradeOf(text) ?? '');
