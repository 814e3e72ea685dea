import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtServer } from '../../scripts/build.ts';
import { freePort } from '../../scripts/kit.ts';
import { type SpawnedServer, spawnServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import { listenHere, stopServer } from '../kit/localServer.ts';
import { startOpenIdProvider } from '../server/openIdProvider.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot } from './browser.ts';
import { pageOf } from './gates.ts';

const closing: (() => unknown)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'orrery-single-sign-on-'));
let product: SpawnedServer;
let platformUrl: string;
let issuer: string;
const secret = 'a secret of the test';

/** A learning platform that launches for one subject: key set, authentication, and a page with the link. */
async function startPlatform(toolUrl: string, subject: string): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`;
  let issuer = '';
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer);
    const page = (html: string) => response.setHeader('content-type', 'text/html').end(html);
    if (pathname === '/jwks') return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
    if (pathname === '/auth') {
      const token = await new SignJWT({
        nonce: searchParams.get('nonce'),
        [claim('message_type')]: 'LtiResourceLinkRequest',
        [claim('version')]: '1.3.0',
        [claim('deployment_id')]: 'deployment-1',
        [claim('roles')]: [],
        [claim('resource_link')]: { id: 'link-1' },
        [claim('target_link_uri')]: toolUrl,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience('orrery-tool')
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey);
      return void page(
        `<form method="post" action="${searchParams.get('redirect_uri')}"><input name="state" value="${searchParams.get('state')}"><input name="id_token" value="${token}"><button>Launch</button></form>`,
      );
    }
    const initiation = new URLSearchParams({ iss: issuer, login_hint: 'u1', target_link_uri: toolUrl, client_id: 'orrery-tool' });
    page(`<a href="${toolUrl}/api/lms/ssoLogin/lti/login?${initiation}">Science</a>`);
  });
  issuer = `http://127.0.0.1:${await listenHere(server)}`;
  closing.push(() => stopServer(server));
  return issuer;
}

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  platformUrl = await startPlatform(url, 'staff-rivera');
  const back = (name: string) => `${url}/api/lms/ssoLogin/callback/${name}`;
  const identity = await startOpenIdProvider([
    { client_id: 'orrery-roster', client_secret: secret, redirect_uris: [back('roster')] },
    { client_id: 'orrery-classroom', client_secret: secret, redirect_uris: [back('classroom/1001')] },
  ]);
  issuer = identity.issuer;
  closing.push(identity.stop);
  const common = { district_id: 1001, subject_is_sourced_id: true };
  product = await spawnServer(
    {
      PORT: String(port),
      ORRERY_DATA: folder,
      ORRERY_PRIVATE_HOSTS: '127.0.0.1',
      ORRERY_SINGLE_SIGN_ON: JSON.stringify({
        roster: { ...common, issuer, client_id: 'orrery-roster', client_secret: secret },
        learningTools: [
          {
            ...common,
            issuer: platformUrl,
            client_id: 'orrery-tool',
            authorization_endpoint: `${platformUrl}/auth`,
            jwks_uri: `${platformUrl}/jwks`,
            deployment_ids: ['deployment-1'],
          },
        ],
      }),
    },
    builtServer,
  );
  closing.push(
    () => rmSync(folder, { recursive: true, force: true }),
    () => product.stop(),
  );
});
afterAll(async () => {
  for (const stop of closing.reverse()) await stop();
});

/** The identity provider's own pages request a web font, which their policy or the network blocks. */
const expected = [/127\.0\.0\.1.*style|Refused to|favicon|content security policy|ERR_NAME_NOT_RESOLVED/i];

/** Signs in at the identity provider with an arbitrary password, and consents. */
async function signInThere(page: Page, subject: string): Promise<void> {
  await page.locator('input[name=login]').fill(subject);
  await page.locator('input[name=password]').fill('anything');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click();
}

it('signs in through the school roster, by OpenID Connect', async () => {
  const page = await newPage({ expected });
  await page.goto(product.url);
  await page.getByRole('link', { name: m.login_sso() }).click();
  const button = page.getByRole('button', { name: m.login_sso_roster() });
  await button.waitFor();
  await expectAccessible(page);
  await screenshot(page, 'single-sign-on-choice');
  await button.click();
  await signInThere(page, 'staff-rivera');
  await page.waitForURL('**/contentHome');
  await page.getByRole('button', { name: /Elena Rivera/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /Elena Rivera/ }).waitFor();
});

it('says "Invalid Credentials" to whom nobody here is linked', async () => {
  const page = await newPage({ expected });
  await page.goto(`${product.url}/account/singleSignOn`);
  await page.getByRole('button', { name: m.login_sso_roster() }).click();
  await signInThere(page, 'stranger');
  await page.getByText('Invalid Credentials').first().waitFor();
  await screenshot(page, 'single-sign-on-refused');
  expect(new URL(page.url()).pathname).toBe('/account/singleSignOn');
});

