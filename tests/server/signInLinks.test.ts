import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { SignedIn } from '../../contract/login.ts';
import { outsideOf } from '../../server/kit/outside.ts';
import { purge } from '../../server/kit/purge.ts';
import { seedSignOns } from '../../server/sso/signOnProviders.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { authenticate, startOpenIdProvider } from './openIdProvider.ts';
import { days, expectFailure, minutes, type TestClient, type TestServer, testServer } from './testServer.ts';

const kinds = ['roster', 'classroom'] as const;
type Kind = (typeof kinds)[number];

let issuer: string;
let stop: () => Promise<unknown>;
let server: TestServer;
let dan: TestClient;
const now = Date.now();
const mine = { user_puid: ids.dan, district_id: ids.district };

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const callback = 'http://orrery.test/api/lms/ssoLogin/callback';
  ({ issuer, stop } = await startOpenIdProvider(
    kinds.map((kind) => ({ client_id: kind, client_secret: 'a secret', redirect_uris: [`${callback}/${kind}`] })),
  ));
});
afterAll(() => stop());

beforeEach(async () => {
  const of = (kind: Kind) => ({
    ...{ issuer, client_id: kind, client_secret: 'a secret', district_id: 1, subject_is_sourced_id: kind === 'roster', scope: 'openid' },
  });
  server = await testServer({ singleSignOn: { roster: of('roster'), classroom: of('classroom') }, outside: outsideOf(['127.0.0.1']) });
  // The identity provider uses the real time.
  server.clock.now = now;
  await makeFixtureSchool(server.ports);
  await seedSignOns(server.ports);
  dan = await server.signIn('dan');
});

const cookieOf = (headers: Headers) => /orrery_sign_on=[^;]*/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';

/** Whom a sign-in opens; null: nobody. */
async function signIn(kind: Kind, login: string): Promise<number | null> {
  const begun = await server.call(kind === 'roster' ? calls.rosterLogin : calls.classroomLogin, {});
  const back = await authenticate((begun.data as { url: string }).url, login);
  const answer = await server.app.request(back, { headers: { cookie: cookieOf(begun.headers) } });
  const code = new URL(answer.headers.get('location') ?? '', 'http://orrery.test').searchParams.get('code');
  if (!code) return null;
  const session = await server.call(calls.getAccessCode, { code, replace: true }, { cookie: cookieOf(answer.headers) });
  return (session.data as SignedIn).userData.userPuid;
}
const named = (kind: Kind, subject: string) => ({ ...mine, kind, provider_id: ids.district, subject });
const listed = async (list: 'linked' | 'unlinked', further: object = {}) =>
  (await dan.ok(calls.samlIdentities, { ...mine, list, ...further })).rows.map((row) => [row.kind, row.subject, row.user_name]);
const giveId = (user_puid: number, sourced_id: string) =>
  server.db.updateTable('app_user').set({ sourced_id }).where('user_puid', '=', user_puid).execute();

