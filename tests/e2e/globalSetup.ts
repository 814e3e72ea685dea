import type { TestProject } from 'vitest/node';
import { build, isBuilt } from '../../scripts/build.ts';
import { spawnServer } from '../../scripts/spawnServer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    baseUrl: string;
  }
}

/** The built SPA and the real server with a fresh sample school. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!isBuilt()) await build();
  const server = await spawnServer();
  project.provide('baseUrl', server.url);
  return async () => {
    await server.stop();
  };
}
