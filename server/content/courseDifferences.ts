import type { ItemBody } from '../../contract/content.ts';
import {
  type CourseChange,
  type CourseChangeKind,
  type CourseCounts,
  type CourseDetail,
  type CourseThing,
  courseThings,
} from '../../contract/courseImport.ts';
import type { Db } from '../kit/access.ts';
import { htmlOf } from '../search/terms.ts';
import { type CourseTable, courseTables, type RowChange, storedRows, type Values } from './changes.ts';
import type { ContentSet } from './contentSet.ts';
import { catalogCode, idsIn } from './courseIds.ts';
import { idOf, termIdOf } from './ids.ts';
import type { CoursePlan } from './importContent.ts';
import { textOf } from './plainText.ts';

const thingOf: Readonly<Record<CourseTable, CourseThing | null>> = {
  standard: 'standard',
  glossary_term: 'term',
  product: 'product',
  unit: 'unit',
  sub_unit: 'sub_unit',
  level3: 'level3',
  content_item: 'item',
  quiz: 'item',
  item_collection: 'item',
  question: 'question',
  question_option: 'question',
  lesson_block: 'block',
  course_file: 'file',
  // They keep what the course says for the forms, and nothing that a reader sees.
  catalog_item: null,
  catalog_quiz: null,
  catalog_term: null,
};

/** Columns that say nothing to a reader, or follow from others. */
const silent = new Set(['code', 'version', 'quiz_id', 'retired_at', 'targets', 'place']);
/** Columns whose text would not help: ids, data and drawings. */
const wordless = new Set([
  'diagram',
  'answer_key',
  'content',
  'sort_order',
  'mapped_id',
  'product_id',
  'unit_id',
  'sub_unit_id',
  'level3_id',
]);

const longest = 160;
/** Text around the first difference of two texts. */
function excerpts(before: string, after: string): readonly [string, string] {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const from = same <= longest / 2 ? 0 : same - longest / 4;
  const cut = (text: string) => `${from > 0 ? '…' : ''}${text.slice(from, from + longest)}${text.length > from + longest ? '…' : ''}`;
  return [cut(before), cut(after)];
}

/** The value of a column as text. */
function textIn(name: string, value: unknown): string {
  const text = String(value ?? '');
  if (name === 'body') return textOf(htmlOf(JSON.parse(text) as ItemBody));
  if (name.endsWith('html')) return textOf(text);
  if (['grades', 'standards'].includes(name)) return (JSON.parse(text) as string[]).join(', ');
  if (name === 'sources') return (JSON.parse(text) as { name: string }[]).map((source) => source.name).join(', ');
  return text;
}

function detailsOf({ table, before, after }: RowChange): CourseDetail[] {
  if (before === null || after === null) return [];
  return Object.keys(after).flatMap((field) => {
    if (silent.has(field) || (courseTables[table] as readonly string[]).includes(field)) return [];
    if (wordless.has(field)) return [{ field, before: null, after: null }];
    const [old, now] = excerpts(textIn(field, before[field]), textIn(field, after[field]));
    return [old === now ? { field, before: null, after: null } : { field, before: old, after: now }];
  });
}

/** A thing with the changes of its rows. */
interface Thing {
  thing: CourseThing;
  changes: RowChange[];
}

/** Names of things, and where they are. */
interface Named {
  name: string;
  place: string;
}

