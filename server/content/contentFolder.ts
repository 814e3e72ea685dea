import * as v from 'valibot';
import type { ContentFinding } from './findings.ts';
import { Standards } from './format.ts';

/** Text of every file in a content folder by relative path, such as `courses/middle-school-science/course.json`. */
export type CourseFiles = ReadonlyMap<string, string>;

/** A content folder while it is read, with what is wrong in it. */
export class ContentFolder {
  readonly files: CourseFiles;
  readonly findings: ContentFinding[] = [];
  readonly standards: v.InferOutput<typeof Standards>;

  constructor(files: CourseFiles) {
    this.files = files;
    this.standards = this.json('standards.json', Standards) ?? {};
  }

  find(file: string, field: string, reason: string): void {
    this.findings.push({ file, field, reason });
  }

  /** Parsed JSON of a file, or of the part of it in `text`; undefined if it is unusable. */
  json<S extends v.GenericSchema>(file: string, schema: S, text = this.files.get(file)): v.InferOutput<S> | undefined {
    if (text === undefined) return void this.find(file, '', 'is missing');
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      return void this.find(file, '', `is not valid JSON: ${(error as Error).message}`);
    }
    const result = v.safeParse(schema, value);
    if (result.success) return result.output;
    for (const issue of result.issues) this.find(file, v.getDotPath(issue) ?? '', issue.message);
  }

  /** Names of the folders in a folder; `path` ends with a slash. */
  folders(path: string): string[] {
    const inside = [...this.files.keys()].filter((name) => name.startsWith(path));
    return [...new Set(inside.flatMap((name) => /^([^/]+)\//.exec(name.slice(path.length))?.[1] ?? []))];
  }

  checkStandards(standards: readonly string[], file: string, field: string): void {
    for (const standard of standards) if (!this.standards[standard]) this.find(file, field, `"${standard}" is not in standards.json`);
  }
}
