import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { RosterJob } from '../../contract/rostering/job.ts';
import { one } from '../roster/files.ts';
import { wordsOf } from '../roster/words.ts';
import { schoolServer } from './fixtureSchool.ts';
import { type Files, importing } from './importing.ts';
import { rosterRows } from './rosterRows.ts';
import type { TestClient, TestServer } from './testServer.ts';

let server: TestServer;
let dan: TestClient;
const { validate, bring, undo } = importing(() => server);
beforeEach(async () => {
  [server, dan] = await schoolServer('dan');
});

const at = (month: number) => `2030-${String(month).padStart(2, '0')}-01T10:00:00.000Z`;
const time = (month: number) => Date.parse(at(month));
const heads = {
  orgs: 'name,type,parentSourcedId',
  courses: 'title,orgSourcedId',
  classes: 'title,grades,courseSourcedId,classType,schoolSourcedId,termSourcedIds,subjects,periods',
  users: 'enabledUser,orgSourcedIds,role,username,givenName,familyName,email,grades',
  enrollments: 'classSourcedId,schoolSourcedId,userSourcedId,role',
  demographics: 'birthDate',
};
type Table = keyof typeof heads;
/** A delta: rows of each table, as `id,status,time,values`. */
function delta(tables: Partial<Record<Table, string[]>>, version = '1.1'): Files {
  const names = Object.keys(tables) as Table[];
  return {
    'manifest.csv': ['propertyName,value', `oneroster.version,${version}`, ...names.map((name) => `file.${name},delta`)].join('\n'),
    ...Object.fromEntries(
      names.map((name) => {
        const width = heads[name].split(',').length;
        const rows = (tables[name] as string[]).map(
          (row) => row + ','.repeat(Math.max(0, width + 2 - (row.match(/,/g) as string[]).length)),
        );
        return [`${name}.csv`, `${[`sourcedId,status,dateLastModified,${heads[name]}`, ...rows].join('\n')}\n`];
      }),
    ),
  };
}
const gone = (id: string, month: number, status = 'tobedeleted') => `${id},${status},${at(month)}`;
const maya = (month: number, given: string, more = 'true,s,student,maya') => `p1,active,${at(month)},${more},${given},Núñez,,06`;
/** The first roster, plus a district administrator. */
const base: Files = {
  ...one,
  'users.csv': `${one['users.csv']}a2,true,d,administrator,lindqvist,Nils,Lindqvist,,\n`,
};

const { userOf, classOf, placeOf } = rosterRows(() => server);
const orgs = async (district_id = 1) =>
  (await server.db.selectFrom('roster_org').selectAll().where('district_id', '=', district_id).orderBy('sourced_id').execute()).map(
    ({ sourced_id, type, name, active }) => `${sourced_id} ${type} ${name}${active === 1 ? '' : ' (gone)'}`,
  );
const found = async (job: RosterJob) => (await dan.ok(calls.rosterFindings, { job_id: job.job_id })).map(wordsOf);
const firstOf = async (job: RosterJob) => (await dan.ok(calls.rosterFindings, { job_id: job.job_id }))[0];
const dump = async () => ({
  orgs: await server.db.selectFrom('roster_org').selectAll().orderBy('org_id').execute(),
  school: await server.db.selectFrom('school').selectAll().orderBy('school_id').execute(),
  users: await server.db.selectFrom('app_user').selectAll().orderBy('user_puid').execute(),
  classes: await server.db.selectFrom('class_group').selectAll().orderBy('group_puid').execute(),
  places: await server.db.selectFrom('enrollment').selectAll().orderBy('group_puid').orderBy('user_puid').execute(),
});

