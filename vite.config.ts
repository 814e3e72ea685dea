import { paraglideVitePlugin } from '@inlang/paraglide-js';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const api = `http://127.0.0.1:${process.env.API_PORT ?? 4100}`;

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
      isServer: 'false',
      // The same in every mode: otherwise development, tests and builds undo each other's output.
      outputStructure: 'message-modules',
    }),
    { ...optimizeLocales.vite({ locales: ['en-US', 'es-MX'] }), enforce: 'pre' },
    react({ compiler: true }),
  ],
  build: {
    modulePreload: { polyfill: false },
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      output: {
        // What always loads together comes as one file: on a slow line each further file costs a round trip.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 3 },
            { name: 'calls', test: /src.services.(client|session)\.ts$/, priority: 2 },
            { name: 'signedIn', test: /src.views.(authenticatedRoutes|shell.AuthenticatedLayout|shell.Routed)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': api, '/config.json': api, '/openapi.json': api } },
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'code', include: ['tests/**/*.test.{ts,tsx}'], setupFiles: ['tests/kit/setup.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.e2e.ts'],
          globalSetup: ['tests/e2e/globalSetup.ts'],
          // A stalled browser on a shared machine is no finding; what fails twice in a row is.
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
