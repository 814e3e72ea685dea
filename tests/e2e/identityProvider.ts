import type { Page } from 'playwright-core';
import type { SpawnedServer } from '../../scripts/spawnServer.ts';
import { m } from '../../src/paraglide/messages.js';
import { pageOf } from './gates.ts';

/** The page of an administrator who has filled in the identity provider “Hill” by its metadata. */
export async function fillInProvider({ url }: SpawnedServer, metadata: string): Promise<Page> {
  const admin = await pageOf('lindqvist', { server: url });
  await admin.goto('/authenticated/admin/externalTools/saml');
  await admin.getByRole('button', { name: m.saml_read_metadata() }).click();
  await admin.getByLabel(m.saml_name()).fill('Hill');
  await admin.getByLabel(m.saml_metadata(), { exact: true }).fill(metadata);
  return admin;
}
