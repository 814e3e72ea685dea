import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { exportTables } from '../../contract/exportJob.ts';
import { calls } from '../../contract/index.ts';
import { integrationCauses, integrationKinds, integrationStates, type TechnicalReport } from '../../contract/technicalStatus.ts';
import product from '../../package.json' with { type: 'json' };
import { migrations } from '../../server/db/migrations/index.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { NewRow } from '../../server/db/schema.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { noteUse } from '../../server/kit/integrationUse.ts';
import { purge } from '../../server/kit/purge.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { mailDelivery, NotSent } from '../../server/mail/delivery.ts';
import { mailQueue } from '../../server/mail/mailQueue.ts';
import { seedSignOns } from '../../server/sso/signOnProviders.ts';
import { rowsOf } from './databases.ts';
import { ids, makeFixtureSchool, schoolServer } from './fixtureSchool.ts';
import { importing } from './importing.ts';
import { integrationOf } from './integrationOf.ts';
import { keyPair } from './samlProvider.ts';
import { days, expectFailure, minutes, type TestClient, type TestServer, testServer } from './testServer.ts';

let server: TestServer;
let dan: TestClient;
beforeEach(async () => {
  [server, dan] = await schoolServer('dan');
});

const connection = (further: Partial<NewRow<'roster_connection'>> = {}): NewRow<'roster_connection'> => ({
  ...{ district_id: 1, connection_id: 1, version: 1, name: 'Records', base_url: 'https://sis.hill.example/api', client_id: 'orrery' },
  ...{ token_url: 'https://login.hill.example/token', roster_version: '1.1', sealed_secret: 'sealed', scope: '', school_ids: '[]' },
  ...{ nightly_hour: null, arranged_by: ids.dan, next_at: null, synced_at: null, full_at: null, ...further },
});
const platform = (further: Partial<NewRow<'lti_platform'>> = {}): NewRow<'lti_platform'> => ({
  ...{ district_id: 1, platform_id: 1, name: 'Campus', issuer: 'https://campus.hill.example', client_id: 'tool', deployment_ids: '[]' },
  ...{ authorization_endpoint: 'https://campus.hill.example/auth', token_endpoint: '', jwks_uri: 'https://campus.hill.example/keys' },
  ...{ subject_is_sourced_id: 0, active: 1, launches: 0, launched_at: null, version: 1, created_at: 1, removed_at: null, ...further },
});
const samlProvider = (further: Partial<NewRow<'saml_provider'>> = {}): NewRow<'saml_provider'> => ({
  ...{ district_id: 1, provider_id: 1, version: 1, name: 'Identity', entity_id: 'urn:hill', certificates: '[]' },
  ...{ sign_on_address: 'https://idp.hill.example/sso', sign_out_address: '', name_id_format: 'persistent', subject_attribute: '' },
  ...{ user_name_attribute: '', subject_is_sourced_id: 0, active: 1, created_at: 1, removed_at: null, ...further },
});

