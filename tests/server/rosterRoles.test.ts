import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { RosterJob } from '../../contract/rostering/job.ts';
import { rolesAndLanguages } from '../../server/db/migrations/032-roles-and-languages.ts';
import { one, two } from '../roster/files.ts';
import { wordsOf } from '../roster/words.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { type Files, importing } from './importing.ts';
import { rosterRows } from './rosterRows.ts';
import type { TestClient, TestServer } from './testServer.ts';

let server: TestServer;
let dan: TestClient;
const { validate, bring, undo, confirm } = importing(() => server);
beforeEach(async () => {
  [server, dan] = await schoolServer('dan');
});

/** OneRoster 1.2 with a second school and a district administrator. */
const base: Files = {
  ...two,
  'orgs.csv': `${two['orgs.csv']}s2,Dale,school,d\n`,
  'users.csv': `${two['users.csv']}a2,true,lindqvist,Nils,Lindqvist,,,d,\n`,
  'roles.csv': `${two['roles.csv']}r5,a2,primary,districtAdministrator,,,d\n`,
};
const withRoles = (...rows: string[]): Files => ({ ...base, 'roles.csv': `${base['roles.csv']}${rows.map((row) => `${row}\n`).join('')}` });

const at = (month: number) => `2030-${String(month).padStart(2, '0')}-01T10:00:00.000Z`;
const heads = {
  users: 'enabledUser,username,givenName,familyName,email,grades,primaryOrgSourcedId',
  roles: 'userSourcedId,roleType,role,orgSourcedId,beginDate,endDate',
};
/** A delta: rows of each table, as `id,values`, all dated in one month. `-id` is deleted. */
function delta(month: number, tables: Partial<Record<keyof typeof heads, string[]>>): Files {
  const names = Object.keys(tables) as (keyof typeof heads)[];
  const rowOf = (row: string, width: number) => {
    const [id = '', ...values] = row.split(',');
    const status = id.startsWith('-') ? 'tobedeleted' : 'active';
    return [id.replace('-', ''), status, at(month), ...values, ...Array.from({ length: width - values.length }, () => '')].join(',');
  };
  return {
    'manifest.csv': ['propertyName,value', 'oneroster.version,1.2', ...names.map((name) => `file.${name},delta`)].join('\n'),
    ...Object.fromEntries(
      names.map((name) => {
        const rows = (tables[name] as string[]).map((row) => rowOf(row, heads[name].split(',').length));
        return [`${name}.csv`, `${[`sourcedId,status,dateLastModified,${heads[name]}`, ...rows].join('\n')}\n`];
      }),
    ),
  };
}
const roles = (month: number, ...rows: string[]) => delta(month, { roles: rows });

const { userOf } = rosterRows(() => server);
const schoolOf = async (sourced_id: string) =>
  (await server.db.selectFrom('school').select('school_id').where('sourced_id', '=', sourced_id).executeTakeFirstOrThrow()).school_id;
const found = async (job: RosterJob) => (await dan.ok(calls.rosterFindings, { job_id: job.job_id })).map(wordsOf);
const changes = async (job: RosterJob) => dan.ok(calls.rosterChanges, { job_id: job.job_id });
const dump = async () => ({
  roles: await server.db.selectFrom('roster_role').selectAll().orderBy('user_role_id').execute(),
  users: await server.db.selectFrom('app_user').selectAll().orderBy('user_puid').execute(),
});
const users = (job: RosterJob) => job.counts?.users;

