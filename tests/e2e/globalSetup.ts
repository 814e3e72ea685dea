import type { TestProject } from 'vitest/node';
import { build, builtServer } from '../../scripts/build.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    baseUrl: string;
  }
}

/** The built pages and the built server with a fresh sample school. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await build();
  const server = await spawnServer({}, builtServer);
  project.provide('baseUrl', server.url);
  return async () => {
    await server.stop();
  };
}
