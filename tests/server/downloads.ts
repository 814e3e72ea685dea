import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { expect } from 'vitest';
import { calls } from '../../contract/index.ts';
import type { TestClient, TestServer } from './testServer.ts';

export const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** The bytes of an export that is ready. */
export async function download({ app }: TestServer, who: TestClient, { job_id }: { job_id: number }): Promise<Uint8Array> {
  const response = await app.request(`http://orrery.test${(await who.ok(calls.getExportLink, { job_id })).path}`);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** The files of a ZIP archive, by path. */
export async function filesOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const files = new Map<string, string>();
  for (const entry of await zip.getEntries())
    if (!entry.directory) files.set(entry.filename, textOf(await entry.getData(new Uint8ArrayWriter())));
  return files;
}

/** The files of an archive that was ordered, by path. */
export async function archiveOf(server: TestServer, who: TestClient, job: { job_id: number }): Promise<Map<string, string>> {
  await server.settle();
  return filesOf(await download(server, who, job));
}
