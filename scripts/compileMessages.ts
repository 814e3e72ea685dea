import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, hashOf, root } from './kit.ts';

/**
 * Compiles the message catalogs with the plugin and the options of `vite.config.ts`, unless catalogs and result are as the last run left
 * them. Runs in its own process and ends it, since the compiler would keep it alive for half a minute.
 */
const stamp = join(root, '.cache/messages.sha256');
const hash = () =>
  hashOf(['messages', 'project.inlang/settings.json', 'vite.config.ts', 'package-lock.json', 'src/paraglide'].flatMap(filesUnder));
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash()) process.exit(0);

process.env.NODE_ENV = 'production';
try {
  const { createServer } = await import('vite');
  const server = await createServer({
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  await server.environments.client.pluginContainer.buildStart();
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, hash());
  process.exit(0);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
