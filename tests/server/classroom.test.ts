import { describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { erasureDays } from '../../contract/privacy.ts';
import { accessEnding } from '../../server/classroom/endedAccess.ts';
import { OutsideProblem } from '../../server/kit/outside.ts';
import { purge } from '../../server/kit/purge.ts';
import { coursesScope, type Interruption, rostersScope, workScope } from './classroomServer.ts';
import { classroomWorld, secret, student } from './classroomWorld.ts';
import { everythingTold } from './everythingTold.ts';
import { ids } from './fixtureSchool.ts';
import { authenticate } from './openIdProvider.ts';
import { auditOf, days, expectFailure, minutes } from './testServer.ts';

const { world, setUp, identify, begin, comeBack, link, state, course, compare, takeOver } = classroomWorld();

const links = () => world.server.db.selectFrom('classroom_link').selectAll().execute();
const resultOf = (location: string) => new URL(location).searchParams.get('result');
/** Renames a parameter of the address to which a browser is sent. */
const changed = (url: string, name: string, value: string) => {
  const address = new URL(url);
  address.searchParams.set(name, value);
  return address.href;
};
const courses = (who = world.tess) => who.call(calls.classroomCourses, {});

describe('linking', () => {
  it('asks for lasting access to courses, rosters and assignments, with PKCE, state and nonce', async () => {
    expect(await state()).toBe('none');
    const { url } = await begin();
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      ...{ redirect_uri: 'http://orrery.test/api/lms/ssoLogin/callback/classroom/1', response_type: 'code', client_id: 'orrery-1' },
      ...{ code_challenge_method: 'S256', access_type: 'offline', prompt: 'consent' },
      scope: `openid ${coursesScope} ${rostersScope} ${workScope} offline_access`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]?.length).toBeGreaterThanOrEqual(43);
  });

  it('keeps the access sealed, and tells it to nobody', async () => {
    const { url, cookie } = await begin();
    const location = await comeBack(await authenticate(url, 'g-tess'), cookie);
    expect(location).toBe('http://orrery.test/authenticated/mygroups/classroomService?result=linked');
    expect(await world.tess.ok(calls.classroomLink, {})).toMatchObject({ service: 'other', state: 'linked' });
    const [row] = await links();
    expect(row).toMatchObject({ user_puid: ids.tess, subject: 'g-tess', issuer: world.provider.issuer });
    // Linking opens nothing here, and no sign-in either.
    expect(await world.server.db.selectFrom('federated_identity').select('subject').where('subject', '=', 'g-tess').execute()).toEqual([]);
    const asked: string[] = [];
    const { send } = world.server.ports.outside;
    world.server.ports.outside.send = async (to, request) => {
      const answer = await send(to, request);
      asked.push(request.headers.authorization?.replace('Bearer ', '') ?? '', new URLSearchParams(request.body).get('refresh_token') ?? '');
      return answer;
    };
    course([student('g-ana')]);
    const read = await courses();
    expect(read.code).toBe(200);
    const tokens = [...new Set(asked.filter(Boolean))];
    expect(tokens).toHaveLength(2);
    const told = await everythingTold(world.server, world.dan);
    const { text } = await world.tess.call(calls.classroomLink, {});
    for (const token of [...tokens, secret])
      for (const one of [...told, read.text, text]) expect(one.includes(token), 'a secret was told').toBe(false);
    // Nor does an archive have what it is sealed in.
    expect(told.filter((one) => one.includes(row?.sealed_token ?? '-'))).toHaveLength(1);
    const actions = await auditOf(world.server.db, 'classroom.link').select(['actor_puid', 'subject']).execute();
    expect(actions).toEqual([{ actor_puid: ids.tess, subject: `user ${ids.tess}` }]);
  });

  it('takes an answer once (replay), from the browser that asked (login CSRF), and in time', async () => {
    const { url, cookie } = await begin();
    const location = await authenticate(url, 'g-tess');
    expect(resultOf(await comeBack(location, ''))).toBe('expired');
    const other = await begin();
    expect(resultOf(await comeBack(location, other.cookie))).toBe('expired');
    expect(await links()).toEqual([]);
    expect(resultOf(await comeBack(location, cookie))).toBe('linked');
    expect(resultOf(await comeBack(location, cookie))).toBe('expired');
    const late = await begin();
    const lateLocation = await authenticate(late.url, 'g-tess');
    world.server.clock.now += minutes(11);
    expect(resultOf(await comeBack(lateLocation, late.cookie))).toBe('expired');
    expect(world.server.reports).toEqual([]);
  });

  it.each(['state', 'code', 'iss'])('refuses an answer whose %s is another', async (parameter) => {
    const { url, cookie } = await begin();
    const location = new URL(await authenticate(url, 'g-tess'));
    const answer = await comeBack(changed(location.href, parameter, `${location.searchParams.get(parameter)}x`), cookie);
    expect(['expired', 'failed']).toContain(resultOf(answer));
    expect(await links()).toEqual([]);
  });

  it('is never a sign-in, and a sign-in is never a link', async () => {
    const { url, cookie } = await begin();
    const location = await comeBack(await authenticate(url, 'g-tom'), cookie);
    expect(new URL(location).searchParams.get('code')).toBeNull();
    expect(await world.server.db.selectFrom('sign_on_ticket').selectAll().execute()).toEqual([]);
    const answer = await world.server.call(calls.classroomLogin, {});
    const signIn = {
      url: (answer.data as { url: string }).url,
      cookie: /orrery_sign_on=[^;]*/.exec(answer.headers.get('set-cookie') ?? ''),
    };
    const back = await comeBack(await authenticate(signIn.url, 'g-tom'), signIn.cookie?.[0] ?? '');
    expect(new URL(back).pathname).toBe('/account/singleSignOn');
    expect(await links()).toEqual([]);
  });

  it('says what went wrong at the service', async () => {
    const denied = await begin();
    const back = new URL(new URL(denied.url).searchParams.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({
      ...{ error: 'access_denied', state: new URL(denied.url).searchParams.get('state') ?? '', iss: world.provider.issuer },
    }).toString();
    expect(resultOf(await comeBack(back.href, denied.cookie))).toBe('denied');
    // Google lets people leave out a part.
    const partial = await begin();
    const scope = `openid ${coursesScope} offline_access`;
    expect(resultOf(await comeBack(await authenticate(changed(partial.url, 'scope', scope), 'g-tess'), partial.cookie))).toBe('incomplete');
    const brief = await begin();
    const without = changed(brief.url, 'scope', `openid ${coursesScope} ${rostersScope}`);
    expect(resultOf(await comeBack(await authenticate(without, 'g-tess'), brief.cookie))).toBe('incomplete');
    expect(await links()).toEqual([]);
  });

  it('refuses an account there that is a colleague’s or a student’s, or not the one that the teacher signs in with', async () => {
    for (const subject of ['g-tom', 'g-ana']) expect(await link(subject)).toBe('otherAccount');
    await identify(ids.tess, 'g-tess');
    expect(await link('g-somebody')).toBe('otherAccount');
    expect(await links()).toEqual([]);
    expect(await link('g-tess')).toBe('linked');
    // A roster's id says whose it is, too.
    const { version } = (await world.dan.ok(calls.classroomSetup, { user_puid: ids.dan }))[0] ?? { version: 0 };
    await setUp(1, world.dan, { version, client_secret: null, subject_is_sourced_id: true });
    await world.server.db.updateTable('app_user').set({ sourced_id: 's-tom' }).where('user_puid', '=', ids.tom).execute();
    const tom = await world.server.signIn('tom');
    expect(await link('s-tom', tom)).toBe('linked');
    expect(await link('s-tom')).toBe('otherAccount');
  });

  it('keeps nothing for somebody who may not have it any longer', async () => {
    for (const change of [{ active: 0 }, { active: 1, role_id: 6 }]) {
      const { url, cookie } = await begin();
      const location = await authenticate(url, 'g-tess');
      await world.server.db.updateTable('app_user').set(change).where('user_puid', '=', ids.tess).execute();
      expect(resultOf(await comeBack(location, cookie))).toBe('failed');
      await world.server.db.updateTable('app_user').set({ active: 1, role_id: 2 }).where('user_puid', '=', ids.tess).execute();
    }
    const { url, cookie } = await begin();
    const location = await authenticate(url, 'g-tess');
    await world.server.db.updateTable('sign_on_provider').set({ active: 0 }).execute();
    expect(resultOf(await comeBack(location, cookie))).toBe('failed');
    expect(await links()).toEqual([]);
    expect(await world.tess.ok(calls.classroomLink, {})).toEqual({ service: null, state: 'none', linked_at: null });
  });

  it('is for teachers alone, for nobody who acts as one, and for each district by its own service', async () => {
    for (const name of ['ana', 'sue', 'dan', 'max'])
      expectFailure(await (await world.server.signIn(name)).call(calls.classroomLink, {}), 403);
    const { token } = await world.dan.ok(calls.loginAsUser, { user_puid: ids.dan, login_as_puid: ids.tess });
    const asTess = { authorization: `Bearer ${token}` };
    for (const one of [calls.linkClassroom, calls.unlinkClassroom, calls.classroomCourses])
      expectFailure(await world.server.call(one, {}, asTess), 403);
    const ted = await world.server.signIn('ted');
    expect(await ted.ok(calls.classroomLink, {})).toMatchObject({ service: null });
    expectFailure(await ted.call(calls.linkClassroom, {}), 404);
    await setUp(2, await world.server.signIn('dora'));
    // The other district's service would send the browser to its own redirect address.
    const { url, cookie } = await begin();
    const location = (await authenticate(url, 'g-tess')).replace('classroom/1', 'classroom/2');
    expect(resultOf(await comeBack(location, cookie))).toBe('expired');
    expect(await link('g-tess', ted)).toBe('linked');
    expect((await links()).map(({ district_id }) => district_id)).toEqual([2]);
  });

  it('says so if the service does not answer', async () => {
    await world.server.db.updateTable('sign_on_provider').set({ issuer: 'https://service.invalid' }).execute();
    expectFailure(await world.tess.call(calls.linkClassroom, {}), 503);
  });
});

