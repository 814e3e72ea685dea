import { BlobWriter, ZipWriter } from '@zip.js/zip.js';
import type { CourseFinding } from '../../contract/courseImport.ts';
import type { LeftOut } from '../../contract/exportJob.ts';
import { Refusal } from '../kit/handler.ts';
import type { CatalogRows } from './catalogRows.ts';
import type { ContentSet } from './contentSet.ts';
import { readArchive } from './courseArchive.ts';
import { bytesOfFile } from './courseFiles.ts';
import { ContentUnusable } from './findings.ts';
import { measured } from './importContent.ts';
import { readCourses } from './readCourse.ts';
import { writeCourse } from './writeCourse.ts';

/** A course that was read. `set` is null if there are errors. */
export interface ReadCourse {
  set: ContentSet | null;
  findings: CourseFinding[];
}

async function unusablePictures({ pictures = [] }: ContentSet): Promise<CourseFinding[]> {
  const findings: CourseFinding[] = [];
  for (const picture of pictures)
    try {
      await measured(picture);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      findings.push({ severity: 'error', file: picture.path, line: null, field: '', code: 'pictureUnusable', params: {} });
    }
  return findings;
}

/** Reads a packed course, with all that is wrong with it. */
export async function readPacked(name: string, bytes: Uint8Array): Promise<ReadCourse> {
  const { files, findings } = await readArchive(name, bytes);
  if (findings.some(({ severity }) => severity === 'error')) return { set: null, findings };
  try {
    const set = readCourses(files);
    const unusable = await unusablePictures(set);
    return unusable.length > 0 ? { set: null, findings: [...unusable, ...findings] } : { set, findings };
  } catch (error) {
    if (!(error instanceof ContentUnusable)) throw error;
    const faults = error.findings.map(({ file, line, field, code, params }) => ({
      ...{ severity: 'error' as const, file, line, field, code, params },
    }));
    return { set: null, findings: [...faults, ...findings] };
  }
}

/** A written course as a zip, and what it does not have of the catalog. */
export interface PackedCourse {
  zip: Uint8Array;
  left: LeftOut[];
}

/** Writes the catalog as a packed course. `at`: time of its files, in ms since 1970. */
export async function packCourse(rows: CatalogRows, at: number): Promise<PackedCourse> {
  const { files, left } = writeCourse(rows);
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false, lastModDate: new Date(at) });
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    await zip.add(path, new Blob([bytesOfFile(path, text) as BlobPart]).stream());
  return { zip: new Uint8Array(await (await zip.close()).arrayBuffer()), left };
}
