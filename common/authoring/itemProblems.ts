import Papa from 'papaparse';
import { type AuthoredBody, type AuthoredItem, itemLimits } from '../../contract/authoredItem.ts';
import { Language, ResourceType } from '../../contract/content.ts';
import { readVtt } from '../webVtt.ts';
import { hasWords, lacksAlternative, picturesIn } from './richQuestion.ts';

/** What an item lacks, by code; the words are messages `itemEditor_problem_<code>`. */
export const itemProblemCodes = [
  'title',
  'summary',
  'minutes',
  'grades',
  'standard',
  'text',
  'page',
  'noPages',
  'alternative',
  'manyPictures',
  'level',
  'columns',
  'columnLabel',
  'columnMissing',
  'noRows',
  'axis',
  'question',
  'address',
  'captions',
  'captionsStart',
  'captionsTimes',
] as const;
export type ItemProblemCode = (typeof itemProblemCodes)[number];

/** A problem at a field of the form. `at`: number of the page or line, 1 for the first; `name`: of the column or standard, or the line. */
export interface ItemProblem {
  field:
    | 'title'
    | 'summary'
    | 'minutes'
    | 'grades'
    | 'standards'
    | 'text'
    | 'pages'
    | 'lexile'
    | 'csv'
    | 'plot'
    | 'questions'
    | 'url'
    | 'alternative'
    | 'captions_en'
    | 'captions_es';
  code: ItemProblemCode;
  at?: number;
  name?: string;
}

/** What the checks have to know beside the item. */
export interface ItemFacts {
  item_type_id: number;
  language_id: number;
  known_standards: readonly string[];
  question_count: number | null;
}

/** A data set's table: the names of its columns, and its rows. */
export function tableOf(csv: string): { names: readonly string[]; rows: readonly Record<string, string>[] } {
  const { data, meta } = Papa.parse<Record<string, string>>(csv.trim(), { header: true, skipEmptyLines: true });
  return { names: meta.fields ?? [], rows: data };
}

function dataProblems({ csv, columns, plot }: Extract<AuthoredBody, { kind: 'data' }>, { question_count }: ItemFacts): ItemProblem[] {
  const { names, rows } = tableOf(csv);
  const missing = columns.find(({ name }) => !names.includes(name));
  return [
    ...(names.length < 2 || columns.length < 2 || names.length > itemLimits.columns ? [{ field: 'csv', code: 'columns' } as const] : []),
    ...(missing ? [{ field: 'csv', code: 'columnMissing', name: missing.name } as const] : []),
    ...columns.flatMap(({ name, label }) => (label === '' ? [{ field: 'csv', code: 'columnLabel', name } as const] : [])),
    ...(rows.length === 0 ? [{ field: 'csv', code: 'noRows' } as const] : []),
    ...([plot.x, plot.y].every((axis) => columns.some(({ name }) => name === axis)) ? [] : [{ field: 'plot', code: 'axis' } as const]),
    ...(question_count === 0 ? [{ field: 'questions', code: 'question' } as const] : []),
  ];
}

/** Whether students may be sent to an address: one of the web, encrypted, in the form that browsers show. */
const isAddress = (url: string) => URL.parse(url)?.protocol === 'https:';

const need = (html: string, field: ItemProblem['field'] = 'text'): ItemProblem[] => (hasWords(html) ? [] : [{ field, code: 'text' }]);

/** Everything that is said is in the captions: they are there in the item's language, and can be read. */
function captionProblems(captions: Readonly<Record<'en' | 'es', string>> | undefined, { language_id }: ItemFacts): ItemProblem[] {
  if (captions === undefined) return [];
  return (['en', 'es'] as const).flatMap((code): ItemProblem[] => {
    const field = `captions_${code}` as const;
    const isOwn = (code === 'es') === (language_id === Language.spanish);
    if (captions[code].trim() === '') return isOwn ? [{ field, code: 'captions' }] : [];
    const read = readVtt(captions[code]);
    if ('captions' in read) return read.captions.length === 0 && isOwn ? [{ field, code: 'captions' }] : [];
    const { line, value } = read.problem;
    return [{ field, code: read.problem.code === 'vttStart' ? 'captionsStart' : 'captionsTimes', at: line, name: value.slice(0, 60) }];
  });
}

function bodyProblems(body: AuthoredBody, facts: ItemFacts): ItemProblem[] {
  switch (body.kind) {
    case 'html':
      return need(body.html);
    case 'pages': {
      const isLeveled = facts.item_type_id === ResourceType.leveledReader;
      return [
        ...(body.pages.length === 0 ? [{ field: 'pages', code: 'noPages' } as const] : []),
        ...body.pages.flatMap((page, index) =>
          hasWords(page) || picturesIn(page).length > 0 ? [] : [{ field: 'pages', code: 'page', at: index + 1 } as const],
        ),
        ...(isLeveled && (body.lexile === null) === (body.spanish_remark === '') ? [{ field: 'lexile', code: 'level' } as const] : []),
      ];
    }
    case 'film':
      return [...captionProblems(body.captions, facts), ...need(body.text_alternative, 'alternative')];
    case 'interactive':
      return [...need(body.instructions), ...need(body.text_alternative, 'alternative')];
    case 'data':
      return [...need(body.task), ...dataProblems(body, facts)];
    case 'file':
      return need(body.why);
    case 'link':
      return [...(isAddress(body.url) ? [] : [{ field: 'url', code: 'address' } as const]), ...need(body.why)];
    case 'video':
      return captionProblems(body.captions, facts);
  }
}

/** The texts of a body, as the form has them, in its order. */
export function textsOf(body: AuthoredBody): string[] {
  switch (body.kind) {
    case 'html':
      return [body.html];
    case 'pages':
      return body.pages;
    case 'film':
      return [body.text_alternative];
    case 'interactive':
      return [body.instructions, body.text_alternative];
    case 'data':
      return [body.task];
    case 'file':
    case 'link':
      return [body.why];
    case 'video':
      return [];
  }
}

/** What an item lacks before students can get it, in the order of the form. Empty: it is complete. */
export function itemProblems(item: AuthoredItem, facts: ItemFacts): ItemProblem[] {
  const texts = textsOf(item.body);
  // What is being typed may end in a comma.
  const unknown = item.standards.find((code) => code !== '' && !facts.known_standards.includes(code));
  return [
    ...(item.title.trim() === '' ? [{ field: 'title', code: 'title' } as const] : []),
    ...(item.summary.trim() === '' ? [{ field: 'summary', code: 'summary' } as const] : []),
    ...(item.minutes < 1 || item.minutes > itemLimits.minutes ? [{ field: 'minutes', code: 'minutes' } as const] : []),
    ...(!item.grades.some(Boolean) ? [{ field: 'grades', code: 'grades' } as const] : []),
    ...(unknown === undefined ? [] : [{ field: 'standards', code: 'standard', name: unknown } as const]),
    ...bodyProblems(item.body, facts),
    ...texts.flatMap((html, index) => {
      const field = item.body.kind === 'pages' ? 'pages' : index > 0 || item.body.kind === 'film' ? 'alternative' : 'text';
      return lacksAlternative(html) ? [{ field, code: 'alternative', at: index + 1 } as const] : [];
    }),
    ...(new Set(texts.flatMap(picturesIn)).size > itemLimits.pictures ? [{ field: 'text', code: 'manyPictures' } as const] : []),
  ];
}
