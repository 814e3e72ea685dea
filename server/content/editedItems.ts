import { isDeepStrictEqual } from 'node:util';
import type { AuthoredItem } from '../../contract/authoredItem.ts';
import { isHandedIn } from '../../contract/content.ts';
import type { NewRow } from '../db/schema.ts';
import type { Db } from '../kit/access.ts';
import { itemToForm, type StoredItem, withEveryField } from './authoredItem.ts';
import type { Drawings } from './authoredText.ts';
import type { Values } from './changes.ts';

/** Columns that the form of an item has, which an import leaves alone once somebody published them. */
const written = ['title', 'summary', 'body', 'minutes', 'grades', 'standards', 'sources', 'lexile', 'spanish_remark'] as const;

const parsed: readonly string[] = ['body', 'grades', 'standards', 'sources'];
/** What an item says in these columns, however its JSON is written. */
const saidOf = (row: Values) =>
  written.map((name) => (parsed.includes(name) ? (JSON.parse(String(row[name])) as unknown) : (row[name] ?? null)));

/** The course's items with what administrators published in their place (decision 081). */
export interface ItemsWithEdits {
  items: NewRow<'content_item'>[];
  /** Rows of `catalog_item` whose draft or edit stands on another item than the course has now, for the editor. */
  drafts: Values[];
  /** Items of which the course has another version than the published one. */
  kept: Set<number>;
}

export async function withEditedItems(trx: Db, items: readonly NewRow<'content_item'>[]): Promise<ItemsWithEdits> {
  const stored = await trx.selectFrom('catalog_item').selectAll().execute();
  const rows = new Map(items.map((item) => [item.item_id, item]));
  const drafts: Values[] = [];
  const kept = new Set<number>();
  for (const draft of stored) {
    const { item_id } = draft;
    const item = rows.get(item_id);
    if (!item || isHandedIn(item.item_type_id)) continue;
    const published = await trx.selectFrom('content_item').select(written).where('item_id', '=', item_id).executeTakeFirst();
    // A folder that was exported here has what was published.
    if (draft.is_edited === 1 && published && isDeepStrictEqual(saidOf({ ...published }), saidOf({ ...item }))) {
      rows.set(item_id, { ...item, ...published });
      continue;
    }
    const drawings = JSON.parse(draft.drawings) as Drawings;
    const course = itemToForm({ lexile: null, spanish_remark: null, ...item } as StoredItem, drawings);
    const before = JSON.parse(draft.course) as AuthoredItem;
    // What the form has got since is as the catalog has it: nobody could change it.
    const stored = published && itemToForm({ ...published, language_id: item.language_id } as StoredItem, {});
    const isNew = !isDeepStrictEqual(course, stored ? withEveryField(before, stored) : before);
    if (isNew) drafts.push({ item_id, course: JSON.stringify(course), drawings: JSON.stringify(drawings), is_course_new: 1 });
    if (draft.is_edited !== 1) continue;
    if (isNew || draft.is_course_new === 1) kept.add(item_id);
    if (published) rows.set(item_id, { ...item, ...published });
  }
  return { items: [...rows.values()], drafts, kept };
}
