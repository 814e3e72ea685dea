import type { ItemProblem, ItemProblemCode } from '../../../common/authoring/itemProblems.ts';
import type { AuthoredBody } from '../../../contract/authoredItem.ts';
import { m } from '../../paraglide/messages.js';

const problems: Record<ItemProblemCode, (values: { at: number; name: string; field: string }) => string> = {
  title: m.itemEditor_problem_title,
  summary: m.itemEditor_problem_summary,
  minutes: m.itemEditor_problem_minutes,
  grades: m.itemEditor_problem_grades,
  standard: m.itemEditor_problem_standard,
  text: m.itemEditor_problem_text,
  page: m.itemEditor_problem_page,
  noPages: m.itemEditor_problem_noPages,
  alternative: m.itemEditor_problem_alternative,
  manyPictures: m.itemEditor_problem_manyPictures,
  level: m.itemEditor_problem_level,
  columns: m.itemEditor_problem_columns,
  columnLabel: m.itemEditor_problem_columnLabel,
  columnMissing: m.itemEditor_problem_columnMissing,
  noRows: m.itemEditor_problem_noRows,
  axis: m.itemEditor_problem_axis,
  question: m.itemEditor_problem_question,
  address: m.itemEditor_problem_address,
  captions: m.itemEditor_problem_captions,
  captionsStart: m.itemEditor_problem_captionsStart,
  captionsTimes: m.itemEditor_problem_captionsTimes,
};

/** The main text of each kind of body. */
export const textLabels: Readonly<Record<AuthoredBody['kind'], () => string>> = {
  html: m.itemEditor_text,
  pages: m.itemEditor_text,
  film: m.itemEditor_alternative,
  file: m.itemEditor_why,
  video: m.itemEditor_text,
  interactive: m.itemEditor_instructions,
  data: m.itemEditor_task,
  link: m.itemEditor_why,
};

const captionLabels: Partial<Record<ItemProblem['field'], () => string>> = {
  captions_en: m.itemEditor_captions_en,
  captions_es: m.itemEditor_captions_es,
};
const fieldName = ({ field, at = 1 }: ItemProblem, kind: AuthoredBody['kind']) =>
  captionLabels[field]?.() ??
  (field === 'pages' ? m.itemEditor_page({ number: at }) : field === 'alternative' ? m.itemEditor_alternative() : textLabels[kind]());

export const itemProblemText = (problem: ItemProblem, kind: AuthoredBody['kind']): string =>
  problems[problem.code]({ at: problem.at ?? 0, name: problem.name ?? '', field: fieldName(problem, kind) });

/** The first problem at a field, in words; null if there is none. `at`: the page. */
export function itemProblemAt(
  found: readonly ItemProblem[],
  kind: AuthoredBody['kind'],
  field: ItemProblem['field'],
  at?: number,
): string | null {
  const problem = found.find((one) => one.field === field && (at === undefined || one.at === at));
  return problem ? itemProblemText(problem, kind) : null;
}
