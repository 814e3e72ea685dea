import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { CourseFiles } from './readCourse.ts';

/** Reads a content folder from the disk, tables of a roster beside the courses too; of a film each byte is a sign. */
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
