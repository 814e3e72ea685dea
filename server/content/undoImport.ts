import type { PlaceKind } from '../../contract/contentSetup.ts';
import { placeKinds } from '../../contract/contentSetup.ts';
import { isUsed } from '../areas/contentSetup/placeUse.ts';
import type { Database } from '../db/schema.ts';
import type { Db } from '../kit/access.ts';
import { allDistricts } from '../kit/allDistricts.ts';
import { applyChanges, type CourseTable, courseTables, keyValues, type RowChange, storedRows, type Values } from './changes.ts';
import { begunOf } from './editedQuizzes.ts';
import { writeWords } from './importContent.ts';

/** Things are put back from the end: a unit can go once its items are gone. */
const order: readonly string[] = [
  'lesson_block',
  'item',
  'course_file',
  'glossary_term',
  'level3',
  'sub_unit',
  'unit',
  'product',
  'standard',
];
const kindOf = (about: string) => about.slice(0, about.indexOf(' '));
const idIn = (about: string) => Number(about.slice(about.indexOf(' ') + 1));

async function storedRow(db: Db, table: CourseTable, row: Values): Promise<Values | undefined> {
  const [first, ...more] = courseTables[table];
  const rows = await storedRows(db, table, first, [row[first]]);
  return rows.find((one) => more.every((name) => one[name] === row[name]));
}

/** Whether a row is as the import wrote it. Its version may have grown with other columns. */
const isAsWritten = (stored: Values | undefined, after: Values | null) =>
  after === null
    ? stored === undefined
    : stored !== undefined && Object.keys(after).every((name) => name === 'version' || (stored[name] ?? null) === (after[name] ?? null));

/** Columns of a question that students see. */
const isAnother = ({ before, after }: RowChange) =>
  before !== null &&
  (after === null || Object.keys(after).some((name) => !['question_id', 'place', 'retired_at', 'sort_order'].includes(name)));

/** Whether one of these tables, of any district, has a row with this value. */
async function isAnywhere(db: Db, tables: readonly (keyof Database)[], column: 'item_id' | 'term_id', id: number): Promise<boolean> {
  const all = allDistricts(db);
  for (const table of tables) {
    const row = await all
      .selectFrom(table as 'term_item')
      .select(column)
      .where(column, '=', id)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** Whether somebody has used an item that the import added: lessons, libraries, work, drafts. */
const isItemUsed = (db: Db, item_id: number) => {
  const tables = ['item_opening', 'library_resource', 'lesson_resource', 'content_track', 'printable_response'] as const;
  return isAnywhere(db, [...tables, 'catalog_drafter', 'catalog_item'], 'item_id', item_id);
};
const isTermUsed = (db: Db, term_id: number) =>
  isAnywhere(db, ['catalog_term', 'glossary_practice', 'glossary_favorite', 'term_set_term', 'term_set_answer'], 'term_id', term_id);

/** Whether something names a standard: an item, or a question. */
async function isStandardUsed(db: Db, code: string): Promise<boolean> {
  const named = `%${JSON.stringify(code)}%`;
  for (const table of ['content_item', 'question', 'lesson_block'] as const)
    if (
      await db
        .selectFrom(table as 'question')
        .select('standards')
        .where('standards', 'like', named)
        .limit(1)
        .executeTakeFirst()
    )
      return true;
  return false;
}

/** Quizzes of a thing whose questions the import added, changed or deleted. */
const quizzesOf = (changes: readonly RowChange[], stored: ReadonlyMap<RowChange, Values | undefined>) => [
  ...new Set(
    changes.flatMap((change) =>
      change.table === 'question' ? [Number((stored.get(change) ?? change.after ?? change.before)?.quiz_id)].filter(Boolean) : [],
    ),
  ),
];

/**
 * The changes that take back those of one thing; null if it was changed or used since, and stays.
 * @param at now, in ms
 */
async function inverseOf(db: Db, about: string, changes: readonly RowChange[], at: number): Promise<RowChange[] | null> {
  const stored = new Map<RowChange, Values | undefined>();
  for (const change of changes) {
    const row = await storedRow(db, change.table, (change.after ?? change.before) as Values);
    if (!isAsWritten(row, change.after)) return null;
    stored.set(change, row);
  }
  const kind = kindOf(about);
  const isAdded = changes.some(({ table, before }) => before === null && (table === 'content_item' || table === kind));
  const begun = await begunOf(db, quizzesOf(changes, stored));
  const isPlace = (placeKinds as readonly string[]).includes(kind);
  const isInUse = isAdded
    ? (kind === 'item' && (begun.size > 0 || (await isItemUsed(db, idIn(about))))) ||
      (isPlace && (await isUsed(db, kind as PlaceKind, idIn(about)))) ||
      (kind === 'glossary_term' && (await isTermUsed(db, idIn(about)))) ||
      (kind === 'standard' && (await isStandardUsed(db, about.slice('standard '.length))))
    : // Who has begun a quiz since has answered the questions that are there now.
      begun.size > 0 && changes.some((change) => change.table === 'question' && isAnother(change));
  if (isInUse) return null;
  const inverse: RowChange[] = [];
  const stays = new Set<unknown>();
  for (const change of changes) {
    const { table, before, after } = change;
    const row = stored.get(change);
    const ofQuestion = table === 'question' && before === null && after !== null && !isAdded;
    // Questions for the editor are given to nobody. Others that somebody may have answered are retired.
    if (ofQuestion && (after.retired_at === 0 || begun.has(Number(after.quiz_id)))) {
      stays.add(after.question_id);
      if (after.retired_at !== 0) inverse.push({ table, about, before: after, after: { ...keyValues(table, after), retired_at: at } });
    } else if (table === 'question_option' && before === null && stays.has(after?.question_id)) {
      // The option of a question that stays.
    } else if (before === null) inverse.push({ table, about, before: row ?? null, after: null });
    else if (after === null) inverse.push({ table, about, before: null, after: before });
    else
      inverse.push({
        table,
        about,
        before: after,
        after: { ...before, ...('version' in before ? { version: Number(row?.version) + 1 } : {}) },
      });
  }
  return inverse;
}

/**
 * Puts back what an import changed, thing by thing. What somebody has changed or used since stays as it is.
 * @param at now, in ms
 * @returns how many things were put back, and how many were left
 */
export async function undoChanges(db: Db, changes: readonly RowChange[], at: number): Promise<{ undone: number; left: number }> {
  const things = [...Map.groupBy(changes, ({ about }) => about)].sort(([a], [b]) => order.indexOf(kindOf(a)) - order.indexOf(kindOf(b)));
  const written: RowChange[] = [];
  let undone = 0;
  let left = 0;
  for (const [about, own] of things) {
    const inverse = await inverseOf(db, about, own, at);
    if (inverse === null) left += 1;
    else {
      undone += 1;
      await applyChanges(db, inverse);
      written.push(...inverse);
    }
  }
  for (const { table, before, after } of written)
    if (table === 'content_item' && after === null) await forgetWords(db, Number(before?.item_id));
  await writeWords(db, written);
  return { undone, left };
}

/** What the search and the glossary know of an item that is gone. */
async function forgetWords(db: Db, item_id: number): Promise<void> {
  for (const table of ['item_terms', 'term_item'] as const)
    await db
      .deleteFrom(table as 'item_terms')
      .where('item_id', '=', item_id)
      .execute();
}
