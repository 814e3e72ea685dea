import type { CourseChange, CourseChangeKind, CourseDetail, CourseImport, CourseThing } from '../../../contract/courseImport.ts';
import { m } from '../../paraglide/messages.js';
import type { Tone } from '../../ui/Badge.tsx';

export const thingNames: Readonly<Record<CourseThing, () => string>> = {
  product: m.courseImport_product,
  unit: m.courseImport_unit,
  sub_unit: m.courseImport_sub_unit,
  level3: m.courseImport_level3,
  item: m.courseImport_item,
  question: m.courseImport_question,
  block: m.courseImport_block,
  term: m.courseImport_term,
  standard: m.courseImport_standard,
  file: m.courseImport_files,
};

export const changeNames: Readonly<Record<CourseChangeKind, readonly [name: () => string, tone: Tone]>> = {
  added: [m.courseImport_added, 'success'],
  changed: [m.courseImport_changed, 'accent'],
  removed: [m.courseImport_removed, 'danger'],
  kept: [m.courseImport_kept, 'neutral'],
};

export const courseStates: Readonly<Record<CourseImport['state'], readonly [name: () => string, tone: Tone]>> = {
  uploaded: [m.courseImport_state_uploaded, 'neutral'],
  checking: [m.courseImport_state_checking, 'accent'],
  refused: [m.courseImport_state_refused, 'danger'],
  checked: [m.courseImport_state_checked, 'accent'],
  outdated: [m.courseImport_state_outdated, 'warning'],
  importing: [m.courseImport_state_importing, 'accent'],
  done: [m.courseImport_state_done, 'success'],
  undoing: [m.courseImport_state_undoing, 'accent'],
  undone: [m.courseImport_state_undone, 'neutral'],
  failed: [m.courseImport_state_failed, 'danger'],
};

/** Columns that a reader knows by a name. */
const columns: Readonly<Record<string, () => string>> = {
  name: m.admin_subjects_name,
  title: m.itemEditor_title,
  summary: m.itemEditor_summary,
  description: m.permissions_description,
  body: m.courseImport_column_text,
  html: m.courseImport_column_text,
  intro_html: m.courseImport_column_text,
  question_html: m.reports_question,
  explanation_html: m.itemBank_explanation,
  options: m.itemBank_options,
  answer_key: m.courseImport_column_key,
  points: m.reports_points,
  difficulty: m.itemBank_difficulty,
  standards: m.itemBank_standards,
  grades: m.contentSetup_grades,
  minutes: m.quiz_minutes,
  sort_order: m.courseImport_column_order,
  language_id: m.contentSetup_language,
  mapped_id: m.courseImport_column_counterpart,
  is_assignable: m.contentSetup_assignable,
  is_learnosity_enabled: m.contentSetup_provider,
  sources: m.courseImport_column_sources,
  collections: m.courseImport_column_collections,
  diagram: m.courseImport_column_drawing,
  content: m.courseImport_column_content,
  sub_unit_id: m.courseImport_place,
  level3_id: m.courseImport_place,
};

function detailText({ field, before, after }: CourseDetail): string {
  const name = (columns[field] ?? m.courseImport_column_other)();
  return before === null || after === null ? name : m.courseImport_detail({ field: name, before, after });
}

/** What is different, each column once. */
export const detailsText = ({ details }: CourseChange): string => [...new Set(details.map(detailText))].join('; ');
