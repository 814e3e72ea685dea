import { expect, it } from 'vitest';
import type { TechnicalReport } from '../../contract/technicalStatus.ts';
import { builtServer } from '../../scripts/build.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import { answersAt, keyPair, listenAsProvider, metadataOf } from '../server/samlProvider.ts';
import { expectAccessible } from './accessible.ts';
import { newPage, screenshot } from './browser.ts';
import { fillInProvider } from './identityProvider.ts';

it('shows a refused sign-in, what to do about it and where, and downloads a report without names', async ({ onTestFinished }) => {
  const product = await spawnServer({}, builtServer);
  onTestFinished(async () => void (await product.stop()));
  const [known, unknown] = [await keyPair(), await keyPair()];
  let acs = '';
  // The provider signs with a key that its metadata do not have.
  const identity = await listenAsProvider(unknown, 'urn:hill', () => answersAt(acs));
  onTestFinished(identity.close);

  const admin = await fillInProvider(product, await metadataOf('urn:hill', identity.origin, known));
  await admin.getByRole('button', { name: m.saml_metadata_take() }).click();
  await admin.getByRole('rowheader', { name: 'Hill' }).waitFor();
  await admin.getByRole('button', { name: m.records_actions_of({ name: 'Hill' }) }).click();
  await admin.getByRole('menuitem', { name: m.records_edit() }).click();
  await admin.getByLabel(m.saml_active()).check();
  await admin.getByRole('dialog').getByRole('button', { name: m.records_save(), exact: true }).click();
  await admin.getByRole('row', { name: /Hill/ }).getByText(m.saml_on()).waitFor();

  const stranger = await newPage();
  await stranger.goto(product.url);
  await stranger.getByRole('link', { name: m.login_sso() }).click();
  const toProvider = stranger.waitForRequest((request) => request.url().startsWith(`${identity.origin}/sso`));
  const link = stranger.getByRole('link', { name: /Hill/ });
  acs = ((await link.getAttribute('href')) ?? '').replace('/login/', '/acs/').replace(/\?.*$/, '');
  acs = new URL(acs, product.url).href;
  await link.click();
  await toProvider;
  await stranger.getByText(m.login_invalid_credentials()).first().waitFor();

  await admin.goto(`${product.url}/authenticated/admin/adminHome`);
  await admin.getByRole('link', { name: m.technical_title() }).click();
  const row = admin.getByRole('row', { name: new RegExp(m.technical_named({ kind: m.technical_kind_saml(), name: 'Hill' })) });
  await row.getByText(m.technical_state_failed()).waitFor();
  await row.getByText(m.saml_cause_signature()).waitFor();
  await expectAccessible(admin);
  await screenshot(admin, 'technical-status');

  const downloading = admin.waitForEvent('download');
  await admin.getByRole('button', { name: m.technical_download() }).click();
  const stream = await (await downloading).createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString();
  const report = JSON.parse(text) as TechnicalReport;
  expect(report.integrations[0]).toMatchObject({ kind: 'saml', state: 'failed', cause: 'signature', failures: 1, hosts: ['127.0.0.1'] });
  expect(text).not.toMatch(/Hill|lindqvist|urn:/i);
  await admin.getByText(m.technical_downloaded()).first().waitFor();
  await expectAccessible(admin);

  await row.getByRole('link', { name: m.technical_do_read_metadata() }).click();
  await admin.waitForURL('**/externalTools/saml');
});