describe('unlinking', () => {
  /** Whether the service still gives access by a row's token. */
  const works = async (row: { user_puid: number; sealed_token: string }) => {
    await world.server.db
      .updateTable('classroom_link')
      .set({ sealed_token: row.sealed_token })
      .where('user_puid', '=', row.user_puid)
      .execute();
    return (await courses()).code === 200;
  };

  it('ends the access here and there', async () => {
    await link();
    const [row] = await links();
    expect(await world.tess.ok(calls.unlinkClassroom, {})).toMatchObject({ state: 'none' });
    expect(await links()).toEqual([]);
    expectFailure(await courses(), 409);
    await world.server.db
      .insertInto('classroom_link')
      .values(row as NonNullable<typeof row>)
      .execute();
    expect(await state()).toBe('linked');
    expectFailure(await courses(), 409);
    expect(await state()).toBe('ended');
    await world.tess.ok(calls.unlinkClassroom, {});
    await world.tess.ok(calls.unlinkClassroom, {});
    expect(await auditOf(world.server.db, 'classroom.unlink').select('audit_id').execute()).toHaveLength(2);
  });

  const ended = () => world.server.db.selectFrom('ended_access').selectAll().execute();
  /** Takes the service down. Returns what brings it back. */
  const takeDown = () => {
    const { outside } = world.server.ports;
    const { send } = outside;
    outside.send = () => Promise.reject(new OutsideProblem('unreachable', 'It is down.'));
    return () => {
      outside.send = send;
    };
  };
  /** Counts how often access is ended at the service. */
  const countRevocations = () => {
    const { outside } = world.server.ports;
    const { send } = outside;
    const count = { of: 0 };
    outside.send = (url, request) => {
      if (url.pathname.includes('revocation')) count.of += 1;
      return send(url, request);
    };
    return count;
  };

  it('works while the service is down, which is told later, until it knows or a week is over', async () => {
    const { ports, clock } = world.server;
    const { endDue } = accessEnding(ports);
    await link();
    const [row] = await links();
    clock.now += minutes(11);
    const bringBack = takeDown();
    expect(await world.tess.ok(calls.unlinkClassroom, {})).toMatchObject({ state: 'none' });
    expect(await links()).toEqual([]);
    expect(await ended()).toMatchObject([{ attempts: 1, sealed_token: row?.sealed_token }]);
    await endDue();
    expect(await ended()).toMatchObject([{ attempts: 1 }]);
    clock.now += minutes(1);
    await endDue();
    expect(await ended()).toMatchObject([{ attempts: 2 }]);
    bringBack();
    const revocations = countRevocations();
    clock.now += minutes(2);
    await Promise.all([endDue(), endDue(), accessEnding(ports).endDue()]);
    expect(revocations.of).toBe(1);
    expect(await ended()).toEqual([]);
  });

  it('gives up after a week, and if the server’s key or the registration has changed', async () => {
    const { ports, clock, db } = world.server;
    const { endDue } = accessEnding(ports);
    await link();
    clock.now += minutes(11);
    takeDown();
    await world.tess.ok(calls.unlinkClassroom, {});
    const [row] = await ended();
    clock.now += days(7);
    await endDue();
    expect(await ended()).toEqual([]);
    const again = { ...(row as NonNullable<typeof row>), next_at: 0 };
    for (const change of [{ sealed_token: 'AAAA' }, { provider: 'another' }]) {
      await db
        .insertInto('ended_access')
        .values({ ...again, ...change })
        .execute();
      await endDue();
      expect(await ended()).toEqual([]);
    }
    expect(world.server.reports).toEqual([]);
  });

  it('does not end access that was given anew meanwhile', async () => {
    const { ports, clock } = world.server;
    await link();
    clock.now += minutes(11);
    const bringBack = takeDown();
    await world.tess.ok(calls.unlinkClassroom, {});
    bringBack();
    expect(await link()).toBe('linked');
    expect(await ended()).toEqual([]);
    const revocations = countRevocations();
    clock.now += days(1);
    await accessEnding(ports).endDue();
    expect(revocations.of).toBe(0);
  });

  it.each([
    ['is closed', { active: 0 }],
    ['is no longer a teacher’s', { role_id: 1 }],
  ])('goes when the account %s', async (_what, change) => {
    const { ports, db } = world.server;
    await link();
    await db.updateTable('app_user').set(change).where('user_puid', '=', ids.tess).execute();
    const revocations = countRevocations();
    await accessEnding(ports).endDue();
    expect([revocations.of, await links(), await ended()]).toEqual([1, [], []]);
  });

  it('leaves the other account of the same person its access, and ends that of the account that was linked before', async () => {
    await world.server.db.updateTable('app_user').set({ school_id: ids.school }).where('user_puid', '=', ids.tom).execute();
    await world.server.db.deleteFrom('federated_identity').where('user_puid', '=', ids.tom).execute();
    const tom = await world.server.signIn('tom');
    await link('g-both', tom);
    await link('g-both');
    const { outside } = world.server.ports;
    const { send } = outside;
    const asked: string[] = [];
    outside.send = (url, request) => {
      asked.push(url.pathname);
      return send(url, request);
    };
    await tom.ok(calls.unlinkClassroom, {});
    // Some services end all access of the person by one token.
    expect(asked.filter((path) => path.includes('revocation'))).toEqual([]);
    outside.send = send;
    expect((await courses()).code).toBe(200);
    const [before] = await links();
    expect(await link('g-other')).toBe('linked');
    const [after] = await links();
    expect(await works(before as NonNullable<typeof before>)).toBe(false);
    expect(await works(after as NonNullable<typeof after>)).toBe(true);
  });

  it('goes with the person', async () => {
    await link();
    const sue = await world.server.signIn('sue');
    await sue.ok(calls.requestErasure, { user_puid: ids.sue, managed_puid: ids.tess, user_name: 'tess' });
    world.server.clock.now += days(erasureDays);
    await purge(world.server.ports);
    expect(await links()).toEqual([]);
    // Nothing names the person, and the service is still told.
    const revocations = countRevocations();
    await accessEnding(world.server.ports).endDue();
    expect([revocations.of, await ended()]).toEqual([1, []]);
  });
});

