import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { type InputOf, Role } from '../../contract/kit.ts';
import type { UserDetail } from '../../contract/people.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { auditOf, days, expectFailure, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
const at = (client: TestClient, managed_puid: number) => ({ user_puid: client.user.userPuid, managed_puid });
const seen = (client: TestClient, whom: number) => client.ok(calls.managedUser, at(client, whom));
const editsOf = ({ first_name, last_name, user_name, email, grade, student_id, school_id, version }: UserDetail) => ({
  ...{ first_name, last_name, user_name, email, grade, student_id, school_id, version },
});
const update = async (client: TestClient, whom: number, edits: Partial<InputOf<typeof calls.updateUser>>) =>
  client.call(calls.updateUser, { ...at(client, whom), ...editsOf(await seen(client, whom)), ...edits });
const signInCode = async (username: string, password: string) => (await server.call(calls.login, { username, password })).code;
const audited = async (like: string) =>
  (await auditOf(server.db, like).select(['action', 'subject', 'detail']).execute()).map(({ detail, ...line }) => ({
    ...line,
    ...(JSON.parse(detail) as object),
  }));

describe('rights over accounts', () => {
  const people = {
    ana: [Role.student, 1, ids.school],
    cal: [Role.student, 1, ids.otherSchool],
    zoe: [Role.student, 2, 21],
    tess: [Role.teacher, 1, ids.school],
    tom: [Role.teacher, 1, ids.otherSchool],
    ted: [Role.teacher, 2, 21],
    sue: [Role.schoolAdministrator, 1, ids.school],
    sid: [Role.schoolAdministrator, 1, ids.otherSchool],
    dan: [Role.districtAdministrator, 1, null],
    dora: [Role.districtAdministrator, 2, null],
    pam: [Role.providerAdministrator, 1, null],
    max: [Role.superAdministrator, 1, null],
  } as const;
  type Name = keyof typeof people;
  const names = Object.keys(people) as Name[];
  const actors = names.filter((name) => people[name][0] >= Role.schoolAdministrator);
  const roles = Object.values(Role);
  /** Written by hand: whom an administrator manages. */
  const manages = (actor: Name, target: Name) => {
    const [[role, district, school], [otherRole, otherDistrict, otherSchool]] = [people[actor], people[target]];
    if (otherRole >= role) return false;
    if (role >= Role.providerAdministrator) return true;
    return district === otherDistrict && (role === Role.districtAdministrator || school === otherSchool);
  };
  const clients = {} as Record<Name, TestClient>;
  const of = (actor: Name, target: Name) => ({ ...at(clients[actor], ids[target]), district_id: people[target][1] });
  const users = () => server.db.selectFrom('app_user').selectAll().orderBy('user_puid').execute();
  beforeAll(async () => {
    [server] = await schoolServer('max');
    for (const actor of actors) clients[actor] = await server.signIn(actor);
  });

  it.each(actors)('%s counts the uses of those accounts that are theirs to manage, and of no other', async (actor) => {
    const served: Name[] = [];
    for (const target of names) if ((await clients[actor].call(calls.userUses, of(actor, target))).code === 200) served.push(target);
    expect(served).toEqual(names.filter((target) => manages(actor, target)));
  });

  it.each(actors)(
    'nobody gets more through %s: each account, role, school and way that is not theirs to give is refused',
    async (actor) => {
      const client = clients[actor];
      const before = await users();
      const [own] = people[actor];
      const tried: [string, Promise<{ code: number }>][] = [];
      const fields = { first_name: 'New', last_name: 'Person', email: null, grade: null, student_id: null };
      for (const target of names) {
        const whom = of(actor, target);
        if (!manages(actor, target)) {
          const version = 1;
          const school_id = people[target][2];
          tried.push(
            [`update ${target}`, client.call(calls.updateUser, { ...whom, ...fields, version, school_id, user_name: 'other' })],
            [`ids ${target}`, client.call(calls.updateUserId, { ...whom, version, new_user_name: 'other', new_sourced_id: 'x' })],
            [`close ${target}`, client.call(calls.setUserActive, { ...whom, active: false })],
            [`code ${target}`, client.call(calls.resetUserPassword, { ...whom, way: 'code' })],
            [`link ${target}`, client.call(calls.resetUserPassword, { ...whom, way: 'link' })],
            [`sessions ${target}`, client.call(calls.endUserSessions, { ...whom, ended_puid: ids[target] })],
          );
        }
        for (const role_id of roles)
          if (!manages(actor, target) || role_id >= own || role_id < Role.student)
            tried.push([`role ${role_id} for ${target}`, client.call(calls.updateUserRole, { ...whom, role_id })]);
      }
      for (const role_id of roles)
        for (const school_id of [null, ids.school, ids.otherSchool, 21]) {
          const isForeign =
            school_id === (people[actor][1] === 1 ? 21 : ids.school) || (people[actor][1] === 2 && school_id === ids.otherSchool);
          const isOthers = own === Role.schoolAdministrator && school_id !== null && school_id !== people[actor][2];
          const isHomeless = own !== Role.schoolAdministrator && school_id === null && role_id < Role.districtAdministrator;
          if (role_id >= own || role_id < Role.student || isForeign || isOthers || isHomeless)
            tried.push([
              `add ${role_id} at ${school_id}`,
              client.call(calls.addUser, { user_puid: ids[actor], ...fields, role_id, school_id, user_name: 'other', way: 'code' }),
            ]);
        }
      expect(tried.length).toBeGreaterThan(60);
      for (const [what, answer] of tried) expect((await answer).code, what).toBeOneOf([400, 403, 404]);
      expect(await users()).toEqual(before);
      expect(await server.db.selectFrom('login_code').selectAll().execute()).toEqual([]);
    },
  );

  it('moves nobody to a school that is not theirs, or of another district', async () => {
    expectFailure(await update(clients.sue, ids.ana, { school_id: ids.otherSchool }), 404);
    expectFailure(await update(clients.dan, ids.ana, { school_id: 21 }), 404);
    expectFailure(await update(clients.dan, ids.ana, { school_id: null }), 400);
  });

  it('changes nothing while somebody acts as the administrator', async () => {
    const { token } = await clients.max.ok(calls.loginAsUser, { user_puid: ids.max, login_as_puid: ids.dan });
    const headers = { authorization: `Bearer ${token}` };
    const ben = { user_puid: ids.dan, managed_puid: ids.ben };
    const fields = { first_name: 'New', last_name: 'Person', email: null, grade: null, student_id: null, school_id: ids.school };
    for (const answer of [
      server.call(calls.updateUser, { ...ben, ...fields, version: 1, user_name: 'other' }, headers),
      server.call(calls.updateUserRole, { ...ben, role_id: Role.teacher }, headers),
      server.call(calls.setUserActive, { ...ben, active: false }, headers),
      server.call(calls.resetUserPassword, { ...ben, way: 'code' }, headers),
      server.call(calls.addUser, { user_puid: ids.dan, ...fields, role_id: Role.teacher, user_name: null, way: 'code' }, headers),
    ])
      expectFailure(await answer, 403);
  });
});

