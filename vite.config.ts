import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunkGroups, chunksPlugin } from './scripts/chunks.ts';
import { offlineWorkerPlugin } from './scripts/offlineWorkerPlugin.ts';
import { sentencesPlugin } from './scripts/sentencesPlugin.ts';

const sources = fileURLToPath(new URL('./src/', import.meta.url));

const noFetchAdapter = '\0axios-no-fetch';
const api = `http://127.0.0.1:${process.env.API_PORT ?? 4100}`;

const code = {
  setupFiles: ['tests/kit/setup.ts'],
  // Shared modules are loaded once for all files. They keep nothing that a test changes, and tests/kit/setup.ts resets the page.
  isolate: false,
  // A shared machine may be slow. A test that hangs still fails.
  expect: { poll: { interval: 15, timeout: Number(process.env.TEST_PATIENCE ?? 60_000) } },
  testTimeout: 300_000,
  hookTimeout: 300_000,
};
const isTested = process.env.VITEST !== undefined;
/**
 * Tests that need a page, separate from the others: a worker is reused only for files of the same project and environment, and a new one
 * loads every module again.
 */
const screens = isTested
  ? globSync('tests/**/*.test.{ts,tsx}').filter((file) => /^\/\/ @vitest-environment jsdom$/m.test(readFileSync(file, 'utf8')))
  : [];

export default defineConfig({
  plugins: [
    // Vitest would compile the messages once for each of its projects, five seconds in all. The scripts that start it have done so.
    !isTested &&
      paraglideVitePlugin({
        project: './project.inlang',
        outdir: './src/paraglide',
        strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
        isServer: 'false',
        // The same in every mode. Otherwise development, tests and builds overwrite each other's output.
        outputStructure: 'message-modules',
      }),
    { ...optimizeLocales.vite({ locales: ['en-US', 'es-MX'] }), enforce: 'pre' },
    react({ compiler: true }),
    offlineWorkerPlugin(),
    sentencesPlugin(),
    chunksPlugin(),
    {
      name: 'orrery:memo-by-language',
      enforce: 'pre',
      // Texts memoized by the compiler must follow the language; see that file.
      resolveId: (id, importer) =>
        id === 'react/compiler-runtime' && importer?.startsWith(sources) ? `${sources}ui/compilerRuntime.ts` : undefined,
    },
    {
      name: 'orrery:lean-packages',
      apply: 'build',
      enforce: 'pre',
      load: (id) => (id === noFetchAdapter ? 'export const getFetch = undefined;' : undefined),
      // 4 kB: a displayName for the developer tools keeps unused components in the bundle.
      transform: {
        filter: { id: /\/react-router\/dist\/production\// },
        handler: (source) =>
          source.replace(/^\w+\.displayName = .*;$/gm, '').replace(/= (React\d*\.forwardRef)\(/g, '= /* @__PURE__ */ $1('),
      },
      async resolveId(id, importer) {
        // 4 kB: axios uses XMLHttpRequest wherever it exists. Its fetch adapter is left out, just as the package itself leaves out Node's
        // adapter.
        if (id === './fetch.js' && importer?.includes('/axios/lib/adapters/')) return noFetchAdapter;
        // 5 kB: the package exports only its development build.
        if (/^react-router(\/dom)?$/.test(id)) {
          const found = await this.resolve(id, importer, { skipSelf: true });
          return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
        }
        return undefined;
      },
    },
  ],
  build: {
    modulePreload: { polyfill: false },
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      // The React Compiler has read 'use no memo' by then.
      checks: { moduleLevelDirective: false },
      // A page loads only the icons that it shows, not the whole list.
      treeshake: { moduleSideEffects: [{ test: /\/src\/ui\/icons[./]/, sideEffects: false }] },
      output: {
        codeSplitting: { groups: chunkGroups },
        // Each page lists the files that others load with it. Without their names, the dashboard's list is a kilobyte shorter.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
      },
    },
  },
  server: { proxy: { '/api': api, '/config.json': api, '/openapi.json': api } },
  test: {
    maxWorkers: 2,
    // A failure says what was found, not only that it was an array.
    chaiConfig: { truncateThreshold: 1_000 },
    projects: [
      {
        extends: true,
        test: {
          ...code,
          name: 'code',
          setupFiles: [...code.setupFiles, 'tests/kit/english.ts'],
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: screens,
        },
      },
      { extends: true, test: { ...code, name: 'screens', include: screens } },
      {
        extends: true,
        test: {
          name: 'browser',
          setupFiles: ['tests/kit/english.ts', 'tests/e2e/setup.ts'],
          include: ['tests/e2e/**/*.e2e.ts'],
          globalSetup: ['tests/e2e/globalSetup.ts'],
          // Pages wait a fifth of the time: a third file fills the gaps of two.
          maxWorkers: 3,
          // Shared modules are loaded once for all files.
          isolate: false,
          // Limits only end tests that hang: a shared machine may be many times slower.
          expect: { poll: { interval: 15, timeout: 90_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
