import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { RosterJob } from '../../contract/rostering/job.ts';
import { one } from '../roster/files.ts';
import { wordsOf } from '../roster/words.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { type Files, importing } from './importing.ts';
import { days, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let dan: TestClient;
const { validate, bring, undo } = importing(() => server);
beforeEach(async () => {
  [server, dan] = await schoolServer('dan');
  server.clock.now = Date.parse('2030-09-15T15:00:00Z');
});

const head = 'sourcedId,title,type,startDate,endDate,parentSourcedId,schoolYear';
/** The first roster with these academic sessions. */
const withSessions = (...rows: string[]): Files => ({ ...one, 'academicSessions.csv': `${[head, ...rows].join('\n')}\n` });
const year = 'y,Year,schoolYear,2030-08-01,2031-06-01,,2031';
const fall = 't,Fall,term,2030-08-01,2030-12-20,y,2031';
/** A delta with rows of the given tables. */
const delta = (tables: Readonly<Record<string, readonly string[]>>): Files => ({
  'manifest.csv': ['propertyName,value', 'oneroster.version,1.1', ...Object.keys(tables).map((name) => `file.${name},delta`)].join('\n'),
  ...Object.fromEntries(Object.entries(tables).map(([name, rows]) => [`${name}.csv`, `${rows.join('\n')}\n`])),
});
const changed = (...rows: string[]) =>
  delta({ academicSessions: [`sourcedId,status,dateLastModified,${head.slice('sourcedId,'.length)}`, ...rows] });

const sessions = async (person = dan) => (await person.ok(calls.rosterSessions, { user_puid: person.user.userPuid })).sessions;
const listed = async () => (await sessions()).map(({ title, standing, class_count }) => `${title}: ${standing}, ${class_count}`);
const groups = () => dan.ok(calls.myGroups, { user_puid: ids.dan, with_archived: true });
const groupOf = async (name: string) => {
  const group = (await groups()).find(({ group_name }) => group_name === name);
  return dan.ok(calls.groupDetail, { group_puid: group?.group_puid as number });
};
const found = async (job: RosterJob) => (await dan.ok(calls.rosterFindings, { job_id: job.job_id })).map(wordsOf);
const changes = async (job: RosterJob, kind: string) =>
  (await dan.ok(calls.rosterChanges, { job_id: job.job_id })).filter((one) => one.kind === kind);
const stored = () => server.db.selectFrom('roster_session').selectAll().orderBy('sourced_id').execute();

describe('academic sessions', () => {
  it('are compared, stored, shown with their classes, and taken back', async () => {
    const job = await validate(dan, one);
    expect(job.counts?.sessions).toEqual({ created: 2, updated: 0, unchanged: 0, deactivated: 0, kept: 0 });
    expect((await changes(job, 'sessions')).map(({ action, name }) => `${action} ${name}`)).toEqual(['create Year', 'create Fall']);
    expect(await stored()).toEqual([]);
    const done = await bring(dan, one);
    expect(await sessions()).toMatchObject([
      { title: 'Year', type: 'schoolYear', start_date: '2030-08-01', end_date: '2031-06-01', school_year: '2031', parent_title: null },
      { title: 'Fall', type: 'term', standing: 'running', class_count: 1, parent_title: 'Year' },
    ]);
    expect((await groupOf('Science 6')).terms.map(({ title }) => title)).toEqual(['Year', 'Fall']);
    expect((await validate(dan, one)).counts).toMatchObject({ sessions: { unchanged: 2 }, classes: { unchanged: 2, updated: 0 } });
    expect(await undo(dan, done)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
    expect(await stored()).toEqual([]);
  });

  it('mark a class as over after the last day of the last, in the district’s time zone, and close nothing', async () => {
    await bring(dan, one);
    const over = async () => (await groups()).filter(({ is_over }) => is_over).map(({ group_name, active }) => `${group_name} ${active}`);
    server.clock.now = Date.parse('2031-06-01T23:00:00Z');
    expect([await over(), await listed()]).toEqual([[], ['Year: running, 2', 'Fall: over, 1']]);
    server.clock.now += days(1);
    expect(await over()).toEqual(['Science 6 true', 'Science 7 true']);
    expect((await groupOf('Science 6')).is_over).toBe(true);
    expect(await listed()).toEqual(['Year: over, 2', 'Fall: over, 1']);
    server.clock.now = Date.parse('2030-07-01T15:00:00Z');
    expect([await over(), await listed()]).toEqual([[], ['Year: ahead, 2', 'Fall: ahead, 1']]);
  });

  it('say before the import what changes in them and in the terms of a class', async () => {
    await bring(dan, one);
    const files = {
      ...withSessions(year.replace('2031-06-01', '2031-06-15')),
      'classes.csv': String(one['classes.csv']).replace('"y,t"', 'y'),
    };
    const job = await validate(dan, files);
    expect(job.counts).toMatchObject({ sessions: { updated: 1, deactivated: 1 }, classes: { updated: 1, unchanged: 1 } });
    expect(await changes(job, 'sessions')).toMatchObject([
      { action: 'deactivate', name: 'Fall' },
      { action: 'update', name: 'Year', fields: { end_date: ['2031-06-01', '2031-06-15'] } },
    ]);
    expect(await changes(job, 'classes')).toMatchObject([{ name: 'Science 6', fields: { roster_terms: ['Year, Fall', 'Year'] } }]);
    const done = await bring(dan, files);
    expect(await listed()).toEqual(['Year: running, 2', 'Fall: gone, 0']);
    await undo(dan, done);
    expect(await listed()).toEqual(['Year: running, 2', 'Fall: running, 1']);
    expect((await groupOf('Science 6')).terms.map(({ end_date }) => end_date)).toEqual(['2031-06-01', '2030-12-20']);
  });

  it('of a class changed by hand are the source’s all the same', async () => {
    await bring(dan, one);
    const { group_puid, subject, grade, period } = await groupOf('Science 6');
    await dan.ok(calls.updateGroup, { group_puid, group_name: 'Rocks', subject, grade, period, active: true });
    const job = await bring(dan, { ...one, 'classes.csv': String(one['classes.csv']).replace('"y,t"', 'y') });
    expect(job.counts?.classes).toMatchObject({ kept: 1 });
    expect(await groupOf('Rocks')).toMatchObject({ terms: [{ title: 'Year' }] });
  });

  it.each([
    ['no day', 'x,Bad,term,2030-02-30,2030-12-20,,'],
    ['an end before the beginning', 'x,Bad,term,2030-08-01,2030-07-01,,'],
    ['an unknown type', 'x,Bad,trimester,2030-08-01,2030-12-20,,'],
    ['no title', 'x,,term,2030-08-01,2030-12-20,,'],
    ['a title that is too long', `x,${'B'.repeat(256)},term,2030-08-01,2030-12-20,,`],
    ['the id of another', 'y,Bad,term,2030-08-01,2030-12-20,,'],
  ])('with %s are left out and reported, and the rest is imported', async (_, row) => {
    const job = await bring(dan, withSessions(year, fall, row));
    expect(job).toMatchObject({ state: 'done', check: { errors: 0 }, counts: { sessions: { created: 2 }, users: { created: 4 } } });
    expect(await found(job)).toContain('~sessionLeftOut academicSessions.csv:4 sourcedId');
    expect((await stored()).map(({ title }) => title)).toEqual(['Fall', 'Year']);
  });

  it('are not ended because their row is wrong', async () => {
    await bring(dan, one);
    const job = await bring(dan, withSessions(year, fall.replace('2030-12-20', '12.20')));
    expect(job.counts?.sessions).toMatchObject({ unchanged: 1, deactivated: 0 });
    expect(await listed()).toEqual(['Year: running, 2', 'Fall: running, 1']);
  });

  it('change by deltas, older ones excepted', async () => {
    await bring(dan, one);
    const at = (month: string) => `2030-${month}-01T10:00:00.000Z`;
    const job = await bring(dan, changed(`t,active,${at('09')},Autumn,term,2030-08-01,2030-12-20,y,2031`));
    expect(job.counts?.sessions).toMatchObject({ updated: 1, deactivated: 0 });
    expect(await listed()).toEqual(['Year: running, 2', 'Autumn: running, 1']);
    const older = await bring(dan, changed(`t,active,${at('08')},Late,term,2030-08-01,2030-12-20,y,2031`));
    expect([older.older, await listed()]).toEqual([1, ['Year: running, 2', 'Autumn: running, 1']]);
    await bring(dan, changed(`t,tobedeleted,${at('10')},,,,,,`));
    expect(await listed()).toEqual(['Year: running, 2', 'Autumn: gone, 1']);
    expect((await groupOf('Science 6')).terms.map(({ title }) => title)).toEqual(['Year']);
  });

  it('that nobody has brought are a warning, and shown once they come', async () => {
    await bring(dan, one);
    const classes = [
      'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classType,schoolSourcedId,termSourcedIds,subjects,periods',
      'k2,active,2030-09-01T10:00:00.000Z,Science 7,07,c,scheduled,s,"y,later",Science,3',
    ];
    const job = await bring(dan, delta({ classes }));
    expect(await found(job)).toEqual(['~termUnknown classes.csv:2 termSourcedIds']);
    expect((await groupOf('Science 7')).terms.map(({ title }) => title)).toEqual(['Year']);
    await bring(dan, changed('later,active,2030-09-02T10:00:00.000Z,Spring,term,2031-01-10,2031-06-01,y,2031'));
    expect((await groupOf('Science 7')).terms.map(({ title }) => title)).toEqual(['Year', 'Spring']);
  });

  it('stay after an undoing while a class of a newer import runs in them', async () => {
    const first = await bring(dan, changed('later,active,2030-09-02T10:00:00.000Z,Spring,term,2031-01-10,2031-06-01,,2031'));
    await bring(dan, { ...one, 'classes.csv': String(one['classes.csv']).replace('"y,t"', '"y,later"'), 'academicSessions.csv': '' });
    expect(await undo(dan, first)).toMatchObject({ left_alone: 1 });
    expect(await listed()).toEqual(['Spring: ahead, 1']);
  });

  it('are those of the own district, with the classes of the own school', async () => {
    let [sue, dora, tess] = [dan, dan, dan];
    [server, dan, sue, dora, tess] = await schoolServer('dan', 'sue', 'dora', 'tess');
    server.clock.now = Date.parse('2030-09-15T15:00:00Z');
    await bring(dan, one);
    expect(await sessions(sue)).toMatchObject([
      { title: 'Year', class_count: 0 },
      { title: 'Fall', class_count: 0 },
    ]);
    expect(await sessions(dora)).toEqual([]);
    expect(await tess.call(calls.rosterSessions, { user_puid: ids.tess })).toMatchObject({ code: 403 });
    expect(await dan.call(calls.rosterSessions, { user_puid: ids.dora })).toMatchObject({ code: 404 });
  });
});
