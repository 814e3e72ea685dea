import { isDeepStrictEqual } from 'node:util';
import { contentFiles } from '../../common/contentFiles.ts';
import { type Caption, writeVtt } from '../../common/webVtt.ts';
import { type ItemBody, Language, ResourceType } from '../../contract/content.ts';
import type { ContentFolder } from './contentFolder.ts';
import type { ItemContent, QuestionContent } from './contentSet.ts';
import { authorsQuestion, catalogQuestion, type QuestionParts } from './exportQuestion.ts';
import { drawingFile } from './figure.ts';
import type { ItemKind } from './format.ts';
import { type ItemPlace, readItem } from './readItem.ts';
import { toMarkdown } from './toMarkdown.ts';
import { fileHtml, htmlText } from './writtenHtml.ts';

/** How a text is written, from the plainest on: Markdown with drawings as an author has them; with the ids that they have; or HTML. */
const plain = 0;
const html = 2;
/** A question has the fields of its type in these ways, and then those of the catalog in the latter two. */
const mostOfQuestion = 4;

const kinds: Readonly<Record<number, ItemKind>> = {
  [ResourceType.interactive]: 'interactive',
  [ResourceType.dataLab]: 'data_lab',
  [ResourceType.investigation]: 'investigation',
  [ResourceType.link]: 'link',
  [ResourceType.file]: 'file',
  [ResourceType.leveledReader]: 'leveled_reader',
};
const kindOf = ({ item_type_id, body }: ItemContent): ItemKind => {
  if (body.kind === 'quiz') return 'quiz';
  if (item_type_id === ResourceType.video) return body.kind === 'film' ? 'film' : 'video';
  return kinds[item_type_id] ?? (body.kind === 'pages' ? 'slides' : 'reading');
};
const inMarkdown: readonly ItemKind[] = ['reading', 'slides', 'leveled_reader', 'investigation'];
const quizField = (kind: ItemKind) => (kind === 'leveled_reader' ? 'quiz' : 'questions');
const codeOf = (language_id: number) => (language_id === Language.spanish ? 'es' : 'en');

/** What does not fit: an item, for which a course's file has no words. */
export class NotWritable extends Error {}

/** The texts of a body by their fields in a file. */
function textsOf(body: ItemBody): Record<string, string> {
  switch (body.kind) {
    case 'html':
      return { text: body.html };
    case 'pages':
      return Object.fromEntries(body.pages.map((page, at) => [`text.${at}`, page]));
    case 'film':
      return { text_alternative: body.text_alternative_html ?? '' };
    case 'file':
    case 'link':
      return { why: body.why_html };
    case 'interactive':
      return { instructions: body.instructions_html, text_alternative: body.text_alternative_html };
    case 'data':
      return { task: body.task_html };
    case 'quiz':
      return { intro: body.intro_html };
    default:
      return {};
  }
}

/** Writes the files of an item so that the course's reader gives the same item again. */
class ItemWriter {
  readonly #item: ItemContent;
  readonly #slug: string;
  readonly #kind: ItemKind;
  /** How each text and each question is written, by its field. */
  readonly #ways = new Map<string, number>();
  #beside = new Map<string, string>();

  constructor(item: ItemContent) {
    this.#item = item;
    this.#slug = item.code.slice(item.code.lastIndexOf('/') + 1);
    this.#kind = kindOf(item);
  }

