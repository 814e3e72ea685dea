import type { PlaceKind } from '../../../contract/contentSetup.ts';
import type { Db } from '../../kit/access.ts';
import { allDistricts } from '../../kit/allDistricts.ts';
import { below, levels, storedPlaces } from './places.ts';

/** Whether something is in a place: places below, items, blocks, or lessons and folders of any district. */
export async function isUsed(trx: Db, kind: PlaceKind, id: number): Promise<boolean> {
  const under = below(kind);
  const key = levels[kind].key as 'sub_unit_id';
  const all = allDistricts(trx);
  const custom = { product: null, unit: 'is_custom_unit', sub_unit: 'is_custom_sub_unit', level3: 'is_custom_level3' } as const;
  const lessons = all.selectFrom('lesson').select('lesson_id').where(key, '=', id);
  const column = custom[kind];
  const folders = all.selectFrom('folder').select('folder_id');
  return Boolean(
    (under && (await storedPlaces(trx, under, id))[0]) ??
      (await trx.selectFrom('content_item').select('item_id').where(key, '=', id).limit(1).executeTakeFirst()) ??
      (kind === 'unit'
        ? await trx.selectFrom('lesson_block').select('block_id').where('unit_id', '=', id).limit(1).executeTakeFirst()
        : undefined) ??
      (await (column ? lessons.where(column, 'is distinct from', 1) : lessons).limit(1).executeTakeFirst()) ??
      (await (kind === 'product'
        ? folders.where('product_id', '=', id)
        : folders.where('parent_folder_type', '<>', 'product').where('parent_folder_id', '=', id)
      )
        .limit(1)
        .executeTakeFirst()),
  );
}