describe('an account', () => {
  let dan: TestClient;
  beforeEach(async () => {
    [server, dan] = await schoolServer('dan');
  });

  it('is shown with its classes, sessions and sign-ins, to those who see the user', async () => {
    await server.signIn('tess');
    const tess = await seen(dan, ids.tess);
    expect(tess).toMatchObject({ first_name: 'tess', school_name: 'Hill', district_name: 'North', has_password: true, sourced_id: null });
    expect(tess.classes).toEqual([
      { group_puid: ids.class, name: 'Science 6, Period 2', school_name: 'Hill', role: 'teacher', active: true },
    ]);
    expect(tess.sessions).toHaveLength(1);
    expect(tess.last_sign_in_at).not.toBeNull();
    const sue = await server.signIn('sue');
    // Nobody sees the sessions of somebody whom they may not sign out.
    expect((await seen(sue, ids.sue)).sessions).toEqual([]);
    for (const whom of [ids.tom, ids.zoe, 999]) expectFailure(await sue.call(calls.managedUser, at(sue, whom)), 404);
  });

  it('of a student who changed class shows the class that was left as such', async () => {
    await server.db.updateTable('enrollment').set({ active: 0 }).where('user_puid', '=', ids.ana).execute();
    expect((await seen(dan, ids.ana)).classes.map(({ active }) => active)).toEqual([false]);
  });

  it('is changed, with what was before and after in the audit, and its former address is told', async () => {
    await server.db.updateTable('app_user').set({ email: 'ana@hill.example' }).where('user_puid', '=', ids.ana).execute();
    const answer = await update(dan, ids.ana, { last_name: 'Ruiz', email: 'ana@new.example', school_id: ids.otherSchool });
    expect(answer.data).toMatchObject({ last_name: 'Ruiz', school_name: 'Lake', email: 'ana@new.example' });
    expect(await audited('user.%')).toEqual([
      {
        action: 'user.update',
        subject: `user ${ids.ana}`,
        before: { last_name: 'Person', email: 'ana@hill.example', school: 'Hill' },
        after: { last_name: 'Ruiz', email: 'ana@new.example', school: 'Lake' },
      },
    ]);
    expect((await server.mails()).map(({ recipient }) => recipient)).toEqual(['ana@hill.example']);
  });

  it('keeps both changes of two administrators: of ten at once one counts, and the others are told', async () => {
    const edits = editsOf(await seen(dan, ids.ana));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => dan.call(calls.updateUser, { ...at(dan, ids.ana), ...edits, last_name: `Ruiz ${index}` })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(answers.find(({ code }) => code === 409)?.data).toMatchObject({ reason: 'recordChanged' });
  });

  it('is not changed over what an import wrote in the meantime', async () => {
    const edits = editsOf(await seen(dan, ids.ana));
    await server.db.updateTable('app_user').set({ grade: '7' }).where('user_puid', '=', ids.ana).execute();
    expectFailure(await dan.call(calls.updateUser, { ...at(dan, ids.ana), ...edits, grade: '8' }), 409);
  });

  it('gets no username or student number that another account has, whatever the case', async () => {
    const taken = await update(dan, ids.ana, { user_name: 'BEN' });
    expectFailure(taken, 409, '“BEN” is taken. Choose another.');
    expect(taken.data).toMatchObject({ reason: 'valueTaken', fields: [{ field: 'user_name' }] });
    await update(dan, ids.ben, { student_id: '7' });
    expectFailure(await update(dan, ids.ana, { student_id: '7' }), 409, 'Another account already has this username or student ID.');
  });

  it('gets another username and roster id, neither of which another account has, and stays signed in', async () => {
    const tess = await server.signIn('tess');
    await server.db.updateTable('app_user').set({ sourced_id: 's-tom' }).where('user_puid', '=', ids.tom).execute();
    const { version } = await seen(dan, ids.tess);
    const give = (new_user_name: string, new_sourced_id: string | null) =>
      dan.call(calls.updateUserId, { ...at(dan, ids.tess), version, new_user_name, new_sourced_id });
    expectFailure(await give('TOM', null), 409, '“TOM” is taken. Choose another.');
    expectFailure(await give('tess', 's-tom'), 409);
    expect((await give('tess.person', 's-tess')).data).toMatchObject({ user_name: 'tess.person', sourced_id: 's-tess' });
    expectFailure(await give('tess', null), 409, 'Someone else changed this in the meantime.');
    expect((await tess.call(calls.myGroups, { user_puid: ids.tess })).code).toBe(200);
    expect(await audited('user.update_id')).toMatchObject([
      { before: { user_name: 'tess', sourced_id: null }, after: { user_name: 'tess.person', sourced_id: 's-tess' } },
    ]);
  });

  it('gets another role, which ends its sessions; a teacher with open classes stays one', async () => {
    expectFailure(await dan.call(calls.updateUserRole, { ...at(dan, ids.tess), role_id: Role.student }), 409);
    const tess = await server.signIn('tess');
    const changed = await dan.ok(calls.updateUserRole, { ...at(dan, ids.tess), role_id: Role.schoolAdministrator });
    expect(changed).toMatchObject({ role: Role.schoolAdministrator, sessions: [] });
    expectFailure(await tess.call(calls.myGroups, { user_puid: ids.tess }), 401);
    expect(await audited('user.role')).toMatchObject([{ before: { role: Role.teacher }, after: { role: Role.schoolAdministrator } }]);
    await server.db.updateTable('class_group').set({ active: 0 }).where('group_puid', '=', ids.otherClass).execute();
    expect((await dan.call(calls.updateUserRole, { ...at(dan, ids.tom), role_id: Role.student })).code).toBe(200);
  });

  it('is closed after its uses are counted, and opened again with everything', async () => {
    const tess = await server.signIn('tess');
    expect(await dan.ok(calls.userUses, at(dan, ids.tess))).toEqual({ attended: 0, taught: 1, alone: 1, sessions: 1 });
    await server.db
      .insertInto('enrollment')
      .values({ district_id: 1, group_puid: ids.class, user_puid: ids.tom, role: 'teacher', sourced_id: null, active: 1 })
      .execute();
    expect(await dan.ok(calls.userUses, at(dan, ids.tess))).toMatchObject({ taught: 1, alone: 0 });
    expect(await dan.ok(calls.userUses, at(dan, ids.ana))).toMatchObject({ attended: 1, taught: 0 });
    expect(await dan.ok(calls.setUserActive, { ...at(dan, ids.tess), active: false })).toMatchObject({ active: false, sessions: [] });
    expectFailure(await tess.call(calls.myGroups, { user_puid: ids.tess }), 401);
    expect(await signInCode('tess', 'science-rocks')).toBe(400);
    // Nothing is done for a closed account but to open it.
    expectFailure(await dan.call(calls.resetUserPassword, { ...at(dan, ids.tess), way: 'code' }), 404);
    expect(await dan.ok(calls.setUserActive, { ...at(dan, ids.tess), active: true })).toMatchObject({ active: true });
    // The same again changes nothing and is not written down.
    await dan.ok(calls.setUserActive, { ...at(dan, ids.tess), active: true });
    expect((await audited('user.%')).map(({ action }) => action)).toEqual(['user.close', 'user.open']);
    expect(await signInCode('tess', 'science-rocks')).toBe(200);
  });

  it('gets a new login code, which is in one answer only and ends its sessions', async () => {
    const tess = await server.signIn('tess');
    const { password, user } = await dan.ok(calls.resetUserPassword, { ...at(dan, ids.tess), way: 'code' });
    expect(user).toMatchObject({ login_code_made_at: expect.any(String), sessions: [] });
    expectFailure(await tess.call(calls.myGroups, { user_puid: ids.tess }), 401);
    expect(await signInCode('tess', 'science-rocks')).toBe(400);
    expect(await signInCode('tess', password as string)).toBe(200);
  });

  it('gets a link to its address; without one that is refused', async () => {
    expectFailure(await dan.call(calls.resetUserPassword, { ...at(dan, ids.tess), way: 'link' }), 422);
    await server.db.updateTable('app_user').set({ email: 'tess@hill.example' }).where('user_puid', '=', ids.tess).execute();
    const { password } = await dan.ok(calls.resetUserPassword, { ...at(dan, ids.tess), way: 'link' });
    expect(password).toBeNull();
    const [mail] = await server.mails();
    expect(mail).toMatchObject({ recipient: 'tess@hill.example' });
    const Id = /Id=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await server.call(calls.resetPassword, { Id, password: 'a new password' })).code).toBe(200);
    expect(await signInCode('tess', 'a new password')).toBe(200);
  });

  it('loses one session, or all', async () => {
    const [first, second] = [await server.signIn('tess'), await server.signIn('tess')];
    const [newest] = (await seen(dan, ids.tess)).sessions;
    const ending = { user_puid: ids.dan, ended_puid: ids.tess };
    expect(await dan.ok(calls.endUserSessions, { ...ending, session_id: newest?.session_id as number })).toEqual({ ended: 1 });
    expectFailure(await dan.call(calls.endUserSessions, { ...ending, session_id: newest?.session_id as number }), 404);
    const alive = await Promise.all([first, second].map((one) => one.call(calls.myGroups, { user_puid: ids.tess })));
    expect(alive.map(({ code }) => code).sort()).toEqual([200, 401]);
    expect(await dan.ok(calls.endUserSessions, ending)).toEqual({ ended: 1 });
  });

  it('is made with a free username and a login code, or with a link', async () => {
    const fields = { user_puid: ids.dan, first_name: 'Núria', last_name: 'Soler', email: null, grade: null, student_id: null };
    const made = { ...fields, user_name: null, role_id: Role.teacher, school_id: ids.school, way: 'code' } as const;
    const { user, password } = await dan.ok(calls.addUser, made);
    expect(user).toMatchObject({ user_name: 'nuria.soler', role: Role.teacher, school_name: 'Hill' });
    expect((await dan.ok(calls.addUser, made)).user.user_name).toBe('nuria.soler2');
    expect(await signInCode('nuria.soler', password as string)).toBe(200);
    expectFailure(await dan.call(calls.addUser, { ...made, user_name: 'Tess' }), 409, '“Tess” is taken. Choose another.');
    expectFailure(await dan.call(calls.addUser, { ...made, way: 'link' }), 422);
    const linked = await dan.ok(calls.addUser, { ...made, email: 'nuria@hill.example', way: 'link' });
    expect(linked).toMatchObject({ password: null, user: { has_password: false } });
    expect((await server.mails()).map(({ recipient }) => recipient)).toEqual(['nuria@hill.example']);
    expect(await audited('user.add')).toHaveLength(3);
  });

  it('has its own lines in the audit', async () => {
    await server.signIn('tess');
    await update(dan, ids.tess, { last_name: 'Ruiz' });
    await update(dan, ids.ana, { last_name: 'Ruiz' });
    const about = { user_puid: ids.dan, about_puid: ids.tess };
    expect((await dan.ok(calls.auditEntries, about)).rows.map(({ action }) => action)).toEqual(['user.update']);
    expect((await dan.ok(calls.auditEntries, { ...about, kind: 'signIn' })).total).toBe(1);
    const elsewhere = { ...about, about_district_id: ids.otherDistrict };
    expect((await dan.ok(calls.auditEntries, elsewhere)).total).toBe(0);
  });
});

