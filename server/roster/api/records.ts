import { createHash } from 'node:crypto';
import { metadataColumn, withMetadata } from '../../../common/roster/oneRoster/metadata.ts';
import { familyRoles } from '../../../common/roster/oneRoster.ts';
import type { ApiRecord, Collection } from './reader.ts';

/** A row of a table of a CSV set. */
export type Line = Readonly<Record<string, string>>;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);
const wordsOf = (value: unknown): string => listOf(value).map(textOf).filter(Boolean).join(',');
/** Sourced id of a reference (`GUIDRef`). */
const refOf = (value: unknown): string => textOf(Object(value).sourcedId);
const refsOf = (value: unknown): string => listOf(value).map(refOf).filter(Boolean).join(',');
/** Some services give an instant where the standard wants a day. */
const dayOf = (value: unknown): string => textOf(value).replace(/^(\d{4}-\d\d-\d\d)T.*$/, '$1');

const stampOf = ({ sourcedId, status, dateLastModified }: ApiRecord) => ({
  sourcedId,
  status: textOf(status) || 'active',
  dateLastModified: textOf(dateLastModified),
});

/** Tables of the set that a service's answers become. */
export type SetTable = Collection | 'roles';

/** Columns of the tables, and how they are filled from a record of the REST binding. Only what is imported is taken. */
const columns: Readonly<Record<Collection, Readonly<Record<string, (record: ApiRecord) => string>>>> = {
  orgs: {
    name: ({ name }) => textOf(name),
    type: ({ type }) => textOf(type),
    parentSourcedId: ({ parent }) => refOf(parent),
  },
  academicSessions: {
    title: ({ title }) => textOf(title),
    type: ({ type }) => textOf(type),
    startDate: ({ startDate }) => dayOf(startDate),
    endDate: ({ endDate }) => dayOf(endDate),
    parentSourcedId: ({ parent }) => refOf(parent),
    schoolYear: ({ schoolYear }) => textOf(schoolYear),
  },
  courses: {
    title: ({ title }) => textOf(title),
    orgSourcedId: ({ org }) => refOf(org),
    schoolYearSourcedId: ({ schoolYear }) => refOf(schoolYear),
  },
  classes: {
    title: ({ title }) => textOf(title),
    grades: ({ grades }) => wordsOf(grades),
    courseSourcedId: ({ course }) => refOf(course),
    classType: ({ classType }) => textOf(classType),
    schoolSourcedId: ({ school }) => refOf(school),
    termSourcedIds: ({ terms }) => refsOf(terms),
    subjects: ({ subjects }) => wordsOf(subjects),
    periods: ({ periods }) => wordsOf(periods),
  },
  users: {
    enabledUser: ({ enabledUser }) => textOf(enabledUser).toLowerCase(),
    username: ({ username }) => textOf(username),
    givenName: ({ givenName }) => textOf(givenName),
    familyName: ({ familyName }) => textOf(familyName),
    email: ({ email }) => textOf(email),
    grades: ({ grades }) => wordsOf(grades),
  },
  enrollments: {
    classSourcedId: (record) => refOf(record.class),
    schoolSourcedId: ({ school }) => refOf(school),
    userSourcedId: ({ user }) => refOf(user),
    role: ({ role }) => textOf(role),
    primary: ({ primary }) => textOf(primary).toLowerCase(),
    beginDate: ({ beginDate }) => dayOf(beginDate),
    endDate: ({ endDate }) => dayOf(endDate),
  },
};
const ofVersion: Readonly<Record<'1.1' | '1.2', Readonly<Record<string, (record: ApiRecord) => string>>>> = {
  '1.1': { orgSourcedIds: ({ orgs }) => refsOf(orgs), role: ({ role }) => textOf(role) },
  '1.2': { primaryOrgSourcedId: ({ primaryOrg }) => refOf(primaryOrg) },
};
const stamps = ['sourcedId', 'status', 'dateLastModified'];
const roleColumns = [...stamps, 'userSourcedId', 'roleType', 'role', 'orgSourcedId', 'beginDate', 'endDate'];

/** Metadata as one column: their names are not known before all records are read. */
const metadataText = ({ metadata }: ApiRecord): string =>
  typeof metadata === 'object' && metadata !== null && Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : '';

const fieldsOf = (collection: Collection, version: '1.1' | '1.2'): Readonly<Record<string, (record: ApiRecord) => string>> => ({
  ...columns[collection],
  ...(withMetadata.has(collection) ? { [metadataColumn]: metadataText } : {}),
  ...(collection === 'users' ? ofVersion[version] : {}),
});

/** Header of a table. */
export const headerOf = (table: SetTable, version: '1.1' | '1.2'): string[] =>
  table === 'roles' ? roleColumns : [...stamps, ...Object.keys(fieldsOf(table, version))];

/** The row of a record. */
export const lineOf = (collection: Collection, version: '1.1' | '1.2', record: ApiRecord): Line => ({
  ...stampOf(record),
  ...Object.fromEntries(Object.entries(fieldsOf(collection, version)).map(([name, of]) => [name, of(record)])),
});

/** A role in the REST binding has no id of its own, so it gets one from what makes it that role. */
const roleIdOf = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);

/** The roles of a user (OneRoster 1.2), each once. */
export function rolesOf(user: ApiRecord): Line[] {
  const lines = new Map<string, Line>();
  for (const role of listOf(user.roles)) {
    const { roleType, role: name, org, beginDate, endDate } = Object(role);
    const parts = [user.sourcedId, textOf(name), refOf(org), dayOf(beginDate)];
    const sourcedId = roleIdOf(parts);
    if (lines.has(sourcedId)) continue;
    lines.set(sourcedId, {
      ...stampOf(user),
      sourcedId,
      userSourcedId: user.sourcedId,
      roleType: textOf(roleType),
      role: textOf(name),
      orgSourcedId: refOf(org),
      beginDate: dayOf(beginDate),
      endDate: dayOf(endDate),
    });
  }
  return [...lines.values()];
}

/** Whether somebody is only a student's family. They get no account, so nothing of them is kept. */
export function isFamily(user: ApiRecord): boolean {
  const roles = listOf(user.roles).map((role) => textOf(Object(role).role));
  const all = roles.length > 0 ? roles : [textOf(user.role)];
  return all.every((role) => familyRoles.has(role));
}

/** Sourced ids of the organizations that a record belongs to. */
export function orgsOf(collection: Collection, record: ApiRecord): string[] {
  if (collection === 'orgs') return [record.sourcedId];
  if (collection === 'users')
    return [...listOf(record.orgs), ...listOf(record.roles).map((role) => Object(role).org), record.primaryOrg].map(refOf).filter(Boolean);
  return [record.school, record.org].map(refOf).filter(Boolean);
}