describe('the technician’s page', () => {
  it('is for administrators of districts, of their own, and for the provider’s of the one that they choose', async () => {
    await insertAll(server.db, 'roster_connection', [
      connection(),
      connection({ district_id: 2, connection_id: 2, name: 'Coast records' }),
    ]);
    const names = async (who: TestClient, district_id?: number) =>
      (await who.ok(calls.technicalStatus, district_id === undefined ? {} : { district_id })).integrations
        .map(({ name }) => name)
        .filter(Boolean);
    expect(await names(dan)).toEqual(['Records']);
    expect(await names(dan, 1)).toEqual(['Records']);
    const dora = await server.signIn('dora');
    expect(await names(dora)).toEqual(['Coast records']);
    for (const call of [calls.technicalStatus, calls.technicalReport]) {
      expectFailure(await dan.call(call, { district_id: 2 }), 404);
      expectFailure(await dora.call(call, { district_id: 1 }), 404);
      for (const name of ['sue', 'tess', 'ana']) expectFailure(await (await server.signIn(name)).call(call, {}), 403);
    }
    const max = await server.signIn('max');
    expect(await names(max, 1)).toEqual(['Records']);
    expect(await names(max, 2)).toEqual(['Coast records']);
    expectFailure(await max.call(calls.technicalStatus, { district_id: 3 }), 404);
    const { districts, district_id } = await max.ok(calls.technicalStatus, { district_id: 2 });
    expect(districts.map((one) => one.district_id)).toContain(1);
    expect(district_id).toBe(2);
    expect((await dan.ok(calls.technicalStatus, {})).districts).toEqual([]);
  });

  it('begins with what is most urgent', async () => {
    await insertAll(server.db, 'roster_connection', [
      connection(),
      connection({ connection_id: 2, name: 'Late', next_at: server.clock.now - days(1) }),
      connection({ connection_id: 3, name: 'Fine' }),
      connection({ connection_id: 4, name: 'Broken' }),
    ]);
    await insertAll(server.db, 'lti_platform', [platform({ active: 0 })]);
    const db = tenant(server.ports.db, 1);
    await noteUse(server.ports, db, { kind: 'rosterService', ref: 3 }, null);
    await noteUse(server.ports, db, { kind: 'rosterService', ref: 4 }, 'apiDown');
    const { integrations } = await dan.ok(calls.technicalStatus, {});
    expect(integrations.map(({ state, name }) => [state, name])).toEqual([
      ['failed', 'Broken'],
      ['warning', 'Late'],
      ['unused', 'Records'],
      ['works', 'Fine'],
      ['off', 'Campus'],
      ['off', ''],
    ]);
  });

  it('counts failures of many at once, by the hour, for seven days, and forgets them after ninety', async () => {
    await insertAll(server.db, 'roster_connection', [connection()]);
    const db = tenant(server.ports.db, 1);
    const fail = () => noteUse(server.ports, db, { kind: 'rosterService', ref: 1 }, 'apiDown');
    await Promise.all(Array.from({ length: 20 }, fail));
    expect(await server.db.selectFrom('integration_use').select('events').execute()).toEqual([{ events: 20 }]);
    server.clock.now += days(3);
    await fail();
    dan = await server.signIn('dan');
    expect(await integrationOf(dan, 'rosterService')).toMatchObject({ failures: 21 });
    server.clock.now += days(5);
    dan = await server.signIn('dan');
    expect(await integrationOf(dan, 'rosterService')).toMatchObject({ state: 'failed', cause: 'apiDown', failures: 1 });
    expect((await purge(server.ports, false)).uses).toBe(0);
    server.clock.now += days(90);
    expect((await purge(server.ports, false)).uses).toBe(2);
  });

  it('says how e-mails get on: kept, sent, refused for good, and no mail server for a while', async () => {
    expect(await integrationOf(dan, 'mail')).toMatchObject({ state: 'off', cause: 'notSetUp' });
    const mail = mailQueue(server.ports, { isDelivered: true, showsLinks: false, log: () => {}, queued: () => {} });
    Object.assign(server.ports.mail, { isDelivered: true });
    expect(await integrationOf(dan, 'mail')).toMatchObject({ state: 'unused', cause: null });
    const outcomes: (NotSent | null)[] = [];
    const { sendDue } = mailDelivery(server.ports, {
      send: async () => {
        const outcome = outcomes.shift();
        if (outcome) throw outcome;
      },
      log: () => {},
    });
    const write = (outcome: NotSent | null) => {
      outcomes.push(outcome);
      return mail
        .send({ recipient: 'tess@hill.example', kind: 'notice', district_id: 1 }, () => ({ subject: 'Hello', text: 'x' }))
        .then(sendDue);
    };
    await write(null);
    expect(await integrationOf(dan, 'mail')).toMatchObject({
      state: 'works',
      failures: 0,
      worked_at: new Date(server.clock.now).toISOString(),
    });
    server.clock.now += 1000;
    await write(new NotSent('refused', '550', 'no tess@hill.example here'));
    expect(await integrationOf(dan, 'mail')).toMatchObject({ state: 'warning', cause: 'givenUp', failures: 1 });
    server.clock.now += 1000;
    const down = new NotSent('unreachable', 'ECONNREFUSED', 'nobody');
    await write(down);
    for (const [state, cause] of [
      ['warning', 'waiting'],
      ['failed', 'unreachable'],
    ]) {
      server.clock.now += minutes(8);
      outcomes.push(down);
      await sendDue();
      dan = await server.signIn('dan');
      expect(await integrationOf(dan, 'mail')).toMatchObject({ state, cause });
    }
    server.clock.now += days(1) / 2;
    await sendDue();
    dan = await server.signIn('dan');
    expect(await integrationOf(dan, 'mail')).toMatchObject({ state: 'works', cause: 'givenUp' });
  });

  it('says how exports and imports from files get on', async () => {
    await dan.ok(calls.startExport, { tables: [...exportTables], with_names: true });
    await server.settle();
    expect(await integrationOf(dan, 'exports')).toMatchObject({ state: 'works', failures: 0 });
    server.clock.now += 1000;
    await dan.ok(calls.startExport, { tables: [...exportTables], with_names: true });
    await server.db.updateTable('export_job').set({ tables: '!' }).where('state', '=', 'queued').execute();
    await server.settle();
    expect(await integrationOf(dan, 'exports')).toMatchObject({ state: 'failed', cause: 'stopped', failures: 1 });
    await importing(() => server).validate(dan, { 'manifest.csv': 'propertyName,value\nmanifest.version,1.0\noneroster.version,1.1\n' });
    expect(await integrationOf(dan, 'rosterFiles')).toMatchObject({ state: 'failed', cause: 'findings', failures: 1 });
    await insertAll(server.db, 'roster_connection', [connection()]);
    await server.db.updateTable('roster_job').set({ connection_id: 1 }).execute();
    const kinds = (await dan.ok(calls.technicalStatus, {})).integrations.map(({ kind }) => kind);
    expect(kinds, 'an import from a service').not.toContain('rosterFiles');
  });
});

