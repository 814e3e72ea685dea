import { picturesIn } from '../../common/authoring/richQuestion.ts';
import { type ItemBody, Language } from '../../contract/content.ts';
import type { LeftOut } from '../../contract/exportJob.ts';
import type { Row } from '../db/schema.ts';
import type { CatalogRows } from './catalogRows.ts';
import { ContentFolder } from './contentFolder.ts';
import type { CourseTerm, ItemContent } from './contentSet.ts';
import { textOfFile } from './courseFiles.ts';
import { termTexts } from './editedTerms.ts';
import { contentOf } from './exportQuestion.ts';
import type { ItemCollection } from './format.ts';
import { termIdOf } from './ids.ts';
import { toHtml } from './markdown.ts';
import { readCourses } from './readCourse.ts';
import { toMarkdown } from './toMarkdown.ts';
import { NotWritable, writeItem } from './writeItem.ts';
import { htmlText } from './writtenHtml.ts';

/** A course's folder, and what it does not have of the catalog. */
export interface WrittenCourse {
  /** By path. Films and pictures have one letter for each byte. */
  files: Map<string, string>;
  left: LeftOut[];
}

const codeForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const codeOf = (language_id: number) => (language_id === Language.spanish ? 'es' : 'en');
const extensions: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

/** Codes of places and items in the folder. They are the catalog's where those are paths, and made up where not. */
class Codes {
  readonly #codes = new Map<number, string>();
  readonly #taken = new Set<string>();

  /** Gives something its code. @returns the code, its last part, and what the catalog calls it if that is another */
  add(id: number, parent: string | null, stored: string, name: string): { code: string; part: string; known_as?: string } {
    const above = parent === null ? '' : `${parent}/`;
    const own = stored.startsWith(above) ? stored.slice(above.length) : '';
    const words = (text: string) =>
      text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ' ')
        .trim()
        .replaceAll(' ', '-')
        .slice(0, 60);
    let part = codeForm.test(own) ? own : words(name).replace(/-$/, '') || 'part';
    for (let at = 2; this.#taken.has(above + part); at++) part = `${part.replace(/-\d+$/, '')}-${at}`;
    const code = above + part;
    this.#taken.add(code);
    this.#codes.set(id, code);
    return { code, part, ...(code === stored ? {} : { known_as: stored }) };
  }

  of(id: number | null): string | undefined {
    return id === null ? undefined : this.#codes.get(id);
  }

  forget(id: number): void {
    this.#codes.delete(id);
  }
}

class CourseWriter {
  readonly #rows: CatalogRows;
  readonly #files = new Map<string, string>();
  readonly #left: LeftOut[] = [];
  readonly #codes = new Codes();
  readonly #content: ContentFolder;
  readonly #questions: Map<number, Row<'question'>[]>;
  readonly #options: Map<number, Row<'question_option'>[]>;
  readonly #level3 = new Map<number, string[]>();

