import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import type { Request, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { Call } from '../../contract/kit.ts';
import { builtServer } from '../../scripts/build.ts';
import { freePort } from '../../scripts/kit.ts';
import { type SpawnedServer, spawnServer } from '../../scripts/spawnServer.ts';
import { openDatabase } from '../../server/db/open.ts';
import { insertAll } from '../../server/db/upsert.ts';
import { readLog } from '../../server/roster/log.ts';
import { m } from '../../src/paraglide/messages.js';
import { formatNumber } from '../../src/ui/numbers.ts';
import { expectAccessible } from './accessible.ts';
import { screenshot } from './browser.ts';
import { pageOf } from './gates.ts';

const people = 10_000;
const all = formatNumber(people);
/** A part of the work, which is written as a whole. */
const part = 500;

const folder = mkdtempSync(join(tmpdir(), 'orrery-people-batch-'));
const file = join(folder, 'orrery.sqlite');
let environment: Record<string, string>;
let product: SpawnedServer;
let database: DatabaseSync;

/** Requests and responses of a call. */
const isOf =
  ({ path }: Call) =>
  (traffic: Request | Response) =>
    new URL(traffic.url()).pathname.endsWith(path);

/** Rows as they are on the disk, beside a server that runs, stands still or was killed. */
const rowsOf = (query: string) => database.prepare(query).all();
const countOf = (query: string) => Number(database.prepare(`select count(*) as count from ${query}`).get()?.count);
const closed = () => countOf(`app_user where last_name = 'Manyone' and active = 0`);
const job = () => database.prepare('select state, rows_done, rows_total from roster_job').get();
const audited = () => rowsOf(`select action from audit where subject like 'import %' order by at, audit_id`).map(({ action }) => action);
/** Everything about the accounts but how often their sessions were ended, which nothing takes back. */
const usersNow = () => rowsOf('select * from app_user order by district_id, user_puid').map(({ token_version: _, ...row }) => row);
/** How often the sessions of the people were ended, by number of people. */
const endings = () =>
  rowsOf(`select token_version, count(*) as count from app_user where last_name = 'Manyone' group by token_version`).map(
    ({ token_version, count }) => [Number(token_version), Number(count)],
  );

beforeAll(async () => {
  // The page stays open over the restart, so the server comes back at the same address.
  environment = { PORT: String(await freePort()), ORRERY_DATA: folder };
  await (await spawnServer(environment, builtServer)).stop();
  const db = await openDatabase(file);
  const model = await db.selectFrom('app_user').selectAll().where('user_key', '=', 'maya').executeTakeFirstOrThrow();
  await insertAll(
    db,
    'app_user',
    Array.from({ length: people }, (_, index) => ({
      ...{ ...model, user_puid: 5_000_000 + index, user_name: `many${index}`, user_key: `many${index}`, last_name: 'Manyone' },
      ...{ email: null, sourced_id: null, student_number: null },
    })),
  );
  await db.destroy();
  product = await spawnServer(environment, builtServer);
  database = new DatabaseSync(file, { timeout: 5_000 });
});
afterAll(async () => {
  database?.close();
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('closes 10,000 accounts although the server is killed over them, each once, and opens them again', async () => {
  // A part of the page may be on its way when the server is killed.
  const expected = [/ERR_(CONNECTION_|CONTENT_LENGTH|EMPTY_RESPONSE|SOCKET_)/, /Failed to fetch dynamically imported module/];
  const page = await pageOf('lindqvist', { server: product.url, expected });
  await page.goto('/authenticated/admin/manageUsers/search?filter=manyone');
  await page.getByRole('button', { name: m.people_batch_all() }).click();
  const dialog = page.getByRole('dialog', { name: m.people_batch_title_all({ count: people, number: all }) });
  await dialog.getByRole('radio', { name: m.people_batch_close() }).check();
  await dialog.getByRole('button', { name: m.people_batch_go() }).click();
  await page.waitForURL(/userBatch\?job=\d+$/);
  await page.getByLabel(m.rostering_brake_field({ words: `${people}` })).fill(`${people}`);
  // Signing in has noted the administrator's language by now.
  const [before, [[version] = []]] = [usersNow(), endings()];
  expect(job()).toEqual({ state: 'validated', rows_done: 0, rows_total: people });
  expect([closed(), endings()]).toEqual([0, [[version, people]]]);

  // The server stands still in the middle until the page asks how far it is. Over its answer it is killed.
  const isProgress = isOf(calls.rosterJob);
  const asking = new Set<Request>();
  page.on('request', (request) => isProgress(request) && asking.add(request));
  page.on('requestfinished', (request) => asking.delete(request));
  const confirmed = page.waitForResponse(isOf(calls.importStudents));
  await page.getByRole('button', { name: m.people_batch_confirm() }).click();
  await confirmed;
  await expect.poll(() => job()?.rows_done).toBeGreaterThan(0);
  process.kill(product.pid, 'SIGSTOP');
  await expect.poll(() => asking.size).toBe(1);
  const answered = page.waitForResponse(isProgress).then(() => process.kill(product.pid, 'SIGKILL'));
  process.kill(product.pid, 'SIGCONT');
  await answered;
  await product.stop();
  const left = job();
  const done = Number(left?.rows_done);
  expect(left).toEqual({ state: 'applying', rows_done: done, rows_total: people });
  expect([done % part, done > 0, done < people, closed()]).toEqual([0, true, true, done]);
  expect([audited(), endings()]).toEqual([
    ['user.batch', 'roster.import'],
    [
      [version, people - done],
      [Number(version) + 1, done],
    ],
  ]);

  // The page still says how far it was, and that it cannot see the rest.
  const progress = page.getByRole('progressbar', { name: m.people_batch_applying() });
  await page.getByText(m.rostering_unseen()).waitFor();
  const seen = Number(await progress.getAttribute('aria-valuenow'));
  expect([seen > 0, seen <= done, await progress.getAttribute('aria-valuetext')]).toEqual([
    true,
    true,
    m.rostering_row_of({ done: formatNumber(seen), all }),
  ]);
  await screenshot(page, 'people-batch-without-server');
  await expectAccessible(page);

  product = await spawnServer(environment, builtServer);
  await page.getByText(m.people_batch_done(), { exact: true }).waitFor();
  expect([job(), closed()]).toEqual([{ state: 'done', rows_done: people, rows_total: people }, people]);
  expect([audited(), endings()]).toEqual([['user.batch', 'roster.import', 'roster.done'], [[Number(version) + 1, people]]]);
  const written = rowsOf('select entries from roster_batch').flatMap(({ entries }) =>
    readLog(String(entries)).flatMap(([, rows]) => rows.map(([[user_puid]]) => user_puid)),
  );
  expect([written.length, new Set(written).size]).toEqual([people, people]);

  await page.getByRole('button', { name: m.people_batch_undo() }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: m.people_batch_undo() }).click();
  await page.getByText(m.people_batch_restored()).first().waitFor();
  expect(audited()).toEqual(['user.batch', 'roster.import', 'roster.done', 'roster.undo', 'roster.undone']);
  // Compared all at once, the rows would not say which of them differ.
  const after = usersNow();
  expect(after.filter((row, index) => !isDeepStrictEqual(row, before[index]))).toEqual([]);
  expect(after.length).toBe(before.length);
});
