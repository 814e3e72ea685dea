import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { IntegrationKind } from '../../contract/technicalStatus.ts';
import type { TestClient } from './testServer.ts';

/** What the technician's page says of the only integration of a kind. */
export async function integrationOf(who: TestClient, kind: IntegrationKind) {
  const found = (await who.ok(calls.technicalStatus, {})).integrations.filter((one) => one.kind === kind);
  expect(found, kind).toHaveLength(1);
  const [{ state, cause, failures, worked_at, failed_at } = {}] = found as [(typeof found)[number]];
  return { state, cause, failures, worked_at, failed_at };
}
