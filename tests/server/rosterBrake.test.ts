import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { LossKind, RosterJob, RosterOptions } from '../../contract/rostering/job.ts';
import { Plan } from '../../server/roster/planning.ts';
import { wordsOf } from '../roster/words.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { type Files, importing } from './importing.ts';
import { expectFailure, type TestClient, type TestServer } from './testServer.ts';

interface Person {
  id: string;
  role: string;
  org: string;
  on: boolean;
}
interface District {
  people: Person[];
  classes: string[];
  /** Enrollments: class, person. */
  places: [group: string, person: string][];
}
const schools = ['a', 'b'];
const each = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}${index}`);
/** Two schools with 60 students, 4 teachers, 4 classes and an administrator each. Nils and Olga run the district. */
function district(): District {
  const people = schools.flatMap((org) => [
    ...each(60, `s${org}`).map((id) => ({ id, role: 'student', org, on: true })),
    ...each(4, `t${org}`).map((id) => ({ id, role: 'teacher', org, on: true })),
    { id: `head${org}`, role: 'administrator', org, on: true },
  ]);
  for (const id of ['nils', 'olga']) people.push({ id, role: 'administrator', org: 'd', on: true });
  const classes = schools.flatMap((org) => each(4, `k${org}`));
  const places = schools.flatMap((org) =>
    each(60, '').map((index): [string, string] => [`k${org}${Number(index) % 4}`, `s${org}${index}`]),
  );
  return { people, classes, places };
}
const tables = ['orgs', 'academicSessions', 'courses', 'classes', 'users', 'enrollments'];
const manifest = (mode: string, names: readonly string[]) =>
  ['propertyName,value', 'oneroster.version,1.1', ...names.map((name) => `file.${name},${mode}`)].join('\n');
const orgOf = (group: string) => group.at(1);
/** The roster files of a district. `names`: the tables to include. */
function setOf({ people, classes, places }: District, names = tables): Files {
  const all: Record<string, string> = {
    orgs: `sourcedId,name,type,parentSourcedId\nd,District,district,\n${schools.map((org) => `${org},School ${org.toUpperCase()},school,d`).join('\n')}`,
    academicSessions: 'sourcedId,title,type,startDate,endDate,parentSourcedId\ny,Year,schoolYear,2029-08-01,2030-06-01,',
    courses: 'sourcedId,title,orgSourcedId\nc,Science,d',
    classes: `sourcedId,title,grades,courseSourcedId,classType,schoolSourcedId,termSourcedIds,subjects,periods\n${classes.map((id) => `${id},Class ${id},06,c,scheduled,${orgOf(id)},y,,`).join('\n')}`,
    users: `sourcedId,enabledUser,orgSourcedIds,role,username,givenName,familyName\n${people.map(({ id, role, org, on }) => `${id},${on},${org},${role},${id},${id},Person`).join('\n')}`,
    enrollments: `sourcedId,classSourcedId,schoolSourcedId,userSourcedId,role\n${places.map(([group, person]) => `${group}-${person},${group},${orgOf(group)},${person},student`).join('\n')}`,
  };
  return Object.fromEntries([['manifest.csv', manifest('bulk', names)], ...names.map((name) => [`${name}.csv`, all[name] as string])]);
}
/** A delta that deletes rows. */
const deletions = (table: string, header: string, gone: readonly string[]): Files => ({
  'manifest.csv': manifest('delta', [table]),
  [`${table}.csv`]: `sourcedId,status,dateLastModified${header}\n${gone.map((id) => `${id},tobedeleted,2030-09-01T10:00:00Z${',x'.repeat(header.split(',').length - 1)}`).join('\n')}\n`,
});
const userColumns = ',enabledUser,orgSourcedIds,role,username,givenName,familyName';
const classColumns = ',title,courseSourcedId,classType,schoolSourcedId,termSourcedIds';
const placeColumns = ',classSourcedId,schoolSourcedId,userSourcedId,role';

/** The district without some people and their enrollments. */
const without = (isGone: (person: Person) => boolean): District => {
  const all = district();
  const people = all.people.filter((one) => !isGone(one));
  const left = new Set(people.map(({ id }) => id));
  return { ...all, people, places: all.places.filter(([, person]) => left.has(person)) };
};
const only = (ids: readonly string[]) => without(({ id }) => !ids.includes(id));
/** The district with changed people. */
const changed = (change: (person: Person) => Partial<Person>, further: Person[] = []): District => {
  const all = district();
  const people = [...all.people.map((one) => ({ ...one, ...change(one) })), ...further];
  const students = new Set(people.filter(({ role }) => role === 'student').map(({ id }) => id));
  return { ...all, people, places: all.places.filter(([, person]) => students.has(person)) };
};
const as = (id: string, change: Partial<Person>) => (one: Person) => (one.id === id ? change : {});
const first = (count: number, org: string) => (one: Person) => one.role === 'student' && one.org === org && Number(one.id.slice(2)) < count;

interface Case {
  name: string;
  files: Files;
  by?: 'nils' | 'pam';
  options?: Partial<RosterOptions>;
  /** The confirmation to type. */
  confirmation: string | null;
  /** `kind[@school] count/of`, with ! if it is a large share. */
  losses?: string[];
  rises?: string[];
  findings?: string[];
}
const list = (rows: readonly string[]): Files => ({
  'list.csv': `student_id,user_name,first_name,last_name,class_name,school_name\n${rows.map((id) => `,${id},${id},Person,Class ka0,School A`).join('\n')}\n`,
});

const cases: Case[] = [
  { name: 'a set that changes nothing', files: setOf(district()), confirmation: null },
  {
    name: 'one student who left',
    files: setOf(without(first(1, 'a'))),
    confirmation: null,
    losses: ['students 1/120', 'students@School A 1/60', 'enrollments 1/120', 'enrollments@School A 1/60'],
  },
  {
    name: 'a file with three people',
    files: setOf(only(['nils', 'sa0', 'sa1'])),
    confirmation: null,
    findings: ['lastOfSchool users.csv'],
  },
  {
    name: 'a file with three people and the head of their school, and no other table',
    files: setOf(only(['nils', 'heada', 'sa0']), ['orgs', 'users']),
    confirmation: '129',
    losses: [
      'students 119/120!',
      'students@School B 60/60!',
      'students@School A 59/60!',
      'staff 10/12!',
      'staff@School B 5/5!',
      'staff@School A 4/5!',
      'staff@ 1/2!',
    ],
  },
  {
    name: 'a tenth of each school',
    files: setOf(without((one) => first(6, 'a')(one) || first(6, 'b')(one))),
    confirmation: null,
    losses: [
      'students 12/120',
      'students@School A 6/60',
      'students@School B 6/60',
      'enrollments 12/120',
      'enrollments@School A 6/60',
      'enrollments@School B 6/60',
    ],
  },
  {
    name: 'more than a tenth of one school, though not of the district',
    files: setOf(without(first(7, 'b'))),
    confirmation: '14',
    losses: ['students 7/120', 'students@School B 7/60!', 'enrollments 7/120', 'enrollments@School B 7/60!'],
  },
  {
    name: 'the teachers of a school, who are few among all people',
    files: setOf(without(({ id }) => /^ta\d/.test(id))),
    confirmation: '4',
    losses: ['staff 4/12!', 'staff@School A 4/5!'],
  },
  {
    name: 'accounts that the file switches off',
    files: setOf(changed((one) => (first(20, 'a')(one) ? { on: false } : {}))),
    confirmation: '20',
    losses: ['students 20/120!', 'students@School A 20/60!'],
  },
  {
    name: 'students who are families now',
    files: setOf(changed((one) => (first(20, 'a')(one) ? { role: 'guardian' } : {}))),
    confirmation: '40',
    losses: ['students 20/120!', 'students@School A 20/60!', 'enrollments 20/120!', 'enrollments@School A 20/60!'],
  },
  {
    name: 'a class that is gone, with its places',
    files: setOf({
      ...district(),
      classes: district().classes.filter((id) => id !== 'ka0'),
      places: district().places.filter(([group]) => group !== 'ka0'),
    }),
    confirmation: '16',
    losses: ['classes 1/8!', 'classes@School A 1/4!', 'enrollments 15/120!', 'enrollments@School A 15/60!'],
  },
  {
    name: 'places alone',
    files: setOf({ ...district(), places: district().places.slice(0, 1) }),
    confirmation: '119',
    losses: ['enrollments 119/120!', 'enrollments@School B 60/60!', 'enrollments@School A 59/60!'],
  },
  {
    name: 'changes that delete people',
    files: deletions('users', userColumns, each(20, 'sa')),
    confirmation: '20',
    losses: ['students 20/120!', 'students@School A 20/60!'],
  },
  {
    name: 'changes that delete a class',
    files: deletions('classes', classColumns, ['kb3']),
    confirmation: '1',
    losses: ['classes 1/8!', 'classes@School B 1/4!'],
  },
  {
    name: 'changes that delete places',
    files: deletions('enrollments', placeColumns, ['ka0-sa0', 'ka1-sa1']),
    confirmation: null,
    losses: ['enrollments 2/120', 'enrollments@School A 2/60'],
  },
  {
    name: 'a list that replaces a class',
    files: list(each(1, 'sa')),
    options: { mode: 'replace' },
    confirmation: '14',
    losses: ['enrollments 14/15!'],
  },
  {
    name: 'a student who becomes a teacher',
    files: setOf(changed(as('sa0', { role: 'teacher' }))),
    confirmation: '2',
    losses: ['enrollments 1/120', 'enrollments@School A 1/60'],
    rises: ['sa0 Person (sa0) 1→2'],
  },
  {
    name: 'a teacher who becomes the head of a school',
    files: setOf(changed(as('tb1', { role: 'administrator' }))),
    confirmation: '1',
    rises: ['tb1 Person (tb1) 2→6'],
  },
  {
    name: 'a head who becomes an administrator of the district',
    files: setOf(changed(as('headb', { org: 'd' }), [{ id: 'new', role: 'administrator', org: 'b', on: true }])),
    confirmation: '2',
    rises: ['headb Person (headb) 6→9', 'new Person (new) →6'],
  },
  {
    name: 'a new administrator of the district',
    files: setOf(changed(() => ({}), [{ id: 'eve', role: 'administrator', org: 'd', on: true }])),
    confirmation: '1',
    rises: ['eve Person (eve) →9'],
  },
  {
    name: 'new students and teachers',
    files: setOf(changed(() => ({}), [...each(9, 'n').map((id) => ({ id, role: 'teacher', org: 'a', on: true }))])),
    confirmation: null,
  },
  {
    name: 'the importer’s own account is not in the file',
    by: 'nils',
    files: setOf(without(({ id }) => id === 'nils')),
    confirmation: null,
    findings: ['selfGone users.csv'],
  },
  {
    name: 'the importer’s own account is switched off',
    by: 'nils',
    files: setOf(changed(as('nils', { on: false }))),
    confirmation: null,
    findings: ['selfGone users.csv'],
  },
  {
    name: 'the importer would be a teacher',
    by: 'nils',
    files: setOf(changed(as('nils', { role: 'teacher', org: 'a' }))),
    confirmation: null,
    findings: ['selfGone users.csv'],
  },
  {
    name: 'changes that delete the importer',
    by: 'nils',
    files: deletions('users', userColumns, ['nils']),
    confirmation: null,
    findings: ['selfGone users.csv'],
  },
  {
    name: 'the last administrators of the district',
    files: setOf(without(({ org }) => org === 'd')),
    confirmation: null,
    findings: ['lastOfDistrict users.csv'],
  },
  {
    name: 'the last administrator of a school, who becomes a teacher',
    files: setOf(changed(as('heada', { role: 'teacher' }))),
    confirmation: null,
    findings: ['lastOfSchool users.csv'],
  },
  {
    name: 'an administrator of a school whom another follows',
    files: setOf(changed(as('heada', { role: 'teacher' }), [{ id: 'next', role: 'administrator', org: 'a', on: true }])),
    confirmation: '1',
    rises: ['next Person (next) →6'],
  },
  {
    name: 'a school that closes, with its administrator',
    files: setOf({ ...without(({ org }) => org === 'b'), classes: each(4, 'ka') }),
    confirmation: '129',
    losses: [
      'students 60/120!',
      'students@School B 60/60!',
      'staff 5/12!',
      'staff@School B 5/5!',
      'classes 4/8!',
      'classes@School B 4/4!',
      'enrollments 60/120!',
      'enrollments@School B 60/60!',
    ],
  },
];

describe('the brake on imports', () => {
  let server: TestServer;
  const people = {} as Record<'pam' | 'nils' | 'olga', TestClient>;
  const { look, validate, confirm, bring } = importing(() => server);
  beforeAll(async () => {
    [server] = await schoolServer();
    // Other district administrators are not in the roster, and would stay.
    await server.db.deleteFrom('permission_assignment').where('given_by', '=', ids.dan).execute();
    await server.db.deleteFrom('announcement').where('written_by', '=', ids.dan).execute();
    await server.db.deleteFrom('app_user').where('user_puid', '=', ids.dan).execute();
    people.pam = await server.signIn('pam');
    expect(await bring(people.pam, setOf(district()))).toMatchObject({ state: 'done', confirmation: '4' });
    const { password_hash } = await server.db
      .selectFrom('app_user')
      .select('password_hash')
      .where('user_puid', '=', ids.pam)
      .executeTakeFirstOrThrow();
    await server.db.updateTable('app_user').set({ password_hash }).where('user_key', 'in', ['nils', 'olga']).execute();
    for (const name of ['nils', 'olga'] as const) people[name] = await server.signIn(name);
  });
  const shownBy = ({ brake }: RosterJob) => ({
    losses: (brake?.losses ?? []).map(
      ({ kind, school, count, of, is_much }) => `${kind}${school === null ? '' : `@${school}`} ${count}/${of}${is_much ? '!' : ''}`,
    ),
    rises: (brake?.rises ?? []).map(({ name, user_name, from, to }) => `${name} (${user_name}) ${from ?? ''}→${to}`),
  });

  it.each(cases)('$name', async ({ files, by = 'pam', options, confirmation, losses = [], rises = [], findings = [] }) => {
    const person = people[by];
    const job = await validate(person, files, options);
    const found = (await person.ok(calls.rosterFindings, { job_id: job.job_id })).filter(({ severity }) => severity === 'error');
    expect(found.map(wordsOf)).toEqual(findings);
    if (findings.length > 0) {
      expect(job).toMatchObject({ state: 'refused', brake: null, confirmation: null });
      return;
    }
    expect(shownBy(job)).toEqual({ losses, rises });
    expect(job).toMatchObject({ state: 'validated', confirmation });
    const changes = await person.ok(calls.rosterChanges, { job_id: job.job_id });
    const gone = changes.map(({ action }) => action === 'deactivate');
    expect(gone).toEqual(gone.toSorted((a, b) => Number(b) - Number(a)));
    expect(gone.filter(Boolean)).toHaveLength(
      job.brake?.losses.reduce((sum, { school, count }) => sum + (school === null ? count : 0), 0) ?? 0,
    );
    for (const { kind, action, name, fields } of changes)
      if (kind === 'enrollments' && action === 'deactivate')
        expect([name, fields.class_name]).toEqual([expect.stringMatching(/ Person$/), [expect.stringMatching(/^Class k/), null]]);
    if (confirmation !== null) {
      const before = await look(person, job);
      for (const wrong of ['', `${Number(confirmation) + 1}`])
        expectFailure(await confirm(person, { ...job, confirmation: wrong }), 400, new RegExp(`Type ${confirmation} to confirm`));
      expect(await look(person, job)).toEqual(before);
    }
  });

  it('is not released by the administrator whose account would close', async () => {
    const job = await validate(people.nils, setOf(without(({ id }) => id === 'olga')));
    expect(job).toMatchObject({ state: 'validated', confirmation: '1' });
    expectFailure(await confirm(people.olga, job), 409, /your own account/);
    expect((await look(people.olga, job)).state).toBe('validated');
  });
});

describe('how much is much', () => {
  let plan: Plan;
  beforeEach(() => {
    const ways = { mode: 'add', overwrite_manual: false, leave_out: false } as const;
    const importer = { district_id: 1, user_puid: 1, role: 9, school_id: null, ...ways, today: '' } as const;
    plan = new Plan({} as ConstructorParameters<typeof Plan>[0], importer);
  });
  it.each<[LossKind, of: number, most: number]>([
    ['students', 10_000, 49],
    ['staff', 10_000, 9],
    ['classes', 10_000, 19],
    ['enrollments', 10_000, 299],
    ['students', 100, 10],
    ['classes', 9, 0],
  ])('%s of %i: %i may go unasked, one more not', (kind, of, most) => {
    for (let index = 0; index < of; index++) plan.had(kind, 1);
    for (let index = 0; index < most; index++) plan.lose(kind, 1);
    expect(plan.confirmation).toBeNull();
    plan.lose(kind, 1);
    expect(plan.confirmation).toBe(String(most + 1));
  });
});
