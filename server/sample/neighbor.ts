import Papa from 'papaparse';
import { seededChance } from './chance.ts';
import { asCsv } from './rosterFiles.ts';

/** A second district of the same state, so that reports of the state compare something. */
export const neighbor = {
  district_id: 1002,
  name: 'Pecan Bend Independent School District',
  state_id: 48,
  time_zone: 'America/Chicago',
};

/** How many lessons its classes have played. */
export const neighborLessons = 4;

const classSize = 14;
const staff = [
  { username: 'whitfield', givenName: 'Dana', familyName: 'Whitfield', role: 'administrator', org: 'district' },
  { username: 'adeyemi', givenName: 'Tunde', familyName: 'Adeyemi', role: 'teacher', org: 'pecan-bend' },
  { username: 'novak', givenName: 'Petra', familyName: 'Novak', role: 'teacher', org: 'pecan-bend' },
] as const;
const classes = [
  { sourcedId: 'pb-sci6-p1', title: 'Science 6, Period 1', grade: 6, teacher: 'adeyemi', period: 1 },
  { sourcedId: 'pb-sci7-p3', title: 'Science 7, Period 3', grade: 7, teacher: 'novak', period: 3 },
] as const;

/** The OneRoster set of the second district: one school and two classes, whose students have names from the sample school's. */
export function neighborRoster(files: ReadonlyMap<string, string>, seed: number): Map<string, Uint8Array> {
  const chance = seededChance(seed);
  const table = (name: string) =>
    Papa.parse<Record<string, string>>(files.get(`roster/${name}`) ?? '', { header: true, skipEmptyLines: true });
  const people = table('users.csv').data;
  const given = people.map((user) => user.givenName ?? '');
  const family = people.map((user) => user.familyName ?? '');
  const rows: Record<string, Record<string, string>[]> = {
    'orgs.csv': [
      { sourcedId: 'district', name: neighbor.name, type: 'district', identifier: 'PBISD' },
      { sourcedId: 'pecan-bend', name: 'Pecan Bend Middle School', type: 'school', identifier: 'PBMS', parentSourcedId: 'district' },
    ],
    'classes.csv': classes.map(({ sourcedId, title, grade, period }) => ({
      ...{ sourcedId, title, grades: `0${grade}`, courseSourcedId: `science-${grade}`, classType: 'scheduled' },
      ...{ schoolSourcedId: 'pecan-bend', termSourcedIds: 'year-2027', subjects: 'Science', periods: String(period) },
    })),
    'users.csv': staff.map(({ username, org, ...person }) => ({
      ...{ sourcedId: `staff-${username}`, enabledUser: 'true', orgSourcedIds: org, username, email: `${username}@pecanbend.example` },
      ...person,
    })),
    'enrollments.csv': classes.map(({ sourcedId, teacher }) => ({
      ...{ sourcedId: `${sourcedId}-${teacher}`, classSourcedId: sourcedId, schoolSourcedId: 'pecan-bend' },
      ...{ userSourcedId: `staff-${teacher}`, role: 'teacher', primary: 'true' },
    })),
  };
  for (const [at, { sourcedId: classSourcedId, grade }] of classes.entries())
    for (let n = 1; n <= classSize; n++) {
      const number = at * classSize + n;
      const sourcedId = `student-${number}`;
      rows['users.csv']?.push({
        ...{ sourcedId, enabledUser: 'true', orgSourcedIds: 'pecan-bend', role: 'student', username: `pb${100 + number}` },
        ...{ givenName: chance.pick(given), familyName: chance.pick(family), grades: `0${grade}` },
      });
      rows['enrollments.csv']?.push({
        ...{ sourcedId: `${classSourcedId}-${sourcedId}`, classSourcedId, schoolSourcedId: 'pecan-bend', userSourcedId: sourcedId },
        role: 'student',
      });
    }
  const utf8 = new TextEncoder();
  const shared = [...files]
    .filter(([name]) => name.startsWith('roster/'))
    .map(([name, text]) => [name.slice('roster/'.length), text] as const);
  return new Map(
    shared.map(([name, text]) => {
      const own = rows[name];
      const fields = table(name).meta.fields ?? [];
      return [name, utf8.encode(own ? asCsv(fields, own, true) : text)];
    }),
  );
}
