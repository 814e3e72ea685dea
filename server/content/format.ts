import * as v from 'valibot';
import { quizLimits } from '../../contract/authoring.ts';
import { glossarySubjects } from '../../contract/glossary.ts';
import { deliveries, questionTypes } from '../../contract/quiz.ts';
import { Idea, mostIdeas } from '../../contract/scoring.ts';

/** Schemas of the files in a content folder, explained in the README.md next to this file. Checks name their fault (`CourseFault`). */

const text = v.pipe(v.string(), v.trim(), v.minLength(1));
const code = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'codeForm'));

const questionBase = {
  stem: text,
  points: v.optional(v.pipe(v.number(), v.minValue(1)), 1),
  difficulty: v.pipe(v.number(), v.minValue(-3), v.maxValue(3)),
  standards: v.optional(v.array(text), []),
  explanation: text,
  diagram: v.optional(text),
};
const options = v.pipe(
  v.array(v.object({ text, correct: v.optional(v.boolean(), false), misconception: v.optional(text) })),
  v.minLength(3),
  v.maxLength(5),
  v.check((list) => list.every((o) => o.correct || o.misconception), 'distractorUnexplained'),
);

const variable = v.union([
  v.object({ name: text, list: v.pipe(v.array(v.string()), v.minLength(1)) }),
  v.object({ name: text, min: v.number(), step: v.number(), count: v.number(), decimals: v.number() }),
]);
const units = v.array(v.object({ unit: v.string(), factor: v.number() }));
const figures = v.object({
  digits: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)),
  cost: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});

/** The key of a question as the catalog has it. Options are named by their texts. */
const catalogKey = v.variant('kind', [
  v.object({ kind: v.picklist(['one', 'many']) }),
  v.object({ kind: v.literal('text'), accepted: v.array(text) }),
  v.object({ kind: v.literal('open'), example: v.string(), ideas: v.optional(v.array(Idea)) }),
  v.object({
    kind: v.literal('numeric'),
    value: v.number(),
    tolerance: v.number(),
    unit: v.string(),
    units,
    takesAnyUnit: v.optional(v.boolean()),
    figures: v.optional(figures),
    drawing: v.optional(v.object({ variables: v.array(variable), formula: text, percent: v.nullable(v.number()) })),
  }),
  v.object({ kind: v.literal('order'), texts: v.array(text) }),
  v.object({ kind: v.literal('places'), places: v.record(v.string(), text) }),
]);

/** A question of a quiz, reader, data lab, video or interactive. */
export const Question = v.variant('type', [
  v.object({
    type: v.literal('single_choice'),
    ...questionBase,
    options: v.pipe(
      options,
      v.check((list) => list.filter((o) => o.correct).length === 1, 'oneCorrect'),
    ),
  }),
  v.object({
    type: v.literal('multiple_choice'),
    ...questionBase,
    options: v.pipe(
      options,
      v.check((list) => list.filter((o) => o.correct).length >= 2, 'twoCorrect'),
    ),
  }),
  v.object({ type: v.literal('true_false'), ...questionBase, answer: v.boolean(), misconception: text }),
  v.pipe(
    v.object({
      type: v.literal('short_text'),
      ...questionBase,
      accepted: v.optional(v.pipe(v.array(text), v.minLength(1))),
      example: v.optional(text),
      ideas: v.optional(v.pipe(v.array(Idea), v.minLength(1), v.maxLength(mostIdeas))),
    }),
    v.check((one) => (one.accepted === undefined) !== (one.example === undefined), 'acceptedOrExample'),
    v.check((one) => one.ideas === undefined || one.example !== undefined, 'ideasWithoutExample'),
  ),
  v.object({
    type: v.literal('numeric'),
    ...questionBase,
    value: v.number(),
    tolerance: v.pipe(v.number(), v.minValue(0)),
    unit: v.string(),
    accepted_units: v.optional(v.array(v.object({ unit: text, factor: v.number() })), []),
    figures: v.optional(figures),
  }),
  v.object({ type: v.literal('ordering'), ...questionBase, items: v.pipe(v.array(text), v.minLength(3), v.maxLength(6)) }),
  v.object({
    type: v.literal('matching'),
    ...questionBase,
    pairs: v.pipe(v.array(v.object({ left: text, right: text })), v.minLength(3), v.maxLength(6)),
    extra_right: v.optional(v.array(text), []),
  }),
  v.object({
    type: v.literal('label_diagram'),
    ...questionBase,
    diagram: text,
    labels: v.pipe(v.array(v.object({ target: text, text })), v.minLength(3)),
    extra_labels: v.optional(v.array(text), []),
  }),
  /** A question that was written in the product and has what the other types have no field for. Only the export writes it. */
  v.pipe(
    v.object({
      type: v.literal('catalog'),
      question_type: v.picklist(questionTypes),
      stem: v.string(),
      explanation: v.string(),
      points: v.pipe(v.number(), v.minValue(0)),
      difficulty: v.pipe(v.number(), v.minValue(-3), v.maxValue(3)),
      standards: v.array(text),
      /** An SVG file, or a picture with numbered points. */
      diagram: v.optional(text),
      picture: v.optional(text),
      unit: v.nullable(text),
      targets: v.array(v.object({ id: text, text: v.string() })),
      options: v.array(v.object({ text, is_answer: v.boolean(), misconception: v.nullable(v.string()) })),
      key: catalogKey,
    }),
    v.check(({ options, targets, key }) => {
      const texts = options.map((option) => option.text);
      const right = options.filter(({ is_answer }) => is_answer).length;
      if (new Set(texts).size !== texts.length) return false;
      if (key.kind === 'one') return right === 1;
      if (key.kind === 'many') return right > 0;
      if (key.kind === 'order') return key.texts.length > 0 && key.texts.every((one) => texts.includes(one));
      if (key.kind === 'places') return targets.every(({ id }) => texts.includes(key.places[id] ?? ''));
      return key.kind !== 'text' || key.accepted.length > 0;
    }, 'wrongKey'),
  ),
]);
export type Question = v.InferOutput<typeof Question>;

