import { contentFiles } from '../../common/contentFiles.ts';
import type { CourseFault } from '../../contract/courseImport.ts';
import type { ContentFolder } from './contentFolder.ts';
import { figureProblems, inlineFigure } from './figure.ts';
import type { FaultParams } from './findings.ts';
import { idOf } from './ids.ts';
import { toHtml } from './markdown.ts';
import { htmlIn, readHtml } from './writtenHtml.ts';

/** Films and downloads that were uploaded in the product stand in one folder beside the courses. */
export const uploadedFiles = 'uploaded/';

/** The file of an item while it is read. Other files are named relative to it. */
export class SourceFile {
  readonly #content: ContentFolder;
  readonly #path: string;
  readonly #folder: string;
  readonly #code: string;
  #figures = 0;
  /** Language of the course. */
  readonly language_id: number;

  constructor(content: ContentFolder, path: string, { code, language_id }: { code: string; language_id: number }) {
    this.#content = content;
    this.#path = path;
    this.#folder = path.slice(0, path.lastIndexOf('/'));
    this.#code = code;
    this.language_id = language_id;
  }

  /** Path of a file beside this one, or among those that were uploaded in the product. */
  #pathOf(name: string): string {
    return name.startsWith(uploadedFiles) ? `courses/${name}` : `${this.#folder}/${name}`;
  }

  /** Reports a fault in a field. */
  find(field: string, code: CourseFault, params?: FaultParams): void {
    this.#content.find(this.#path, field, code, params);
  }

  /** Notes what was thrown while a field was read, or a file beside this one. */
  note(field: string, error: unknown, beside?: string): void {
    this.#content.note(beside === undefined ? this.#path : `${this.#folder}/${beside}`, field, error);
  }

  checkStandards(standards: readonly string[], field: string): void {
    this.#content.checkStandards(standards, this.#path, field);
  }

  /** Text of a file beside this one that a field names. */
  beside(name: string, field: string): string | undefined {
    const text = this.#content.files.get(this.#pathOf(name));
    if (text === undefined) this.find(field, 'besideMissing', { value: name });
    return text;
  }

  /** Notes that a text shows a picture. Returns whether the course has it. */
  show(picture_id: string): boolean {
    return this.#content.show(picture_id);
  }

  /** URL of a file beside this one in the browser (`createSite`). The import stores the file. */
  urlOf(name: string): string {
    const path = this.#pathOf(name);
    this.#content.served.add(path);
    return `${contentFiles}${path.slice('courses/'.length)}`;
  }

  /** Prefix for the ids of the next figure in the item. */
  nextPrefix(): string {
    this.#figures += 1;
    return `f${idOf(`${this.#code}#figure${this.#figures}`).toString(36)}`;
  }

  /** A figure beside this file. */
  svg(name: string, field: string): string | undefined {
    const svg = this.beside(name, field);
    if (svg !== undefined) for (const problem of figureProblems(svg)) this.note('', problem, name);
    return svg;
  }

  /** HTML of a field, with its figures inlined; '' if it is unusable. */
  html(field: string, markdown: string, convert = toHtml): string {
    try {
      const figures = (name: string, alt: string) => {
        const svg = this.svg(name, field);
        return svg === undefined ? '' : inlineFigure(svg, this.nextPrefix(), alt);
      };
      const html = htmlIn(markdown);
      if (html === null) return convert(markdown, figures);
      return readHtml(html, figures, convert === toHtml, (picture_id) => this.#content.show(picture_id));
    } catch (error) {
      this.note(field, error);
      return '';
    }
  }
}
