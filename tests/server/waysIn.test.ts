import { readdirSync, readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { beforeEach, describe, expect, it } from 'vitest';
import { type managedUserSorts, newPassword } from '../../contract/account.ts';
import { calls } from '../../contract/index.ts';
import type { Call, InputOf } from '../../contract/kit.ts';
import type { SignedIn } from '../../contract/login.ts';
import words from '../../messages/en/refusals.json' with { type: 'json' };
import { codeLength, newCode, normalCode } from '../../server/kit/codes.ts';
import { assertInLesson } from '../../server/kit/lessonScope.ts';
import { makeLink } from '../../server/kit/links.ts';
import { isCommon } from '../../server/kit/newPassword.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { readAccessToken, signAccessToken, type TokenUser } from '../../server/kit/tokens.ts';
import { seededChance } from '../../server/sample/chance.ts';
import { ids, item_id, resourceIds, schoolServer } from './fixtureSchool.ts';
import { type Answer, days, expectFailure, hours, minutes, type TestServer } from './testServer.ts';

let server: TestServer;
beforeEach(async () => {
  [server] = await schoolServer();
});

const cookieOf = (answer: Answer) => /orrery_refresh=[^;]*/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const enter = (username: string, headers: Record<string, string> = {}, further: Record<string, unknown> = {}) =>
  server.call(calls.login, { username, password: 'science-rocks', ...further }, headers);
const open = (code: string, headers: Record<string, string> = {}, further: Record<string, unknown> = {}) =>
  server.call(calls.loginWithAssignmentCode, { code, ...further }, headers);
const tokenOf = (answer: Answer) => (answer.data as SignedIn).token;

const guestOf = async (token: string) => (await readAccessToken(token, server.ports)) as TokenUser;

async function makeCode(lesson_id: number = ids.freeLesson): Promise<string> {
  const tess = await server.signIn('tess');
  return (await tess.ok(calls.generateCode, { lesson_id })).code;
}

describe('a new password', () => {
  it.each([
    ['dan-person', 400],
    ['Person2030', 400],
    ['ORRERY!!orrery', 400],
    ['ｏｒｒｅｒｙ1234', 400],
    ['science-teacher', 400],
    ['dan likes moons', 200],
    ['science-rocks!', 200],
  ])('is more than the person’s names and the product’s: %s', async (password, code) => {
    const dan = await server.signIn('dan');
    const given = await dan.call(calls.changePassword, { user_puid: ids.dan, current_password: 'science-rocks', password });
    expect(given.code).toBe(code);
    const Id = await makeLink(tenant(server.db, 1), server.ports, { kind: 'reset', subject: String(ids.dan), life: days(1) });
    expect((await server.call(calls.resetPassword, { Id, password })).code).toBe(code);
  });
});

describe('a code that was made', () => {
  const codesOf = async (who: string) => (await server.signIn(who)).ok(calls.lessonCodes, { lesson_id: ids.freeLesson });

  it('is seen again by who made it and by administrators of the place, with its guests, until it ends', async () => {
    const code = await makeCode();
    await open(code, {}, { name: 'Ana B.' });
    expect(await codesOf('tess')).toMatchObject([{ code, created_by: { user_puid: ids.tess }, guests: 1 }]);
    expect(await codesOf('dan')).toMatchObject([{ code, guests: 1 }]);
    expect(await codesOf('tom')).toEqual([]);
    expect(await codesOf('sid'), 'who administers another school').toEqual([]);
    await server.db.updateTable('app_user').set({ school_id: ids.school }).where('user_puid', '=', ids.sid).execute();
    expect(await codesOf('sid'), 'who administers this one').toMatchObject([{ code }]);
    server.clock.now += days(13);
    expect(await codesOf('tess')).toHaveLength(1);
    server.clock.now += days(2);
    expect(await codesOf('tess')).toEqual([]);
  });

  it('opens nothing once it is revoked; guests go on, or are signed out at once', async () => {
    const tess = await server.signIn('tess');
    const lesson_id = ids.freeLesson;
    const [first, second] = [await makeCode(), await makeCode()];
    const [goesOn, leaves] = [await open(first), await open(second)].map((answer) => answer.data as SignedIn) as [SignedIn, SignedIn];
    await tess.ok(calls.revokeCode, { lesson_id, code: first });
    await tess.ok(calls.revokeCode, { lesson_id, code: `${second.slice(0, 4)}-${second.slice(4).toLowerCase()}`, end_guests: true });
    for (const code of [first, second]) expectFailure(await open(code), 400, /expired/);
    const plays = async ({ token, userData }: SignedIn) =>
      (await server.call(calls.userInfo, { user_puid: userData.userPuid }, bearer(token))).code;
    expect([await plays(goesOn), await plays(leaves)]).toEqual([200, 401]);
    expect(await codesOf('tess')).toEqual([]);
    expectFailure(await tess.call(calls.revokeCode, { lesson_id, code: first }), 404);
  });

  it('is nobody else’s to revoke, and one of another lesson neither', async () => {
    const code = await makeCode();
    const [tess, tom] = [await server.signIn('tess'), await server.signIn('tom')];
    expectFailure(await tom.call(calls.revokeCode, { lesson_id: ids.freeLesson, code }), 404);
    expectFailure(await tess.call(calls.revokeCode, { lesson_id: ids.orderedLesson, code }), 404);
    expect((await open(code)).code).toBe(200);
  });
});

describe('a password that many have chosen', () => {
  const common = { code: 400, message: words.refusal_passwordCommon };
  const declared = Object.entries(calls) as [keyof typeof calls, Call][];
  /** Every way to choose a password, with its prerequisites. */
  const ways: Partial<Record<keyof typeof calls, () => Promise<(password: string) => Promise<Answer>>>> = {
    changePassword: async () => {
      const dan = await server.signIn('dan');
      return (password) => dan.call(calls.changePassword, { user_puid: ids.dan, current_password: 'science-rocks', password });
    },
    // A forgotten password, and the first one of an administrator created by the setup.
    resetPassword: async () => {
      const Id = await makeLink(tenant(server.db, 1), server.ports, { kind: 'reset', subject: String(ids.dan), life: days(1) });
      return (password) => server.call(calls.resetPassword, { Id, password });
    },
    signup: async () => {
      await server.db.updateTable('app_user').set({ email: 'sue@hill.example' }).where('user_puid', '=', ids.sue).execute();
      const request = { email: 'new@hill.example', first_name: 'Nia', last_name: 'Ortiz', district_id: 1, school_id: ids.school };
      expect((await server.call(calls.registerUser, request)).code).toBe(200);
      const { request_id } = await server.db.selectFrom('registration_request').select('request_id').executeTakeFirstOrThrow();
      const Id = await makeLink(tenant(server.db, 1), server.ports, { kind: 'confirm', subject: request_id, life: days(1) });
      expect((await server.call(calls.verifyUserLink, { Id })).code).toBe(200);
      expect((await server.call(calls.submitUserDetails, { Id, user_name: 'nia.o', grade: null })).code).toBe(200);
      return (password) => server.call(calls.signup, { Id, password });
    },
  };
  it('is asked about by every call that takes a new one', () => {
    const taking = declared.filter(([, { body }]) => Object.values(body.entries).includes(newPassword as never));
    expect(taking.map(([name]) => name).sort()).toEqual(Object.keys(ways).sort());
  });
  it('is asked about wherever a hash is kept: the others make the secret themselves', () => {
    const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const hashing = sources.filter((file) => readFileSync(`server/${file}`, 'utf8').includes('passwords.hash('));
    expect(hashing.sort()).toEqual(['areas/rostering/studentLoginCodes.ts', 'kit/newPassword.ts', 'sample/makeSampleSchool.ts']);
    // Login codes.
    for (const file of ['studentLoginCodes', 'studentAccounts'])
      expect(readFileSync(`server/areas/rostering/${file}.ts`, 'utf8')).not.toContain('body.password');
  });
  it.each(Object.keys(ways) as (keyof typeof ways)[])('%s refuses it, and takes another', async (way) => {
    const choose = await (ways[way] as NonNullable<(typeof ways)[typeof way]>)();
    for (const password of ['password123', 'Sunshine', 'i love you', '1234-5678!', 'ＱＷＥＲＴＹＵＩＯＰ'])
      expect(await choose(password), password).toMatchObject(common);
    expect((await choose('four moons, one kettle')).code).toBe(200);
  });
  it('is on a list of thousands that are long enough', () => {
    expect(isCommon('12345678')).toBe(true);
    expect(dictionary['passwords-common'].filter((password) => password.length >= 8).length).toBeGreaterThan(3000);
  });
});

describe('assignment codes', () => {
  it('are 8 characters of Crockford’s base 32, from the cryptographic source', () => {
    const chance = seededChance(1);
    const codes = Array.from({ length: 2000 }, () => newCode({ randomBytes: chance.bytes }));
    for (const code of codes) expect(code).toMatch(new RegExp(`^[0-9A-HJKMNP-TV-Z]{${codeLength}}$`));
    expect(new Set(codes).size).toBe(2000);
  });
  it.each([
    [' a1b2-c3d4 ', 'A1B2C3D4'],
    ['aib2 o3l4', 'A1B2031' + '4'],
    ['ＡＢ１２\u00a0cd34', 'AB12CD34'],
    ['ab–cd—ef', 'ABCDEF'],
  ])('reads "%s" as %s', (typed, code) => expect(normalCode(typed)).toBe(code));

  it('open one lesson, as a guest whom the teacher sees by name, in a group apart from the class', async () => {
    const code = await makeCode();
    const answer = await open(code.toLowerCase(), {}, { name: 'Ana B.' });
    const { token, userData } = answer.data as SignedIn;
    expect(userData).toMatchObject({ role: 1, districtID: 1, first_name: 'Ana B.', user_info: { lesson_id: ids.freeLesson, token } });
    const lesson = { user_puid: userData.userPuid, lesson_id: ids.freeLesson, assignment_id: userData.user_info?.assignment_id ?? 0 };
    expect((await server.call(calls.lessonPlayer, lesson, bearer(token))).code).toBe(200);
    const tess = await server.signIn('tess');
    const groupsFor = async (lesson_id: number) =>
      (await tess.ok(calls.classesForLesson, { user_puid: ids.tess, lesson_id }))
        .map(({ group_name, student_count }) => [group_name, student_count])
        .sort();
    expect(await groupsFor(ids.freeLesson)).toEqual([
      ['In any order (with code)', 1],
      ['Science 6, Period 2', 2],
    ]);
    expect(await groupsFor(ids.orderedLesson), 'no class to give other lessons to').toEqual([['Science 6, Period 2', 2]]);
  });

  it('give a token for that lesson only: no other lesson, no other item, no other call, also after a refresh', async () => {
    await makeCode(ids.orderedLesson);
    const entered = await open(await makeCode());
    const cookie = cookieOf(entered);
    const refreshed = await server.call(calls.extend, {}, { cookie });
    for (const { token, userData } of [entered.data as SignedIn, refreshed.data as SignedIn]) {
      const self = { user_puid: userData.userPuid };
      const { lesson_id, assignment_id } = userData.user_info as { lesson_id: number; assignment_id: number };
      const as = (call: Call, input: Record<string, unknown>) => server.call(call, input, bearer(token));
      expect((await as(calls.lessonPlayer, { ...self, lesson_id, assignment_id })).code).toBe(200);
      expectFailure(await as(calls.lessonPlayer, { ...self, lesson_id: ids.orderedLesson, assignment_id: 0 }), 404);
      expectFailure(await as(calls.lessonPlayer, { ...self, lesson_id, assignment_id: assignment_id + 1 }), 404);
      const item = { userPuid: userData.userPuid, roleId: 1, districtId: 1, stateId: 48 };
      expect((await as(calls.getContent, { ...item, id: item_id })).code).toBe(200);
      await server.db.deleteFrom('lesson_resource').where('lesson_resource_id', '=', resourceIds(ids.freeLesson).reading).execute();
      expectFailure(await as(calls.getContent, { ...item, id: item_id }), 404);
      await server.db
        .insertInto('lesson_resource')
        .values({
          district_id: 1,
          lesson_id: ids.freeLesson,
          lesson_resource_id: resourceIds(ids.freeLesson).reading,
          item_id,
          resource_type_id: 1,
          time: 1,
          sort_order: 1,
          remarks: '',
        })
        .execute();
      expectFailure(await as(calls.changePassword, { ...self, current_password: 'x', password: 'long enough' }), 403, /for one lesson/);
      expectFailure(await as(calls.getSchools, self), 403, /for one lesson/);
    }
  });

  it('let a guest do all that playing needs: every call for students alone', async () => {
    const { token } = (await open(await makeCode())).data as SignedIn;
    // Games are for those who have an account.
    const ofStudents = (Object.entries(calls) as [string, Call][]).filter(
      ([, { access, backend }]) => String(access) === '1' && backend !== 'game',
    );
    expect(ofStudents.map(([name]) => name)).toEqual(
      expect.arrayContaining(['studentDashboard', 'trackLesson', 'startQuiz', 'saveAnswers', 'submitQuiz']),
    );
    for (const [name] of ofStudents) {
      const refused = await assertInLesson(tenant(server.db, 1), await guestOf(token), name, {}).then(
        () => null,
        (error: Error) => error.message,
      );
      expect([name, refused]).toEqual([name, null]);
    }
  });

  it('hold a guest to the lesson by the token alone, whatever the guest is assigned besides', async () => {
    const guest = await guestOf(((await open(await makeCode())).data as SignedIn).token);
    const within = (parameters: Record<string, unknown>) => assertInLesson(tenant(server.db, 1), guest, 'trackLesson', parameters);
    await expect(within({ lesson_id: ids.freeLesson, assignment_id: guest.lesson?.assignment_id })).resolves.toBeUndefined();
    await expect(within({ lesson_id: ids.orderedLesson })).rejects.toMatchObject({ httpStatus: 404 });
    await expect(within({ assignment_id: 1 })).rejects.toMatchObject({ httpStatus: 404 });
  });

  it('are refused with the words of the specification', async () => {
    const code = await makeCode();
    expectFailure(await open('AAAAAAAA'), 400, 'Incorrect code');
    server.clock.now += days(15);
    expectFailure(await open(code), 400, 'Code has expired');
  });

  it('are made by those who may use the lesson', async () => {
    const tess = await server.signIn('tess');
    for (const lesson_id of [ids.tomsLesson, ids.foreignLesson]) expectFailure(await tess.call(calls.generateCode, { lesson_id }), 404);
    const ana = await server.signIn('ana');
    expectFailure(await ana.call(calls.generateCode, { lesson_id: ids.freeLesson }), 403);
  });

  it('cannot be guessed: failures count by address; from elsewhere the code still opens', async () => {
    const code = await makeCode();
    const chance = seededChance(3);
    let refused = 0;
    for (let guess = 0; guess < 1010; guess++) refused += Number((await open(newCode({ randomBytes: chance.bytes }))).code === 429);
    expect(refused).toBe(10);
    expectFailure(await open(code), 429);
    expect((await open(code, { 'x-test-address': '198.51.100.7' })).code).toBe(200);
  });

  it('let 300 pupils behind one address in, though every second one mistypes first', async () => {
    const code = await makeCode();
    for (let pupil = 0; pupil < 300; pupil++) {
      if (pupil % 2 === 0) expectFailure(await open(`${code.slice(1)}${pupil}`), 400, 'Incorrect code');
      expect((await open(code, {}, { name: `Pupil ${pupil}` })).code).toBe(200);
    }
  });
});

describe('guests of a code', () => {
  const guests = async () => {
    const rows = await server.db.selectFrom('app_user').select('user_puid').where('user_key', 'like', 'guest-%').execute();
    return rows.length;
  };
  const join = (code: string, guest: number) => open(code, { 'x-test-address': `198.51.100.${guest % 200}` });

  it('a class of 40 joins at once', async () => {
    const code = await makeCode();
    const answers = await Promise.all(Array.from({ length: 40 }, () => open(code)));
    expect(answers.map((answer) => answer.code)).toEqual(Array(40).fill(200));
  });
  it('are 400 in an hour, from wherever they come; another code of the teacher opens then, and the hour ends', async () => {
    const [code, other] = [await makeCode(), await makeCode()];
    for (let guest = 0; guest < 400; guest++) expect((await join(code, guest)).code).toBe(200);
    const most = await guests();
    for (const answer of await Promise.all(Array.from({ length: 20 }, (_, guest) => join(code, guest))))
      expectFailure(answer, 429, /in the last hour\. Ask your teacher for a new code, or try again in 60 minutes/);
    expect(await guests()).toBe(most);
    expect((await open(other)).code).toBe(200);
    server.clock.now += hours(1) + 1;
    expect((await open(code)).code).toBe(200);
  });
  it('are 1,000 in a day of one lesson, whatever the codes', async () => {
    const codes = [await makeCode(), await makeCode(), await makeCode()];
    await open(codes[0] as string);
    await server.db.updateTable('failure_count').set({ failures: 1000 }).where('key', 'like', 'guests:%:day').execute();
    expectFailure(await open(codes[1] as string), 429, /Ask your teacher to add you to the class, or try again in 24 hours/);
    // A refused request does not count against the code's hourly limit.
    const hour = await server.db.selectFrom('failure_count').selectAll().where('key', 'like', `guests:%:${codes[1]}`).execute();
    expect(hour.map((row) => row.failures)).toEqual([0]);
    server.clock.now += days(1) + 1;
    expect((await open(codes[2] as string)).code).toBe(200);
  });
});

describe('300 pupils behind one address', () => {
  it('sign in with their passwords, though each mistypes once', async () => {
    await server.db
      .insertInto('app_user')
      .values(
        await Promise.all(
          Array.from({ length: 300 }, async (_, pupil) => ({
            district_id: 1,
            user_puid: 50_000 + pupil,
            user_name: `pupil${pupil}`,
            user_key: `pupil${pupil}`,
            password_hash: await server.ports.passwords.hash('science-rocks'),
            role_id: 1,
            first_name: 'P',
            last_name: 'P',
            school_id: ids.school,
            active: 1,
            token_version: 1,
            created_at: 0,
          })),
        ),
      )
      .execute();
    for (let pupil = 0; pupil < 300; pupil++) {
      expectFailure(await server.call(calls.login, { username: `pupil${pupil}`, password: 'typo' }), 400);
      expect((await enter(`pupil${pupil}`)).code).toBe(200);
    }
  });
});

describe('whose session the browser has', () => {
  it('is asked about before another one takes its place, and nothing has happened until then', async () => {
    const ana = cookieOf(await enter('ana'));
    const code = await makeCode();
    for (const answer of [
      await enter('ben', { cookie: ana }),
      await server.call(calls.loginWithoutDistrict, { username: 'ben', password: 'science-rocks' }, { cookie: ana }),
      await open(code, { cookie: ana }),
    ]) {
      expectFailure(answer, 409, 'ana Person is signed in on this computer.');
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    const guests = await server.db.selectFrom('app_user').select('user_puid').where('user_key', 'like', 'guest-%').execute();
    expect(guests).toEqual([]);
    expect((await server.call(calls.extend, { user_puid: ids.ana }, { cookie: ana })).code).toBe(200);
    expectFailure(await server.call(calls.login, { username: 'ben', password: 'wrong' }, { cookie: ana }), 400, 'Failed to Login');
  });
  it('ends on the server when it makes way', async () => {
    const ana = cookieOf(await enter('ana'));
    expect((await enter('ben', { cookie: ana }, { replace: true })).code).toBe(200);
    expectFailure(await server.call(calls.extend, {}, { cookie: ana }), 401);
  });
  it('is renewed when the same person signs in again: an old id, planted or not, is worth nothing (session fixation)', async () => {
    const planted = cookieOf(await enter('ana'));
    const own = cookieOf(await enter('ana', { cookie: planted }));
    expect(own.split('.')[1]).not.toBe(planted.split('.')[1]);
    expectFailure(await server.call(calls.extend, {}, { cookie: planted }), 401);
    expect((await server.call(calls.extend, {}, { cookie: own })).code).toBe(200);
    const invented = cookieOf(await enter('ana', { cookie: 'orrery_refresh=1.77.1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }));
    expect(invented).not.toContain('.77.');
  });
  it('is of no use to other sites (CSRF): the cookie alone signs nobody in, renews nothing and ends nothing', async () => {
    const cookie = cookieOf(await enter('ana'));
    for (const call of [calls.extend, calls.logout]) {
      for (const site of ['cross-site', 'same-site', 'none'])
        expectFailure(await server.call(call, {}, { cookie, 'sec-fetch-site': site }), 403);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
        expectFailure(
          await server.send(`/api/lms${call.path}`, { method: 'POST', headers: { cookie, 'content-type': type }, body: '{}' }),
          415,
        );
    }
    for (const call of Object.values(calls) as Call[]) {
      if (!Array.isArray(call.access)) continue;
      const answer = await server.call(call, {}, { cookie });
      expect([call.path, answer.code]).toEqual([call.path, 401]);
    }
    for (const call of [calls.login, calls.loginWithAssignmentCode, calls.getAccessCode, calls.resetPassword])
      expectFailure(
        await server.send(`/api/lms${call.path}`, { method: 'POST', headers: { cookie, 'content-type': 'text/plain' }, body: '{}' }),
        415,
      );
  });
});

describe('acting as another user', () => {
  const people = ['ana', 'cal', 'zoe', 'tess', 'tom', 'ted', 'sue', 'sid', 'dan', 'dora', 'pam', 'max'] as const;
  const district = (name: string) => (['zoe', 'ted', 'dora'].includes(name) ? 2 : 1);
  /** Whom each may act as, written out by hand: lower roles in their own school (sue: Hill) or district; pam and max everywhere. */
  const allowed: Record<string, readonly string[]> = {
    ana: [],
    tess: [],
    sue: ['ana', 'tess'],
    sid: ['cal', 'tom'],
    dan: ['ana', 'cal', 'tess', 'tom', 'sue', 'sid'],
    dora: ['zoe', 'ted'],
    pam: ['ana', 'cal', 'zoe', 'tess', 'tom', 'ted', 'sue', 'sid', 'dan', 'dora'],
    max: ['ana', 'cal', 'zoe', 'tess', 'tom', 'ted', 'sue', 'sid', 'dan', 'dora', 'pam'],
  };
  const wanted = (actor: string, target: string) => ({
    user_puid: ids[actor as 'ana'],
    login_as_puid: ids[target as 'ana'],
    district_id: district(target),
  });
  for (const actor of Object.keys(allowed))
    for (const target of people)
      it(`${actor} ${allowed[actor]?.includes(target) ? 'may' : 'may not'} act as ${target}`, async () => {
        const client = await server.signIn(actor);
        const answer = await client.call(calls.loginAsUser, wanted(actor, target));
        if (allowed[actor]?.includes(target)) {
          const { userData } = answer.data as SignedIn;
          expect(userData).toMatchObject({ userPuid: ids[target], acting: { user_puid: ids[actor as 'ana'] } });
        } else expectFailure(answer, ['ana', 'tess'].includes(actor) ? 403 : 404);
      });

  const act = async (actor: string, target: string) => {
    const client = await server.signIn(actor);
    return { client, token: (await client.ok(calls.loginAsUser, wanted(actor, target))).token };
  };
  const audit = async () =>
    (await server.db.selectFrom('audit').selectAll().where('action', 'like', 'login_as.%').orderBy('at').orderBy('audit_id').execute()).map(
      ({ district_id, actor_puid, action, subject, at, detail }) => [
        district_id,
        actor_puid,
        action,
        subject,
        at - server.clock.now,
        (JSON.parse(detail) as { how?: string }).how,
      ],
    );

  it('takes the actor from the token: another one in the body is unknown', async () => {
    const sue = await server.signIn('sue');
    expectFailure(await sue.call(calls.loginAsUser, { user_puid: ids.max, login_as_puid: ids.ana }), 404);
  });
  it('carries the administrator in the token, as RFC 8693 says', async () => {
    const { token } = await act('dan', 'tess');
    const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString());
    expect(claims).toMatchObject({ sub: String(ids.tess), role: 2, act: { sub: String(ids.dan), district_id: 1 } });
    expect(claims.exp - claims.iat).toBe(30 * 60);
  });
  it('does what the other may do, and no more', async () => {
    const { token } = await act('dan', 'tess');
    expect((await server.call(calls.classesForLesson, { user_puid: ids.tess }, bearer(token))).code).toBe(200);
    expectFailure(await server.call(calls.managedUsers, { user_puid: ids.tess }, bearer(token)), 403);
    expectFailure(await server.call(calls.classesForLesson, { user_puid: ids.dan }, bearer(token)), 404);
  });
  it('does not nest, and changes no password', async () => {
    const { token } = await act('max', 'dan');
    expectFailure(await server.call(calls.loginAsUser, wanted('dan', 'tess'), bearer(token)), 403, /Exit first/);
    const input = { user_puid: ids.dan, current_password: 'science-rocks', password: 'long enough' };
    expectFailure(await server.call(calls.changePassword, input, bearer(token)), 403, /Exit first/);
    expect((await enter('dan')).code).toBe(200);
  });
  it('leaves the administrator’s own session as it is', async () => {
    const entered = await enter('dan');
    const answer = await server.call(calls.loginAsUser, wanted('dan', 'tess'), { ...bearer(tokenOf(entered)), cookie: cookieOf(entered) });
    expect(answer.headers.get('set-cookie')).toBeNull();
    const back = await server.call(calls.extend, { user_puid: ids.dan }, { cookie: cookieOf(entered) });
    expect((back.data as SignedIn).userData).toMatchObject({ userPuid: ids.dan });
    expect((back.data as SignedIn).userData.acting).toBeUndefined();
  });
  it('ends at once with Exit, and both are written down', async () => {
    const { token } = await act('dan', 'tess');
    server.clock.now += minutes(3);
    expect((await server.call(calls.stopLoginAsUser, {}, bearer(token))).code).toBe(200);
    expectFailure(await server.call(calls.classesForLesson, { user_puid: ids.tess }, bearer(token)), 401);
    expect(await audit()).toEqual([
      [1, ids.dan, 'login_as.start', `user ${ids.tess}`, -minutes(3), undefined],
      [1, ids.dan, 'login_as.end', `user ${ids.tess}`, 0, 'exit'],
    ]);
  });
  it('ends after 30 minutes by itself, which is written down with the time at which it ended', async () => {
    const { token } = await act('dan', 'tess');
    server.clock.now += minutes(29);
    expect((await server.call(calls.classesForLesson, { user_puid: ids.tess }, bearer(token))).code).toBe(200);
    server.clock.now += minutes(2);
    expectFailure(await server.call(calls.classesForLesson, { user_puid: ids.tess }, bearer(token)), 401);
    const again = await server.signIn('dan');
    await again.ok(calls.loginAsUser, wanted('dan', 'tom'));
    expect((await audit())[1]).toEqual([1, ids.dan, 'login_as.end', `user ${ids.tess}`, -minutes(1), 'expired']);
  });
  it('ends when the server says so, whatever the token says', async () => {
    const { token } = await act('dan', 'tess');
    await server.db.updateTable('acting_session').set({ expires_at: server.clock.now }).execute();
    expectFailure(await server.call(calls.classesForLesson, { user_puid: ids.tess }, bearer(token)), 401);
  });
  it('ends with the administrator’s account', async () => {
    const { token } = await act('dan', 'tess');
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.dan).execute();
    expectFailure(await server.call(calls.classesForLesson, { user_puid: ids.tess }, bearer(token)), 401);
  });
  it('needs a session that was begun: a signed token alone is none', async () => {
    const token = await signAccessToken(
      { district_id: 1, user_puid: ids.tess, role: 2, session_id: 99, token_version: 1, actor: { district_id: 1, user_puid: ids.dan } },
      server.ports,
    );
    expectFailure(await server.call(calls.classesForLesson, { user_puid: ids.tess }, bearer(token)), 401);
  });
});

describe('a forgotten password', () => {
  const mails = () => server.mails();
  const linkId = async () => /Id=([\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? '';
  const ask = (emailid: string, headers = {}) => server.call(calls.retrievePassword, { emailid }, headers);
  beforeEach(async () => {
    await server.db.updateTable('app_user').set({ email: 'Tess@Hill.example' }).where('user_puid', '=', ids.tess).execute();
  });
  const asked = async () => {
    await ask('tess@hill.example');
    await expect.poll(mails).toHaveLength(1);
    // The row is listed before the e-mail is sent, and its text is not stored.
    await expect.poll(linkId).not.toBe('');
    return linkId();
  };

  it('answers alike for a known and an unknown address', async () => {
    const [known, unknown] = [await ask('tess@hill.example'), await ask('nobody@hill.example')];
    expect(known.text).toBe(unknown.text);
    expect((await server.call(calls.validateEmail, { emailid: 'tess@hill.example' })).text).toBe(
      (await server.call(calls.validateEmail, { emailid: 'nobody@hill.example' })).text,
    );
  });
  it('sends a link of the product’s own address, whatever host the request names', async () => {
    await server.app.request('http://evil.example/api/lms/Login/RetrievePassword', {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'evil.example' },
      body: JSON.stringify({ emailid: 'tess@hill.example' }),
    });
    await expect.poll(mails).toHaveLength(1);
    const [mail] = await mails();
    expect(mail?.recipient).toBe('Tess@Hill.example');
    expect(mail?.text).toContain('http://orrery.test/account/resetPassword?Id=');
    expect(mail?.text).not.toContain('evil');
  });
  it('changes the password once, ends every session, and keeps no link in the database', async () => {
    const before = await enter('tess');
    const Id = await asked();
    const links = await server.db.selectFrom('account_link').selectAll().execute();
    expect(JSON.stringify(links)).not.toContain(Id);
    expect((await server.call(calls.validateResetLink, { Id })).data).toEqual({ user_name: 'tess' });
    expect((await server.call(calls.resetPassword, { Id, password: 'quite new' })).code).toBe(200);
    expectFailure(await server.call(calls.extend, {}, { cookie: cookieOf(before) }), 401);
    expectFailure(await server.call(calls.navTabStatus, { district_id: 1 }, bearer(tokenOf(before))), 401);
    expectFailure(await enter('tess'), 400);
    expect((await server.call(calls.login, { username: 'tess', password: 'quite new' })).code).toBe(200);
    for (const call of [calls.validateResetLink, calls.resetPassword])
      expectFailure(await server.call(call, { Id, password: 'once more' }), 400, /already been used/);
  });
  it('takes one of many who use a link at once', async () => {
    const Id = await asked();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => server.call(calls.resetPassword, { Id, password: `password ${index}` })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });
  it('has links that end: after 30 minutes, with a newer one, and never were for any other text', async () => {
    const first = await asked();
    await server.call(calls.generateResetLink, { emailid: 'tess@hill.example' });
    await expect.poll(mails).toHaveLength(2);
    expectFailure(await server.call(calls.validateResetLink, { Id: first }), 400, /not valid/);
    const second = await linkId();
    server.clock.now += minutes(31);
    expectFailure(await server.call(calls.validateResetLink, { Id: second }), 400, 'This link has expired. Ask for a new one.');
    expectFailure(await server.call(calls.validateResetLink, { Id: 'AAAA' }), 400, /not valid/);
  });
  it('floods nobody: five e-mails a quarter of an hour, with the same answer to the sixth', async () => {
    const answers: string[] = [];
    for (let time = 0; time < 8; time++) answers.push((await ask('tess@hill.example')).text);
    await expect.poll(mails).toHaveLength(5);
    expect(new Set(answers).size).toBe(1);
  });
});

describe('registration', () => {
  const applicant = { email: 'dana@hill.example', first_name: 'Dana', last_name: 'Reyes', district_id: 1, school_id: ids.school };
  const newest = async (recipient: string) => {
    const mail = (await server.mails()).findLast((one) => one.recipient === recipient);
    return /Id=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  beforeEach(async () => {
    await server.db.updateTable('app_user').set({ email: 'sue@hill.example' }).where('user_puid', '=', ids.sue).execute();
  });
  const register = async () => (await server.call(calls.registerUser, applicant)).data as { request_id: string };

  it('makes a teacher of the school, who can sign in once an administrator has activated the account', async () => {
    const { request_id } = await register();
    const state = async () => ((await server.call(calls.verifyRegistrationLink, { request_id })).data as { state: string }).state;
    expect(await state()).toBe('waiting');
    const Id = await newest(applicant.email);
    expectFailure(await server.call(calls.submitUserDetails, { Id, user_name: 'dana', grade: null }), 409, /Confirm/);
    expect((await server.call(calls.verifyUserLink, { Id })).data).toMatchObject({ kind: 'confirmed' });
    expectFailure(await server.call(calls.submitUserDetails, { Id, user_name: 'TESS', grade: null }), 409, /taken/);
    expect((await server.call(calls.submitUserDetails, { Id, user_name: 'dana', grade: '7' })).code).toBe(200);
    expect((await server.call(calls.signup, { Id, password: 'quite new' })).code).toBe(200);
    expect(await state()).toBe('done');
    const signIn = () => server.call(calls.login, { username: 'dana', password: 'quite new' });
    expectFailure(await signIn(), 400, 'Failed to Login');
    expect((await server.call(calls.verifyUserLink, { Id: await newest('sue@hill.example') })).data).toMatchObject({ kind: 'activated' });
    expect(((await signIn()).data as SignedIn).userData).toMatchObject({ role: 2, districtID: 1, school_name: 'Hill' });
  });
  it('gives nothing to whoever knows the request but not the link', async () => {
    const { request_id } = await register();
    await server.call(calls.verifyUserLink, { Id: await newest(applicant.email) });
    expectFailure(await server.call(calls.submitUserDetails, { Id: request_id, user_name: 'mallory', grade: null }), 400);
    expectFailure(await server.call(calls.signup, { Id: request_id, password: 'quite new' }), 400);
    expect((await server.call(calls.verifyRegistrationLink, { request_id })).data).toEqual({ state: 'confirmed' });
  });
  it('says that an e-mail address is known in the words of the specification', async () => {
    expectFailure(
      await server.call(calls.registerUser, { ...applicant, email: 'SUE@hill.example' }),
      409,
      'User with this email already exists',
    );
  });
  it('does not let anyone in where nobody can activate, nor choose a role or a foreign school', async () => {
    expectFailure(await server.call(calls.registerUser, { ...applicant, district_id: 2, school_id: 21 }), 422);
    expectFailure(await server.call(calls.registerUser, { ...applicant, school_id: 21 }), 404);
    await server.call(calls.registerUser, { ...applicant, role: 15, role_id: 15 });
    const Id = await newest(applicant.email);
    await server.call(calls.verifyUserLink, { Id });
    await server.call(calls.submitUserDetails, { Id, user_name: 'dana', grade: null, role: 15 });
    await server.call(calls.signup, { Id, password: 'quite new', role_id: 15 });
    const dana = await server.db.selectFrom('app_user').select('role_id').where('user_key', '=', 'dana').executeTakeFirst();
    expect(dana?.role_id).toBe(2);
  });
  it('sends the link again, five times at most, and only the newest works', async () => {
    const { request_id } = await register();
    const first = await newest(applicant.email);
    for (let time = 0; time < 5; time++) expect((await server.call(calls.resendVerificationLink, { request_id })).code).toBe(200);
    expectFailure(await server.call(calls.resendVerificationLink, { request_id }), 429);
    expectFailure(await server.call(calls.verifyUserLink, { Id: first }), 400);
    expect((await server.call(calls.verifyUserLink, { Id: await newest(applicant.email) })).code).toBe(200);
  });
  it('lists states, districts, schools and grades', async () => {
    expect((await server.call(calls.states, {})).data).toEqual([{ state_id: 48, name: 'Texas' }]);
    expect((await server.call(calls.districts, { state_id: 48 })).data).toEqual([{ district_id: 1, name: 'North', state_id: 48 }]);
    expect((await server.call(calls.districtsSchoolsGrades, {})).data).toMatchObject({ districts: [{ name: 'North' }, { name: 'South' }] });
  });
});

describe('users of an administrator', () => {
  it.each([
    ['sue', ['ana', 'ben', 'sue', 'tess']],
    ['dan', ['ana', 'ben', 'cal', 'dan', 'max', 'pam', 'sid', 'sue', 'tess', 'tom']],
    ['dora', ['dora', 'ted', 'zoe']],
  ])('%s sees the own scope', async (name, expected) => {
    const client = await server.signIn(name);
    const { rows: users } = await client.ok(calls.managedUsers, { user_puid: ids[name as 'sue'] });
    expect(users.map(({ user_name }) => user_name).sort()).toEqual(expected);
  });
  it('are found by words of their names; signs of patterns are letters', async () => {
    const dan = await server.signIn('dan');
    const found = async (search: string) => (await dan.ok(calls.managedUsers, { user_puid: ids.dan, search })).rows.length;
    expect([await found('TES'), await found('ana person'), await found('%'), await found('_')]).toEqual([1, 1, 0, 0]);
  });
  it('come page by page, sorted by any column', async () => {
    const dan = await server.signIn('dan');
    const listed = (asked: Partial<InputOf<typeof calls.managedUsers>>) => dan.ok(calls.managedUsers, { user_puid: ids.dan, ...asked });
    const { total, rows } = await listed({});
    expect(total).toBe(rows.length);
    expect((await listed({ offset: 2, limit: 2 })).rows).toEqual(rows.slice(2, 4));
    const names = async (sort: (typeof managedUserSorts)[number]) => {
      const [up, down] = [await listed({ sort }), await listed({ sort: `-${sort}` })];
      expect([up.total, down.total]).toEqual([total, total]);
      return { first: up.rows[0], last: down.rows[0] };
    };
    expect(await names('userName')).toMatchObject({ first: { user_name: 'ana' }, last: { user_name: 'tom' } });
    expect(await names('role')).toMatchObject({ first: { role: 1 }, last: { role: Math.max(...rows.map(({ role }) => role)) } });
    expect(await names('school')).toMatchObject({ first: { school_name: null }, last: { school_name: 'Lake' } });
    await names('name');
    await names('state');
  });
});
