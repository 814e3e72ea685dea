import { statSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { openDatabase } from '../../server/db/open.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { makeLink } from '../../server/kit/links.ts';
import { purge, purgeLine } from '../../server/kit/purge.ts';
import { tenant } from '../../server/kit/tenant.ts';
import { ids, makeFixtureSchool } from './fixtureSchool.ts';
import { auditOf, days, minutes, testServer } from './testServer.ts';

const nothing = {
  ...{ mails: 0, unsentMails: 0, failures: 0, sessions: 0, links: 0, signOns: 0, rosterReports: 0, rosterFiles: 0 },
  ...{ exportParts: 0, exports: 0, folders: 0, pictures: 0, uses: 0 },
  ...{ answers: 0, tracks: 0, games: 0, messages: 0, signIns: 0, audit: 0, imports: 0, erased: 0, districts: 0, guests: 0 },
};

async function school() {
  const server = await testServer();
  await makeFixtureSchool(server.ports);
  return server;
}

it('removes what is over, says how much, and leaves what is in use', async () => {
  const { ports, db, clock, signIn } = await school();
  const write = (subject: string) =>
    ports.mail.send({ recipient: 'a@b.example', kind: 'notice', district_id: 1 }, () => ({ subject, text: 'x' }));
  await signIn('ana');
  await write('Old');
  // Signing in adds a row, too, and the next sign-in from the same address resets that count.
  await db.deleteFrom('failure_count').execute();
  await insertAll(db, 'failure_count', [{ key: 'login:x', failures: 3, window_start: clock.now }]);
  await makeLink(tenant(db, 1), ports, { kind: 'reset', subject: String(ids.ana), life: minutes(30) });
  await insertAll(db, 'sign_on_attempt', [
    { state_hash: 'h', provider: 'roster', nonce: 'n', verifier: 'v', expires_at: clock.now + minutes(10) },
  ]);
  expect(await purge(ports)).toEqual(nothing);
  expect(purgeLine(nothing, 0)).toBe('');

  clock.now += days(62);
  const ben = await signIn('ben');
  await write('New');
  const purged = await purge(ports);
  expect(purged).toEqual({ ...nothing, mails: 1, failures: 1, sessions: 1, links: 1, signOns: 1 });
  expect(JSON.parse(purgeLine(purged, 0))).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    event: 'purge',
    removed: { mails: 1, failures: 1, sessions: 1, links: 1, signOns: 1 },
  });
  expect(await purge(ports)).toEqual(nothing);
  expect(await db.selectFrom('mail').select('subject').execute()).toEqual([{ subject: 'New' }]);
  await ben.ok(calls.studentDashboard, { user_puid: ids.ben });
});

it('removes what is older in the audit than its district keeps it, and nothing where it is kept for good', async () => {
  const { ports, db, clock, signIn } = await school();
  await db.deleteFrom('audit').execute();
  const line = (audit_id: number, district_id: number, years: number) => ({
    ...{ audit_id, district_id, at: clock.now - years * days(365), actor_puid: ids.dan },
    ...{ action: 'user.add', subject: `user ${ids.ana}`, detail: '{}' },
  });
  await insertAll(db, 'audit', [line(1, 1, 2), line(2, 1, 1), line(3, 1, 0.5), line(4, 2, 9)]);
  const dan = await signIn('dan');
  expect(await dan.ok(calls.retention, { user_puid: ids.dan })).toContainEqual({ kind: 'audit', kept: null, is_chosen: false });
  expect(await purge(ports)).toEqual(nothing);
  await dan.ok(calls.updateRetention, { user_puid: ids.dan, kind: 'audit', kept: 1 });
  expect(await purge(ports, false)).toEqual(nothing);
  expect(await purge(ports)).toEqual({ ...nothing, audit: 1 });
  expect(await purge(ports)).toEqual(nothing);
  const left = await auditOf(db).select('action').execute();
  expect(left.map(({ action }) => action).sort()).toEqual(['district.retention', 'sign_in', 'user.add', 'user.add', 'user.add']);
  expect(await dan.ok(calls.retention, { user_puid: ids.dan })).toContainEqual({ kind: 'audit', kept: 1, is_chosen: true });
});

it('removes the files of imports that nobody goes on with', async () => {
  const server = await school();
  const tess = await server.signIn('tess');
  const bytes = Buffer.from('user_name,first_name,last_name\nx,Y,Z\n');
  const part = { file_name: 'list.csv', size: bytes.length, part_no: 1, content: bytes.toString('base64') };
  const { job_id } = await tess.ok(calls.uploadRosterPart, { job_id: null, ...part });
  await tess.ok(calls.validateFile, { job_id, options: {} });
  await server.settle();
  server.clock.now += days(6);
  expect(await purge(server.ports)).toMatchObject({ rosterFiles: 0, rosterReports: 0 });
  server.clock.now += days(2);
  expect(await purge(server.ports)).toMatchObject({ rosterFiles: 1, rosterReports: 1 });
});

it('a database file is its owner’s alone, also one that was not', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'orrery-')), 'school.sqlite');
  const made = await openDatabase(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await made.destroy();
  await chmod(file, 0o644);
  const db = await openDatabase(file);
  await db.selectFrom('role').selectAll().execute();
  const modes = [file, `${file}-wal`, `${file}-shm`].map((one) => statSync(one).mode & 0o777);
  await db.destroy();
  expect(modes).toEqual([0o600, 0o600, 0o600]);
});