  constructor(rows: CatalogRows) {
    this.#rows = rows;
    this.#questions = Map.groupBy(rows.questions, ({ quiz_id }) => quiz_id);
    this.#options = Map.groupBy(rows.options, ({ question_id }) => question_id);
    this.#files.set(
      'standards.json',
      json(Object.fromEntries(rows.standards.map(({ code, framework, grades, summary }) => [code, { framework, grades, summary }]))),
    );
    const terms = rows.terms.map(
      ({ term_id, is_offered, ...term }): CourseTerm => ({
        ...termTexts(term),
        ...(termIdOf(term) === term_id ? {} : { known_as: String(term_id) }),
        ...(is_offered === 1 ? {} : { is_offered: false }),
      }),
    );
    this.#files.set('glossary.json', json(terms));
    const shown = new Set(
      [
        ...rows.items.map(({ body }) => body.replaceAll('\\"', '"')),
        ...rows.questions.flatMap(({ question_html, explanation_html, diagram }) => [question_html, explanation_html, diagram ?? '']),
      ].flatMap(picturesIn),
    );
    for (const { picture_id, media_type, content } of rows.pictures)
      if (shown.has(picture_id))
        this.#files.set(`pictures/${picture_id}.${extensions[media_type] ?? 'png'}`, Buffer.from(content, 'base64').toString('latin1'));
    for (const { path, content } of rows.files) {
      const text = textOfFile(path, Buffer.from(content, 'base64'));
      if (text !== null) this.#files.set(path, text);
    }
    this.#content = new ContentFolder(this.#files);
  }

  #leave(code: LeftOut['code'], name: string, place: string): void {
    this.#left.push({ code, name, place });
  }

  #itemOf(item: Row<'content_item'>, sub_unit: string, known: { code: string; known_as?: string }): ItemContent {
    const quiz = this.#rows.quizzes.find(({ quiz_id }) => quiz_id === item.quiz_id);
    const questions = (quiz && this.#questions.get(quiz.quiz_id)) ?? [];
    return {
      ...{ code: known.code, sub_unit, level3: this.#codes.of(item.level3_id) ?? null },
      ...(known.known_as === undefined ? {} : { known_as: known.known_as }),
      ...{ title: item.title, summary: item.summary, item_type_id: item.item_type_id, body: JSON.parse(item.body) as ItemBody },
      ...{ minutes: item.minutes, grades: JSON.parse(item.grades), standards: JSON.parse(item.standards) },
      sources: (JSON.parse(item.sources) as { name: string; note?: string }[]).map(({ name, note = '' }) => ({ name, note })),
      translates: this.#codes.of(item.mapped_id) ?? null,
      ...{ is_assignable: item.is_assignable === 1, is_learnosity_enabled: item.is_learnosity_enabled === 1 },
      ...(item.is_offered === 1 ? {} : { is_offered: false as const }),
      ...{ language_id: item.language_id, lexile: item.lexile, spanish_remark: item.spanish_remark },
      collections: this.#rows.collections.flatMap(({ item_id, collection }) =>
        item_id === item.item_id ? [collection as ItemCollection] : [],
      ),
      quiz:
        quiz && questions.length > 0
          ? {
              ...{ intro_html: quiz.intro_html, delivery: quiz.delivery },
              questions: questions.map((question) => contentOf(question, this.#options.get(question.question_id) ?? [])),
            }
          : null,
    };
  }

  /** The text of a lesson block; null if no file says it. */
  #blockText(html: string): string | null {
    const written = toMarkdown(html, () => {
      throw new NotWritable();
    });
    if (written === null) return htmlText(html);
    return toHtml(written, () => '') === html ? written : htmlText(html);
  }

  write(): WrittenCourse {
    const { products, units, subUnits, level3, items, blocks, lessons } = this.#rows;
    const placeOf = new Map<number, string>();
    const known = new Map<number, ReturnType<Codes['add']>>();
    for (const product of products) known.set(product.product_id, this.#codes.add(product.product_id, null, product.code, product.name));
    for (const unit of units)
      known.set(unit.unit_id, this.#codes.add(unit.unit_id, this.#codes.of(unit.product_id) ?? null, unit.code, unit.name));
    for (const sub of subUnits)
      known.set(sub.sub_unit_id, this.#codes.add(sub.sub_unit_id, this.#codes.of(sub.unit_id) ?? null, sub.code, sub.name));
    for (const one of level3) {
      const sub = this.#codes.of(one.sub_unit_id) ?? null;
      const added = this.#codes.add(one.level3_id, sub, one.code, one.name);
      known.set(one.level3_id, added);
      this.#level3.set(one.sub_unit_id, [...(this.#level3.get(one.sub_unit_id) ?? []), added.code]);
    }
    for (const unit of units) {
      const product = products.find(({ product_id }) => product_id === unit.product_id);
      placeOf.set(unit.unit_id, `${product?.name ?? ''} › ${unit.name}`);
    }
    const unpublished = new Set(this.#rows.unpublished);
    const written = items.filter((item) => {
      if (!unpublished.has(item.item_id)) return true;
      this.#leave('unpublished', item.title, placeOf.get(item.unit_id) ?? '');
      return false;
    });
    for (const item of written)
      known.set(item.item_id, this.#codes.add(item.item_id, this.#codes.of(item.sub_unit_id) ?? null, item.code, item.title));
    const paths = new Map<string, { item: Row<'content_item'>; content: ItemContent; language_id: number }>();
    const own = new Map<number, string[]>();
    const writeOne = (item: Row<'content_item'>, more: Partial<ItemContent> = {}) => {
      const sub_unit = this.#codes.of(item.sub_unit_id) ?? '';
      const code = known.get(item.item_id) as { code: string; known_as?: string };
      const language_id = products.find(({ product_id }) => product_id === item.product_id)?.language_id ?? Language.english;
      const content = { ...this.#itemOf(item, sub_unit, code), ...more };
      for (const path of own.get(item.item_id) ?? []) this.#files.delete(path);
      const files = writeItem(content, this.#content, this.#files, {
        sub_unit,
        level3: this.#level3.get(item.sub_unit_id) ?? [],
        language_id,
      });
      own.set(item.item_id, [...files.keys()]);
      paths.set(code.code, { item, content, language_id });
    };
    const failed = new Set<number>();
    for (const item of written)
      try {
        writeOne(item);
      } catch (error) {
        if (!(error instanceof NotWritable)) throw error;
        failed.add(item.item_id);
        this.#codes.forget(item.item_id);
        this.#leave('unwritable', item.title, placeOf.get(item.unit_id) ?? '');
      }
    for (const item of written) {
      if (item.mapped_id === null || failed.has(item.item_id) || this.#codes.of(item.mapped_id) !== undefined) continue;
      writeOne(item);
      this.#leave('counterpart', item.title, placeOf.get(item.unit_id) ?? '');
    }
    for (const product of products) {
      const { code, known_as } = known.get(product.product_id) as ReturnType<Codes['add']>;
      const translates = this.#codes.of(product.mapped_id);
      this.#files.set(
        `courses/${code}/course.json`,
        json({
          ...{ code, name: product.name, language: codeOf(product.language_id), sort_order: product.sort_order },
          ...{ grades: JSON.parse(product.grades), description: product.description },
          ...(translates === undefined ? {} : { translates }),
          ...(known_as === undefined ? {} : { known_as }),
        }),
      );
    }
    for (const unit of units) {
      const { code, part, known_as } = known.get(unit.unit_id) as ReturnType<Codes['add']>;
      const place = placeOf.get(unit.unit_id) ?? '';
      const translates = this.#codes.of(unit.mapped_id);
      const placed = (one: { id: number; name: string; sort_order: number }, index: number) => {
        const { part: own_code, known_as: stored } = known.get(one.id) as ReturnType<Codes['add']>;
        return {
          ...{ code: own_code, name: one.name },
          ...(stored === undefined ? {} : { known_as: stored }),
          ...(one.sort_order === index + 1 ? {} : { sort_order: one.sort_order }),
        };
      };
      this.#files.set(
        `courses/${code}/unit.json`,
        json({
          ...{ code: part, name: unit.name, sort_order: unit.sort_order, summary: unit.summary },
          ...(translates === undefined ? {} : { translates }),
          ...(known_as === undefined ? {} : { known_as }),
          sub_units: subUnits
            .filter(({ unit_id }) => unit_id === unit.unit_id)
            .map((sub, index) => ({
              ...placed({ id: sub.sub_unit_id, ...sub }, index),
              level3: level3
                .filter(({ sub_unit_id }) => sub_unit_id === sub.sub_unit_id)
                .map((one, at) => placed({ id: one.level3_id, ...one }, at)),
            })),
          prebuilt_lessons: lessons
            .filter(({ unit_id }) => unit_id === unit.unit_id)
            .flatMap(({ unit_id: _, item_ids, ...lesson }) => {
              const codes = item_ids.map((item_id) => this.#codes.of(item_id));
              const inUnit = codes.filter((one) => one?.startsWith(`${code}/`)).map((one) => (one as string).slice(code.length + 1));
              if (inUnit.length === codes.length && codes.length >= 2) return [{ ...lesson, items: inUnit }];
              this.#leave('lesson', lesson.name, place);
              return [];
            }),
          lesson_blocks: blocks
            .filter(({ unit_id }) => unit_id === unit.unit_id)
            .map(({ block_type, title, minutes, sub_unit_id, html, standards }) => ({
              ...{ type: block_type, title, minutes },
              ...(sub_unit_id === null ? {} : { sub_unit: known.get(sub_unit_id)?.part }),
              ...{ body: this.#blockText(html), standards: JSON.parse(standards) },
            })),
        }),
      );
    }
    // The reader puts items in the order of their kinds and names. Those that have another place say it.
    for (const product of readCourses(this.#files).products)
      for (const unit of product.units)
        for (const [index, { code }] of unit.items.entries()) {
          const one = paths.get(code);
          if (one && one.item.sort_order !== index + 1) writeOne(one.item, { sort_order: one.item.sort_order });
        }
    return { files: this.#files, left: this.#left };
  }
}

/**
 * The catalog as a course's folder, which an import reads as it is stored.
 * @throws ContentUnusable if the folder cannot be read, which is a mistake of the program
 */
export const writeCourse = (rows: CatalogRows): WrittenCourse => new CourseWriter(rows).write();