it('sets the classroom up on the screen, tests it, and signs a student in with it', async () => {
  const admin = await pageOf('lindqvist', { server: product.url, expected });
  await admin.goto(`${product.url}/authenticated/admin/manageUsers/classroomSso`);
  const row = admin.getByRole('row', { name: /Cedar Valley/ });
  const choose = async (item: string) => {
    await row.getByRole('button').last().click();
    await admin.getByRole('menuitem', { name: item }).click();
  };
  await row.getByText(m.signOnSetup_unset()).waitFor();
  await choose(m.records_edit());
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel(m.lti_issuer()).fill(issuer);
  await dialog.getByLabel(m.lti_client_id()).fill('orrery-classroom');
  await dialog.getByRole('textbox', { name: m.connections_secret() }).fill(secret);
  await dialog.getByLabel(m.saml_sourced_id()).check();
  await expectAccessible(admin);
  await screenshot(admin, 'classroom-sso-form');
  const save = () => dialog.getByRole('button', { name: m.records_save(), exact: true }).click();
  await save();
  await row.getByText(m.saml_off()).waitFor();

  await choose(m.saml_test());
  await signInThere(admin, 'student-001');
  await admin.waitForURL('**/classroomSso?tested=1001');
  await admin.getByText(m.signOnSetup_account_roster()).waitFor();
  await expectAccessible(admin);
  await screenshot(admin, 'classroom-sso');
  await choose(m.records_edit());
  await dialog.getByLabel(m.saml_active()).check();
  await save();
  await row.getByText(m.saml_on()).waitFor();

  const page = await newPage({ expected });
  await page.goto(`${product.url}/account/singleSignOn`);
  await page.getByRole('button', { name: m.login_sso_classroom() }).click();
  await signInThere(page, 'student-001');
  await page.waitForURL('**/authenticated/**');
  await page.getByRole('button', { name: /Maya/ }).waitFor();
});

it('signs in through the classroom, and goes on to the page that was asked for before', async () => {
  const page = await newPage({ expected });
  await page.goto(`${product.url}/authenticated/assignments`);
  await page.getByRole('link', { name: m.login_sso() }).click();
  await page.getByRole('button', { name: m.login_sso_classroom() }).click();
  await signInThere(page, 'staff-rivera');
  await page.waitForURL('**/authenticated/assignments');
  await page.getByRole('button', { name: /Elena Rivera/ }).waitFor();
});

it.each(['roster', 'classroom/1001'])(
  'signs in through %s when the service begins, and opens the page that it names',
  async (registration) => {
    const page = await newPage({ expected });
    // A page of another site.
    await page.goto(platformUrl);
    const initiation = new URLSearchParams({ iss: issuer, target_link_uri: `${product.url}/authenticated/assignments` });
    await page.evaluate((to) => location.assign(to), `${product.url}/api/lms/ssoLogin/initiate/${registration}?${initiation}`);
    await signInThere(page, 'staff-rivera');
    await page.waitForURL('**/authenticated/assignments');
    await page.getByRole('button', { name: /Elena Rivera/ }).waitFor();
  },
);

it('takes a launch from the learning tools, by LTI 1.3', async () => {
  const page = await newPage({ expected });
  await page.goto(platformUrl);
  await page.getByRole('link', { name: 'Science' }).click();
  await page.getByRole('button', { name: 'Launch' }).click();
  await page.waitForURL('**/contentHome');
  await page.getByRole('button', { name: /Elena Rivera/ }).waitFor();
});

it('lets whoever has accounts in several schools choose one', async () => {
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.sqlite')) as string);
  // The server may be writing, so this waits for its turn as long as the server does.
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database
    .prepare(
      "insert into federated_identity (provider, issuer, subject, district_id, user_puid, linked_at) select ?, ?, 'staff-rivera', district_id, user_puid, ? from app_user where user_name = 'sandoval'",
    )
    .run(`roster ${issuer} orrery-roster 1001`, issuer, Number.MAX_SAFE_INTEGER);
  database.close();
  const page = await newPage({ expected });
  await page.goto(`${product.url}/account/singleSignOn`);
  await page.getByRole('button', { name: m.login_sso_roster() }).click();
  await signInThere(page, 'staff-rivera');
  await page.waitForURL('**/selectSchool');
  await page.getByRole('heading', { name: m.login_school_title() }).waitFor();
  await expectAccessible(page);
  await screenshot(page, 'select-school');
  const lakeside = page.getByRole('article').filter({ hasText: 'Lakeside' });
  await lakeside.getByRole('button', { name: m.login_school_open() }).click();
  await page.getByRole('button', { name: /Marisol Sandoval/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /Marisol Sandoval/ }).waitFor();
});
