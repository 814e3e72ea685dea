import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { erasureDays } from '../../contract/privacy.ts';
import type { RosterJob } from '../../contract/rostering/job.ts';
import { purge } from '../../server/kit/purge.ts';
import { one } from '../roster/files.ts';
import { type RestRecord, restOf, rosterService } from '../roster/rosterService.ts';
import { wordsOf } from '../roster/words.ts';
import { archiveOf } from './downloads.ts';
import { ids, schoolServer } from './fixtureSchool.ts';
import { type Files, importing } from './importing.ts';
import { rosterRows } from './rosterRows.ts';
import { days, type TestClient, type TestServer } from './testServer.ts';

let server: TestServer;
let dan: TestClient;
let tess: TestClient;
const { apply, validate, bring, undo, look } = importing(() => server);
beforeEach(async () => {
  [server, dan, tess] = await schoolServer('dan', 'tess');
});

/** A file with more columns: their cells by sourced id. */
const withColumns = (file: string, columns: readonly string[], cells: Readonly<Record<string, readonly string[]>>): string => {
  const [head = '', ...rows] = String(one[file]).trimEnd().split('\n');
  const none = columns.map(() => '');
  return [
    `${head},${columns.join(',')}`,
    ...rows.map(
      (row) => `${row},${(cells[row.split(',')[0] as string] ?? none).map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}`,
    ),
    '',
  ].join('\n');
};
const files = (bus = '12 '): Files => ({
  ...one,
  'orgs.csv': withColumns('orgs.csv', ['metadata.code'], { s: ['H-1'] }),
  'classes.csv': withColumns('classes.csv', ['metadata.room'], { k1: ['<b>Lab</b>'] }),
  'users.csv': withColumns('users.csv', ['metadata.bus', 'metadata.vendor.lunch'], { p1: [bus, 'Sí'], p2: ['', ''] }),
});

const { userOf: personOf, classOf, orgOf } = rosterRows(() => server);
const seen = async (user_key: string) =>
  (await dan.ok(calls.managedUser, { user_puid: ids.dan, managed_puid: (await personOf(user_key)).user_puid })).metadata;
const found = async (job: RosterJob) => (await dan.ok(calls.rosterFindings, { job_id: job.job_id })).map(wordsOf);
const mine = [
  { name: 'bus', value: '12 ' },
  { name: 'vendor.lunch', value: 'Sí' },
];

