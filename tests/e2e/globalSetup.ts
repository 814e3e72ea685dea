import type { TestProject } from 'vitest/node';
import { build, builtServer } from '../../scripts/build.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URLs of the servers, one per worker. */
    baseUrls: string[];
  }
}

/** The built pages and the built server with a fresh sample school, one per worker, so that no worker sees another's changes. */
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
