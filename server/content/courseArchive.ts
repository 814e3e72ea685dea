import { type FileEntry, ZipReader } from '@zip.js/zip.js';
import { fileOfBytes } from '../../common/roster/source.ts';
import { FileReader, type Limits, Unreadable, unpack } from '../../common/roster/unzip.ts';
import type { CourseFinding } from '../../contract/courseImport.ts';
import { isCourseFile, textOfFile } from './courseFiles.ts';

const megabyte = 1024 * 1024;
/** Limits of a packed course. The product's own has 3 MB in 350 files. */
const limits: Limits & { fileBytes: number } = {
  ...{ files: 10_000, bytes: 64 * megabyte, ratio: 200, xlsxBytes: 0, fileBytes: 16 * megabyte },
};

/** Files of a course, and what is wrong with the archive or not taken from it. */
export interface ReadArchive {
  files: Map<string, string>;
  findings: CourseFinding[];
}

const link = 0o120000;
const kindOfFile = 0o170000;
/** Whether an entry points to another file, which may be one of the server. */
const isLink = ({ externalFileAttributes = 0 }: FileEntry) => ((externalFileAttributes >>> 16) & kindOfFile) === link;
/** Files that systems put beside others. */
const isOfSystem = (path: string) => path.startsWith('__MACOSX/') || /(^|\/)(\.|Thumbs\.db$|desktop\.ini$)/i.test(path);
const isOutside = (path: string) => /^\/|^[a-z]:/i.test(path) || path.split('/').includes('..');
/** Names that are the same on every system, so that a course can be unpacked where it is written. */
const isPlainPath = (path: string) => /^[a-z0-9._/-]+$/.test(path);

/** The folder that has the course, with a slash at its end; undefined if there is none. */
function rootOf(paths: Iterable<string>): string | undefined {
  let root: string | undefined;
  for (const path of paths) {
    const parts = path.split('/');
    if (parts.at(-1) !== 'course.json' || parts.at(-3) !== 'courses') continue;
    const found = parts
      .slice(0, -3)
      .map((part) => `${part}/`)
      .join('');
    if (root === undefined || found.length < root.length) root = found;
  }
  return root;
}

async function bytesOf(entry: FileEntry): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let count = 0;
  for await (const piece of unpack(entry, limits)) {
    count += piece.length;
    if (count > limits.fileBytes) throw new Unreadable('zipRatio');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

class Archive {
  readonly findings: CourseFinding[] = [];
  readonly entries = new Map<string, FileEntry>();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  find(severity: CourseFinding['severity'], code: CourseFinding['code'], file = this.#name, params: CourseFinding['params'] = {}): void {
    this.findings.push({ severity, file, line: null, field: '', code, params });
  }

  /** Lists the entries. Returns whether they can be unpacked. */
  async list(zip: ZipReader<unknown>): Promise<boolean> {
    let count = 0;
    let bytes = 0;
    for await (const entry of zip.getEntriesGenerator()) {
      if (++count > limits.files) {
        this.find('error', 'zipTooMany', undefined, { most: String(limits.files) });
        return false;
      }
      const path = entry.filename.replaceAll('\\', '/').normalize('NFC');
      if (entry.directory || isOfSystem(path)) continue;
      bytes += entry.uncompressedSize;
      if (bytes > limits.bytes) {
        this.find('error', 'zipTooLarge', undefined, { megabytes: String(limits.bytes / megabyte) });
        return false;
      }
      if (isOutside(path)) this.find('error', 'zipPath', path);
      else if (isLink(entry)) this.find('error', 'zipLink', path);
      else if (entry.encrypted) this.find('error', 'zipEncrypted', path);
      else if (this.entries.has(path)) this.find('error', 'zipTwice', path);
      else this.entries.set(path, entry);
    }
    return this.findings.length === 0;
  }

  async read(): Promise<Map<string, string>> {
    const files = new Map<string, string>();
    const root = rootOf(this.entries.keys());
    if (root === undefined) {
      this.find('error', 'zipNoCourse');
      return files;
    }
    for (const [path, entry] of [...this.entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const name = path.slice(root.length);
      const isOfCourse =
        path.startsWith(root) &&
        (name === 'standards.json' || name === 'glossary.json' || name.startsWith('courses/') || name.startsWith('pictures/'));
      if (!isOfCourse || !isCourseFile(name)) this.find('warning', 'fileIgnored', path);
      else if (!isPlainPath(name)) this.find('error', 'fileName', path);
      else await this.#unpack(files, name, entry);
    }
    return files;
  }

  async #unpack(files: Map<string, string>, name: string, entry: FileEntry): Promise<void> {
    try {
      const text = textOfFile(name, await bytesOf(entry));
      if (text === null) this.find('error', 'notUtf8', name);
      else files.set(name, text);
    } catch (error) {
      this.find('error', error instanceof Unreadable ? 'zipRatio' : 'zipDamaged', name);
    }
  }
}

/**
 * Reads a zip of a course's folder, or of what is in it, within limits and into memory. Nothing is written to the disk. What is wrong is a
 * finding; so is each file that an import does not take.
 */
export async function readArchive(name: string, bytes: Uint8Array): Promise<ReadArchive> {
  const archive = new Archive(name);
  const zip = new ZipReader(new FileReader(fileOfBytes(name, bytes)));
  let files = new Map<string, string>();
  try {
    if (await archive.list(zip)) files = await archive.read();
  } catch (error) {
    const { filename, message } = error as { filename?: string; message?: string };
    if (filename !== undefined && /filename/i.test(message ?? '')) archive.find('error', 'zipPath', filename);
    else archive.find('error', 'zipDamaged');
  } finally {
    await zip.close().catch(() => undefined);
  }
  return { files, findings: archive.findings };
}