describe('reading', () => {
  it('lists active courses that the teacher teaches, page by page, and asks for no more than it needs', async () => {
    await link();
    world.there.pageSize = 2;
    course([], { name: 'Zoology', section: 'Period 2' });
    course([], { name: 'Zoology', section: 'Period 1' });
    course([], { name: 'Old', courseState: 'ARCHIVED' });
    course([student('g-tess')], { name: 'Her own studies', teachers: ['g-tom'] });
    course([], { name: 'Chemistry', teachers: ['g-tom', 'g-tess'] });
    course([], { name: 'x'.repeat(149) + '🦊'.repeat(30), section: `${'y'.repeat(199)}\u202e\n!` });
    course([], { name: ' \u0007 ' });
    const read = await world.tess.ok(calls.classroomCourses, {});
    expect(read.map(({ name, section }) => [name, section])).toEqual([
      ['4000000006', null],
      ['Chemistry', null],
      ['x'.repeat(149), 'y'.repeat(100)],
      ['Zoology', 'Period 1'],
      ['Zoology', 'Period 2'],
    ]);
    expect(read.every(({ group, imported_at }) => group === null && imported_at === null)).toBe(true);
    expect(world.there.asked).toHaveLength(3);
    const [first] = world.there.asked.map((path) => new URLSearchParams(path.split('?')[1]));
    expect(Object.fromEntries(first ?? [])).toMatchObject({ teacherId: 'me', courseStates: 'ACTIVE', pageSize: '100' });
    const one = course([student('g-1', '<img src=x onerror=alert(1)>', 'L'.repeat(200)), student('g-2', 'No', 'Mail')]);
    const { absent } = await compare(one);
    expect(absent.map(({ name }) => name)).toEqual([`<img src=x onerror=alert(1)> ${'L'.repeat(200)}`, 'No Mail']);
    expect(JSON.stringify(absent)).not.toContain('@');
    expect(world.there.asked.at(-1)).not.toContain('mail');
  });

  const json = (body: unknown, status = 200): Interruption => ({ status, body: JSON.stringify(body) });
  /** What the service answers, what the teacher is told, and how often it was asked. */
  it.each<[name: string, answer: (asked: number) => Interruption | undefined, code: number, reason: string | null, asked: number]>([
    ['401 once', (asked) => (asked === 1 ? { status: 401 } : undefined), 200, null, 2],
    ['401 always', () => ({ status: 401 }), 409, 'classroomUnlinked', 2],
    ['403', () => json({ error: { status: 'PERMISSION_DENIED', message: '<b>secret</b>' } }, 403), 403, 'classroomForbidden', 1],
    ['404', () => ({ status: 404 }), 404, 'notFound', 1],
    ['400', () => ({ status: 400 }), 503, 'classroomUnreadable', 1],
    ['a redirect', () => ({ status: 302, headers: { location: 'https://elsewhere.example' } }), 503, 'classroomUnreadable', 1],
    ['429 once', (asked) => (asked === 1 ? { status: 429, headers: { 'retry-after': '2' } } : undefined), 200, null, 2],
    ['429 always', () => ({ status: 429 }), 503, 'classroomBusy', 3],
    ['429 for long', () => ({ status: 429, headers: { 'retry-after': '3600' } }), 503, 'classroomBusy', 1],
    ['503 twice', (asked) => (asked < 3 ? { status: 503, headers: { 'retry-after': 'soon' } } : undefined), 200, null, 3],
    ['503 always', () => ({ status: 503 }), 503, 'classroomUnavailable', 3],
    ['no JSON', () => ({ status: 200, body: '<html>' }), 503, 'classroomUnreadable', 1],
    ['nothing', () => ({ status: 200 }), 503, 'classroomUnreadable', 1],
    ['another shape', () => json({ courses: 'none' }), 503, 'classroomUnreadable', 1],
    ['an id that leads elsewhere', () => json({ courses: [{ id: '../x', name: 'A' }] }), 503, 'classroomUnreadable', 1],
    ['no courses', () => json({}), 200, null, 1],
    ['a loop of pages', () => json({ nextPageToken: 'again' }), 503, 'classroomUnreadable', 2],
    ['pages without end', (asked) => json({ nextPageToken: String(asked) }), 503, 'classroomUnreadable', 201],
    ['too much', () => ({ status: 200, body: `"${'x'.repeat(3_000_000)}"` }), 503, 'classroomUnreadable', 1],
    [
      'too many',
      (asked) => json({ courses: Array.from({ length: 100 }, (_, at) => ({ id: `${asked}-${at}` })), nextPageToken: `${asked}` }),
      ...([422, 'classroomTooLarge', 6] as const),
    ],
  ])('takes %s', async (_, answer, code, reason, asked) => {
    await link();
    world.there.interrupt = (_url, count) => answer(count);
    const read = await courses();
    expect(read.code, read.text).toBe(code);
    if (reason) expect(Object(read.data).reason).toBe(reason);
    expect(read.text).not.toContain('secret');
    expect(world.there.asked).toHaveLength(asked);
    expect(world.server.reports).toEqual([]);
    expect(await state()).toBe(reason === 'classroomUnlinked' ? 'ended' : 'linked');
  });

  it('waits as long as the service asks', async () => {
    await link();
    world.there.interrupt = (_url, count) => (count === 1 ? { status: 429, headers: { 'retry-after': '2' } } : undefined);
    await world.tess.ok(calls.classroomCourses, {});
    expect(world.pauses).toEqual([2_000]);
  });

  it('says so if nobody answers, and when the whole takes too long', async () => {
    await link();
    const { ports, clock } = world.server;
    world.there.interrupt = (_url, count) => {
      clock.now += minutes(1);
      return json({ nextPageToken: String(count) });
    };
    expectFailure(await courses(), 503);
    expect(world.there.asked).toHaveLength(1);
    const { send } = ports.outside;
    ports.outside.send = (url, request) =>
      url.origin === world.there.origin ? Promise.reject(new OutsideProblem('unreachable', 'It is down.')) : send(url, request);
    expectFailure(await courses(), 503);
    expect(world.pauses).toEqual([1_000, 2_000]);
  });

  it('asks to link again when the service takes the access back, when the key changes, and for another client', async () => {
    await link();
    await world.server.db.updateTable('classroom_link').set({ sealed_token: 'AAAA' }).execute();
    expectFailure(await courses(), 409);
    expect(await state()).toBe('ended');
    expect(await link()).toBe('linked');
    expect(await state()).toBe('linked');
    await world.server.db.updateTable('sign_on_provider').set({ client_id: 'another' }).execute();
    expect(await state()).toBe('none');
    expectFailure(await courses(), 409);
  });

  it('keeps a refresh token that the service replaces', async () => {
    world.provider.rotates = true;
    await link();
    const [first] = await links();
    for (let time = 0; time < 3; time++) expect((await courses()).code).toBe(200);
    expect((await links())[0]?.sealed_token).not.toBe(first?.sealed_token);
  });

  it('does not put an old token in the place of one that came in the meantime', async () => {
    world.provider.rotates = true;
    await link();
    const { outside } = world.server.ports;
    const { send } = outside;
    outside.send = async (url, request) => {
      const answer = await send(url, request);
      if (request.method === 'POST') await world.server.db.updateTable('classroom_link').set({ sealed_token: 'newer' }).execute();
      return answer;
    };
    await courses();
    expect((await links())[0]?.sealed_token).toBe('newer');
  });

  it('shows as which class a course was taken over', async () => {
    await link();
    const one = course([student('g-ana')]);
    const { group_puid } = await takeOver(one);
    expect(await world.tess.ok(calls.classroomCourses, {})).toEqual([
      {
        ...{ course_id: one.id, name: 'Biology', section: null, group: { group_puid, group_name: 'Biology' } },
        imported_at: new Date(world.server.clock.now).toISOString(),
      },
    ]);
  });
});
