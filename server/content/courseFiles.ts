import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { CourseFiles } from './contentFolder.ts';

/** Reads a content folder from disk, including roster tables next to the courses. Videos become binary strings, one character per byte. */
export function courseFiles(folder: string): CourseFiles {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /\.(json|md|svg|csv|vtt|webm)$/.test(entry.name),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path).replaceAll(sep, '/'), readFileSync(path, path.endsWith('.webm') ? 'latin1' : 'utf8')];
    }),
  );
}
