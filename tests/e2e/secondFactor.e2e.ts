import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtServer } from '../../scripts/build.ts';
import { freePort } from '../../scripts/kit.ts';
import { type SpawnedServer, spawnServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import { codeAt } from '../contract/cases/factorWorld.ts';
import { expectAccessible } from './accessible.ts';
import { newPage } from './browser.ts';

let server: SpawnedServer;
let base: string;

// Passkeys need a host name, which the tests' other servers lack. This server also requires a second step.
beforeAll(async () => {
  const port = await freePort();
  base = `http://localhost:${port}`;
  const env = { PORT: String(port), ORRERY_ORIGIN: base, ORRERY_SECOND_FACTOR: 'all', ORRERY_SAMPLE_STUDENTS: '20' };
  server = await spawnServer(env, builtServer);
});
afterAll(() => server.stop());

async function enter(page: Page, username: string): Promise<void> {
  await page.goto(base);
  await page.getByLabel(m.login_username(), { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill('science-rocks');
  await page.getByRole('button', { name: m.login_submit(), exact: true }).click();
}
const isIn = (page: Page) => page.waitForURL(/\/authenticated\//);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const secretOn = async (page: Page) => (await page.locator('form code').textContent())?.replaceAll(' ', '') ?? '';

it('an administrator sets up an app at sign-in, then a passkey, and signs in with it; a recovery code works once', async () => {
  const page = await newPage({ expected: [/status of 400/] });
  await enter(page, 'okafor');
  await page.getByRole('heading', { name: m.login_enroll_app_title() }).waitFor();
  await expectAccessible(page);
  const uri = `otpauth://totp/x?secret=${await secretOn(page)}`;
  await page.getByLabel(m.login_enroll_app_code()).fill(codeAt(uri, Date.now()));
  await button(page, m.login_enroll_submit()).click();
  await page.getByRole('heading', { name: m.login_enroll_codes_title() }).waitFor();
  await expectAccessible(page);
  const codes = await page.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await button(page, m.login_enroll_codes_kept()).click();
  await isIn(page);

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  await page.goto(`${base}/authenticated/profileSettings/twoStep`);
  await button(page, m.account_second_add()).click();
  await page.getByRole('dialog').locator('input[name=typed]').fill('science-rocks');
  await button(page, 'Continue').click();
  await button(page, m.login_enroll_use_passkey()).click();
  await button(page, m.login_enroll_passkey()).click();
  await button(page, 'Remove Passkey').waitFor();
  await expectAccessible(page);

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await enter(page, 'okafor');
  await button(page, m.login_second_passkey()).click();
  await isIn(page);

  for (const works of [true, false]) {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await enter(page, 'okafor');
    await button(page, m.login_second_use_code()).click();
    await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
    await button(page, 'Confirm').click();
    if (works) await isIn(page);
    else await page.getByText('A recovery code works once').waitFor();
  }
});

it('nobody else is asked', async () => {
  const page = await newPage();
  await enter(page, 'rivera');
  await isIn(page);
});
