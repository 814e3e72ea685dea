import Papa from 'papaparse';
import { seededChance } from './chance.ts';

const studentsInRoster = 120;
const classSize = 25;
const classesOfTeacher = 4;
const classesOfSchool = 24;

/** Rows of a roster's file in the order of its columns. It contains no user input. */
export const asCsv = (columns: readonly string[], rows: readonly Readonly<Record<string, string>>[], header: boolean): string =>
  Papa.unparse({ fields: [...columns], data: rows.map((row) => columns.map((column) => row[column] ?? '')) }, { header, newline: '\n' });

/**
 * The sample school's OneRoster set, extended to the requested number of students (the files have 120) with more schools, teachers, classes
 * and students.
 */
export function rosterFiles(files: ReadonlyMap<string, string>, students: number, seed: number): Map<string, Uint8Array> {
  const texts = new Map(
    [...files].filter(([name]) => name.startsWith('roster/')).map(([name, text]) => [name.slice('roster/'.length), text]),
  );
  const more = students - studentsInRoster;
  if (more > 0) {
    const chance = seededChance(seed);
    const table = (name: string) => Papa.parse<Record<string, string>>(texts.get(name) ?? '', { header: true, skipEmptyLines: true });
    const people = table('users.csv').data;
    const given = people.map((user) => user.givenName ?? '');
    const family = people.map((user) => user.familyName ?? '');
    const added: Record<string, Record<string, string>[]> = { 'orgs.csv': [], 'classes.csv': [], 'users.csv': [], 'enrollments.csv': [] };
    const add = (name: string, row: Record<string, string>) => void added[name]?.push(row);
    const person = (number: number, role: string, org: string, grades: string) => {
      const [givenName, familyName] = [chance.pick(given), chance.pick(family)];
      const plain = `${givenName}.${familyName}`
        .normalize('NFD')
        .toLowerCase()
        .replace(/[^a-z.]/g, '');
      const sourcedId = `${role}-${number}`;
      add('users.csv', {
        sourcedId,
        enabledUser: 'true',
        orgSourcedIds: org,
        role,
        username: `${plain}.${number}`,
        givenName,
        familyName,
        email: `${plain}.${number}@cedarvalley.example`,
        grades,
      });
      return sourcedId;
    };
    const enroll = (course: string, school: string, user: string, role: string) =>
      add('enrollments.csv', {
        sourcedId: `${course}-${user}`,
        classSourcedId: course,
        schoolSourcedId: school,
        userSourcedId: user,
        role,
      });

    let teacher = '';
    for (let index = 0; index * classSize < more; index++) {
      const schoolNumber = Math.floor(index / classesOfSchool) + 3;
      const school = `school-${schoolNumber}`;
      if (index % classesOfSchool === 0)
        add('orgs.csv', {
          sourcedId: school,
          name: `Cedar Valley Middle School ${schoolNumber}`,
          type: 'school',
          parentSourcedId: 'district',
        });
      const period = (index % classesOfTeacher) + 1;
      if (period === 1 || index % classesOfSchool === 0) teacher = person(index + 1, 'teacher', school, '');
      const grade = 6 + (Math.floor(index / classesOfTeacher) % 3);
      const sourcedId = `class-${index + 1}`;
      add('classes.csv', {
        sourcedId,
        title: `Science ${grade}, Period ${period}`,
        grades: `0${grade}`,
        courseSourcedId: `science-${grade}`,
        classType: 'scheduled',
        schoolSourcedId: school,
        termSourcedIds: 'year-2027',
        subjects: 'Science',
        periods: String(period),
      });
      enroll(sourcedId, school, teacher, 'teacher');
      for (let n = index * classSize; n < Math.min((index + 1) * classSize, more); n++)
        enroll(sourcedId, school, person(studentsInRoster + n + 1, 'student', school, `0${grade}`), 'student');
    }
    for (const [name, rows] of Object.entries(added)) {
      const columns = table(name).meta.fields ?? [];
      texts.set(name, `${texts.get(name)?.trimEnd()}\n${asCsv(columns, rows, false)}\n`);
    }
  }
  const utf8 = new TextEncoder();
  return new Map([...texts].map(([name, text]) => [name, utf8.encode(text)]));
}