describe.each(kinds)('a link by hand for the sign-on with %s', (kind) => {
  it('opens its account, and is taken away and given back with its sessions ended', async () => {
    expect(await signIn(kind, 'x-1')).toBeNull();
    expect(await listed('unlinked')).toEqual([[kind, 'x-1', '']]);
    const link = await dan.ok(calls.addSamlIdentity, { ...named(kind, 'x-1'), user_name: 'sue' });
    expect(link).toMatchObject({ kind, issuer, user_name: 'sue', provider_id: ids.district });
    expect(await listed('unlinked')).toEqual([]);
    expect(await signIn(kind, 'x-1')).toBe(ids.sue);
    const sessions = () => server.db.selectFrom('refresh_session').select('subject').where('subject', '=', 'x-1').execute();
    expect(await sessions()).toHaveLength(1);
    await dan.ok(calls.removeSamlIdentity, named(kind, 'x-1'));
    expect(await sessions()).toEqual([]);
    expect(await signIn(kind, 'x-1')).toBeNull();
    server.clock.now += minutes(1);
    expect(await dan.ok(calls.restoreSamlIdentity, named(kind, 'x-1'))).toMatchObject({ user_name: 'sue', linked_at: link.linked_at });
    expect(await signIn(kind, 'x-1')).toBe(ids.sue);
    expectFailure(await dan.call(calls.addSamlIdentity, { ...named(kind, 'x-1'), user_name: 'ana' }), 409, /already linked/);
  });
  it('opens nothing for the other sign-on, whose subjects are others', async () => {
    await dan.ok(calls.addSamlIdentity, { ...named(kind, 'x-1'), user_name: 'sue' });
    expect(await signIn(kind === 'roster' ? 'classroom' : 'roster', 'x-1')).toBeNull();
  });
  it('opens no deactivated account, nor instead of it the one with that roster id', async () => {
    await giveId(ids.ana, 'x-1');
    await dan.ok(calls.addSamlIdentity, { ...named(kind, 'x-1'), user_name: 'sue' });
    expect(await signIn(kind, 'x-1')).toBe(ids.sue);
    await server.db.updateTable('app_user').set({ active: 0 }).where('user_puid', '=', ids.sue).execute();
    expect(await signIn(kind, 'x-1')).toBeNull();
    expectFailure(await dan.call(calls.addSamlIdentity, { ...named(kind, 'x-2'), user_name: 'sue' }), 400);
  });
});

