import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as viteBuild } from 'vite';
import { compileMessages, filesUnder, hashOf, root, run } from './kit.ts';

const dist = join(root, 'dist');
const distServer = join(root, 'dist-server');
const stamp = '.vite/inputs.sha256';
const sources = {
  pages: [
    'index.html',
    'vite.config.ts',
    'tsconfig.json',
    'package-lock.json',
    'project.inlang',
    'messages',
    'public',
    'contract',
    'common',
    'src',
    'scripts/offlineWorkerPlugin.ts',
    'scripts/chunks.ts',
    'scripts/sentencesPlugin.ts',
  ],
  server: [
    'package-lock.json',
    'contract',
    'common',
    'server',
    'messages/en/refusals.json',
    'src/machines',
    'src/ui/tokens.css',
    'src/ui/diagram.css',
  ],
};
const generated = ['src/paraglide/', 'project.inlang/cache/', 'server/sample/'];
const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);
const keepOldAssets = 7 * 24 * 3600 * 1000;

/** Arguments for `node` to run the built server. */
export const builtServer = ['dist-server/main.js'] as const;

const hashOfSources = (part: keyof typeof sources) =>
  hashOf(sources[part].flatMap(filesUnder).filter((file) => !generated.some((folder) => file.startsWith(folder))));

/** Whether a folder was built from the current sources (by content, not by time). */
function isBuilt(folder: string, part: keyof typeof sources): boolean {
  const file = join(folder, stamp);
  return existsSync(file) && readFileSync(file, 'utf8') === hashOfSources(part);
}

/** Writes a gzip and a Brotli variant beside each text file, for the server to choose from. */
export async function precompress(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue;
    const file = join(entry.parentPath, entry.name);
    const content = readFileSync(file);
    writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    writeFileSync(
      `${file}.br`,
      await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    );
  }
}

/** Copies the assets of a build into the next. Pages opened before a deployment can load their assets for another week. */
export function keepAssetsOf(old: string, next: string): void {
  const from = join(old, 'assets');
  if (!existsSync(from)) return;
  for (const name of readdirSync(from)) {
    const { mtimeMs, atime, mtime } = statSync(join(from, name));
    const target = join(next, 'assets', name);
    if (existsSync(target) || Date.now() - mtimeMs > keepOldAssets) continue;
    copyFileSync(join(from, name), target);
    utimesSync(target, atime, mtime);
  }
}

/** Builds beside a folder and then swaps the result in, so that a running server never finds half a build. */
async function replace(folder: string, part: keyof typeof sources, make: (next: string) => Promise<void>): Promise<void> {
  const hash = hashOfSources(part);
  const work = join(root, '.cache', `build-${process.pid}-${part}`);
  const next = join(work, 'next');
  mkdirSync(work, { recursive: true });
  try {
    await make(next);
    mkdirSync(join(next, '.vite'), { recursive: true });
    writeFileSync(join(next, stamp), hash);
    if (existsSync(folder)) renameSync(folder, join(work, 'old'));
    renameSync(next, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function buildPages(next: string): Promise<void> {
  await compileMessages();
  // Even when a test runner builds, the result is the production build, never the development one.
  const code = await run('vite', ['build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Error('The pages could not be built; the messages above say why. What was built before is as it was.');
  await precompress(next);
  keepAssetsOf(dist, next);
}

/**
 * One file instead of hundreds, plus one for each thread that reads files, with no types to strip at every start: half the memory, half
 * the time.
 */
async function buildServer(next: string): Promise<void> {
  await viteBuild({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: ['pg'] },
    build: {
      ssr: true,
      rollupOptions: {
        input: {
          main: 'server/main.ts',
          workbookThread: 'server/roster/workbookThread.ts',
          courseThread: 'server/content/courseThread.ts',
        },
      },
      outDir: next,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
    },
  });
}

/** Builds the server into `dist-server` if it is stale. Returns the arguments for `node` to run it. */
export async function freshServer(): Promise<typeof builtServer> {
  if (!isBuilt(distServer, 'server')) {
    console.log('Building the server…');
    await replace(distServer, 'server', buildServer);
  }
  return builtServer;
}

/** Builds what is stale: the pages into `dist`, the server into `dist-server`. */
export async function build(): Promise<void> {
  if (!isBuilt(dist, 'pages')) {
    console.log('Building the pages…');
    await replace(dist, 'pages', buildPages);
  }
  await freshServer();
}

if (import.meta.main)
  await build().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