/** Collections that the library lists next to the units: screening tests, reading tests, and engineering design. */
export const itemCollections = ['star', 'reading_comprehension', 'engineering_design'] as const;
export type ItemCollection = (typeof itemCollections)[number];

/** Kinds of building blocks for lesson plans. */
export const lessonBlockTypes = ['warm_up', 'hook', 'discussion', 'exit_ticket', 'extension', 'differentiation'] as const;
export type LessonBlockType = (typeof lessonBlockTypes)[number];

const itemBase = {
  title: text,
  summary: text,
  level3: v.nullable(code),
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  grades: v.pipe(v.array(text), v.minLength(1)),
  standards: v.array(text),
  sources: v.array(v.object({ name: text, note: v.optional(v.string(), '') })),
  translates: v.optional(text),
  assignable: v.optional(v.boolean(), true),
  collections: v.optional(v.array(v.picklist(itemCollections)), []),
  /** Its code in the catalog, if it does not follow from its path. */
  known_as: v.optional(text),
  /** Its place among the items of the unit, if it is not the one of its kind and name. */
  sort_order: v.optional(v.pipe(v.number(), v.integer())),
  /** Whether the library offers it. */
  offered: v.optional(v.boolean(), true),
  /** Whether the provider of assessments may give it, if that does not follow from its kind. */
  learnosity: v.optional(v.boolean()),
  /** If it is not that of the course. */
  language: v.optional(v.picklist(['en', 'es'])),
};
const questions = (least: number, most: number) => v.pipe(v.array(Question), v.minLength(least), v.maxLength(most));
const mostQuestions = quizLimits.questions;