describe('changes that name organizations', () => {
  it('keep an administrator of the district, whose organization an earlier set has brought', async () => {
    await bring(dan, base);
    expect(await orgs()).toEqual(['d district District', 's school Hill, the school']);
    const job = await bring(dan, delta({ users: [`a2,active,${at(2)},true,d,administrator,lindqvist,Nina,Lindqvist`] }));
    expect(job).toMatchObject({ state: 'done', brake: null, counts: { users: { updated: 1 } } });
    expect(await userOf('lindqvist')).toMatchObject({ first_name: 'Nina', role_id: 9, active: 1 });
    const risen = await validate(dan, delta({ users: [`a3,active,${at(2)},true,d,administrator,new,New,Person`] }));
    expect(risen).toMatchObject({ state: 'validated', confirmation: '1', brake: { rises: [{ from: null, to: 9 }] } });
  });
  it('leave an administrator as they are where no set has brought the organizations yet', async () => {
    await bring(dan, base);
    await server.db.deleteFrom('roster_org').execute();
    const before = await userOf('lindqvist');
    const files = delta({
      users: [`a2,active,${at(2)},true,d,administrator,lindqvist,Nina,Lindqvist`, maya(2, 'Mia', 'true,x,student,maya')],
    });
    expect(await bring(dan, files)).toMatchObject({ state: 'done', check: { errors: 0 } });
    expect(await userOf('lindqvist')).toMatchObject({ first_name: 'Nina', role_id: 9, school_id: before.school_id });
    expect(await userOf('maya')).toMatchObject({ first_name: 'Mia', school_id: (await classOf('k1')).school_id });
  });
  it('are read with what is kept of them: a school, a district, one that nobody knows', async () => {
    await bring(dan, base);
    const klass = (school: string) => `k9,active,${at(2)},Biology,07,c,scheduled,${school},y`;
    expect(await bring(dan, delta({ classes: [klass('s')] }))).toMatchObject({ state: 'done', counts: { classes: { created: 1 } } });
    expect(await found(await validate(dan, delta({ classes: [klass('d')] })))).toEqual(['notASchool classes.csv:2 schoolSourcedId']);
    expect(await found(await validate(dan, delta({ classes: [klass('x')] })))).toEqual(['referenceStored classes.csv:2 schoolSourcedId']);
    const unknown = await validate(dan, delta({ users: [maya(2, 'Mia', 'true,"s,x",student,maya')] }));
    expect(unknown.state).toBe('refused');
    expect(await found(unknown)).toEqual(['referenceStored users.csv:2 orgSourcedIds']);
    expect(await found(await validate(dan, delta({ orgs: [`s2,active,${at(2)},New,school,x`] })))).toEqual([
      'referenceStored orgs.csv:2 parentSourcedId',
    ]);
  });
  it('bring and rename some of them, and are taken back', async () => {
    await bring(dan, base);
    const before = await dump();
    const job = await bring(
      dan,
      delta({
        orgs: [`s,active,${at(2)},Hill,school,d`, `s2,active,${at(2)},Dale,school,d`, `e,active,${at(2)},East,local,d`],
        users: [maya(2, 'Maya', 'true,s2,student,maya'), `a3,active,${at(2)},true,e,administrator,east,Ed,East`],
      }),
    );
    expect(job).toMatchObject({ state: 'done', counts: { schools: { created: 1, updated: 1 }, users: { created: 1, updated: 1 } } });
    expect(await orgs()).toEqual(['d district District', 'e local East', 's school Hill', 's2 school Dale']);
    expect(await userOf('east')).toMatchObject({ role_id: 9 });
    expect(await undo(dan, job)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
    expect(await dump()).toEqual(before);
  });
  it('know what a complete set no longer holds as gone', async () => {
    await bring(dan, { ...base, 'orgs.csv': `${base['orgs.csv']}e,East,local,d\ns2,Dale,school,d\n` });
    await bring(dan, base);
    expect(await orgs()).toEqual(['d district District', 'e local East (gone)', 's school Hill, the school', 's2 school Dale (gone)']);
    const job = await validate(dan, delta({ users: [maya(2, 'Maya', 'true,s2,student,maya')] }));
    expect(job.state).toBe('validated');
    expect(await found(job)).toEqual(['~orgGoneNamed users.csv:2 orgSourcedIds']);
  });
  it('stay in their district', async () => {
    await bring(dan, base);
    expect(await orgs(2)).toEqual([]);
  });
  it('may name wrong ones where nothing is kept: it warns', async () => {
    await bring(dan, base);
    const job = await validate(
      dan,
      delta({ courses: [`c9,active,${at(2)},Art,x`], demographics: [`p9,active,${at(2)},2018-05-04`], users: [maya(2, 'Mia')] }),
    );
    expect(job.state).toBe('validated');
    expect(await found(job)).toEqual(['~referenceStored demographics.csv:2 sourcedId', '~referenceStored courses.csv:2 orgSourcedId']);
    const both = await validate(dan, delta({ courses: [`c9,active,${at(2)},Art,x`], users: [maya(2, 'Mia', 'true,x,student,maya')] }));
    expect(await found(both)).toEqual(['referenceStored users.csv:2 orgSourcedIds']);
  });
});

it('tells every row of changes that names nobody, not the first alone', async () => {
  await bring(dan, base);
  const place = (id: string, group: string, user: string) => `${id},active,${at(2)},${group},s,${user},student`;
  const job = await validate(
    dan,
    delta({
      classes: [`k8,active,${at(2)},A,07,c,scheduled,x,y`, `k9,active,${at(2)},B,07,c,scheduled,x,y`],
      users: [maya(2, 'Mia', 'true,z,student,maya'), `p2,active,${at(2)},true,z,student,leo,Leo,Li`],
      enrollments: [place('f1', 'k7', 'p1'), place('f2', 'k7', 'p7'), place('f3', 'k1', 'p7')],
    }),
  );
  expect(await found(job)).toEqual([
    'referenceStored classes.csv:2 schoolSourcedId',
    'referenceStored classes.csv:3 schoolSourcedId',
    'referenceStored users.csv:2 orgSourcedIds',
    'referenceStored users.csv:3 orgSourcedIds',
    'referenceStored enrollments.csv:2 classSourcedId',
    'referenceStored enrollments.csv:3 userSourcedId',
    'referenceStored enrollments.csv:3 classSourcedId',
    'referenceStored enrollments.csv:4 userSourcedId',
  ]);
});

describe('organizations that the source has deleted', () => {
  it.each(['tobedeleted', 'inactive'])('are kept as gone when they are %s, with what is still open in a school', async (status) => {
    await bring(dan, base);
    const before = await dump();
    const files = delta({
      orgs: [gone('s', 2, status), gone('d', 2, status), gone('x', 2, status)],
      users: [gone('p2', 2), `a1,active,${at(2)},false,s,administrator,okafor,Grace,Okafor`],
      classes: [gone('k2', 2)],
    });
    const job = await validate(dan, files);
    expect(job.state).toBe('refused');
    expect(await found(job)).toContain('lastOfSchool users.csv');
    const good = await bring(
      dan,
      delta({ orgs: [gone('s', 2, status), gone('d', 2, status), gone('x', 2, status)], users: [gone('p2', 2)], classes: [gone('k2', 2)] }),
    );
    expect(good.state).toBe('done');
    expect(await found(good)).toEqual([
      '~orgGoneAbove orgs.csv:3 sourcedId',
      '~orgGoneUnknown orgs.csv:4 sourcedId',
      '~orgGone orgs.csv:2',
    ]);
    const list = await dan.ok(calls.rosterFindings, { job_id: good.job_id });
    // What remains of the school: Science 6 with its teacher, student and administrator. The delta deletes the other student and class.
    expect(list.at(-1)?.params).toEqual({ name: 'Hill, the school', classes: 1, people: 3 });
    expect(await orgs()).toEqual(['d district District (gone)', 's school Hill, the school (gone)']);
    expect(await userOf('maya')).toMatchObject({ active: 1 });
    expect(await undo(dan, good)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
    expect(await dump()).toEqual(before);
  });
  it('count what has moved to another school as gone from theirs', async () => {
    await bring(dan, base);
    const job = await validate(
      dan,
      delta({
        orgs: [gone('s', 2), `s2,active,${at(2)},Dale,school,d`],
        classes: [`k1,active,${at(2)},Science 6,06,c,scheduled,s2,y,Science,2`, gone('k2', 2)],
        users: ['t1,teacher,Rivera,Elena', 'p1,student,maya,Maya', 'p2,student,leo,Leo'].map((row) => {
          const [id, role, name, given] = row.split(',');
          return `${id},active,${at(2)},true,s2,${role},${name},${given},Person`;
        }),
      }),
    );
    expect((await firstOf(job))?.params).toEqual({ name: 'Hill, the school', classes: 0, people: 1 });
  });
  it('still mean what they meant to rows that name them, and it is said', async () => {
    await bring(dan, base);
    await bring(dan, delta({ orgs: [gone('d', 2), gone('s', 2)] }));
    const job = await bring(dan, delta({ users: [`a2,active,${at(3)},true,d,administrator,lindqvist,Nina,Lindqvist`, maya(3, 'Mia')] }));
    expect(await found(job)).toEqual(['~orgGoneNamed users.csv:2 orgSourcedIds', '~orgGoneNamed users.csv:3 orgSourcedIds']);
    expect(await userOf('lindqvist')).toMatchObject({ role_id: 9, first_name: 'Nina' });
    await bring(dan, delta({ orgs: [`s,active,${at(4)},Hill,school,d`] }));
    expect(await orgs()).toEqual(['d district District (gone)', 's school Hill']);
  });
});

describe('changes that are older than what is here', () => {
  const klass = (month: number, title: string) => `k1,active,${at(month)},${title},06,c,scheduled,s,y,Science,2`;
  const place = (month: number, role = 'student', id = 'e2') => `${id},active,${at(month)},k1,s,p1,${role}`;
  const newer = () =>
    delta({
      orgs: [`s,active,${at(5)},Hill,school,d`],
      classes: [klass(5, 'Newer')],
      users: [maya(5, 'Mia')],
      enrollments: [place(5)],
    });
  it('change nothing, and each is told with its row', async () => {
    await bring(dan, base);
    await bring(dan, newer());
    const before = await dump();
    const older = delta({
      orgs: [`s,active,${at(4)},Old,school,d`],
      classes: [klass(4, 'Old')],
      users: [`p9,active,${at(1)},true,s,student,nia,Nia,Okoro`, maya(4, 'Old')],
      enrollments: [gone('e2', 4)],
    });
    const job = await bring(dan, older);
    expect(job).toMatchObject({
      state: 'done',
      older: 4,
      check: { errors: 0, warnings: 4 },
      counts: { users: { created: 1, updated: 0 } },
    });
    expect(await found(job)).toEqual([
      '~rowOlder orgs.csv:2 dateLastModified',
      '~rowOlder classes.csv:2 dateLastModified',
      '~rowOlder users.csv:3 dateLastModified',
      '~rowOlder enrollments.csv:2 dateLastModified',
    ]);
    expect((await firstOf(job))?.params).toEqual({ taken: '2030-05-01T10:00:00Z' });
    const after = await dump();
    expect({ ...after, users: after.users.filter(({ user_name }) => user_name !== 'nia') }).toEqual(before);
    expect(await dan.ok(calls.rosterRowFindings, { job_id: job.job_id })).toContainEqual(
      expect.objectContaining({ file: 'users.csv', code: 'rowOlder', severity: 'warning', rows: [3] }),
    );
  });
  it('of the same time or newer are taken over, and the same set again changes nothing', async () => {
    await bring(dan, base);
    await bring(dan, newer());
    const again = await bring(dan, newer());
    expect(again).toMatchObject({
      older: 0,
      counts: { users: { unchanged: 1 }, classes: { unchanged: 1 }, enrollments: { unchanged: 1 } },
    });
    const job = await bring(dan, delta({ users: [maya(6, 'Max')], enrollments: [gone('e2', 6)] }));
    expect(job).toMatchObject({ older: 0, counts: { users: { updated: 1 }, enrollments: { deactivated: 1 } } });
    expect(await userOf('maya')).toMatchObject({ first_name: 'Max', roster_modified: time(6) });
    expect(await placeOf('e2')).toMatchObject({ active: 0, roster_modified: time(6) });
  });
  it('do not bring back what was deleted later', async () => {
    await bring(dan, base);
    await bring(dan, delta({ classes: [gone('k2', 5)], users: [gone('p1', 5)], enrollments: [gone('e2', 5)] }));
    const job = await validate(
      dan,
      delta({ classes: [`k2,active,${at(4)},Back,07,c,scheduled,s,y`], users: [maya(4, 'Back')], enrollments: [place(4)] }),
    );
    expect(job).toMatchObject({ state: 'validated', older: 3, brake: null });
    // Deleted again, later: nothing is active, and yet the time counts.
    await bring(dan, delta({ classes: [gone('k2', 8)], users: [gone('p1', 8)], enrollments: [gone('e2', 8)] }));
    const late = await validate(
      dan,
      delta({ classes: [`k2,active,${at(7)},Back,07,c,scheduled,s,y`], users: [maya(7, 'Back')], enrollments: [place(7)] }),
    );
    expect(late).toMatchObject({ state: 'validated', older: 3 });
  });
  it('are told by what was last said, even where that changed nothing', async () => {
    await bring(dan, base);
    const same = delta({
      orgs: [`s,active,${at(5)},"Hill, the school",school,d`],
      classes: [`k1,active,${at(5)},Science 6,06,c,scheduled,s,"y,t","Science,Lab",2`],
      users: [maya(5, 'Maya')],
      enrollments: [place(5)],
    });
    const before = await dump();
    const job = await bring(dan, same);
    expect(job.counts).toMatchObject({
      schools: { unchanged: 1, updated: 0 },
      classes: { unchanged: 1, updated: 0 },
      users: { unchanged: 1, updated: 0 },
      enrollments: { unchanged: 1, updated: 0 },
    });
    expect(
      await validate(
        dan,
        delta({
          orgs: [`s,active,${at(4)},Old,school,d`],
          classes: [klass(4, 'Old')],
          users: [maya(4, 'Old')],
          enrollments: [gone('e2', 4)],
        }),
      ),
    ).toMatchObject({ older: 4 });
    await undo(dan, job);
    expect(await dump()).toEqual(before);
  });
  it('free no user name that somebody else takes', async () => {
    await bring(dan, base);
    await bring(dan, newer());
    const job = await validate(
      dan,
      delta({ users: [maya(4, 'Old', 'true,s,student,maya2'), `p9,active,${at(6)},true,s,student,maya,Other,Maya`] }),
    );
    expect(await found(job)).toEqual(['~rowOlder users.csv:2 dateLastModified', 'userNameTaken users.csv:3 username']);
  });
  it('are those of changes: a complete set counts as it is, and what it says of time is kept', async () => {
    await bring(dan, base);
    await bring(dan, newer());
    const users = (base['users.csv'] as string)
      .replaceAll('\n', `,active,${at(3)}\n`)
      .replace(`grades,active,${at(3)}`, 'grades,status,dateLastModified');
    expect(await bring(dan, { ...base, 'users.csv': users })).toMatchObject({ state: 'done', older: 0 });
    expect(await userOf('maya')).toMatchObject({ first_name: 'Maya', roster_modified: time(3) });
    expect(await validate(dan, delta({ users: [maya(2, 'Old')] }))).toMatchObject({ older: 1 });
    expect(await validate(dan, delta({ users: [maya(4, 'Mia')] }))).toMatchObject({ older: 0, counts: { users: { updated: 1 } } });
  });
  it('count the end of a place in a class by its time, too', async () => {
    await bring(dan, base);
    await bring(dan, newer());
    const ended = (month: number) => {
      const files = delta({ enrollments: [place(month)] });
      const text = (files['enrollments.csv'] as string).replace(',role', ',role,endDate').replace('p1,student', 'p1,student,2030-01-10');
      return { ...files, 'enrollments.csv': text };
    };
    expect(await validate(dan, ended(4))).toMatchObject({ older: 1, counts: { enrollments: { deactivated: 0 } } });
    expect(await validate(dan, ended(6))).toMatchObject({ older: 0, counts: { enrollments: { deactivated: 1 } } });
  });
  it('leave whose student somebody is alone when only the time is new', async () => {
    await bring(dan, base);
    const { group_puid, user_puid } = await placeOf('e2');
    await server.db
      .updateTable('enrollment')
      .set({ borrowed: 1 })
      .where('group_puid', '=', group_puid)
      .where('user_puid', '=', user_puid)
      .execute();
    await bring(dan, delta({ enrollments: [place(5)] }));
    expect(await placeOf('e2')).toMatchObject({ borrowed: 1, active: 1, roster_modified: time(5) });
  });
});

it('takes an import back from a log that was kept before times were', async () => {
  await bring(dan, base);
  const before = await userOf('maya');
  const job = await bring(dan, { ...base, 'users.csv': (base['users.csv'] as string).replace(',Maya,', ',Mia,') });
  const batches = await server.db.selectFrom('roster_batch').selectAll().where('job_id', '=', job.job_id).execute();
  for (const { batch_no, entries } of batches) {
    const log = (JSON.parse(entries) as [string, { before: [number, unknown[]][] }][]).map(([kind, kept]) => [
      kind,
      { ...kept, before: kept.before.map(([index, values]) => [index, values.slice(0, -1)]) },
    ]);
    await server.db
      .updateTable('roster_batch')
      .set({ entries: JSON.stringify(log) })
      .where('job_id', '=', job.job_id)
      .where('batch_no', '=', batch_no)
      .execute();
  }
  expect(await undo(dan, job)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
  expect(await userOf('maya')).toEqual(before);
});
