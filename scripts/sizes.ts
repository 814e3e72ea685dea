import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './kit.ts';

const kB = 1000;
/** Limit for another screen beyond the dashboard, kB after gzip. */
export const mostMore = 60;
/** Limit for the student dashboard itself: 1.4 times the floor, which is 135.8 kB with the packages as pinned. */
export const mostOnDashboard = 190;

/**
 * The text editors, which load when their field gets focus or the pointer. They are larger than a screen may be, and not part of one. The one
 * for questions has tables, too.
 */
const editors: Readonly<Record<string, number>> = { 'workspace/RichText.tsx': 145, 'authoring/QuestionEditor.tsx': 158 };
/** Limit for one of `screensBeyond`, kB after gzip. The gallery shows together, section by section, what no screen has together. */
export function mostOf(name: string): number {
  if (name.startsWith('developer/gallery/')) return Number.POSITIVE_INFINITY;
  return editors[name] ?? mostMore;
}

/**
 * Everything on the way to the student dashboard that does not come with the page: files by their names in `scripts/chunks.ts`, or sources.
 */
const wayToDashboard = ['index.html', 'calls', 'signedIn', 'studentFrame', 'src/ui/SpinnerOverlay.tsx'];

interface Chunk {
  file: string;
  name?: string;
  src?: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
  isDynamicEntry?: boolean;
}
/** Vite's manifest: the built files by their sources. */
export type Manifest = Readonly<Record<string, Chunk>>;

export const readManifest = (): Manifest => JSON.parse(readFileSync(join(root, 'dist/.vite/manifest.json'), 'utf8'));

/** Address of the built file of a source that loads on first use. Its name is a hash. */
export function builtFile(source: string): string {
  const built = readManifest()[source];
  if (!built) throw new Error(`The build has no file of ${source}.`);
  return `/${built.file}`;
}

/** Size of built files after gzip, kB. */
export const sizeOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(root, 'dist', file)), { level: 9 }).length, 0) / kB;

/** What a source loads: its file, everything it imports, and their styles. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return new Set();
  seen.add(key);
  return new Set([chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((next) => [...filesOf(manifest, next, seen)])]);
}

/** The built files of the student dashboard. Throws if one of them is no longer built under its name. */
export function dashboardFiles(manifest: Manifest): Set<string> {
  const keys = wayToDashboard.map((wanted) => {
    const key = Object.keys(manifest).find(
      (one) => one === wanted || (manifest[one]?.name === wanted && manifest[one].file.endsWith('.js')),
    );
    if (key === undefined) throw new Error(`The build has no file of ${wanted}.`);
    return key;
  });
  return new Set(keys.flatMap((key) => [...filesOf(manifest, key)]));
}

/** A screen, or a part of one, that loads on demand. */
export interface OnDemand {
  name: string;
  /** What it loads in addition to what is already there, kB after gzip. */
  more: number;
  /** Opener, if that is neither the dashboard nor the table of screens. Its files count as already there. */
  beside?: string;
}

/** Parts of the screens that load on demand, by what they add to `loaded`; the largest first. */
export function screensBeyond(manifest: Manifest, loaded: ReadonlySet<string>): OnDemand[] {
  const short = (key: string) => key.replace('src/views/', '');
  return Object.entries(manifest)
    .filter(([, chunk]) => chunk.isDynamicEntry && chunk.src?.startsWith('src/views/'))
    .map(([key, chunk]): OnDemand => {
      const openers = Object.entries(manifest).filter(([, one]) => one.dynamicImports?.includes(key));
      // A page is opened by its address, whatever else links to it.
      const isPart =
        !/(Page|\.report|\.records)\.tsx$/.test(chunk.src ?? '') && openers.length > 0 && openers.every(([, one]) => !loaded.has(one.file));
      const own = [...filesOf(manifest, key)].filter((file) => !loaded.has(file));
      if (!isPart) return { name: short(key), more: sizeOf(own) };
      const beside = openers.map(([opener]) => ({ opener, files: filesOf(manifest, opener) }));
      const most = beside
        .map(({ opener, files }) => ({ name: short(key), more: sizeOf(own.filter((file) => !files.has(file))), beside: short(opener) }))
        .toSorted((a, b) => b.more - a.more)[0];
      return most as OnDemand;
    })
    .toSorted((a, b) => b.more - a.more);
}