/** Fields of an item by kind (front matter of Markdown items, the whole of JSON items). */
export const itemFields = {
  reading: v.object({ ...itemBase, flesch_kincaid_grade: v.optional(v.number()) }),
  slides: v.object({ ...itemBase }),
  leveled_reader: v.pipe(
    v.object({
      ...itemBase,
      lexile: v.optional(v.pipe(v.number(), v.integer())),
      spanish_remark: v.optional(text),
      family: v.optional(code),
      quiz: v.optional(questions(0, mostQuestions), []),
    }),
    v.check((r) => (r.lexile === undefined) !== (r.spanish_remark === undefined), 'lexileOrRemark'),
  ),
  video: v.pipe(
    v.object({
      ...itemBase,
      animation: code,
      duration: v.pipe(v.number(), v.minValue(5)),
      captions: v.pipe(v.array(v.object({ at: v.number(), text })), v.minLength(2)),
      /** Caption texts in other languages, in the same order. */
      translations: v.optional(v.record(v.picklist(['en', 'es']), v.array(text)), {}),
      questions: v.optional(v.array(Question), []),
    }),
    v.check(
      ({ captions, translations }) => Object.values(translations).every(({ length }) => length === captions.length),
      'translationLength',
    ),
  ),
  film: v.object({
    ...itemBase,
    video: v.pipe(text, v.endsWith('.webm')),
    duration: v.pipe(v.number(), v.minValue(5)),
    /** WebVTT files by language, including the item's own. */
    captions: v.record(v.picklist(['en', 'es']), v.pipe(text, v.endsWith('.vtt'))),
    text_alternative: text,
  }),
  interactive: v.object({
    ...itemBase,
    simulation: code,
    parameters: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])), {}),
    instructions: text,
    text_alternative: text,
    questions: v.optional(v.array(Question), []),
  }),
  data_lab: v.object({
    ...itemBase,
    csv: text,
    columns: v.pipe(v.array(v.object({ name: text, label: text, unit: v.string() })), v.minLength(2)),
    plot: v.object({ x: text, y: text, type: v.picklist(['line', 'scatter', 'bar']) }),
    task: text,
    questions: questions(1, mostQuestions),
  }),
  investigation: v.object({ ...itemBase }),
  link: v.object({ ...itemBase, url: v.pipe(v.string(), v.url(), v.startsWith('https://')), why: text }),
  file: v.object({ ...itemBase, file: v.pipe(text, v.regex(/\.(csv|svg)$/, 'fileKind')), file_name: v.optional(text), why: text }),
  quiz: v.object({
    ...itemBase,
    intro: v.optional(v.string(), ''),
    delivery: v.optional(v.picklist(deliveries), 'quiz'),
    questions: questions(1, mostQuestions),
  }),
} as const;
export type ItemKind = keyof typeof itemFields;

const placeBase = { code, name: text, known_as: v.optional(text), sort_order: v.optional(v.pipe(v.number(), v.integer())) };
/** A unit with its sub-units, level-3 folders, prebuilt lessons (items by `<sub-unit>/<slug>`) and lesson blocks (`body` in Markdown). */
export const Unit = v.object({
  code,
  name: text,
  sort_order: v.pipe(v.number(), v.integer()),
  summary: v.optional(v.string(), ''),
  translates: v.optional(text),
  known_as: v.optional(text),
  sub_units: v.array(v.object({ ...placeBase, level3: v.array(v.object(placeBase)) })),
  prebuilt_lessons: v.array(
    v.object({
      name: text,
      objective: text,
      instructions: text,
      minutes: v.pipe(v.number(), v.integer()),
      enforce_order: v.boolean(),
      items: v.pipe(v.array(text), v.minLength(2)),
    }),
  ),
  lesson_blocks: v.optional(
    v.array(
      v.object({
        type: v.picklist(lessonBlockTypes),
        title: text,
        minutes: v.pipe(v.number(), v.integer(), v.minValue(1)),
        /** Code of a sub-unit. Without it the block suits the whole unit. */
        sub_unit: v.optional(code),
        body: text,
        standards: v.optional(v.array(text), []),
      }),
    ),
    [],
  ),
});
export const Course = v.object({
  code,
  name: text,
  language: v.picklist(['en', 'es']),
  sort_order: v.pipe(v.number(), v.integer()),
  grades: v.array(text),
  description: v.optional(v.string(), ''),
  translates: v.optional(text),
  known_as: v.optional(text),
});
export const Standards = v.record(v.string(), v.object({ framework: v.picklist(['NGSS', 'TEKS']), grades: text, summary: text }));
/** A sentence with a blank, or none. */
const blank = v.optional(v.union([v.literal(''), v.pipe(v.string(), v.includes('____'))]), '');
export const GlossaryTerm = v.object({
  term: text,
  term_es: text,
  subject: v.picklist(glossarySubjects),
  definition: text,
  definition_es: text,
  fact: v.optional(v.string(), ''),
  fact_es: v.optional(v.string(), ''),
  fill_in: blank,
  fill_in_es: blank,
  known_as: v.optional(v.pipe(text, v.regex(/^\d{1,16}$/))),
  is_offered: v.optional(v.literal(false)),
});
export const Glossary = v.array(GlossaryTerm);