describe('changes of roles alone', () => {
  it('raise nobody without typed words, and name whom they raise', async () => {
    await bring(dan, base);
    const before = await dump();
    const job = await validate(dan, roles(2, 'r1,t1,primary,siteAdministrator,s'));
    expect(job).toMatchObject({
      state: 'validated',
      confirmation: '1',
      brake: { rises: [{ name: 'Elena Rivera', user_name: 'Rivera', from: 2, to: 6 }], rise_count: 1 },
      counts: { users: { updated: 1 } },
    });
    expect(await changes(job)).toEqual([{ kind: 'users', action: 'update', name: 'Elena Rivera', fields: { role_id: ['2', '6'] } }]);
    expect(await confirm(dan, { ...job, confirmation: '' })).toMatchObject({ code: 400 });
    expect(await userOf('rivera')).toMatchObject({ role_id: 2 });
    expect(await confirm(dan, job)).toMatchObject({ code: 200 });
    await server.settle();
    expect(await userOf('rivera')).toMatchObject({ role_id: 6, active: 1 });
    expect(await undo(dan, job)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
    expect(await dump()).toEqual(before);
  });

  it('lower people and move them to another school', async () => {
    await bring(dan, base);
    const moved = roles(2, 'r1,t1,primary,student,s', 'r2,p1,primary,student,s2');
    expect(await changes(await validate(dan, moved))).toContainEqual({
      kind: 'users',
      action: 'update',
      name: 'Maya Núñez',
      fields: { school_name: ['Hill, the school', 'Dale'] },
    });
    const job = await bring(dan, moved);
    expect(job).toMatchObject({ state: 'done', brake: null, counts: { users: { updated: 2, deactivated: 0 } } });
    expect(await userOf('rivera')).toMatchObject({ role_id: 1 });
    expect(await userOf('maya')).toMatchObject({ role_id: 1, school_id: await schoolOf('s2'), first_name: 'Maya', grade: '6' });
  });

  it('are the same as a complete set that says so', async () => {
    await bring(dan, withRoles('r6,a1,secondary,teacher,,,s2', 'r7,t1,secondary,principal,,,s2'));
    const changed = withRoles('r7,t1,secondary,principal,,,s2');
    const text = (changed['roles.csv'] as string)
      .replace('r1,t1,primary,teacher,,,s\n', '')
      .replace('r2,p1,primary,student,2030-08-01,2031-06-01,s', 'r2,p1,primary,student,,,s2')
      .replace('r3,p2,primary,student,,,s', 'r3,p2,primary,student,,2030-01-01,s');
    const shown = async () =>
      (await dump()).users.map(({ user_name, role_id, school_id, active }) => ({ user_name, role_id, school_id, active }));
    const whole = await bring(dan, { ...changed, 'roles.csv': text });
    const wanted = await shown();
    expect(await userOf('rivera')).toMatchObject({ role_id: 6, school_id: await schoolOf('s2') });
    expect(await userOf('leo')).toMatchObject({ active: 0 });
    await undo(dan, whole);
    const job = await bring(dan, roles(2, '-r1', '-r6', 'r2,p1,primary,student,s2', 'r3,p2,primary,student,s,,2030-01-01'));
    expect(job).toMatchObject({ state: 'done', brake: { rise_count: 1 } });
    expect(await shown()).toEqual(wanted);
    const again = await validate(dan, { ...changed, 'roles.csv': text });
    expect(users(again)).toEqual({ created: 0, updated: 0, unchanged: 4, deactivated: 0, kept: 0 });
  });

  it.each([
    ['deleted', '-r3'],
    ['ended', 'r3,p2,primary,student,s,2029-08-01,2030-01-14'],
    ['one of somebody without an account', 'r3,p2,primary,guardian,s'],
    ['given to somebody else', 'r3,p1,secondary,student,s'],
  ])('close the account of somebody whose only role is %s, counted by the brake, and a new role opens it', async (_, row) => {
    await bring(dan, base);
    const before = await dump();
    const job = await validate(dan, roles(2, row));
    expect(job).toMatchObject({
      confirmation: '1',
      brake: { losses: [{ kind: 'students', school: null, count: 1, of: 2, is_much: true }] },
      counts: { users: { deactivated: 1 } },
    });
    expect(await changes(job)).toEqual([{ kind: 'users', action: 'deactivate', name: 'Leo Li', fields: {} }]);
    await confirm(dan, job);
    await server.settle();
    expect(await userOf('leo')).toMatchObject({ active: 0, role_id: 1 });
    const back = await bring(dan, roles(3, 'r9,p2,primary,student,s2'));
    expect(back).toMatchObject({ state: 'done', counts: { users: { updated: 1 } } });
    expect(await userOf('leo')).toMatchObject({ active: 1, role_id: 1, school_id: await schoolOf('s2') });
    await undo(dan, back);
    await undo(dan, job);
    expect(await dump()).toEqual(before);
  });

  it('count by their dates, on the day of the district', async () => {
    await bring(dan, base);
    const last = roles(2, 'r3,p2,primary,student,s,,2030-01-14');
    // It is still the evening before in Chicago.
    server.clock.now = Date.parse('2030-01-15T03:00:00Z');
    expect(users(await validate(dan, last))).toMatchObject({ deactivated: 0, unchanged: 1 });
    server.clock.now = Date.parse('2030-01-15T15:00:00Z');
    expect(users(await validate(dan, last))).toMatchObject({ deactivated: 1 });
    const next = roles(2, 'r1,t1,primary,teacher,s,,2030-01-31', 'r9,t1,secondary,student,s2,2030-02-01,');
    expect(await bring(dan, next)).toMatchObject({ state: 'done', counts: { users: { unchanged: 1 } } });
    server.clock.now = Date.parse('2030-02-01T15:00:00Z');
    // Any mention in a delta updates the user to today's role.
    const named = await bring(dan, delta(3, { users: ['t1,true,Rivera,Elena,Rivera,e@x.example,,s'] }));
    expect(named).toMatchObject({ state: 'done', check: { warnings: 0 }, counts: { users: { updated: 1 } } });
    expect(await userOf('rivera')).toMatchObject({ role_id: 1, school_id: await schoolOf('s2') });
  });

  it('leave the others of a person, and take up the next when one goes', async () => {
    await bring(dan, withRoles('r6,t1,secondary,principal,,,s2'));
    expect(await userOf('rivera')).toMatchObject({ role_id: 2 });
    const job = await bring(dan, roles(2, '-r1'));
    expect(job).toMatchObject({ brake: { losses: [], rises: [{ name: 'Elena Rivera', from: 2, to: 6 }] } });
    expect(await userOf('rivera')).toMatchObject({ role_id: 6, school_id: await schoolOf('s2') });
  });

  it('are primary in each organization: the own one decides, and without one the newer', async () => {
    await bring(dan, base);
    await bring(dan, roles(4, 'r8,p2,primary,student,s2'));
    expect(await userOf('leo')).toMatchObject({ school_id: await schoolOf('s') });
    const moved = 'p2,true,leo,Leo,Li,,KG,';
    await bring(dan, delta(5, { users: [`${moved}s2`] }));
    expect(await userOf('leo')).toMatchObject({ school_id: await schoolOf('s2') });
    await bring(dan, delta(6, { users: [moved] }));
    expect(await userOf('leo')).toMatchObject({ school_id: await schoolOf('s2') });
    await bring(dan, roles(7, 'r3,p2,primary,student,s'));
    expect(await userOf('leo')).toMatchObject({ school_id: await schoolOf('s') });
  });

  it('of an administrator elsewhere do not make one of a teacher', async () => {
    const job = await bring(dan, withRoles('r6,t1,primary,principal,,,s2'));
    expect([job.check?.warnings, job.brake?.rises.map(({ name }) => name)]).toEqual([0, ['Grace Okafor', 'Nils Lindqvist']]);
    expect(await userOf('rivera')).toMatchObject({ role_id: 2, school_id: await schoolOf('s') });
  });

  it('that are older than what is here change nothing, and are told', async () => {
    await bring(dan, base);
    await bring(dan, roles(5, 'r1,t1,primary,student,s', '-r3'));
    const before = await dump();
    const job = await bring(dan, roles(4, 'r1,t1,primary,principal,s', 'r3,p2,primary,student,s', '-r1'));
    expect(job).toMatchObject({ state: 'done', older: 3, brake: null, counts: { users: { updated: 0, deactivated: 0 } } });
    expect(await found(job)).toEqual([4, 2, 3].map((row) => `~rowOlder roles.csv:${row} dateLastModified`));
    expect(await dump()).toEqual(before);
    const same = await validate(dan, roles(5, 'r1,t1,primary,student,s', '-r3'));
    expect(same).toMatchObject({ older: 0, brake: null, counts: { users: { updated: 0, deactivated: 0 } } });
  });

  it('go on where they stopped between the roles and the accounts', async () => {
    await bring(dan, base);
    const changed = roles(2, 'r2,p1,primary,student,s2', '-r3');
    const job = await validate(dan, changed);
    await server.db
      .updateTable('roster_role')
      .set({ org_sourced_id: 's2', roster_modified: Date.parse(at(2)) })
      .where('sourced_id', '=', 'r2')
      .execute();
    await server.db
      .updateTable('roster_role')
      .set({ active: 0, roster_modified: Date.parse(at(2)) })
      .where('sourced_id', '=', 'r3')
      .execute();
    const again = await validate(dan, changed);
    expect(users(again)).toEqual(users(job));
    expect(again).toMatchObject({ counts: { users: { updated: 1, deactivated: 1 } } });
  });

  it('open no account that is closed for another reason', async () => {
    await bring(dan, base);
    const one = 'r3,p2,primary,student,s2';
    await bring(dan, delta(2, { users: ['p2,false,leo,Leo,Li,,KG,s'] }));
    await bring(dan, roles(3, '-r3'));
    await bring(dan, roles(4, one));
    expect(await userOf('leo')).toMatchObject({ active: 0, school_id: await schoolOf('s2') });
    await bring(dan, delta(5, { users: ['-p1'], roles: ['-r2'] }));
    await bring(dan, roles(6, 'r2,p1,primary,student,s'));
    expect(await userOf('maya')).toMatchObject({ active: 0 });
  });

  it('leave alone whom somebody has changed by hand, unless chosen', async () => {
    await bring(dan, base);
    const { user_puid } = await userOf('leo');
    await server.db.updateTable('app_user').set({ first_name: 'Leonard' }).where('user_puid', '=', user_puid).execute();
    const moved = roles(2, 'r3,p2,primary,student,s2');
    expect(users(await bring(dan, roles(2, 'r3,p2,primary,student,s')))).toMatchObject({ unchanged: 1, kept: 0 });
    const whole = await validate(dan, base);
    expect(users(whole), 'what was changed by hand still is').toMatchObject({ kept: 1 });
    expect(users(await validate(dan, moved))).toMatchObject({ kept: 1 });
    await bring(dan, moved, { overwrite_manual: true });
    expect(await userOf('leo')).toMatchObject({ first_name: 'Leonard', school_id: await schoolOf('s2') });
    // Removing the role still closes the account.
    await server.db.updateTable('app_user').set({ first_name: 'Lee' }).where('user_puid', '=', user_puid).execute();
    expect(users(await validate(dan, roles(3, '-r3')))).toMatchObject({ deactivated: 1 });
  });

  it('take away neither the last administrator nor the importer', async () => {
    await bring(dan, base);
    const { user_puid } = await userOf('lindqvist');
    const inDistrict = server.db.updateTable('app_user').where('district_id', '=', 1);
    await inDistrict.set({ active: 0 }).where('role_id', '=', 9).where('user_puid', 'not in', [user_puid, dan.user.userPuid]).execute();
    await inDistrict.set({ sourced_id: 'dan' }).where('user_puid', '=', dan.user.userPuid).execute();
    await bring(dan, roles(2, 'r8,dan,primary,districtAdministrator,d'));
    const self = await validate(dan, roles(3, 'r8,dan,primary,teacher,s', 'r5,a2,primary,teacher,s'));
    expect(self.state).toBe('refused');
    expect(await found(self)).toEqual(['selfGone roles.csv', 'lastOfDistrict roles.csv']);
    const school = await validate(dan, roles(3, '-r4'));
    expect(await found(school)).toEqual(['lastOfSchool roles.csv']);
  });

  it('name people who are here, and organizations too; of helpers nothing is kept', async () => {
    await bring(dan, base);
    const job = await validate(
      dan,
      roles(2, 'r8,x,primary,teacher,s', 'r9,g1,primary,guardian,s', 'r2,p1,primary,student,x', 'r3,p2,primary,student,x', '-r77'),
    );
    expect(job.state).toBe('refused');
    expect(await found(job)).toEqual([
      'referenceStored roles.csv:4 orgSourcedId',
      'referenceStored roles.csv:5 orgSourcedId',
      'referenceStored roles.csv:2 userSourcedId',
    ]);
    const helpers = await bring(
      dan,
      roles(2, 'r9,g1,primary,guardian,s', 'r8,p1,secondary,relative,s', '-r77', 'r7,x,primary,teacher,s,,2030-01-01'),
    );
    expect(helpers).toMatchObject({ state: 'done', check: { errors: 0, warnings: 0 }, brake: null, counts: { users: { unchanged: 1 } } });
    expect((await dump()).roles.map(({ sourced_id }) => sourced_id)).not.toContain('r9');
    const gone = await bring(dan, { ...base, 'orgs.csv': two['orgs.csv'] as string });
    expect(gone.state).toBe('done');
    const named = await validate(dan, roles(3, 'r2,p1,primary,student,s2'));
    expect(await found(named)).toEqual(['~orgGoneNamed roles.csv:2 orgSourcedId']);
  });

  it('are the whole of all roles in a complete table, which may come alone', async () => {
    await bring(dan, base);
    const alone = (text: string) => ({ 'manifest.csv': 'propertyName,value\noneroster.version,1.2\nfile.roles,bulk\n', 'roles.csv': text });
    const text = base['roles.csv'] as string;
    expect(users(await validate(dan, alone(text)))).toEqual({ created: 0, updated: 0, unchanged: 5, deactivated: 0, kept: 0 });
    const job = await bring(dan, alone(text.replace('r3,p2,primary,student,,,s\n', '')));
    expect(job).toMatchObject({ state: 'done', counts: { users: { deactivated: 1, unchanged: 4 } } });
    expect(await userOf('leo')).toMatchObject({ active: 0 });
  });
});

describe('changes of users', () => {
  it('leave roles and schools as they are where they name none', async () => {
    await bring(dan, withRoles('r6,p1,secondary,student,,,s2'));
    await bring(dan, roles(2, '-r2'));
    expect(await userOf('maya')).toMatchObject({ school_id: await schoolOf('s2') });
    const job = await bring(dan, delta(3, { users: ['p1,true,maya,Mia,Núñez,,06,s'] }));
    expect(job).toMatchObject({ state: 'done', check: { warnings: 0 }, counts: { users: { updated: 1 } } });
    expect(await userOf('maya')).toMatchObject({ first_name: 'Mia', role_id: 1, school_id: await schoolOf('s2') });
  });

  it('make accounts of those who have a role in the same changes, and tell the others', async () => {
    await bring(dan, base);
    const job = await bring(
      dan,
      delta(2, {
        users: ['p8,true,nia,Nia,Okoro,,,s', 'p9,true,tim,Tim,Okoro,,,s', 'g9,true,mum,Mo,Okoro,,,s'],
        roles: ['r8,p8,secondary,student,s', 'r9,g9,primary,guardian,s'],
      }),
    );
    expect(job).toMatchObject({ state: 'done', skipped: 1, family: 1, counts: { users: { created: 1 } } });
    expect(await found(job)).toEqual(['~roleless users.csv:3 sourcedId']);
    expect(await userOf('nia')).toMatchObject({ role_id: 1, active: 1 });
  });

  it('close somebody who has become a helper, in OneRoster 1.1 too', async () => {
    await bring(dan, one);
    const head = 'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,givenName,familyName';
    const job = await bring(dan, {
      'manifest.csv': 'propertyName,value\noneroster.version,1.1\nfile.users,delta\n',
      'users.csv': `${head}\np2,active,${at(2)},true,s,guardian,leo,Leo,Li\n`,
    });
    expect(job).toMatchObject({ state: 'done', confirmation: '1', counts: { users: { deactivated: 1 } } });
    expect(await userOf('leo')).toMatchObject({ active: 0 });
  });

  it('close somebody whose user name another takes', async () => {
    await bring(dan, base);
    const job = await bring(dan, delta(2, { users: ['-p2', 'p8,true,leo,Leo,Other,,,s'], roles: ['r8,p8,primary,student,s'] }));
    expect(job).toMatchObject({ state: 'done', counts: { users: { created: 1, deactivated: 1 } } });
    expect(await userOf('leo')).toMatchObject({ last_name: 'Other', active: 1 });
    const old = await server.db.selectFrom('app_user').select('active').where('sourced_id', '=', 'p2').executeTakeFirst();
    expect(old).toEqual({ active: 0 });
  });
});

describe('accounts from before roles were kept', () => {
  /** Puts the database into the state an earlier version left, then upgrades it. */
  async function upgrade() {
    await server.db.schema.dropTable('roster_role').execute();
    for (const column of ['roster_enabled', 'roster_org', 'language'])
      await server.db.schema.alterTable('app_user').dropColumn(column).execute();
    await rolesAndLanguages.up(server.db as never);
  }

  it('change with their primary role; what else is said of them waits for a complete set', async () => {
    await bring(dan, withRoles('r6,p1,secondary,student,,,s2'));
    await upgrade();
    const waits = roles(2, 'r7,t1,secondary,principal,s2', 'r8,p2,primary,student,s2,2030-06-01,', 'r9,p2,secondary,aide,s', '-r6');
    const before = await dump();
    const job = await bring(dan, waits);
    expect(job).toMatchObject({ state: 'done', brake: null });
    expect(await found(job)).toEqual([
      '~roleGoneUnknown roles.csv:5 sourcedId',
      '~roleWaits roles.csv:2 userSourcedId',
      '~roleWaits roles.csv:3 userSourcedId',
    ]);
    expect(await dump()).toEqual(before);
    const primary = await bring(
      dan,
      roles(3, 'r1,t1,primary,principal,s', 'r7,t1,secondary,teacher,s2', 'r2,p1,primary,student,s,,2030-01-01'),
    );
    expect(primary).toMatchObject({
      state: 'done',
      brake: { rises: [{ name: 'Elena Rivera' }] },
      counts: { users: { updated: 1, deactivated: 1 } },
    });
    expect(await bring(dan, roles(4, 'r2,p1,primary,student,s'))).toMatchObject({ counts: { users: { updated: 1 } } });
    expect(await userOf('maya')).toMatchObject({ active: 1 });
  });

  it('stay as they are with the first complete set, after which all roles count', async () => {
    await bring(dan, withRoles('r6,t1,secondary,principal,,,s2'));
    await upgrade();
    const job = await bring(dan, withRoles('r6,t1,secondary,principal,,,s2'));
    expect(users(job)).toEqual({ created: 0, updated: 0, unchanged: 5, deactivated: 0, kept: 0 });
    await bring(dan, roles(2, '-r1'));
    expect(await userOf('rivera')).toMatchObject({ role_id: 6 });
  });
});

it('keeps the roles of districts apart', async () => {
  await bring(dan, base);
  const { role: _, ...row } = (await dump()).roles[0] as { role: string } & Awaited<ReturnType<typeof dump>>['roles'][number];
  await server.db
    .insertInto('roster_role')
    .values({ ...row, district_id: ids.otherDistrict, role: 'student' })
    .execute();
  await bring(dan, roles(2, '-r1', 'r9,t1,primary,teacher,s'));
  const other = server.db.selectFrom('roster_role').select(['role', 'active']).where('district_id', '=', ids.otherDistrict);
  expect(await other.execute()).toEqual([{ role: 'student', active: 1 }]);
});