describe('the administrators’ home', () => {
  let dan: TestClient;
  const home = (client: TestClient) => client.ok(calls.adminHome, { user_puid: client.user.userPuid });
  beforeEach(async () => {
    [server, dan] = await schoolServer('dan');
  });

  it('counts accounts by role and school, those of one’s own scope', async () => {
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    const { roles, schools } = await home(dan);
    expect(roles).toEqual([
      { role: Role.student, active: 2, inactive: 1 },
      { role: Role.teacher, active: 2, inactive: 0 },
      { role: Role.schoolAdministrator, active: 2, inactive: 0 },
      { role: Role.districtAdministrator, active: 1, inactive: 0 },
      { role: Role.providerAdministrator, active: 1, inactive: 0 },
      { role: Role.superAdministrator, active: 1, inactive: 0 },
    ]);
    expect(schools).toEqual([
      { school_id: ids.school, name: 'Hill', students: 1, staff: 2 },
      { school_id: ids.otherSchool, name: 'Lake', students: 1, staff: 2 },
      { school_id: null, name: null, students: 0, staff: 3 },
    ]);
    const sue = await home(await server.signIn('sue'));
    expect(sue.roles.map(({ role, active, inactive }) => [role, active, inactive])).toEqual([
      [Role.student, 1, 1],
      [Role.teacher, 1, 0],
      [Role.schoolAdministrator, 1, 0],
    ]);
    expect(sue.schools).toEqual([{ school_id: ids.school, name: 'Hill', students: 1, staff: 2 }]);
  });

  it('counts what waits: messages, accounts without a way in, imports', async () => {
    const people = { messages: 0, registrations: 0, unready: 0, certificates: 0 };
    const nothing = { ...people, imports_to_confirm: 0, imports_failed: 0, imports_running: 0 };
    expect((await home(dan)).waiting).toEqual(nothing);
    const tess = await server.signIn('tess');
    await tess.ok(calls.insertFeedback, { user_puid: ids.tess, category: 'idea', feedback_text: 'More moons.' });
    await server.db.updateTable('app_user').set({ password_hash: null }).where('user_puid', 'in', [ids.ana, ids.ben]).execute();
    await server.db
      .insertInto('federated_identity')
      .values({ provider: 'p', issuer: 'i', subject: 's', district_id: 1, user_puid: ids.ben, linked_at: 0 })
      .execute();
    const { now } = server.clock;
    const job = (job_id: number, state: 'validated' | 'failed' | 'applying', updated_at: number, form: 'simple' | 'removal') => ({
      ...{ district_id: 1, job_id, created_by: ids.dan, school_id: ids.otherSchool, form, state, options: '{}', result: '{}' },
      ...{ findings: '[]', changes: '[]', confirmation: null, problem: null, rows_total: 0, rows_done: 0, left_alone: 0 },
      ...{ created_at: updated_at, updated_at, validated_at: null, finished_at: null, runner: null, lease_until: 0 },
    });
    await server.db
      .insertInto('roster_job')
      .values([
        job(1, 'validated', now, 'simple'),
        job(2, 'failed', now, 'simple'),
        job(3, 'failed', now - days(31), 'simple'),
        job(4, 'applying', now, 'simple'),
        job(5, 'failed', now, 'removal'),
      ])
      .execute();
    const imports = { imports_to_confirm: 1, imports_failed: 1, imports_running: 1 };
    expect((await home(dan)).waiting).toEqual({ ...people, messages: 1, unready: 1, ...imports });
    const sid = await home(await server.signIn('sid'));
    expect(sid.waiting).toEqual({ ...nothing, ...imports });
    const dora = await home(await server.signIn('dora'));
    expect(dora.waiting).toEqual(nothing);
  });

  it('finds users, schools, classes and imports of one’s own scope', async () => {
    const found = async (name: string, search: string) => {
      const client = await server.signIn(name);
      return client.ok(calls.findAnything, { user_puid: client.user.userPuid, search });
    };
    const hill = await found('dan', 'HILL');
    expect(hill.users.total).toBe(4);
    expect(hill.schools.rows).toEqual([{ school_id: ids.school, name: 'Hill', people: 4 }]);
    expect(hill.classes.rows).toEqual([{ group_puid: ids.class, name: 'Science 6, Period 2', school_name: 'Hill', active: true }]);
    expect(hill.imports.total).toBe(0);
    expect((await found('dan', 'person')).users).toMatchObject({ total: 10, rows: { length: 5 } });
    expect((await found('dan', '%')).users.total).toBe(0);
    const others = await found('sid', 'hill');
    expect([others.users.total, others.schools.total, others.classes.total]).toEqual([0, 0, 0]);
    expect((await found('dora', 'hill')).users.total).toBe(0);
    expect((await found('max', 'zoe')).users.rows.map(({ user_name }) => user_name)).toEqual(['zoe']);
  });
});