/** Names of all that a course has, by what its rows are part of. */
function namesIn(set: ContentSet): Map<string, Named> {
  const names = new Map<string, Named>();
  const idFor = idsIn(set.products);
  for (const product of set.products) {
    names.set(`product ${idFor(product.code)}`, { name: product.name, place: '' });
    for (const unit of product.units) {
      const place = `${product.name} › ${unit.name}`;
      names.set(`unit ${idFor(unit.code)}`, { name: unit.name, place: product.name });
      for (const sub of unit.sub_units) {
        names.set(`sub_unit ${idFor(sub.code)}`, { name: sub.name, place });
        for (const level3 of sub.level3) names.set(`level3 ${idFor(level3.code)}`, { name: level3.name, place: `${place} › ${sub.name}` });
      }
      for (const item of unit.items) names.set(`item ${idFor(item.code)}`, { name: item.title, place });
      for (const block of unit.lesson_blocks)
        names.set(`lesson_block ${idOf(`${catalogCode(unit)}#block#${block.type}#${block.title}`)}`, { name: block.title, place });
    }
  }
  for (const term of set.glossary) names.set(`glossary_term ${termIdOf(term)}`, { name: term.term, place: '' });
  return names;
}

/** A question is named by its text, since its number may change. */
async function questionNames(db: Db, changes: readonly RowChange[]): Promise<Map<unknown, string>> {
  const named = new Map<unknown, string>();
  const ids = changes.flatMap(({ table, before, after }) =>
    table === 'question' || table === 'question_option' ? [(after ?? before)?.question_id].filter((one) => one !== undefined) : [],
  );
  for (const row of await storedRows(db, 'question', 'question_id', ids)) named.set(row.question_id, textOf(String(row.question_html)));
  for (const { table, after } of changes)
    if (table === 'question' && typeof after?.question_html === 'string') named.set(after.question_id, textOf(after.question_html));
  return named;
}

/** The question of an option that changes, of which a change has only the id. */
async function questionOfOptions(db: Db, changes: readonly RowChange[]): Promise<Map<unknown, unknown>> {
  const ids = changes.flatMap(({ table, after, before }) => (table === 'question_option' ? [(after ?? before)?.option_id] : []));
  return new Map((await storedRows(db, 'question_option', 'option_id', ids)).map((row) => [row.option_id, row.question_id]));
}

const isGone = ({ before, after }: RowChange) => after === null || (before?.retired_at === null && after.retired_at != null);
const isNew = ({ before, after }: RowChange) =>
  after !== null && (before === null || (before.retired_at != null && after.retired_at === null));

function changeOf({ thing, changes }: Thing): CourseChangeKind {
  const main = changes.filter(({ table }) => table !== 'question_option' && table !== 'item_collection' && table !== 'quiz');
  if (main.some(isNew) && !main.some(({ before }) => before !== null && thing !== 'question')) return 'added';
  return main.length > 0 && main.every(isGone) ? 'removed' : 'changed';
}

/** What an import changes, in words and in numbers. */
export interface Differences {
  changes: CourseChange[];
  counts: CourseCounts[];
}

/** What the plan of an import changes. `db` is as it was compared with, before anything is written. */
export async function differencesOf(db: Db, set: ContentSet, { changes, kept, counts }: CoursePlan): Promise<Differences> {
  const names = namesIn(set);
  const questions = await questionNames(db, changes);
  const optionOf = await questionOfOptions(db, changes);
  const questionOf = (row: Values | null) => row?.question_id ?? optionOf.get(row?.option_id);
  const things = new Map<string, Thing & Named>();
  for (const change of changes) {
    const thing = thingOf[change.table];
    const row = change.after ?? change.before;
    // Questions beside those that were edited here are for the editor alone.
    if (thing === null || (change.table === 'question' && change.before === null && row?.retired_at === 0)) continue;
    const question = thing === 'question' ? questionOf(row) : undefined;
    const key = question === undefined ? change.about : `question ${question}`;
    const of = names.get(change.about);
    const named =
      question === undefined
        ? { name: of?.name ?? change.about.slice(change.about.indexOf(' ') + 1), place: of?.place ?? '' }
        : { name: excerpts(questions.get(question) ?? '', '')[0], place: of?.name ?? '' };
    const known = things.get(key);
    if (known) known.changes.push(change);
    else if (!(change.table === 'question_option' && !questions.has(question))) things.set(key, { thing, changes: [change], ...named });
  }
  const list: CourseChange[] = [...things.values()].map((thing) => ({
    ...{ thing: thing.thing, change: changeOf(thing), name: thing.name, place: thing.place },
    details: detailsIn(thing),
  }));
  const idFor = idsIn(set.products);
  const quizItems = new Map(
    set.products.flatMap(({ units }) =>
      units.flatMap(({ items }) => items.map((item) => [idOf(`${catalogCode(item)}#quiz`), idFor(item.code)])),
    ),
  );
  const keptAs = (thing: CourseThing, about: string) => {
    const of = names.get(about);
    if (of) list.push({ thing, change: 'kept', name: of.name, place: of.place, details: [] });
  };
  for (const item_id of kept.items) keptAs('item', `item ${item_id}`);
  for (const quiz_id of kept.quizzes) keptAs('question', `item ${quizItems.get(quiz_id)}`);
  for (const term_id of kept.terms) keptAs('term', `glossary_term ${term_id}`);
  list.sort((a, b) => courseThings.indexOf(a.thing) - courseThings.indexOf(b.thing));
  return {
    changes: list,
    counts: courseThings.map((thing) => {
      const of = (change: CourseChangeKind) => list.filter((one) => one.thing === thing && one.change === change).length;
      const [added, changed, removed, left] = [of('added'), of('changed'), of('removed'), of('kept')];
      return {
        thing,
        added,
        changed,
        removed,
        kept: left,
        unchanged: Math.max(0, counts[thing] - added - changed - (thing === 'item' || thing === 'term' ? left : 0)),
      };
    }),
  };
}

/** The columns that change, each once. Those of answers are one. */
function detailsIn({ thing, changes }: Thing): CourseDetail[] {
  const details = new Map<string, CourseDetail>();
  for (const change of changes) {
    if (change.table === 'question_option' && thing === 'question') details.set('options', { field: 'options', before: null, after: null });
    else if (change.table === 'item_collection') details.set('collections', { field: 'collections', before: null, after: null });
    else for (const detail of detailsOf(change)) if (!details.has(detail.field)) details.set(detail.field, detail);
  }
  return changes.some(({ table, before }) => table !== 'question_option' && table !== 'item_collection' && before === null)
    ? []
    : [...details.values()];
}
