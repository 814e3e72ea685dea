import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { CourseFiles } from './contentFolder.ts';

/** Whether a content folder has such a file. Pictures that were uploaded in the product have a folder of their own. */
export const isCourseFile = (path: string): boolean =>
  path.startsWith('pictures/') ? /\.(png|jpg|webp)$/.test(path) : /\.(json|md|svg|csv|vtt|webm)$/.test(path);

const isBinary = (path: string) => /\.(webm|png|jpg|webp)$/.test(path);
const inUtf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a file; null if it is not in UTF-8. Films and pictures become binary strings, one character per byte. */
export function textOfFile(path: string, bytes: Buffer): string | null {
  if (isBinary(path)) return bytes.toString('latin1');
  try {
    const text = inUtf8.decode(bytes);
    // Editors on Windows end lines with two characters. A download stays as it is.
    return /\.(json|md)$/.test(path) ? text.replaceAll('\r\n', '\n') : text;
  } catch {
    return null;
  }
}
/** The bytes of a file, from such a text. */
export const bytesOfFile = (path: string, text: string): Buffer => Buffer.from(text, isBinary(path) ? 'latin1' : 'utf8');

/** Reads a content folder from disk, including roster tables next to the courses. */
export function courseFiles(folder: string): CourseFiles {
  const nameOf = (path: string) => relative(folder, path).replaceAll(sep, '/');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isCourseFile(nameOf(path)));
  return new Map(
    files.map((path) => {
      const text = textOfFile(path, readFileSync(path));
      if (text === null) throw new Error(`${path} is not text in UTF-8.`);
      return [nameOf(path), text];
    }),
  );
}
