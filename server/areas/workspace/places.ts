import type { YesOrNo } from '../../../contract/workspace.ts';
import type { Row } from '../../db/schema.ts';
import type { Db } from '../../kit/access.ts';
import { notFound } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';

/** Location of a lesson, as columns of its table. */
export type Place = Pick<
  Row<'lesson'>,
  'product_id' | 'unit_id' | 'sub_unit_id' | 'level3_id' | 'is_custom_unit' | 'is_custom_sub_unit' | 'is_custom_level3'
>;
export const nowhere: Place = {
  product_id: null,
  unit_id: null,
  sub_unit_id: null,
  level3_id: null,
  is_custom_unit: null,
  is_custom_sub_unit: null,
  is_custom_level3: null,
};
export const placeColumns = Object.keys(nowhere) as (keyof Place)[];

/** Columns of the three levels below the product. */
const levels = [
  ['unit_id', 'is_custom_unit'],
  ['sub_unit_id', 'is_custom_sub_unit'],
  ['level3_id', 'is_custom_level3'],
] as const;
/** Maximum folder depth below a product. */
export const deepest = levels.length;
/** The id column and the custom-folder flag of a level from 1 to 3. */
export const columnsOf = (level: number) => levels[level - 1] as (typeof levels)[number];
/** 0 for the product itself, 3 for a folder of the third level. */
export const levelOf = (place: Place): number => levels.findLastIndex(([id]) => place[id] !== null) + 1;
/** The place inside a custom folder that lies at the given place. */
export function inside(place: Place, folder_id: number): Place {
  const [id, isCustom] = columnsOf(levelOf(place) + 1);
  return { ...place, [id]: folder_id, [isCustom]: 1 };
}

/** A place as request parameters. */
export interface NamedPlace {
  product_id?: number | null | undefined;
  unit_id?: number | null | undefined;
  is_custom_unit_folder?: YesOrNo | null | undefined;
  subunit_id?: number | null | undefined;
  is_custom_subunit_folder?: YesOrNo | null | undefined;
  level3_id?: number | null | undefined;
  is_custom_level3_folder?: YesOrNo | null | undefined;
}

/** Whether the unit is one of the product. */
export async function isUnitOf(db: Db, { product_id, unit_id }: { product_id: number; unit_id: number }): Promise<boolean> {
  const unit = await db
    .selectFrom('unit')
    .select('unit_id')
    .where('unit_id', '=', unit_id)
    .where('product_id', '=', product_id)
    .executeTakeFirst();
  return unit !== undefined;
}

/** Checks that the folder is the user's own and has this parent. */
async function ownFolder(db: Db, user: TokenUser, folder_id: number, parent: { type: 'product' | 'other'; id: number }) {
  const folder = await db
    .selectFrom('folder')
    .select('folder_id')
    .where('folder_id', '=', folder_id)
    .where('owner_puid', '=', user.user_puid)
    .where('parent_folder_type', '=', parent.type)
    .where('parent_folder_id', '=', parent.id)
    .executeTakeFirst();
  if (!folder) throw notFound('folder');
}

/** Validates a place from the product down: each part lies in the one before, and custom folders are the user's own. */
export async function readPlace(db: Db, user: TokenUser, named: NamedPlace): Promise<Place> {
  const place: Place = { ...nowhere };
  if (named.product_id == null) {
    if (named.unit_id != null || named.subunit_id != null || named.level3_id != null) throw notFound('folder');
    return place;
  }
  const product = await db.selectFrom('product').select('product_id').where('product_id', '=', named.product_id).executeTakeFirst();
  if (!product) throw notFound('product');
  place.product_id = product.product_id;

  if (named.unit_id == null) {
    if (named.subunit_id != null || named.level3_id != null) throw notFound('folder');
    return place;
  }
  place.unit_id = named.unit_id;
  place.is_custom_unit = named.is_custom_unit_folder === 'yes' ? 1 : 0;
  if (place.is_custom_unit === 1) await ownFolder(db, user, named.unit_id, { type: 'product', id: product.product_id });
  else if (!(await isUnitOf(db, { ...product, unit_id: named.unit_id }))) throw notFound('folder');

  if (named.subunit_id == null) {
    if (named.level3_id != null) throw notFound('folder');
    return place;
  }
  place.sub_unit_id = named.subunit_id;
  place.is_custom_sub_unit = named.is_custom_subunit_folder === 'yes' ? 1 : 0;
  if (place.is_custom_sub_unit === 1) await ownFolder(db, user, named.subunit_id, { type: 'other', id: named.unit_id });
  else {
    const sub = await db
      .selectFrom('sub_unit')
      .select('sub_unit_id')
      .where('sub_unit_id', '=', named.subunit_id)
      .where('unit_id', '=', named.unit_id)
      .executeTakeFirst();
    if (!sub) throw notFound('folder');
  }

  if (named.level3_id == null) return place;
  place.level3_id = named.level3_id;
  place.is_custom_level3 = named.is_custom_level3_folder === 'yes' ? 1 : 0;
  if (place.is_custom_level3 === 1) await ownFolder(db, user, named.level3_id, { type: 'other', id: named.subunit_id });
  else {
    const level3 = await db
      .selectFrom('level3')
      .select('level3_id')
      .where('level3_id', '=', named.level3_id)
      .where('sub_unit_id', '=', named.subunit_id)
      .executeTakeFirst();
    if (!level3) throw notFound('folder');
  }
  return place;
}

/** The user's own lessons, not deleted. */
export const ownLessons = (db: Db, user: TokenUser) =>
  db.selectFrom('lesson as l').where('l.owner_puid', '=', user.user_puid).where('l.deleted_at', 'is', null);

/** Other people's lessons shared with the user. */
export const sharedLessons = (db: Db, user: TokenUser) =>
  db
    .selectFrom('lesson as l')
    .innerJoin('lesson_share as s', (join) => join.onRef('s.lesson_id', '=', 'l.lesson_id').on('s.user_puid', '=', user.user_puid))
    .where('l.deleted_at', 'is', null);

/**
 * Serializes transactions that change this person's folders, or that add or rename something that must stay unique. Without it, two tabs
 * that move two folders into each other would each see the other folder in its old place.
 */
export const takeTurn = (trx: Db, user: TokenUser) =>
  trx
    .updateTable('app_user')
    .set((eb) => ({ first_name: eb.ref('first_name') }))
    .where('user_puid', '=', user.user_puid)
    .execute();

/** Like {@link readPlace}, for a transaction that puts a lesson there. Custom folders cannot be moved or deleted before it ends. */
export async function readPlaceToFill(trx: Db, user: TokenUser, named: NamedPlace): Promise<Place> {
  if ([named.is_custom_unit_folder, named.is_custom_subunit_folder, named.is_custom_level3_folder].includes('yes'))
    await takeTurn(trx, user);
  return readPlace(trx, user, named);
}
