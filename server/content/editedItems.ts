import { isDeepStrictEqual } from 'node:util';
import type { AuthoredItem } from '../../contract/authoredItem.ts';
import { isHandedIn } from '../../contract/content.ts';
import type { NewRow } from '../db/schema.ts';
import type { Db } from '../kit/access.ts';
import { itemToForm, type StoredItem } from './authoredItem.ts';
import type { Drawings } from './authoredText.ts';

/** Columns that the form of an item has, which an import leaves alone once somebody published them. */
const written = ['title', 'summary', 'body', 'minutes', 'grades', 'standards', 'sources', 'lexile', 'spanish_remark'] as const;

/**
 * The course's items with what administrators published in their place (decision 081). Where a draft or an edit stands on
 * another item than the course has now, it is noted for the editor.
 */
export async function withEditedItems(trx: Db, items: readonly NewRow<'content_item'>[]): Promise<NewRow<'content_item'>[]> {
  const drafts = await trx.selectFrom('catalog_item').selectAll().execute();
  const rows = new Map(items.map((item) => [item.item_id, item]));
  for (const draft of drafts) {
    const item = rows.get(draft.item_id);
    if (!item || isHandedIn(item.item_type_id)) continue;
    const drawings = JSON.parse(draft.drawings) as Drawings;
    const course = itemToForm({ lexile: null, spanish_remark: null, ...item } as StoredItem, drawings);
    if (!isDeepStrictEqual(course, JSON.parse(draft.course) as AuthoredItem))
      await trx
        .updateTable('catalog_item')
        .set({ course: JSON.stringify(course), drawings: JSON.stringify(drawings), is_course_new: 1 })
        .where('item_id', '=', draft.item_id)
        .execute();
    if (draft.is_edited !== 1) continue;
    const stored = await trx.selectFrom('content_item').select(written).where('item_id', '=', draft.item_id).executeTakeFirst();
    if (stored) rows.set(draft.item_id, { ...item, ...stored });
  }
  return [...rows.values()];
}
