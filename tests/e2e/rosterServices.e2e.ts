import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtServer } from '../../scripts/build.ts';
import { freePort } from '../../scripts/kit.ts';
import { type SpawnedServer, spawnServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import { stopServer } from '../kit/localServer.ts';
import { one } from '../roster/files.ts';
import { type RosterService, restOf, rosterService } from '../roster/rosterService.ts';
import { type SyncService, syncService } from '../roster/syncService.ts';
import { startOpenIdProvider } from '../server/openIdProvider.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot } from './browser.ts';
import { pageOf } from './gates.ts';

const closing: (() => unknown)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'orrery-roster-services-'));
let product: SpawnedServer;
let environment: Record<string, string>;
let oneRoster: RosterService;
let oneRosterUrl: string;
let sync: SyncService;
let syncUrl: string;

async function listen(app: Hono): Promise<string> {
  const port = await freePort();
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  await new Promise((ready) => server.once('listening', ready));
  closing.push(() => stopServer(server as Parameters<typeof stopServer>[0]));
  return `http://127.0.0.1:${port}`;
}

/** The district's own accounts and classes, as if they had been made by hand: no roster takes them away. */
function forgetRoster(): void {
  const database = new DatabaseSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.sqlite')) as string), {
    timeout: 5_000,
  });
  for (const table of ['app_user', 'class_group', 'enrollment', 'school', 'roster_org', 'roster_session'])
    database.exec(table.startsWith('roster_') ? `delete from ${table}` : `update ${table} set sourced_id = null`);
  database.close();
}

/** Usernames that the sample school has already. */
const others = (text: string) => text.replace(/\b(rivera|maya|leo|okafor),/gi, (name) => `sis-${name}`);

beforeAll(async () => {
  // The product runs in the real time.
  oneRoster = rosterService({
    version: '1.1',
    set: restOf({ ...one, 'users.csv': others(one['users.csv'] as string) }, '1.1'),
    now: Date.now,
  });
  oneRoster.state.hasLinks = false;
  oneRosterUrl = await listen(oneRoster.app);
  sync = syncService({ now: Date.now });
  syncUrl = await listen(sync.app);
  const port = await freePort();
  const client = { client_id: 'orrery-roster', client_secret: 'a secret of the test' };
  const identity = await startOpenIdProvider([{ ...client, redirect_uris: [`http://127.0.0.1:${port}/api/lms/ssoLogin/callback/roster`] }]);
  closing.push(identity.stop);
  const roster = { ...client, issuer: identity.issuer, district_id: 1001, subject_is_sourced_id: true };
  environment = {
    PORT: String(port),
    ORRERY_DATA: folder,
    ORRERY_PRIVATE_HOSTS: '127.0.0.1',
    ORRERY_SINGLE_SIGN_ON: JSON.stringify({ roster }),
  };
  product = await spawnServer(environment, builtServer);
  forgetRoster();
  closing.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => product.stop(),
  );
});
afterAll(async () => {
  for (const stop of closing.reverse()) await stop();
});

async function openAs(username: string, path: string, options: Parameters<typeof newPage>[0] = {}): Promise<Page> {
  const page = await pageOf(username, { ...options, server: product.url });
  await page.goto(`/authenticated/${path}`);
  return page;
}
const choose = async (page: Page, row: RegExp, item: string) => {
  await page.getByRole('row', { name: row }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};
async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: m.rostering_confirm() }).click();
  await page.getByText('Imported', { exact: true }).waitFor();
}

