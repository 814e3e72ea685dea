import type { TestProject } from 'vitest/node';
import { build, builtServer } from '../../scripts/build.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Addresses of the servers, one for each worker. */
    baseUrls: string[];
  }
}

/** The built pages and the built server with a fresh sample school, once for each worker: what a test changes, no other worker sees. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await build();
  const servers = await Promise.all(Array.from({ length: Number(project.config.maxWorkers) }, () => spawnServer({}, builtServer)));
  project.provide(
    'baseUrls',
    servers.map((server) => server.url),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
}