describe('a teacher who registered', () => {
  const applicant = { email: 'dana@hill.example', first_name: 'Dana', last_name: 'Reyes', district_id: 1, school_id: ids.school };
  const waiting = async (name: string) => {
    const client = await server.signIn(name);
    const user_puid = client.user.userPuid;
    const { registrations } = (await client.ok(calls.adminHome, { user_puid })).waiting;
    const { rows } = await client.ok(calls.managedUsers, { user_puid, state: 'registered' });
    return [registrations, rows.map(({ user_name }) => user_name)];
  };
  const newest = async (recipient: string) =>
    /Id=([\w-]+)/.exec((await server.mails()).findLast((one) => one.recipient === recipient)?.text ?? '')?.[1] ?? '';
  /** Registers as far as the choice of a password. */
  async function register(): Promise<() => Promise<number>> {
    [server] = await schoolServer('dan');
    await server.db.updateTable('app_user').set({ email: 'sue@hill.example' }).where('user_puid', '=', ids.sue).execute();
    await server.call(calls.registerUser, applicant);
    const Id = await newest(applicant.email);
    await server.call(calls.verifyUserLink, { Id });
    await server.call(calls.submitUserDetails, { Id, user_name: 'dana', grade: null });
    return async () => {
      expect((await server.call(calls.signup, { Id, password: 'quite new' })).code).toBe(200);
      return (await server.db.selectFrom('app_user').select('user_puid').where('user_key', '=', 'dana').executeTakeFirstOrThrow())
        .user_puid;
    };
  }
  const setActive = async (name: string, managed_puid: number, active: boolean) => {
    const client = await server.signIn(name);
    await client.ok(calls.setUserActive, { user_puid: client.user.userPuid, managed_puid, active });
  };
  const signIn = async () => (await server.call(calls.login, { username: 'dana', password: 'quite new' })).code;

  it('waits for the administrators of the school and above, who activate the account in the list', async () => {
    const signUp = await register();
    expect(await waiting('sue')).toEqual([0, []]);
    const dana = await signUp();
    for (const name of ['sue', 'dan', 'max']) expect(await waiting(name), name).toEqual([1, ['dana']]);
    for (const name of ['sid', 'dora']) expect(await waiting(name), name).toEqual([0, []]);
    const link = await newest('sue@hill.example');
    await setActive('sue', dana, true);
    expect(await signIn()).toBe(200);
    const mail = (await server.mails()).findLast((one) => one.recipient === applicant.email);
    expect(mail?.text).toContain('dana');
    expect(await waiting('dan')).toEqual([0, []]);
    // The link in the email does not bring back an account that was deactivated since.
    await setActive('sue', dana, false);
    expectFailure(await server.call(calls.verifyUserLink, { Id: link }), 400, /already been used/);
    expect([await signIn(), await waiting('dan')]).toEqual([400, [0, []]]);
  });

  it('waits no longer once the emailed link was opened', async () => {
    const dana = await (await register())();
    await server.call(calls.verifyUserLink, { Id: await newest('sue@hill.example') });
    expect([await signIn(), await waiting('sue')]).toEqual([200, [0, []]]);
    await setActive('dan', dana, false);
    expect(await waiting('sue')).toEqual([0, []]);
  });
});

describe('the list of users', () => {
  it('is narrowed by role, school and state, by the server', async () => {
    [server] = await schoolServer('dan');
    const dan = await server.signIn('dan');
    const list = async (query: object) =>
      (await dan.ok(calls.managedUsers, { user_puid: ids.dan, ...query })).rows.map(({ user_name }) => user_name);
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.ben).execute();
    await server.db.updateTable('app_user').set({ password_hash: null }).where('user_puid', 'in', [ids.ana, ids.ben]).execute();
    expect(await list({ role: Role.teacher, sort: 'userName' })).toEqual(['tess', 'tom']);
    expect(await list({ school_id: ids.otherSchool, role: Role.student })).toEqual(['cal']);
    expect(await list({ state: 'inactive' })).toEqual(['ben']);
    expect(await list({ state: 'unready' })).toEqual(['ana']);
    expect(await list({ state: 'active', role: Role.student, sort: '-userName' })).toEqual(['cal', 'ana']);
  });
});
