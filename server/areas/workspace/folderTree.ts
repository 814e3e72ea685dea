import type { WorkspaceMeta, YesOrNo } from '../../../contract/workspace.ts';
import type { Db } from '../../kit/access.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { ownLessons, placeColumns, sharedLessons } from './places.ts';

const names = new Intl.Collator('en', { numeric: true });

/** The user's whole folder tree, with lesson counts, and who shares lessons with them. */
export async function folderTree(db: Db, user: TokenUser): Promise<WorkspaceMeta> {
  const products = await db.selectFrom('product').select(['product_id', 'name']).orderBy('sort_order').orderBy('product_id').execute();
  const units = await db.selectFrom('unit').select(['unit_id', 'product_id', 'name']).orderBy('sort_order').orderBy('unit_id').execute();
  const subs = await db
    .selectFrom('sub_unit')
    .select(['sub_unit_id', 'unit_id', 'name'])
    .orderBy('sort_order')
    .orderBy('sub_unit_id')
    .execute();
  const levels = await db
    .selectFrom('level3')
    .select(['level3_id', 'sub_unit_id', 'name'])
    .orderBy('sort_order')
    .orderBy('level3_id')
    .execute();
  const own = await db
    .selectFrom('folder')
    .select(['folder_id', 'folder_name', 'parent_folder_type', 'parent_folder_id'])
    .where('owner_puid', '=', user.user_puid)
    .execute();
  const folders = Map.groupBy(
    own.toSorted((a, b) => names.compare(a.folder_name, b.folder_name) || a.folder_id - b.folder_id),
    (folder) => `${folder.parent_folder_type}${folder.parent_folder_id}`,
  );
  const grouped = await ownLessons(db, user)
    .select(placeColumns.map((column) => `l.${column}` as const))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(placeColumns.map((column) => `l.${column}` as const))
    .execute();
  const counts = new Map<string, number>();
  let total = 0;
  for (const row of grouped) {
    const key =
      row.level3_id !== null
        ? `3${row.is_custom_level3 === 1}${row.level3_id}`
        : row.sub_unit_id !== null
          ? `2${row.is_custom_sub_unit === 1}${row.sub_unit_id}`
          : row.unit_id !== null
            ? `1${row.is_custom_unit === 1}${row.unit_id}`
            : `0${row.product_id}`;
    counts.set(key, (counts.get(key) ?? 0) + Number(row.count));
    total += Number(row.count);
  }
  const countOf = (level: 1 | 2 | 3, isCustom: boolean, id: number) => counts.get(`${level}${isCustom}${id}`) ?? 0;
  /** Folders at one level: the catalog's, then the user's own by name. */
  const folderList = <F>(
    level: 1 | 2 | 3,
    catalogue: readonly { id: number; name: string }[],
    parent: string,
    shape: (folder: { id: number; folder_name: string; is_custom: YesOrNo; lesson_count: number }) => F,
  ): F[] => [
    ...catalogue.map(({ id, name }) => shape({ id, folder_name: name, is_custom: 'no', lesson_count: countOf(level, false, id) })),
    ...(folders.get(parent) ?? []).map(({ folder_id, folder_name }) =>
      shape({ id: folder_id, folder_name, is_custom: 'yes', lesson_count: countOf(level, true, folder_id) }),
    ),
  ];
  const unitsOf = Map.groupBy(units, (unit) => unit.product_id);
  const subsOf = Map.groupBy(subs, (sub) => sub.unit_id);
  const levelsOf = Map.groupBy(levels, (level) => level.sub_unit_id);
  const shared_by = await sharedLessons(db, user)
    .innerJoin('app_user as u', 'u.user_puid', 's.shared_by_puid')
    .select(['u.user_puid', 'u.first_name', 'u.last_name'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['u.user_puid', 'u.first_name', 'u.last_name'])
    .execute();
  return {
    products: products.map((product) => ({
      product_id: product.product_id,
      product_name: product.name,
      lesson_count: counts.get(`0${product.product_id}`) ?? 0,
      folders: folderList(
        1,
        (unitsOf.get(product.product_id) ?? []).map((unit) => ({ id: unit.unit_id, name: unit.name })),
        `product${product.product_id}`,
        ({ id: unit_id, ...unit }) => ({
          unit_id,
          ...unit,
          sub_folders: folderList(
            2,
            unit.is_custom === 'yes' ? [] : (subsOf.get(unit_id) ?? []).map((sub) => ({ id: sub.sub_unit_id, name: sub.name })),
            `other${unit_id}`,
            ({ id: sub_unit_id, ...sub }) => ({
              sub_unit_id,
              ...sub,
              level3_folders: folderList(
                3,
                sub.is_custom === 'yes'
                  ? []
                  : (levelsOf.get(sub_unit_id) ?? []).map((level) => ({ id: level.level3_id, name: level.name })),
                `other${sub_unit_id}`,
                ({ id: level3_id, ...level }) => ({ level3_id, ...level }),
              ),
            }),
          ),
        }),
      ),
    })),
    shared_by: shared_by
      .map((row) => ({ user_puid: row.user_puid, name: `${row.first_name} ${row.last_name}`, lesson_count: Number(row.count) }))
      .toSorted((a, b) => names.compare(a.name, b.name) || a.user_puid - b.user_puid),
    total,
  };
}
