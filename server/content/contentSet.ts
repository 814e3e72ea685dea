import type { ItemBody } from '../../contract/content.ts';
import type { QuestionType } from '../../contract/quiz.ts';
import type { AnswerKey } from '../areas/quiz/score.ts';
import type { ItemCollection, LessonBlockType } from './format.ts';

/** Input of the content API: products with everything below them. Codes are paths ("course/unit/sub-unit/item") that determine every id. */
export interface ContentSet {
  products: ProductContent[];
  standards: { code: string; framework: string; grades: string; summary: string }[];
  glossary: CourseTerm[];
  /** Files that items refer to by address, such as `courses/course/unit/sub-unit/film.webm`, in base64. */
  files: { path: string; content: string }[];
  /** Pictures in texts that were written in the product, in base64. */
  pictures?: CoursePicture[];
}
/** A picture of the course by its name, which follows from its bytes. */
export interface CoursePicture {
  picture_id: string;
  path: string;
  content: string;
}
export interface ProductContent {
  code: string;
  /** The code that the catalog has for it, if it does not follow from its path. So it is for all below. */
  known_as?: string;
  name: string;
  description: string;
  language_id: number;
  grades: string[];
  /** Code of the product this one translates. */
  translates: string | null;
  sort_order: number;
  units: UnitContent[];
}
export interface UnitContent {
  code: string;
  known_as?: string;
  name: string;
  summary: string;
  translates: string | null;
  sort_order: number;
  sub_units: (PlaceContent & { level3: PlaceContent[] })[];
  items: ItemContent[];
  prebuilt_lessons: LessonContent[];
  lesson_blocks: LessonBlockContent[];
}
/** A sub-unit, or a place in it. */
export interface PlaceContent {
  code: string;
  known_as?: string;
  name: string;
  /** Its number; undefined: that of its position. */
  sort_order?: number;
}
export interface ItemContent {
  code: string;
  known_as?: string;
  /** Its number in the unit; undefined: that of its position. */
  sort_order?: number;
  /** Whether the library offers it; undefined: as it does. */
  is_offered?: false;
  /** If it is not that of the product. */
  language_id?: number;
  sub_unit: string;
  level3: string | null;
  item_type_id: number;
  title: string;
  summary: string;
  body: ItemBody;
  minutes: number;
  grades: string[];
  standards: string[];
  sources: { name: string; note: string }[];
  translates: string | null;
  is_assignable: boolean;
  is_learnosity_enabled: boolean;
  lexile: number | null;
  spanish_remark: string | null;
  collections: readonly ItemCollection[];
  quiz: QuizContent | null;
}
export interface QuizContent {
  intro_html: string;
  delivery: string;
  questions: QuestionContent[];
}
/** `options` are in the author's order. Keys refer to options by text, which is unique within a question. */
export interface QuestionContent {
  question_type: QuestionType;
  question_html: string;
  explanation_html: string;
  /** Inline SVG. */
  diagram: string | null;
  points: number;
  difficulty: number;
  unit: string | null;
  standards: string[];
  targets: { id: string; text: string }[];
  options: { text: string; is_answer: boolean; misconception: string | null }[];
  key: QuestionKey;
}
export type QuestionKey =
  | { kind: 'one' }
  | { kind: 'many' }
  | { kind: 'text'; accepted: string[] }
  | Extract<AnswerKey, { kind: 'open' | 'numeric' }>
  | { kind: 'order'; texts: string[] }
  /** Target id → text of the option that belongs there. */
  | { kind: 'places'; places: Record<string, string> };
export interface LessonContent {
  name: string;
  objective: string;
  instructions: string;
  minutes: number;
  enforce_order: boolean;
  /** Item codes. */
  items: string[];
}
/** A building block for lesson plans, identified by type and title within a unit. */
export interface LessonBlockContent {
  type: LessonBlockType;
  title: string;
  minutes: number;
  /** Null if it suits the whole unit. */
  sub_unit: string | null;
  html: string;
  standards: string[];
}
export interface GlossaryContent {
  term: string;
  term_es: string;
  subject: string;
  definition: string;
  definition_es: string;
  fact: string;
  fact_es: string;
  fill_in: string;
  fill_in_es: string;
}
/** A term as a course has it. `known_as`: its id, if the name is not the one that it began with. */
export interface CourseTerm extends GlossaryContent {
  known_as?: string | undefined;
  /** false: nobody sees it. */
  is_offered?: false | undefined;
}