/** Every text in a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, one]) => [...(Array.isArray(value) ? [] : [key]), ...textsIn(one)])
      : [];

describe('the report', () => {
  const hosts = ['idp.hill.example', 'campus.hill.example', 'sis.hill.example', 'login.hill.example', 'id.hill.example'];
  const words = new Set<string>([
    ...integrationKinds,
    ...integrationStates,
    ...Object.values(integrationCauses).flat(),
    ...['provider', 'own', 'later', 'valid', 'ending', 'over'],
    ...['product', 'version', 'migration', 'at', 'district_id', 'states', 'integrations', 'number', 'kind', 'hosts', 'is_on', 'state'],
    ...['worked_at', 'failed_at', 'cause', 'failures', 'causes', 'count', 'certificates', 'of', 'until'],
    ...['Orrery', product.version, Object.keys(migrations).at(-1) ?? '', ...hosts],
  ]);
  const isAllowed = (text: string) => words.has(text) || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text);

  /** Names, addresses, ids of people and secrets in every column of every log and setting that an integration has. */
  async function seedSecrets() {
    const { clock, db, ports } = server;
    const { cert } = await keyPair(clock.now - days(1), clock.now + days(10));
    const person = 'Quentin Quisling quisling@hill.example s-quisling';
    const at = (host: string, path = 'x') => `https://quisling:hush@${host}.hill.example:8443/${path}?token=hush-token#quisling`;
    ports.singleSignOn.roster = {
      ...{ issuer: at('id'), client_id: 'client-quisling', client_secret: 'hush', district_id: 1, scope: 'openid' },
      subject_is_sourced_id: false,
    };
    await seedSignOns(ports);
    await db
      .updateTable('district')
      .set({ name: `District of ${person}` })
      .where('district_id', '=', 1)
      .execute();
    await insertAll(db, 'saml_provider', [
      samlProvider({ name: person, entity_id: at('idp'), sign_on_address: at('idp'), certificates: JSON.stringify([cert]) }),
    ]);
    await insertAll(db, 'saml_key', [{ district_id: 1, sealed_key: 'hush-sealed-key', certificate: cert, created_at: 1 }]);
    await insertAll(db, 'saml_subject', [
      {
        ...{
          district_id: 1,
          provider_id: 1,
          subject: 's-quisling',
          name_id: 'n-quisling',
          name_id_format: 'f',
          session_index: 'hush-index',
        },
        ...{ user_name: person, user_puid: null, last_at: clock.now },
      },
    ]);
    const line = {
      district_id: 1,
      provider_id: 1,
      at: clock.now - 5,
      detail: person,
      tested_by: ids.dan,
      received: JSON.stringify({ person }),
    };
    await insertAll(db, 'saml_sign_in', [
      { ...line, sign_in_id: 1, outcome: 'refused', cause: 'noAccount' },
      { ...line, sign_in_id: 2, outcome: 'refused', cause: person },
      { ...line, sign_in_id: 3, outcome: 'signedIn', cause: null },
    ]);
    await insertAll(db, 'lti_platform', [
      platform({
        name: person,
        issuer: at('campus'),
        client_id: 'client-quisling',
        token_endpoint: at('campus', 'hush'),
        jwks_uri: at('campus'),
      }),
    ]);
    await insertAll(
      db,
      'lti_refusal',
      ['account', 'scoreRefused', 'rosterUnavailable', person].map((cause, index) => ({
        ...{ district_id: 1, refusal_id: index + 1, platform_id: 1, at: clock.now, cause, detail: person },
      })),
    );
    await insertAll(db, 'roster_connection', [
      connection({ name: person, base_url: at('sis'), token_url: at('login'), client_id: 'client-quisling', sealed_secret: 'hush-sealed' }),
    ]);
    await insertAll(db, 'integration_use', [
      ...['apiDown', person, ''].map((cause) => ({
        ...{ district_id: 1, kind: 'rosterService' as const, ref: '1', cause, hour: clock.now, events: 1, last_at: clock.now },
      })),
      { district_id: 1, kind: 'openId', ref: 'roster', cause: 'client', hour: clock.now, events: 2, last_at: clock.now },
      { district_id: 1, kind: 'openId', ref: person, cause: 'client', hour: clock.now, events: 2, last_at: clock.now },
    ]);
    await ports.mail.send({ recipient: 'quisling@hill.example', kind: 'notice', district_id: 1 }, () => ({
      subject: person,
      text: person,
    }));
    await db.updateTable('mail').set({ state: 'failed', problem: person, sealed: 'hush-mail' }).execute();
    await db
      .updateTable('app_user')
      .set({ first_name: 'Quentin', last_name: 'Quisling', email: 'quisling@hill.example' })
      .where('user_puid', '=', ids.ana)
      .execute();
    await dan.ok(calls.startExport, { tables: [...exportTables], with_names: true });
    await server.settle();
  }

  it('has only codes, counts, times and names of servers, whatever stands in the logs and settings', async () => {
    await seedSecrets();
    const answer = await dan.call(calls.technicalReport, {});
    const report = answer.data as TechnicalReport;
    expect(report).toMatchObject({
      product: 'Orrery',
      version: product.version,
      migration: Object.keys(migrations).at(-1),
      district_id: 1,
    });
    expect(report.integrations.map(({ kind }) => kind).toSorted()).toEqual(
      ['exports', 'lti', 'ltiRoster', 'ltiScores', 'mail', 'openId', 'rosterService', 'saml'].toSorted(),
    );
    expect([...new Set(report.integrations.flatMap((one) => one.hosts))].toSorted()).toEqual(hosts.toSorted());
    expect(textsIn(report).filter((text) => !isAllowed(text))).toEqual([]);
    const counted = Object.values(report.states).reduce((sum, count) => sum + count, 0);
    expect(counted).toBe(report.integrations.length);

    // Nothing that any table holds, files and settings included, unless it is such a word itself.
    const kept = (await rowsOf(server.db)).flatMap(({ rows }) =>
      rows.flatMap((row) => Object.values(row).filter((one) => typeof one === 'string')),
    );
    const secrets = [...new Set(kept as string[])].filter(
      (text) => text.length > 3 && ![...words].some((word) => word.includes(text)) && !/^[\d.:-]+$/.test(text),
    );
    expect(secrets.length).toBeGreaterThan(150);
    const whole = JSON.stringify(report);
    expect(secrets.filter((text) => whole.includes(text))).toEqual([]);
    for (const secret of ['quisling', 'Quentin', 'hush', '8443', 'client-', 'token', '@', '/']) expect(whole).not.toContain(secret);
  });

  it('says the same as the page', async () => {
    await seedSecrets();
    const page = await dan.ok(calls.technicalStatus, {});
    const report = await dan.ok(calls.technicalReport, {});
    expect(report.integrations).toEqual(page.integrations.map(({ ref, name, ...rest }, index) => ({ number: index + 1, ...rest })));
  });
});