  get #folder(): string {
    return `courses/${this.#item.sub_unit}`;
  }

  get path(): string {
    return `${this.#folder}/${this.#slug}.${this.#kind}.${inMarkdown.includes(this.#kind) ? 'md' : 'json'}`;
  }

  /** Name of a file beside the item. */
  #put(name: (at: number) => string, content: string): string {
    for (let at = 1; ; at++) {
      const path = name(at);
      const known = this.#beside.get(path);
      if (known !== undefined && known !== content) continue;
      this.#beside.set(path, content);
      return path;
    }
  }

  #drawing(svg: string, way: number, targets?: readonly string[]): { name: string; alt: string } {
    const file = drawingFile(svg, targets);
    return { name: this.#put((at) => `${this.#slug}-${at}.svg`, way === plain ? file.svg : svg), alt: file.alt };
  }

  #text(text: string, way: number): string {
    if (text === '') return '';
    if (way < html) {
      const before = new Map(this.#beside);
      const written = toMarkdown(text, (svg) => this.#drawing(svg, way));
      if (written) return written;
      this.#beside = before;
    }
    return htmlText(fileHtml(text, (svg) => this.#drawing(svg, html)));
  }

  #field(field: string): string {
    return this.#text(textsOf(this.#item.body)[field] ?? '', this.#ways.get(field) ?? plain);
  }

  #question(question: QuestionContent, field: string): object {
    const way = this.#ways.get(field) ?? plain;
    const textWay = way > html ? way - html : way;
    const parts: QuestionParts = {
      text: (text) => this.#text(text, textWay),
      drawing: (svg, targets) => this.#drawing(svg, way, targets).name,
    };
    const own = way > html ? null : authorsQuestion(question, parts);
    return own ?? catalogQuestion(question, parts);
  }

  /** Name of a file that the item serves. @throws NotWritable if it is not beside the item */
  #served(url: string): string {
    const path = `courses/${url.slice(contentFiles.length)}`;
    if (!url.startsWith(contentFiles)) throw new NotWritable();
    if (path.startsWith('courses/uploaded/')) return path.slice('courses/'.length);
    if (!path.startsWith(`${this.#folder}/`)) throw new NotWritable();
    return path.slice(this.#folder.length + 1);
  }

  #captions(captions: readonly Caption[], language_id: number, duration: number): string {
    return this.#put(() => `${this.#slug}.${codeOf(language_id)}.vtt`, writeVtt(captions, duration));
  }

  /** The fields of the item's kind, and the text below them. */
  #ofKind(): { fields: object; text?: string } {
    const { body, language_id = Language.english } = this.#item;
    switch (body.kind) {
      case 'html':
        return { fields: {}, text: this.#field('text') };
      case 'pages': {
        const { lexile, spanish_remark, family } = body;
        return {
          fields: {
            ...(lexile === null ? {} : { lexile }),
            ...(spanish_remark ? { spanish_remark } : {}),
            ...(family === undefined ? {} : { family }),
          },
          text: body.pages.map((_, at) => this.#field(`text.${at}`)).join('\n\n---page---\n\n'),
        };
      }
      case 'video': {
        const { animation, duration, captions, translations = [] } = body;
        const texts = translations.map((one) => [codeOf(one.language_id), one.captions.map(({ text }) => text)]);
        return {
          fields: { animation, duration, captions, ...(texts.length > 0 ? { translations: Object.fromEntries(texts) } : {}) },
        };
      }
      case 'film': {
        const { url, duration, captions, translations = [] } = body;
        const all = [{ language_id, captions }, ...translations];
        const files = all.map((one) => [codeOf(one.language_id), this.#captions(one.captions, one.language_id, duration)]);
        return {
          fields: {
            ...{ video: this.#served(url), duration, captions: Object.fromEntries(files) },
            text_alternative: this.#field('text_alternative'),
          },
        };
      }
      case 'file': {
        const file = this.#served(body.url);
        return {
          fields: { file, ...(body.file_name === file ? {} : { file_name: body.file_name }), why: this.#field('why') },
        };
      }
      case 'interactive': {
        const { simulation, parameters } = body;
        return {
          fields: { simulation, parameters, instructions: this.#field('instructions'), text_alternative: this.#field('text_alternative') },
        };
      }
      case 'data': {
        const { columns, plot } = body;
        const csv = this.#put((at) => `${this.#slug}${at === 1 ? '' : `-${at}`}.csv`, body.csv);
        return { fields: { csv, columns, plot, task: this.#field('task') } };
      }
      case 'link':
        return { fields: { url: body.url, why: this.#field('why') } };
      case 'quiz': {
        const intro = this.#field('intro');
        return { fields: { ...(intro === '' ? {} : { intro }), delivery: this.#item.quiz?.delivery } };
      }
      default:
        throw new NotWritable();
    }
  }

  #files(productLanguage: number): Map<string, string> {
    this.#beside = new Map();
    const item = this.#item;
    const { fields, text } = this.#ofKind();
    const { title, summary, minutes, grades, standards, sources, collections, sort_order } = item;
    const usual = item.item_type_id === ResourceType.providerAssessment;
    const all = {
      ...{ title, summary, level3: item.level3 === null ? null : item.level3.slice(item.level3.lastIndexOf('/') + 1) },
      ...{ minutes, grades, standards, sources },
      ...(item.translates === null ? {} : { translates: item.translates }),
      ...(item.is_assignable ? {} : { assignable: false }),
      ...(collections.length > 0 ? { collections } : {}),
      ...(item.known_as === undefined ? {} : { known_as: item.known_as }),
      ...(sort_order === undefined ? {} : { sort_order }),
      ...(item.is_offered === false ? { offered: false } : {}),
      ...(item.is_learnosity_enabled === usual ? {} : { learnosity: item.is_learnosity_enabled }),
      ...(item.language_id === undefined || item.language_id === productLanguage ? {} : { language: codeOf(item.language_id) }),
      ...fields,
      ...(item.quiz
        ? { [quizField(this.#kind)]: item.quiz.questions.map((one, at) => this.#question(one, `${quizField(this.#kind)}.${at}`)) }
        : {}),
    };
    const json = JSON.stringify(all, null, 2);
    const files = new Map([[this.path, text === undefined ? `${json}\n` : `---json\n${json}\n---\n\n${text}\n`]]);
    for (const [name, content] of this.#beside) files.set(`${this.#folder}/${name}`, content);
    return files;
  }

  /** Writes a field in the next way. Returns false if there is none. */
  #otherwise(field: string, most: number): boolean {
    const way = (this.#ways.get(field) ?? plain) + 1;
    if (way > most) return false;
    this.#ways.set(field, way);
    return true;
  }

  /** Writes in another way what the reader gave otherwise. Returns false if nothing can be. */
  #change(read: ItemContent | undefined, findings: readonly { field: string }[]): boolean {
    const field = quizField(this.#kind);
    const wrong = new Set(findings.flatMap((one) => new RegExp(`^${field}\\.\\d+`).exec(one.field)?.[0] ?? []));
    let isChanged = false;
    if (read) {
      const texts = textsOf(read.body);
      for (const [name, text] of Object.entries(textsOf(this.#item.body)))
        if (texts[name] !== text && this.#otherwise(name, html)) isChanged = true;
      for (const [at, question] of (this.#item.quiz?.questions ?? []).entries())
        if (!isDeepStrictEqual(read.quiz?.questions[at], question)) wrong.add(`${field}.${at}`);
    }
    for (const name of wrong) if (this.#otherwise(name, mostOfQuestion)) isChanged = true;
    return isChanged;
  }

  /** @throws NotWritable */
  write(content: ContentFolder, added: Map<string, string>, place: ItemPlace): Map<string, string> {
    const { sort_order: _, language_id, ...wanted } = this.#item;
    const expected = JSON.parse(JSON.stringify({ ...wanted, ...(language_id === place.language_id ? {} : { language_id }) })) as unknown;
    for (;;) {
      const files = this.#files(place.language_id);
      for (const [path, text] of files) added.set(path, text);
      content.findings.length = 0;
      const read = readItem(content, this.path, place);
      const { sort_order: __, ...got } = read ?? { sort_order: 0 };
      if (read && content.findings.length === 0 && isDeepStrictEqual(JSON.parse(JSON.stringify(got)), expected)) return files;
      for (const path of files.keys()) added.delete(path);
      if (!this.#change(read, content.findings)) throw new NotWritable();
    }
  }
}

/**
 * The files of an item: its own, and those beside it. Reading them gives the same item again, which is checked. Each text is Markdown if
 * that says all that it has, and HTML otherwise.
 *
 * @param content the folder in which the files are read, and `added` its files
 * @throws NotWritable if no file says all that the item has
 */
export const writeItem = (item: ItemContent, content: ContentFolder, added: Map<string, string>, place: ItemPlace): Map<string, string> =>
  new ItemWriter(item).write(content, added, place);
