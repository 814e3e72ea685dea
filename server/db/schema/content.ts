import type { Generated } from 'kysely';
import type { CourseImportState } from '../../../contract/courseImport.ts';
import type { ItemCollection, LessonBlockType } from '../../content/format.ts';
import type { District } from './district.ts';

/** The provider's catalog, shared by all districts. */
export interface ContentTables {
  product: ProductTable;
  unit: UnitTable;
  sub_unit: SubUnitTable;
  level3: Level3Table;
  /** Places that were deleted, with their rows as JSON, so that they can be put back. */
  removed_place: { place_id: number; kind: string; stored: string; removed_at: number };
  content_item: ContentItemTable;
  /** Key words of an item's body, for the search. */
  item_terms: { item_id: number; terms: string };
  item_collection: { item_id: number; collection: ItemCollection };
  quiz: QuizTable;
  question: QuestionTable;
  question_option: QuestionOptionTable;
  catalog_quiz: CatalogQuizTable;
  catalog_item: CatalogItemTable;
  catalog_drafter: CatalogDrafterTable;
  /** Pictures that administrators upload for items and questions of the catalog. */
  catalog_picture: CatalogPictureTable;
  standard: { code: string; framework: string; grades: string; summary: string };
  glossary_term: GlossaryTermTable;
  catalog_term: CatalogTermTable;
  /** Items whose text uses a term, and how often. */
  term_item: { term_id: number; item_id: number; mentions: number };
  lesson_block: LessonBlockTable;
  /** Files of the course that pages load by their address, in base64. Those that are not here came with the product. */
  course_file: { path: string; content: string };
  course_import: CourseImportTable;
  /** The packed file of an import, in parts; and what it changed, as one. */
  course_import_part: { district_id: District; job_id: number; kind: 'file' | 'log'; part_no: number; content: string };
  /** One row. Its version increases with each import. */
  catalogue: { catalogue_id: number; version: number };
}

/** An import of the course's files, in the district of whoever uploaded them. */
interface CourseImportTable {
  district_id: District;
  job_id: number;
  created_by: number;
  state: CourseImportState;
  file_name: string;
  size: number;
  /** JSON of contract CourseFinding, CourseChange and CourseCounts. */
  findings: string;
  changes: string;
  counts: string;
  errors: number;
  warnings: number;
  /** Version of the catalog that it was compared with. */
  catalogue_version: number;
  left_alone: number;
  /** Who has it undone, of any district. */
  undone_by: number | null;
  undone_district_id: number | null;
  created_at: number;
  updated_at: number;
  finished_at: number | null;
  runner: number | null;
  lease_until: number;
}

/** Somebody who has written at a draft since it was published. */
interface CatalogDrafterTable {
  district_id: District;
  item_id: number;
  /** The item itself, or its questions. */
  part: 'item' | 'quiz';
  user_puid: number;
  /** Time of the first save (ms since 1970). */
  since: number;
}

