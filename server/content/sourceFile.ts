import { contentFiles } from '../../common/contentFiles.ts';
import type { ContentFolder } from './contentFolder.ts';
import { figureProblems, inlineFigure } from './figure.ts';
import { idOf } from './ids.ts';
import { toHtml } from './markdown.ts';

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

  /** Reports a fault in a field, or in a file beside this one. */
  find(field: string, reason: string, beside?: string): void {
    this.#content.find(beside === undefined ? this.#path : `${this.#folder}/${beside}`, field, reason);
  }

  checkStandards(standards: readonly string[], field: string): void {
    this.#content.checkStandards(standards, this.#path, field);
  }

  /** Text of a file beside this one that a field names. */
  beside(name: string, field: string): string | undefined {
    const text = this.#content.files.get(`${this.#folder}/${name}`);
    if (text === undefined) this.find(field, `there is no ${name} beside it`);
    return text;
  }

  /** URL of a file beside this one in the browser (`createSite`). */
  urlOf(name: string): string {
    return `${contentFiles}${this.#folder.slice('courses/'.length)}/${name}`;
  }

  /** Prefix for the ids of the next figure in the item. */
  nextPrefix(): string {
    this.#figures += 1;
    return `f${idOf(`${this.#code}#figure${this.#figures}`).toString(36)}`;
  }

  /** A figure beside this file. */
  svg(name: string, field: string): string | undefined {
    const svg = this.beside(name, field);
    if (svg !== undefined) for (const problem of figureProblems(svg)) this.find('', problem, name);
    return svg;
  }

  /** HTML of a field, with its figures inlined; '' if it is unusable. */
  html(field: string, markdown: string, convert = toHtml): string {
    try {
      return convert(markdown, (name, alt) => {
        const svg = this.svg(name, field);
        return svg === undefined ? '' : inlineFigure(svg, this.nextPrefix(), alt);
      });
    } catch (error) {
      this.find(field, (error as Error).message);
      return '';
    }
  }
}
