import { createServer } from 'vite';

/**
 * Compiles the message catalogs with the plugin and the options of `vite.config.ts`, so that later runs of Vite and Vitest have nothing
 * left to do. Runs in its own process and ends it, since the compiler would keep it alive for half a minute.
 */
process.env.NODE_ENV = 'production';
try {
  const server = await createServer({
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  await server.environments.client.pluginContainer.buildStart();
  process.exit(0);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
