import { beforeAll, describe, expect, it } from 'vitest';
import { may } from '../../common/may.ts';
import { calls } from '../../contract/index.ts';
import { type Call, Role } from '../../contract/kit.ts';
import { manageUsers } from '../../src/views/account/manageUsers.screen.ts';
import { inbox } from '../../src/views/inbox/inbox.screen.ts';
import { students } from '../../src/views/rostering/students.screen.ts';
import type { ScreenAddress } from '../../src/views/screen.ts';
import { subjects } from '../../src/views/subjects/subjects.screen.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { type TestServer, testServer } from './testServer.ts';

const people = { student: 'ana', teacher: 'tess', school: 'sue', district: 'dan', provider: 'pam', super: 'max' } as const;
const roleOf = {
  student: Role.student,
  teacher: Role.teacher,
  school: Role.schoolAdministrator,
  district: Role.districtAdministrator,
  provider: Role.providerAdministrator,
  super: Role.superAdministrator,
};
type Who = keyof typeof people;

const [everyAdministrator, wholeDistrict] = ['school district provider super', 'district provider super'];
const everyStaff = `teacher ${everyAdministrator}`;

/** Who may do what on each list, and what is refused while somebody acts as them, written by hand. */
const lists: Record<
  string,
  { screen: ScreenAddress; rights: Partial<Record<keyof typeof calls, string>>; notWhileActing: (keyof typeof calls)[] }
> = {
  subjects: {
    screen: subjects,
    rights: {
      subjectList: everyStaff,
      subjectGet: everyStaff,
      subjectAdd: wholeDistrict,
      subjectUpdate: wholeDistrict,
      subjectUses: wholeDistrict,
      subjectRemove: wholeDistrict,
      subjectRestore: wholeDistrict,
    },
    notWhileActing: [],
  },
  students: {
    screen: students,
    rights: {
      allStudents: everyStaff,
      createStudent: everyStaff,
      updateStudent: everyStaff,
      deleteStudent: everyStaff,
      restoreStudent: everyStaff,
      resetStudentPassword: everyStaff,
      revokeLoginCode: everyStaff,
    },
    notWhileActing: ['createStudent', 'resetStudentPassword', 'revokeLoginCode'],
  },
  users: {
    screen: manageUsers,
    rights: {
      managedUsers: everyAdministrator,
      loginAsUser: everyAdministrator,
      endUserSessions: everyAdministrator,
      resetSecondFactors: everyAdministrator,
      managedUser: everyAdministrator,
      addUser: everyAdministrator,
      updateUser: everyAdministrator,
      updateUserId: everyAdministrator,
      updateUserRole: everyAdministrator,
      userUses: everyAdministrator,
      setUserActive: everyAdministrator,
      resetUserPassword: everyAdministrator,
      userIdList: everyAdministrator,
      startBatch: everyAdministrator,
    },
    notWhileActing: [
      ...(['loginAsUser', 'endUserSessions', 'resetSecondFactors'] as const),
      ...(['addUser', 'updateUser', 'updateUserId', 'updateUserRole', 'setUserActive', 'resetUserPassword', 'startBatch'] as const),
    ],
  },
  inbox: {
    screen: inbox,
    rights: { userMessages: everyAdministrator, userMessageFile: everyAdministrator, answerUserMessage: everyAdministrator },
    notWhileActing: ['answerUserMessage'],
  },
};

let server: TestServer;
/** Tokens of everyone, and of somebody acting as the district's administrator. */
const tokens = {} as Record<Who | 'acting', string>;
beforeAll(async () => {
  server = await testServer();
  await makeFixtureSchool(server.ports);
  for (const [who, name] of Object.entries(people)) tokens[who as Who] = (await server.signIn(name)).token;
  const max = await server.signIn('max');
  tokens.super = max.token;
  tokens.acting = (await max.ok(calls.loginAsUser, { user_puid: ids.max, login_as_puid: ids.dan })).token;
});
/** Whether the server refuses the caller, who sends nothing that the call needs. */
const isRefused = async (call: Call, token: string) =>
  (await server.call(call, {} as never, { authorization: `Bearer ${token}` })).code === 403;

describe.each(Object.entries(lists))('the list of %s', (_, { screen, rights, notWhileActing }) => {
  const named = Object.entries(rights).map(([name, allowed]) => ({
    name: name as keyof typeof calls,
    call: calls[name as 'login'] as Call,
    allowed,
  }));

  it.each(named)('lets those do $name whom the table names: by `may`, and on the server', async ({ call, allowed }) => {
    const everyone = Object.keys(people) as Who[];
    expect(everyone.filter((who) => may({ role: roleOf[who] }, call)).join(' ')).toBe(allowed);
    const served: Who[] = [];
    for (const who of everyone) if (!(await isRefused(call, tokens[who]))) served.push(who);
    expect(served.join(' ')).toBe(allowed);
  });

  it('refuses some of it while somebody acts as the user', async () => {
    const denied = named.filter(({ call }) => !may({ role: roleOf.district, acting: {} }, call)).map(({ name }) => name);
    expect(denied).toEqual(notWhileActing);
    const refused: string[] = [];
    for (const { name, call } of named) if (await isRefused(call, tokens.acting)) refused.push(name);
    expect(refused).toEqual(notWhileActing);
  });

  it('opens for nobody who may not load it', () => {
    const [list] = named;
    expect(screen.roles.length).toBeGreaterThan(0);
    expect(screen.roles.filter((role) => !may({ role }, (list as (typeof named)[number]).call))).toEqual([]);
  });
});

it('administrators may act as those of their list that `may` names, and as nobody else', async () => {
  await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
  let allowed = 0;
  for (const who of ['school', 'district', 'provider', 'super'] as const) {
    const client = await server.signIn(people[who]);
    const { userPuid: user_puid, role } = client.user;
    const { rows } = await client.ok(calls.managedUsers, { user_puid, limit: 200 });
    expect(rows.some(({ active }) => !active)).toBe(true);
    for (const row of rows) {
      const isAllowed = may({ role }, calls.loginAsUser, row);
      const given = { user_puid, login_as_puid: row.user_puid, district_id: row.district_id };
      expect((await client.call(calls.loginAsUser, given)).code, `${who}: ${row.user_name}`).toBe(isAllowed ? 200 : 404);
      for (const call of [calls.endUserSessions, calls.resetSecondFactors, calls.updateUserRole])
        expect(may({ role }, call, row)).toBe(isAllowed);
      allowed += Number(isAllowed);
    }
  }
  expect(allowed).toBeGreaterThan(10);
});