describe('metadata of a roster', () => {
  it('are kept as given, shown to administrators alone, and taken back', async () => {
    const job = await bring(dan, files());
    expect(await found(job)).toEqual([]);
    expect(await seen('maya')).toEqual(mine);
    expect(await seen('leo')).toEqual([]);
    expect((await orgOf('s')).roster_metadata).toBe('{"code":"H-1"}');
    const { rows: schools } = await dan.ok(calls.schoolList, { user_puid: ids.dan });
    expect(schools.filter(({ metadata }) => metadata.length > 0)).toMatchObject([
      { sourced_id: 's', metadata: [{ name: 'code', value: 'H-1' }] },
    ]);
    const { group_puid } = await classOf('k1');
    expect((await dan.ok(calls.groupDetail, { group_puid })).metadata).toEqual([{ name: 'room', value: '<b>Lab</b>' }]);
    await server.db
      .insertInto('enrollment')
      .values({ district_id: 1, group_puid, user_puid: ids.tess, role: 'teacher', sourced_id: null, active: 1 })
      .execute();
    expect((await tess.ok(calls.groupDetail, { group_puid })).metadata).toEqual([]);
    expect((await validate(dan, files())).counts?.users).toMatchObject({ updated: 0, unchanged: 4 });
    const again = await bring(dan, files('13'));
    expect(again.counts?.users).toMatchObject({ updated: 1, unchanged: 3 });
    expect((await dan.ok(calls.rosterChanges, { job_id: again.job_id })).map(({ name, fields }) => [name, fields])).toEqual([
      ['Maya Núñez', { roster_metadata: ['bus = 12 ', 'bus = 13'] }],
    ]);
    expect(await undo(dan, again)).toMatchObject({ state: 'rolledBack', left_alone: 0 });
    expect(await seen('maya')).toEqual(mine);
  });

  it('stay where a file says nothing of them, and go where it says nothing anymore', async () => {
    await bring(dan, files());
    await bring(dan, one);
    expect(await seen('maya')).toEqual(mine);
    await bring(dan, files(''));
    expect(await seen('maya')).toEqual(mine.slice(1));
  });

  it('stay with a student whose list is imported', async () => {
    await bring(dan, files());
    await bring(dan, { 'list.csv': 'user_name,first_name,last_name,school_name\nmaya,Mia,Núñez,"Hill, the school"\n' });
    expect([(await personOf('maya')).first_name, await seen('maya')]).toEqual(['Mia', mine]);
  });

  it.each<[string, Record<string, unknown>, number]>([
    ['too many fields', Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, 'x'])), 50],
    ['a value that is too long', { good: 'x', long: 'x'.repeat(1_000) }, 1],
    ['a name that is too long', { good: 'x', ['n'.repeat(101)]: 'x' }, 1],
    ['too much in all', Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`f${at}`, 'x'.repeat(900)])), 8],
  ])('with %s are kept as far as they fit, which is reported', async (_, metadata, kept) => {
    const job = await bring(dan, { ...one, 'users.csv': withColumns('users.csv', ['metadata'], { p1: [JSON.stringify(metadata)] }) });
    expect(await found(job)).toEqual(['~metadataLeftOut users.csv:3 metadata']);
    expect(job).toMatchObject({ state: 'done', counts: { users: { created: 4 } } });
    expect(await seen('maya')).toHaveLength(kept);
  });
  it.each(['[1]', '"x"', 'null', '{'])('that are no object are reported, and the rest is imported: %s', async (text) => {
    const job = await bring(dan, { ...one, 'users.csv': withColumns('users.csv', ['metadata'], { p1: [text] }) });
    expect([await found(job), await seen('maya')]).toEqual([['~metadataLeftOut users.csv:3 metadata'], []]);
  });

  it('come from a service as its records have them', async () => {
    const set = restOf(one, '1.1');
    const given = { bus: '12 ', nested: { a: [1, null], '"': 'Sí\n' }, off: false, none: null, empty: '', count: 0 };
    Object.assign(set.users.find(({ sourcedId }) => sourcedId === 'p1') as RestRecord, { metadata: given });
    Object.assign(set.classes[0] as RestRecord, { metadata: { room: 'Lab' } });
    Object.assign(set.orgs[1] as RestRecord, { metadata: ['no object'] });
    const service = rosterService({ version: '1.1', set, now: () => server.clock.now });
    Object.assign(server.ports.outside, {
      send: async (url: URL, { method, headers, body }: { method: string; headers: Record<string, string>; body?: string }) =>
        service.app.fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) })),
    });
    const { connection_id } = await dan.ok(calls.addRosterConnection, {
      ...{ user_puid: ids.dan, name: 'SIS', base_url: service.origin, token_url: `${service.origin}/token`, roster_version: '1.1' },
      ...{ client_id: service.client_id, client_secret: service.client_secret, scope: '', school_ids: [], nightly_hour: null },
    });
    const { job_id } = await dan.ok(calls.importFromApi, { user_puid: ids.dan, connection_id });
    await server.settle();
    const job = await apply(dan, await look(dan, { job_id }));
    expect(job.state).toBe('done');
    expect(await found(job)).toEqual(['~metadataLeftOut orgs.csv:3 metadata']);
    expect((await personOf('maya')).roster_metadata).toBe(
      JSON.stringify({ bus: '12 ', nested: { a: [1, null], '"': 'Sí\n' }, off: false, count: 0 }),
    );
    expect(await seen('maya')).toEqual([
      { name: 'bus', value: '12 ' },
      { name: 'nested', value: '{"a":[1,null],"\\"":"Sí\\n"}' },
      { name: 'off', value: 'false' },
      { name: 'count', value: '0' },
    ]);
    expect((await classOf('k1')).roster_metadata).toBe('{"room":"Lab"}');
  });

  it('are in the archive of the person, and erased with the person', async () => {
    await bring(dan, files('Bus-12-only-here'));
    const { user_puid } = await personOf('maya');
    const archive = await archiveOf(server, dan, await dan.ok(calls.archiveUser, { user_puid: ids.dan, managed_puid: user_puid }));
    expect([...archive.values()].join('\n')).toContain('Bus-12-only-here');
    await dan.ok(calls.requestErasure, { user_puid: ids.dan, managed_puid: user_puid, user_name: 'maya' });
    server.clock.now += days(erasureDays);
    expect(await purge(server.ports)).toMatchObject({ erased: 1 });
    const left = await server.db.selectFrom('app_user').select('roster_metadata').where('roster_metadata', 'is not', null).execute();
    expect(left).toEqual([]);
  });
});
