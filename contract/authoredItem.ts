import * as v from 'valibot';
import { quizLimits } from './authoring.ts';
import { lineOrNothing, smallNumber } from './kit.ts';

/** Limits of an item of the catalog that administrators write. */
export const itemLimits = {
  title: 200,
  summary: 500,
  minutes: 600,
  grades: 20,
  standards: 50,
  sources: 30,
  text: 200_000,
  pages: 60,
  data: 200_000,
  columns: 20,
  pictures: quizLimits.pictures,
  captions: 100_000,
  mostLexile: 2000,
} as const;

/** Largest request with an item, in bytes. */
export const largestItem = 8 * 1024 * 1024;

/**
 * HTML as questions have it (`AuthoredQuestion.text`), sanitized when it is saved. A drawing of the course stands in it as a picture whose
 * name is in `ItemSource.drawings`. The form's headings are one level below the player's.
 */
const richText = v.pipe(v.string(), v.maxLength(itemLimits.text));
const line = lineOrNothing(quizLimits.line);
const listOf = <S extends v.GenericSchema>(schema: S, most: number) => v.pipe(v.array(schema), v.maxLength(most));
const settingName = lineOrNothing(200);
const settingNumber = v.pipe(v.number(), v.minValue(-1_000_000), v.maxValue(1_000_000));
const setting = v.union([settingName, settingNumber, v.boolean(), listOf(settingName, 50)]);

/** Captions in WebVTT by language; empty: none. A draft that was saved before the form had them has no such field. */
const captions = v.optional(
  v.object({
    en: v.pipe(v.string(), v.maxLength(itemLimits.captions)),
    es: v.pipe(v.string(), v.maxLength(itemLimits.captions)),
  }),
);

/** The body of an item as an administrator writes it, by kind of `ItemBody`. What has no field here stays as it is stored. */
export const AuthoredBody = v.variant('kind', [
  v.object({ kind: v.literal('html'), html: richText }),
  v.object({
    kind: v.literal('pages'),
    pages: listOf(richText, itemLimits.pages),
    lexile: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(itemLimits.mostLexile))),
    spanish_remark: lineOrNothing(100),
  }),
  v.object({ kind: v.literal('film'), text_alternative: richText, captions }),
  v.object({ kind: v.literal('file'), why: richText }),
  v.object({
    kind: v.literal('video'),
    animation: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/, 'word'))),
    captions,
  }),
  v.object({
    kind: v.literal('interactive'),
    simulation: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/, 'word')),
    /** Where students find its controls. */
    parameters: v.record(v.pipe(v.string(), v.regex(/^\w{1,60}$/, 'word')), setting),
    instructions: richText,
    text_alternative: richText,
  }),
  v.object({
    kind: v.literal('data'),
    csv: v.pipe(v.string(), v.maxLength(itemLimits.data)),
    columns: listOf(v.object({ name: line, label: line, unit: line }), itemLimits.columns),
    plot: v.object({ x: line, y: line, type: v.picklist(['line', 'scatter', 'bar']) }),
    task: richText,
  }),
  v.object({ kind: v.literal('link'), url: lineOrNothing(2000), why: richText }),
]);
export type AuthoredBody = v.InferOutput<typeof AuthoredBody>;

/** An item of the catalog as an administrator writes it, complete or not. */
export const AuthoredItem = v.object({
  title: lineOrNothing(itemLimits.title),
  /** One sentence, for cards. */
  summary: lineOrNothing(itemLimits.summary),
  minutes: smallNumber,
  grades: listOf(lineOrNothing(10), itemLimits.grades),
  /** Codes. */
  standards: listOf(lineOrNothing(40), itemLimits.standards),
  /** Where its facts and numbers are from. */
  sources: listOf(v.object({ name: line, note: line }), itemLimits.sources),
  body: AuthoredBody,
});
export type AuthoredItem = v.InferOutput<typeof AuthoredItem>;

/** An item of the catalog for editing, and what its form needs to know. */
export const ItemSource = v.object({
  item_id: v.number(),
  item_type_id: v.number(),
  language_id: v.number(),
  version: v.number(),
  /** Whether the library offers it. */
  is_offered: v.boolean(),
  /** The version that students get; 0: none yet. */
  published_version: v.number(),
  item: AuthoredItem,
  /** As the course has it. */
  course_item: AuthoredItem,
  /** The course has changed it since the latest publication. */
  is_course_new: v.boolean(),
  /** Drawings of the course and lines to write on, by the names that the texts have for them. */
  drawings: v.array(v.object({ picture_id: v.string(), html: v.string() })),
  /** Codes that `standards` may have. */
  known_standards: v.array(v.string()),
  /** How many questions it has, which are edited in a form of their own; null: it can have none. */
  question_count: v.nullable(v.number()),
});
export type ItemSource = v.InferOutput<typeof ItemSource>;

export const SavedItem = v.object({ item_id: v.number(), version: v.number(), published_version: v.number() });
export type SavedItem = v.InferOutput<typeof SavedItem>;
