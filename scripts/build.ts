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
import { compileMessages, filesUnder, hashOf, root, run } from './kit.ts';

const dist = join(root, 'dist');
const stamp = '.vite/inputs.sha256';
const inputs = [
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'project.inlang',
  'messages',
  'public',
  'contract',
  'src',
];
const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt']);
const keepOldAssets = 7 * 24 * 3600 * 1000;

const hashOfInputs = () =>
  hashOf(inputs.flatMap(filesUnder).filter((file) => !file.startsWith('src/paraglide') && !file.startsWith('project.inlang/cache')));

/** Whether `dist/` was built from the sources as they are now (by content, not by time). */
export function isBuilt(): boolean {
  const file = join(dist, stamp);
  return existsSync(file) && readFileSync(file, 'utf8') === hashOfInputs();
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

/** Pages opened before a deployment still load the assets that they were built with, for a week: copies those of a build into the next. */
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

/** Builds the SPA beside `dist/` and then puts it in its place, so that a running server never serves half a build. */
export async function build(): Promise<void> {
  const hash = hashOfInputs();
  const work = join(root, '.cache', `build-${process.pid}`);
  const next = join(work, 'next');
  mkdirSync(work, { recursive: true });
  try {
    await compileMessages();
    const code = await run('vite', ['build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn']);
    if (code !== 0) throw new Error('The pages could not be built; the messages above say why. What was built before is as it was.');
    await precompress(next);
    writeFileSync(join(next, stamp), hash);
    if (existsSync(dist)) {
      keepAssetsOf(dist, next);
      renameSync(dist, join(work, 'old'));
    }
    renameSync(next, dist);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (import.meta.main)
  await build().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
