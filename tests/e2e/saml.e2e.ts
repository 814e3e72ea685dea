import { expect, it } from 'vitest';
import { builtServer } from '../../scripts/build.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import { answersAt, keyPair, listenAsProvider, metadataOf } from '../server/samlProvider.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot } from './browser.ts';
import { fillInProvider } from './identityProvider.ts';

it('sets up an identity provider, tests it, and signs in with it from both sides', async ({ onTestFinished }) => {
  const product = await spawnServer({}, builtServer);
  onTestFinished(async () => void (await product.stop()));
  const keys = await keyPair();
  let acs = '';
  const identity = await listenAsProvider(keys, 'urn:hill', () => answersAt(acs));
  onTestFinished(identity.close);

  const admin = await fillInProvider(product, await metadataOf('urn:hill', identity.origin, keys));
  await expectAccessible(admin);
  await admin.getByRole('button', { name: m.saml_metadata_take() }).click();
  await admin.getByRole('rowheader', { name: 'Hill' }).waitFor();
  await expectAccessible(admin);
  await screenshot(admin, 'saml');
  const downloading = admin.waitForEvent('download');
  const menu = () => admin.getByRole('button', { name: m.records_actions_of({ name: 'Hill' }) }).click();
  await menu();
  await admin.getByRole('menuitem', { name: m.saml_own_metadata() }).click();
  const stream = await (await downloading).createReadStream();
  const own = Buffer.concat(await stream.toArray()).toString();
  acs = /AssertionConsumerService[^>]*Location="([^"]+)"/.exec(own)?.[1] ?? '';
  expect(acs).toContain(product.url);

  await menu();
  await admin.getByRole('menuitem', { name: m.saml_test() }).click();
  await admin.waitForURL('**/samlSignIns?**');
  await admin.getByRole('button', { name: new RegExp(m.saml_received()) }).click();
  await admin.getByRole('dialog').getByText('s-ana', { exact: true }).first().waitFor();
  await expectAccessible(admin);
  await screenshot(admin, 'saml-received');

  await admin.goto(`${product.url}/authenticated/admin/manageUsers/samlIdentity`);
  await admin.getByRole('button', { name: m.saml_link() }).click();
  await admin.getByLabel(m.saml_subject()).fill('s-ana');
  await admin.getByLabel(m.account_user_name()).fill('rivera');
  await admin.getByRole('dialog').getByRole('button', { name: m.records_save(), exact: true }).click();
  await admin.getByRole('rowheader', { name: 's-ana' }).waitFor();
  await expectAccessible(admin);
  await admin.goto(`${product.url}/authenticated/admin/externalTools/saml`);
  await menu();
  await admin.getByRole('menuitem', { name: m.records_edit() }).click();
  await admin.getByLabel(m.saml_active()).check();
  await admin.getByRole('dialog').getByRole('button', { name: m.records_save(), exact: true }).click();
  await admin.getByRole('row', { name: /Hill/ }).getByText(m.saml_on()).waitFor();

  const page = await newPage();
  await page.goto(product.url);
  await page.getByRole('link', { name: m.login_sso() }).click();
  await page.getByRole('link', { name: /Hill/ }).click();
  await page.waitForURL('**/contentHome');
  await page.getByRole('button', { name: /Elena Rivera/ }).waitFor();

  const stranger = await newPage();
  await stranger.goto(`${product.url}/account/singleSignOn?error=invalid`);
  await stranger.getByText(m.login_invalid_credentials()).first().waitFor();
});