describe('links by hand', () => {
  it('go before the roster id, which finds an account as before without one', async () => {
    await giveId(ids.ana, 's-ana');
    expect(await signIn('roster', 's-ana')).toBe(ids.ana);
    await dan.ok(calls.removeSamlIdentity, named('roster', 's-ana'));
    await dan.ok(calls.addSamlIdentity, { ...named('roster', 's-ana'), user_name: 'ben' });
    expect(await signIn('roster', 's-ana')).toBe(ids.ben);
    const rows = await server.db.selectFrom('federated_identity').select(['user_puid', 'by_hand']).execute();
    expect(rows).toEqual([{ user_puid: ids.ben, by_hand: 1 }]);
  });
  it('are never made by e-mail, and never to people of another district or above the administrator', async () => {
    await server.db.updateTable('app_user').set({ email: 'x-1@hill.example' }).where('user_puid', '=', ids.sue).execute();
    expect(await signIn('classroom', 'x-1')).toBeNull();
    for (const user_name of ['zoe', 'max', 'x-1@hill.example', 'nobody'])
      expectFailure(await dan.call(calls.addSamlIdentity, { ...named('classroom', 'x-1'), user_name }), 400);
  });
  it('are those of the own district alone', async () => {
    const dora = await server.signIn('dora');
    const theirs = { user_puid: ids.dora, district_id: ids.otherDistrict, kind: 'roster', subject: 'x-1' } as const;
    for (const district_id of [ids.district, ids.otherDistrict])
      for (const provider_id of [ids.district, ids.otherDistrict])
        expectFailure(await dora.call(calls.addSamlIdentity, { ...theirs, district_id, provider_id, user_name: 'zoe' }), 404);
    await dan.ok(calls.addSamlIdentity, { ...named('roster', 'x-1'), user_name: 'sue' });
    expectFailure(await dora.call(calls.removeSamlIdentity, { ...theirs, district_id: ids.district, provider_id: ids.district }), 404);
    expect(await dora.ok(calls.linkRegistrations, { user_puid: ids.dora, district_id: ids.otherDistrict })).toEqual([]);
    // A link in the other district with the same subject, which its own administrators cannot make for this registration.
    await server.db
      .insertInto('federated_identity')
      .values({
        provider: `roster ${issuer} roster 2`,
        issuer,
        subject: 'x-9',
        district_id: 2,
        user_puid: ids.zoe,
        linked_at: 1,
        by_hand: 1,
      })
      .execute();
    expect(await signIn('roster', 'x-9')).toBeNull();
  });
  it('are listed with the registration that they belong to, and by registration', async () => {
    await dan.ok(calls.addSamlIdentity, { ...named('roster', 'x-1'), user_name: 'sue' });
    await dan.ok(calls.addSamlIdentity, { ...named('classroom', 'x-1'), user_name: 'ana' });
    expect(await dan.ok(calls.linkRegistrations, mine)).toEqual([
      { kind: 'classroom', provider_id: 1, name: issuer, issuer },
      { kind: 'roster', provider_id: 1, name: issuer, issuer },
    ]);
    expect(await listed('linked')).toEqual([
      ['classroom', 'x-1', 'ana'],
      ['roster', 'x-1', 'sue'],
    ]);
    expect(await listed('linked', { registration: 'roster:1' })).toEqual([['roster', 'x-1', 'sue']]);
    expect(await listed('linked', { registration: 'lti:1' })).toEqual([]);
    expectFailure(await dan.call(calls.samlIdentities, { ...mine, registration: 'roster:1 or 1=1' }), 400);
  });
  it('are made once of ten at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        dan.call(calls.addSamlIdentity, { ...named('roster', 'x-1'), user_name: at % 2 ? 'ana' : 'ben' }),
      ),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });
  it('that were forgotten are listed again by undo for a day', async () => {
    await signIn('classroom', 'x-1');
    await dan.ok(calls.removeSamlIdentity, named('classroom', 'x-1'));
    expect(await listed('unlinked')).toEqual([]);
    expect(await dan.ok(calls.restoreSamlIdentity, named('classroom', 'x-1'))).toMatchObject({ user_puid: null });
    expect(await listed('unlinked')).toEqual([['classroom', 'x-1', '']]);
    await dan.ok(calls.removeSamlIdentity, named('classroom', 'x-1'));
    server.clock.now += days(1) + minutes(1);
    await purge(server.ports, false);
    dan = await server.signIn('dan');
    expectFailure(await dan.call(calls.restoreSamlIdentity, named('classroom', 'x-1')), 404);
  });
  it('come from a file that is checked row by row, and are taken back as a whole', async () => {
    const row = (at: number, provider: string, subject: string, person: string) => ({ row: at, provider, subject, person });
    await dan.ok(calls.addSamlIdentity, { ...named('roster', 'held'), user_name: 'tess' });
    const rows = [
      row(2, 'Roster', 'x-1', 'sue'),
      row(3, 'classroom', 'x-1', 'ana'),
      row(4, issuer, 'x-2', 'ana'),
      row(5, '', 'x-2', 'ana'),
      row(6, 'lti', 'x-2', 'ana'),
      row(7, 'roster', 'held', 'ana'),
      row(8, 'roster', 'x-3', 'zoe'),
    ];
    const checked = await dan.ok(calls.checkSamlLinks, { ...mine, rows });
    expect(checked.findings.map(({ row: at, finding }) => [at, finding])).toEqual([
      [4, 'providerUnknown'],
      [5, 'providerUnknown'],
      [6, 'providerUnknown'],
      [7, 'taken'],
      [8, 'personUnknown'],
    ]);
    const made = await dan.ok(calls.addSamlLinks, { ...mine, rows });
    expect(made).toMatchObject({ rows: [2, 3], left: 5 });
    expect(await signIn('roster', 'x-1')).toBe(ids.sue);
    expect(await signIn('classroom', 'x-1')).toBe(ids.ana);
    server.clock.now += minutes(1);
    const undo = { ...mine, at: made.at, rows: rows.filter((one) => made.rows.includes(one.row)) };
    expect(await dan.ok(calls.undoSamlLinks, undo)).toEqual({ unlinked: 2 });
    expect(await server.db.selectFrom('refresh_session').select('subject').where('subject', '=', 'x-1').execute()).toEqual([]);
    expect(await signIn('roster', 'x-1')).toBeNull();
    expect(await listed('linked')).toEqual([['roster', 'held', 'tess']]);
  });
});
