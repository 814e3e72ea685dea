import * as v from 'valibot';
import { ItemTerm } from './itemTerm.ts';
import { call, everyone, id, Role, smallNumber, staff } from './kit.ts';

/** Kinds of lesson resource. 25 is from the specification; the others are ours, since it has no list. */
export const ResourceType = {
  reading: 1,
  video: 2,
  interactive: 3,
  dataLab: 4,
  investigation: 5,
  link: 6,
  file: 7,
  quiz: 10,
  assessment: 11,
  printableQuiz: 12,
  providerAssessment: 13,
  termSet: 14,
  leveledReader: 25,
} as const;

const handedIn: readonly number[] = [
  ResourceType.quiz,
  ResourceType.assessment,
  ResourceType.printableQuiz,
  ResourceType.providerAssessment,
  ResourceType.termSet,
];

/** Whether a resource can only be completed by submitting it, or by answering all of it. */
export const isHandedIn = (resource_type_id: number): boolean => handedIn.includes(resource_type_id);

/** Language ids on the wire: 102 uses the mapped product (specification section 9). */
export const Language = { english: 101, spanish: 102 } as const;

/** An item as shown in lists and cards. */
export const ItemCard = v.object({
  item_id: v.number(),
  item_type_id: v.number(),
  title: v.string(),
  summary: v.string(),
  minutes: v.number(),
  grades: v.array(v.string()),
  standards: v.array(v.string()),
  language_id: v.number(),
  mapped_id: v.nullable(v.number()),
  is_assignable: v.boolean(),
  is_learnosity_enabled: v.boolean(),
  quiz_id: v.nullable(v.number()),
});
export type ItemCard = v.InferOutput<typeof ItemCard>;

/** Each caption lasts until the next. */
const captions = v.array(v.object({ at: v.number(), text: v.string() }));
/** Captions in other languages. */
const translations = v.optional(v.array(v.object({ language_id: v.number(), captions })));

/** Content of an item, by kind. HTML is already sanitized. `questions` are for self-check and contain no key. */
export const ItemBody = v.variant('kind', [
  v.object({ kind: v.literal('html'), html: v.string() }),
  v.object({
    kind: v.literal('pages'),
    pages: v.array(v.string()),
    lexile: v.nullable(v.number()),
    spanish_remark: v.nullable(v.string()),
    /** Readers of one family tell the same story at different levels. */
    family: v.optional(v.string()),
  }),
  v.object({
    kind: v.literal('film'),
    /** URL of a video file. */
    url: v.string(),
    media_type: v.string(),
    /** In seconds. */
    duration: v.number(),
    captions,
    translations,
    /** Description of what the video shows. */
    text_alternative_html: v.optional(v.string()),
  }),
  v.object({
    kind: v.literal('file'),
    /** Serves the file as an attachment. */
    url: v.string(),
    file_name: v.string(),
    media_type: v.string(),
    /** In bytes. */
    size: v.number(),
    why_html: v.string(),
  }),
  v.object({
    kind: v.literal('video'),
    animation: v.string(),
    duration: v.number(),
    captions,
    translations,
  }),
  v.object({
    kind: v.literal('interactive'),
    simulation: v.string(),
    parameters: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
    instructions_html: v.string(),
    text_alternative_html: v.string(),
  }),
  v.object({
    kind: v.literal('data'),
    csv: v.string(),
    columns: v.array(v.object({ name: v.string(), label: v.string(), unit: v.string() })),
    plot: v.object({ x: v.string(), y: v.string(), type: v.picklist(['line', 'scatter', 'bar']) }),
    task_html: v.string(),
  }),
  v.object({ kind: v.literal('link'), url: v.string(), why_html: v.string() }),
  v.object({ kind: v.literal('quiz'), intro_html: v.string() }),
  /** Terms of the glossary, in their order. Those that the reader does not see are left out. */
  v.object({ kind: v.literal('terms'), terms: v.array(ItemTerm) }),
]);
export type ItemBody = v.InferOutput<typeof ItemBody>;

export const content = {
  getContent: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/get_content',
    summary: 'Get an item with its body',
    access: everyone,
    body: v.object({
      id,
      userPuid: id,
      roleId: v.pipe(v.number(), v.integer(), v.minValue(Role.noAccess), v.maxValue(Role.superAdministrator)),
      districtId: id,
      stateId: v.nullable(id),
      isProcUrl: v.optional(v.boolean(), false),
    }),
    data: v.object({
      item_details: v.object({ ...ItemCard.entries, body: ItemBody }),
      /** All levels of a leveled reader, easiest first, including this one. Empty for other kinds. */
      levels: v.array(
        v.object({ item_id: v.number(), title: v.string(), lexile: v.nullable(v.number()), spanish_remark: v.nullable(v.string()) }),
      ),
    }),
    onFailure: 'state',
    origin: 'ours',
  }),
  prebuiltLessons: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/content/get_prebuilt_assignments',
    summary: 'List the prebuilt lessons',
    access: staff,
    body: v.object({ user_puid: id, language_id: v.optional(smallNumber, Language.english) }),
    data: v.array(
      v.object({
        lesson_id: v.number(),
        lesson_name: v.string(),
        lesson_objective: v.string(),
        unit_name: v.string(),
        product_name: v.string(),
        total_time: v.nullable(v.number()),
        resources: v.array(v.object({ item_id: v.number(), resource_type_id: v.number(), title: v.string() })),
      }),
    ),
    origin: 'ours',
    onFailure: 'state',
  }),
};
