import type { ItemBody } from '../../contract/content.ts';
import type { QuestionType } from '../../contract/quiz.ts';
import type { AnswerKey } from '../areas/quiz/score.ts';
import type { ItemCollection, LessonBlockType } from './format.ts';

/** Input of the content API: products with everything below them. Codes are paths ("course/unit/sub-unit/item") that determine every id. */
export interface ContentSet {
  products: ProductContent[];
  standards: { code: string; framework: string; grades: string; summary: string }[];
  glossary: GlossaryContent[];
}
export interface ProductContent {
  code: string;
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
  name: string;
  summary: string;
  translates: string | null;
  sort_order: number;
  sub_units: { code: string; name: string; level3: { code: string; name: string }[] }[];
  items: ItemContent[];
  prebuilt_lessons: LessonContent[];
  lesson_blocks: LessonBlockContent[];
}
export interface ItemContent {
  code: string;
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