interface ProductTable {
  product_id: number;
  code: string;
  name: string;
  description: string;
  language_id: number;
  mapped_id: number | null;
  grades: string;
  sort_order: number;
  version: Generated<number>;
}
interface UnitTable {
  unit_id: number;
  product_id: number;
  code: string;
  name: string;
  summary: string;
  mapped_id: number | null;
  sort_order: number;
  version: Generated<number>;
}
interface SubUnitTable {
  sub_unit_id: number;
  unit_id: number;
  code: string;
  name: string;
  sort_order: number;
  version: Generated<number>;
}
interface Level3Table {
  level3_id: number;
  sub_unit_id: number;
  code: string;
  name: string;
  sort_order: number;
  version: Generated<number>;
}
interface ContentItemTable {
  item_id: number;
  product_id: number;
  unit_id: number;
  sub_unit_id: number;
  level3_id: number | null;
  /** `<course>/<unit>/<sub-unit>/<slug>` */
  code: string;
  item_type_id: number;
  title: string;
  summary: string;
  /** JSON of contract ItemBody. */
  body: string;
  minutes: number;
  grades: string;
  standards: string;
  sources: string;
  language_id: number;
  mapped_id: number | null;
  is_assignable: number;
  is_learnosity_enabled: number;
  lexile: number | null;
  spanish_remark: string | null;
  quiz_id: number | null;
  sort_order: number;
  /** Who wrote it; null: the provider. */
  owner_puid: number | null;
  version: Generated<number>;
  /** Whether the library offers it. Lessons that have it keep it. */
  is_offered: Generated<number>;
}
interface QuizTable {
  quiz_id: number;
  item_id: number;
  title: string;
  intro_html: string;
  delivery: string;
}
interface QuestionTable {
  question_id: number;
  quiz_id: number;
  sort_order: number;
  question_type: string;
  question_html: string;
  explanation_html: string;
  diagram: string | null;
  points: number;
  difficulty: number;
  unit: string | null;
  standards: string;
  /** JSON: [{ id, text }], for matching and label_diagram. */
  targets: string;
  /** JSON of AnswerKey (server/areas/quiz/score.ts): never sent before release. */
  answer_key: string;
  /** Author's key of the question, of which there may be several versions; null: the provider's. */
  author_key: string | null;
  /** Position in the newest version of the quiz; null: `sort_order`, which never changes. */
  place: number | null;
  /** When a newer version of the quiz left it out; null: new attempts get it. */
  retired_at: number | null;
}
interface QuestionOptionTable {
  option_id: number;
  question_id: number;
  sort_order: number;
  answer_text: string;
  is_answer: number;
  misconception: string | null;
}
/** A quiz of the catalog for which there was a draft (decision 077). */
interface CatalogQuizTable {
  quiz_id: number;
  /** JSON of contract AuthoredQuiz. */
  document: string;
  version: number;
  /** The version that new attempts get. */
  published_version: number;
  /** Whether a draft was published, so that imports of the course leave the questions alone. */
  is_edited: number;
  /** JSON: ids of the questions as the course has them, in its order. */
  course: string;
  /** Whether the course changed its questions since the latest publication. */
  is_course_new: number;
}
interface CatalogPictureTable {
  /** From its bytes. */
  picture_id: string;
  media_type: string;
  /** Base64. */
  content: string;
  width: number;
  height: number;
  /** When the nightly purge found that nothing names it; null: something does, or nobody has looked yet. */
  unused_since: number | null;
}
interface CatalogItemTable {
  item_id: number;
  /** JSON of contract AuthoredItem. */
  document: string;
  version: number;
  /** The version that students get; 0: it was never published. */
  published_version: number;
  /** JSON: drawings of its texts of all versions, by the names that documents have for them. */
  drawings: string;
  /** Whether a draft was published, so that imports of the course leave the item alone. */
  is_edited: number;
  /** JSON of contract AuthoredItem: the item as the course has it. */
  course: string;
  /** Whether the course changed it since the latest publication. */
  is_course_new: number;
}
interface GlossaryTermTable {
  term_id: number;
  subject: string;
  term: string;
  term_es: string;
  definition: string;
  definition_es: string;
  fact: string;
  fact_es: string;
  fill_in: string;
  fill_in_es: string;
  version: Generated<number>;
  /** 0: withdrawn. Readers see it nowhere, and what they practiced of it is kept. */
  is_offered: Generated<number>;
}
/** A term whose texts administrators wrote, so that imports of the course leave it alone. */
interface CatalogTermTable {
  term_id: number;
  /** JSON of its texts as the course has them; empty if the course does not have the term. */
  course: string;
  /** Whether the course changed them since the latest edit. */
  is_course_new: number;
}
interface LessonBlockTable {
  block_id: number;
  unit_id: number;
  /** null: suits the whole unit. */
  sub_unit_id: number | null;
  block_type: LessonBlockType;
  title: string;
  minutes: number;
  html: string;
  /** JSON list of codes. */
  standards: string;
  sort_order: number;
}
