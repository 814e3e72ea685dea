import * as v from 'valibot';
import type { CourseFault } from '../../contract/courseImport.ts';
import type { CoursePicture } from './contentSet.ts';
import { bytesOfFile } from './courseFiles.ts';
import { type ContentFinding, Fault, type FaultParams, isFaultCode } from './findings.ts';
import { Standards } from './format.ts';
import { pictureIdOf } from './ids.ts';
import { lineOfField } from './jsonLines.ts';

/** Text of every file in a content folder by relative path, such as `courses/middle-school-science/course.json`. */
export type CourseFiles = ReadonlyMap<string, string>;

/** The fields of a Markdown item, and the text below them. */
export const frontMatter = /^---json\n([\s\S]*?)\n---\n([\s\S]*)$/;

const lengths: readonly string[] = ['min_length', 'max_length'];
const ranges: readonly string[] = ['min_value', 'max_value'];

/** Why a value does not fit the format. The checks of format.ts name their fault themselves. */
function faultOf({ message, type, expected, received }: v.BaseIssue<unknown>): Fault {
  if (isFaultCode(message)) return new Fault(message);
  if (received === 'undefined') return new Fault('fieldMissing');
  const params = { expected: expected ?? '', received };
  return new Fault(lengths.includes(type) ? 'wrongLength' : ranges.includes(type) ? 'outOfRange' : 'wrongValue', params);
}

/** A content folder while it is read, with what is wrong in it. */
export class ContentFolder {
  readonly files: CourseFiles;
  readonly findings: ContentFinding[] = [];
  /** Files that pages load by their own address: films and downloads. */
  readonly served = new Set<string>();
  /** Names of the pictures that texts show. */
  readonly shown = new Set<string>();
  readonly standards: v.InferOutput<typeof Standards>;
  readonly #pictures = new Map<string, string>();

  constructor(files: CourseFiles) {
    this.files = files;
    this.standards = this.json('standards.json', Standards) ?? {};
    for (const path of files.keys()) {
      const picture_id = /^pictures\/([0-9a-f]{32})\.(?:png|jpg|webp)$/.exec(path)?.[1];
      if (picture_id !== undefined) this.#pictures.set(picture_id, path);
    }
  }

  find(file: string, field: string, code: CourseFault, params: FaultParams = {}): void {
    this.note(file, field, new Fault(code, params));
  }

  /** Notes what was thrown while a field was read. Anything but a `Fault` is a mistake of the program, and is thrown again. */
  note(file: string, field: string, error: unknown): void {
    if (!(error instanceof Fault)) throw error;
    const { code, params, message, line } = error;
    this.findings.push({ file, field, line: line ?? this.#lineOf(file, field), code, params, reason: message });
  }

  /** The line of a field; null if the file is not there. */
  #lineOf(file: string, field: string): number | null {
    const text = this.files.get(file);
    if (text === undefined || text === '') return null;
    if (file.endsWith('.json')) return lineOfField(text, field);
    // The fields of Markdown stand below the line ---json.
    const front = frontMatter.exec(text)?.[1];
    return front === undefined || field === '' || field === 'text' ? null : 1 + lineOfField(front, field);
  }

  /** Parsed JSON of a file, or of the part of it in `text`; undefined if it is unusable. */
  json<S extends v.GenericSchema>(file: string, schema: S, text = this.files.get(file)): v.InferOutput<S> | undefined {
    if (text === undefined) return void this.find(file, '', 'missing');
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      return void this.#findBroken(file, text, (error as Error).message);
    }
    const result = v.safeParse(schema, value);
    if (result.success) return result.output;
    for (const issue of result.issues) this.note(file, v.getDotPath(issue) ?? '', faultOf(issue));
  }

  #findBroken(file: string, text: string, error: string): void {
    const at = /position (\d+)/.exec(error)?.[1];
    const above = file.endsWith('.json') ? 0 : 1;
    const line = at === undefined ? text.split('\n').length : text.slice(0, Number(at)).split('\n').length;
    const { code, message } = new Fault('notJson', { error });
    this.findings.push({ file, field: '', line: line + above, code, params: {}, reason: message });
  }

  /** Names of the folders in a folder; `path` ends with a slash. */
  folders(path: string): string[] {
    const inside = [...this.files.keys()].filter((name) => name.startsWith(path));
    return [...new Set(inside.flatMap((name) => /^([^/]+)\//.exec(name.slice(path.length))?.[1] ?? []))];
  }

  /** Whether the folder has a picture, which a text shows then. */
  show(picture_id: string): boolean {
    const isThere = this.#pictures.has(picture_id);
    if (isThere) this.shown.add(picture_id);
    return isThere;
  }

  /** The pictures that texts show. */
  pictures(): CoursePicture[] {
    return [...this.shown].map((picture_id) => {
      const path = this.#pictures.get(picture_id) as string;
      const bytes = bytesOfFile(path, this.files.get(path) as string);
      if (pictureIdOf(bytes) !== picture_id) this.find(path, '', 'pictureName');
      return { picture_id, path, content: bytes.toString('base64') };
    });
  }

  checkStandards(standards: readonly string[], file: string, field: string): void {
    for (const value of standards) if (!Object.hasOwn(this.standards, value)) this.find(file, field, 'unknownStandard', { value });
  }
}
