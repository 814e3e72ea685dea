import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Text of every file of the sample (courses, standards, glossary, roster) by its path in this folder; of a film each byte is a sign. */
export function sampleFiles(folder = import.meta.dirname): Map<string, string> {
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