describe('with the largest logs', () => {
  /** The statements of a call, in a new database, so that each is prepared once. */
  async function statementsFor(rows: number) {
    const db = await openDatabase(':memory:');
    const big = await testServer({ db });
    onTestFinished(() => void db.destroy().catch(() => {}));
    await makeFixtureSchool(big.ports);
    const { now } = big.clock;
    const at = (index: number) => now - index * 60_000;
    await insertAll(db, 'saml_provider', [samlProvider(), samlProvider({ provider_id: 2, name: 'Second' })]);
    const every = <T>(make: (index: number) => T) => Array.from({ length: rows }, (_, index) => make(index));
    await insertAll(
      db,
      'saml_sign_in',
      every((index) => ({
        ...{
          district_id: 1,
          sign_in_id: index + 1,
          provider_id: 1 + (index % 2),
          at: at(index),
          detail: '',
          tested_by: null,
          received: null,
        },
        ...(index % 3 === 0 ? ({ outcome: 'refused', cause: 'signature' } as const) : ({ outcome: 'signedIn', cause: null } as const)),
      })),
    );
    await insertAll(db, 'roster_connection', [connection(), connection({ connection_id: 2 })]);
    await insertAll(db, 'lti_platform', [platform(), platform({ platform_id: 2 })]);
    await insertAll(
      db,
      'integration_use',
      every((index) => ({
        ...{ district_id: 1, kind: 'rosterService' as const, ref: String(1 + (index % 2)), cause: 'apiDown', hour: at(index) },
        ...{ events: 1, last_at: at(index) },
      })),
    );
    await insertAll(
      db,
      'mail',
      every((index) => ({
        ...{ mail_id: index + 1, at: at(index), recipient: 'a@b.example', subject: 'x', text: 'x', kind: 'notice' as const },
        ...{ state: 'sent' as const, sent_at: at(index), attempts: 1 },
      })),
    );
    const administrator = await big.signIn('dan');
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    const { integrations } = await administrator.ok(calls.technicalStatus, {});
    const statements = prepare.mock.calls.map(([text]) => text);
    const [file] = prepare.mock.contexts as DatabaseSync[];
    prepare.mockRestore();
    const plans = statements
      .filter((text) => text.startsWith('select'))
      .flatMap((text) => file?.prepare(`explain query plan ${text}`).all() ?? [])
      .map(({ detail }) => String(detail));
    return { statements, integrations, plans };
  }

  it.skipIf(process.env.DATABASE_URL)('asks as few statements as with the smallest, and looks through none', async () => {
    const few = await statementsFor(1);
    const many = await statementsFor(10_000);
    expect(many.statements).toEqual(few.statements);
    expect(many.statements.length).toBeLessThan(25);
    expect(many.integrations.find(({ kind }) => kind === 'saml')?.failures).toBeGreaterThan(1000);
    const logs = many.plans.filter((plan) => /\b(saml_sign_in|l|roster_job|j|mail|integration_use)\b/.test(plan));
    expect(logs.length).toBeGreaterThan(6);
    expect(logs.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
  });
});