it('imports a roster from a OneRoster service although the server is killed, shows it, and takes it back', async () => {
  const page = await openAs('lindqvist', 'admin/manageUsers/oneRosterImportApi');
  await page.getByRole('button', { name: m.records_add() }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(m.connections_name(), { exact: true }).fill('Student records');
  await dialog.getByLabel(m.connections_base()).fill(oneRosterUrl);
  await dialog.getByLabel(m.connections_token()).fill(`${oneRosterUrl}/token`);
  await dialog.getByLabel(m.connections_client(), { exact: true }).fill(oneRoster.client_id);
  await dialog.getByRole('textbox', { name: m.connections_secret() }).fill('wrong');
  await screenshot(page, 'one-roster-connection-form');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: m.records_save(), exact: true }).click();
  const row = /^Student records/;
  await page.getByRole('row', { name: row }).waitFor();
  await choose(page, row, m.connections_test());
  await page.getByText(m.roster_why_apiSignIn()).waitFor();
  await choose(page, row, m.records_edit());
  await dialog.getByRole('textbox', { name: m.connections_secret() }).fill(oneRoster.client_secret);
  await dialog.getByRole('button', { name: m.records_save(), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await choose(page, row, m.connections_test());
  await page.getByText(/Hill, the school \(s\)/).waitFor();
  await screenshot(page, 'one-roster-connection-tested');

  // The service keeps the server waiting for its users, until it is killed over them.
  const reading = new Promise<void>((resolve) => {
    oneRoster.state.fault = ({ collection }) => {
      if (collection !== 'users') return undefined;
      oneRoster.state.fault = undefined;
      resolve();
      return new Promise(() => {});
    };
  });
  await choose(page, row, m.connections_import_full());
  await page.waitForURL(/oneRosterImport\?job=/);
  await page.getByText(m.rostering_checking()).waitFor();
  const run = page.url();
  await reading;
  // Whoever leaves finds the import again.
  await page.goto('about:blank');
  process.kill(product.pid, 'SIGKILL');
  await product.stop();
  product = await spawnServer(environment, builtServer);
  await page.goto(run);
  await page.getByRole('rowheader', { name: /Núñez/ }).first().waitFor();
  await screenshot(page, 'one-roster-compared');
  await expectAccessible(page);
  // One person of it becomes an administrator.
  await page.getByLabel(m.rostering_brake_field({ words: '1' })).fill('1');
  await confirm(page);
  await screenshot(page, 'one-roster-imported');

  await page.goto(`${product.url}/authenticated/admin/manageUsers/oneRosterImportStatus`);
  await page.getByRole('row', { name: /Student records.*Imported/ }).waitFor();
  await page.getByRole('link', { name: 'Student records' }).click();
  await page.waitForURL(run);
  await page.getByRole('button', { name: m.rostering_undo_import() }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: m.rostering_undo_import() }).click();
  await page.getByText(m.rostering_over_rolledBack_text()).first().waitFor();
});

it('syncs with the school-roster service, whose people then sign in there, and takes it back', async () => {
  const page = await openAs('lindqvist', 'admin/manageUsers/rosterSync');
  await page.getByText(m.rosterSync_none()).waitFor();
  await screenshot(page, 'roster-sync-none');
  await expectAccessible(page);
  await page.getByRole('button', { name: m.rosterSync_set_up() }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(m.connections_base()).fill(syncUrl);
  await dialog.getByRole('textbox', { name: m.rosterSync_token() }).fill('district-token');
  await screenshot(page, 'roster-sync-form');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: m.records_save(), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = /^http:/;
  await choose(page, row, m.connections_test());
  await page.getByText(/Lake School \(s2\)/).waitFor();
  await screenshot(page, 'roster-sync-tested');
  await expectAccessible(page);
  await choose(page, row, m.rosterSync_run());
  await page.waitForURL(/rosterSyncRun\?job=/);
  await page.getByRole('rowheader', { name: /Núñez/ }).first().waitFor();
  await screenshot(page, 'roster-sync-compared');
  await expectAccessible(page);
  await confirm(page);
  const run = page.url();
  await page.getByRole('link', { name: m.rosterSync_title() }).first().waitFor();

  // Whoever looks at the status at the same time sees it, in the other language and on a phone.
  const other = await openAs('okafor', 'admin/manageUsers/rosterSyncStatus', { viewport: 'phone', theme: 'dark', locale: 'es-MX' });
  await other
    .getByRole('row')
    .filter({ hasText: m.rostering_state_done({}, { locale: 'es' }) })
    .waitFor();
  await screenshot(other, 'roster-sync-status-phone');
  await expectAccessible(other);

  const student = await newPage({ expected: [/127\.0\.0\.1.*style|Refused to|favicon|content security policy|ERR_NAME_NOT_RESOLVED/i] });
  await student.goto(`${product.url}/account/singleSignOn`);
  await student.getByRole('button', { name: m.login_sso_roster() }).click();
  await student.locator('input[name=login]').fill('p1');
  await student.locator('input[name=password]').fill('anything');
  await student.locator('button[type=submit]').click();
  await student.locator('button[type=submit]').click();
  await student.waitForURL('**/authenticated/**');
  await student.getByRole('button', { name: /Maya Núñez/ }).waitFor();

  // The service loses most people: nothing happens before somebody has typed the number.
  sync.state.set.users = sync.state.set.users.filter(({ id }) => id === 'p1' || id === 'u1');
  await page.goto(`${product.url}/authenticated/admin/manageUsers/rosterSync`);
  await choose(page, row, m.rosterSync_run());
  await page.getByText(m.rostering_losses_much()).waitFor();
  await screenshot(page, 'roster-sync-brake');
  await page.goto(`${product.url}/authenticated/admin/manageUsers/rosterSyncStatus`);
  await page.getByRole('row').filter({ hasText: m.rostering_state_validated() }).waitFor();
  await screenshot(page, 'roster-sync-status');
  await expectAccessible(page);
  expect(await page.getByRole('row').count()).toBe(3);

  await page.goto(run);
  await page.getByRole('button', { name: m.rostering_undo_import() }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: m.rostering_undo_import() }).click();
  // The account that somebody has used since then stays, with its school.
  await page.getByText(m.rostering_left_alone({ count: 2 })).waitFor();
});
