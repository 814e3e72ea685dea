import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtServer } from '../../scripts/build.ts';
import { type SpawnedServer, spawnServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import { expectAccessible, newPage, screenshot } from './browser.ts';

const closing: (() => unknown)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'orrery-single-sign-on-'));
let product: SpawnedServer;
let platformUrl: string;
let issuer: string;

const listen = (server: Server, port = 0) =>
  new Promise<number>((done) => server.listen(port, '127.0.0.1', () => done((server.address() as AddressInfo).port)));
const close = (server: Server) =>
  new Promise((done) => {
    server.closeAllConnections();
    server.close(done);
  });
const freePort = async () => {
  const server = createServer();
  const port = await listen(server);
  await close(server);
  return port;
};

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
  issuer = `http://127.0.0.1:${await listen(server)}`;
  closing.push(() => close(server));
  return issuer;
}

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  platformUrl = await startPlatform(url, 'staff-rivera');
  const issuerPort = await freePort();
  issuer = `http://127.0.0.1:${issuerPort}`;
  const provider = new Provider(issuer, {
    clients: ['roster', 'classroom'].map((name) => ({
      client_id: `orrery-${name}`,
      client_secret: 'a secret of the test',
      redirect_uris: [`${url}/api/lms/ssoLogin/callback/${name}`],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  });
  const identity = createServer(provider.callback());
  await listen(identity, issuerPort);
  closing.push(() => close(identity));
  const common = { district_id: 1001, subject_is_sourced_id: true };
  product = await spawnServer(
    {
      PORT: String(port),
      ORRERY_DATA: folder,
      ORRERY_PRIVATE_HOSTS: '127.0.0.1',
      ORRERY_SINGLE_SIGN_ON: JSON.stringify({
        roster: { ...common, issuer, client_id: 'orrery-roster', client_secret: 'a secret of the test' },
        classroom: { ...common, issuer, client_id: 'orrery-classroom', client_secret: 'a secret of the test' },
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

it('signs in through the classroom, and goes on to the page that was asked for before', async () => {
  const page = await newPage({ expected });
  await page.goto(`${product.url}/authenticated/assignments`);
  await page.getByRole('link', { name: m.login_sso() }).click();
  await page.getByRole('button', { name: m.login_sso_classroom() }).click();
  await signInThere(page, 'staff-rivera');
  await page.waitForURL('**/authenticated/assignments');
  await page.getByRole('button', { name: /Elena Rivera/ }).waitFor();
});

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
