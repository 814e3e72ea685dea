import { beforeEach, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { InputOf } from '../../contract/kit.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { expectFailure, type TestClient } from './testServer.ts';

let dan: TestClient;
let sue: TestClient;
beforeEach(async () => {
  const [server] = await schoolServer('dan');
  [dan, sue] = [await server.signIn('dan'), await server.signIn('sue')];
});

const group = { group_puid: ids.class, subject: null, grade: null, period: null, active: true };
const seenGroup = async (client: TestClient) => (await client.ok(calls.groupDetail, { group_puid: ids.class })).version;

const student = { student_puid: ids.ana, user_name: 'ana', last_name: 'Person', grade: null, email: null, student_id: null };
const seenStudent = async (client: TestClient) => {
  const { students } = await client.ok(calls.allStudents, { userPuid: client.user.userPuid });
  return students.find(({ user_puid }) => user_puid === ids.ana)?.version as number;
};

const seenTabs = async () => {
  const { schools } = await dan.ok(calls.moduleAssignment, { user_puid: ids.dan });
  return schools.find(({ school_id }) => school_id === ids.school)?.nav_tabs ?? [];
};
const tabs = (key: 'help' | 'glossary', seen_tabs?: InputOf<typeof calls.updateNavTabs>['seen_tabs']) =>
  dan.call(calls.updateNavTabs, {
    user_puid: ids.dan,
    school_id: ids.school,
    nav_tabs: [{ key, show: false }],
    ...(seen_tabs && { seen_tabs }),
  });

it('refuses to change a class that somebody else has changed since, and takes the change with the newest version', async () => {
  const version = await seenGroup(sue);
  const { version: next } = await dan.ok(calls.updateGroup, { ...group, group_name: 'Of dan', version: await seenGroup(dan) });
  expectFailure(await sue.call(calls.updateGroup, { ...group, group_name: 'Of sue', version }), 409, /changed this/);
  expect((await sue.ok(calls.groupDetail, { group_puid: ids.class })).group_name).toBe('Of dan');
  expect((await sue.ok(calls.updateGroup, { ...group, group_name: 'Of sue', version: next })).group_name).toBe('Of sue');
});

it('lets one of two win who change a class at the same time', async () => {
  const version = await seenGroup(dan);
  const answers = await Promise.all(
    [dan, sue].map((client, at) => client.call(calls.updateGroup, { ...group, group_name: `Name ${at}`, version })),
  );
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  const won = answers.findIndex(({ code }) => code === 200);
  expect((await dan.ok(calls.groupDetail, { group_puid: ids.class })).group_name).toBe(`Name ${won}`);
});

it('refuses to change a student whom somebody else has changed since', async () => {
  const version = await seenStudent(sue);
  const answers = await Promise.all(
    [dan, sue].map((client, at) => client.call(calls.updateStudent, { ...student, first_name: `Ana ${at}`, version })),
  );
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  expectFailure(await sue.call(calls.updateStudent, { ...student, first_name: 'Anna', version }), 409, /changed this/);
  await sue.ok(calls.updateStudent, { ...student, first_name: 'Anna', version: await seenStudent(sue) });
});

it('refuses to switch modules that somebody else has switched since', async () => {
  const seen = await seenTabs();
  const answers = await Promise.all([tabs('help', seen), tabs('glossary', seen)]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  expectFailure(await tabs('glossary', seen), 409, /changed this/);
  const newest = await seenTabs();
  expect((await tabs('help', newest)).code).toBe(200);
  expect((await tabs('glossary', await seenTabs())).code).toBe(200);
  expect((await seenTabs()).filter(({ show }) => !show).map(({ key }) => key)).toEqual(expect.arrayContaining(['help', 'glossary']));
});

it('takes changes without a version as before: the last one wins', async () => {
  await dan.ok(calls.updateGroup, { ...group, group_name: 'First' });
  await sue.ok(calls.updateGroup, { ...group, group_name: 'Last' });
  await dan.ok(calls.updateStudent, { ...student, first_name: 'First' });
  await sue.ok(calls.updateStudent, { ...student, first_name: 'Last' });
  expect((await tabs('help')).code).toBe(200);
  expect((await dan.ok(calls.groupDetail, { group_puid: ids.class })).group_name).toBe('Last');
});
