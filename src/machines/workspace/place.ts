import type { LessonDetail, WorkspaceMeta } from '../../../contract/workspace.ts';

/**
 * Location of lessons by level: 0 product, 1 unit, 2 sub-unit, 3 level-3 folder, 4 the folder of a colleague who shared (specification,
 * section 4). Each level includes the ids of the levels above. `isCustom…` marks a folder created by the user; others belong to the
 * catalog.
 */
export type Place =
  | { level: 0; productId: number }
  | { level: 1; productId: number; unitId: number; isCustomUnit: boolean }
  | { level: 2; productId: number; unitId: number; isCustomUnit: boolean; subUnitId: number; isCustomSubUnit: boolean }
  | {
      level: 3;
      productId: number;
      unitId: number;
      isCustomUnit: boolean;
      subUnitId: number;
      isCustomSubUnit: boolean;
      level3Id: number;
      isCustomLevel3: boolean;
    }
  | { level: 4; sharedBy: number };
/** A folder of the user's own lessons. */
export type FolderPlace = Exclude<Place, { level: 4 }>;

/** What to do if the name is taken in a folder. `ask`: refuse; `keep`: keep both. */
export type SameName = 'ask' | 'keep';

/** A folder in the tree, with its full location. */
export interface Folder {
  place: FolderPlace;
  name: string;
  /** Whether this folder is the user's own. Products and catalog folders cannot be renamed. */
  isCustom: boolean;
  lessonCount: number;
  folders: Folder[];
}

/** Products with their folders and locations. The custom flags come from the metadata (specification, section 5). */
export const foldersOf = (meta: WorkspaceMeta): Folder[] =>
  meta.products.map(({ product_id: productId, product_name, lesson_count, folders }) => ({
    place: { level: 0, productId },
    name: product_name,
    isCustom: false,
    lessonCount: lesson_count,
    folders: folders.map((unit) => {
      const inUnit = { productId, unitId: unit.unit_id, isCustomUnit: unit.is_custom === 'yes' };
      return {
        place: { level: 1, ...inUnit },
        name: unit.folder_name,
        isCustom: inUnit.isCustomUnit,
        lessonCount: unit.lesson_count,
        folders: unit.sub_folders.map((sub) => {
          const inSub = { ...inUnit, subUnitId: sub.sub_unit_id, isCustomSubUnit: sub.is_custom === 'yes' };
          return {
            place: { level: 2, ...inSub },
            name: sub.folder_name,
            isCustom: inSub.isCustomSubUnit,
            lessonCount: sub.lesson_count,
            folders: sub.level3_folders.map((level3) => ({
              place: { level: 3, ...inSub, level3Id: level3.level3_id, isCustomLevel3: level3.is_custom === 'yes' },
              name: level3.folder_name,
              isCustom: level3.is_custom === 'yes',
              lessonCount: level3.lesson_count,
              folders: [],
            })),
          };
        }),
      };
    }),
  }));

/** A unique key for a place. */
export const placeKey = (place: Place): string => {
  if (place.level === 4) return `by.${place.sharedBy}`;
  const parts: (string | number)[] = [place.productId];
  const part = (id: number, isCustom: boolean) => parts.push(isCustom ? `own${id}` : id);
  if (place.level >= 1 && 'unitId' in place) part(place.unitId, place.isCustomUnit);
  if ('subUnitId' in place) part(place.subUnitId, place.isCustomSubUnit);
  if ('level3Id' in place) part(place.level3Id, place.isCustomLevel3);
  return parts.join('.');
};

/** The id of the innermost folder, or of the product if there is none. */
export const folderIdOf = (place: FolderPlace): number =>
  'level3Id' in place ? place.level3Id : 'subUnitId' in place ? place.subUnitId : 'unitId' in place ? place.unitId : place.productId;

/** Parses a key made by {@link placeKey}; undefined for any other text. */
export function readPlace(text: string): Place | undefined {
  const shared = /^by\.([1-9]\d{0,15})$/.exec(text);
  if (shared) return { level: 4, sharedBy: Number(shared[1]) };
  const parts = text.split('.').map((part) => /^(own)?([1-9]\d{0,15})$/.exec(part));
  const [product, unit, sub, level3] = parts.map((part) => part && { id: Number(part[2]), isCustom: part[1] !== undefined });
  if (parts.length > 4 || parts.includes(null) || !product || product.isCustom) return undefined;
  const productId = product.id;
  if (!unit) return { level: 0, productId };
  const inUnit = { productId, unitId: unit.id, isCustomUnit: unit.isCustom };
  if (!sub) return { level: 1, ...inUnit };
  const inSub = { ...inUnit, subUnitId: sub.id, isCustomSubUnit: sub.isCustom };
  return level3 ? { level: 3, ...inSub, level3Id: level3.id, isCustomLevel3: level3.isCustom } : { level: 2, ...inSub };
}

/** The folders from the product down to a place; empty if the place is not in the tree. */
export function trailTo(folders: readonly Folder[], place: Place): Folder[] {
  const key = placeKey(place);
  for (const folder of folders) {
    if (placeKey(folder.place) === key) return [folder];
    if (!key.startsWith(`${placeKey(folder.place)}.`)) continue;
    const rest = trailTo(folder.folders, place);
    if (rest.length > 0) return [folder, ...rest];
  }
  return [];
}

/** Finds the folder of a place by its own id, wherever it is now; undefined if it no longer exists. */
export function sameFolder(folders: readonly Folder[], place: FolderPlace): Folder | undefined {
  const ownPart = (one: Place) => placeKey(one).split('.').at(-1);
  for (const folder of folders) {
    const found = ownPart(folder.place) === ownPart(place) ? folder : sameFolder(folder.folders, place);
    if (found) return found;
  }
  return undefined;
}

/** Whether a place is the folder or inside it. */
export const isWithin = (at: Place, folder: FolderPlace): boolean => `${placeKey(at)}.`.startsWith(`${placeKey(folder)}.`);

/** The location of a place after a folder moved. Unchanged unless it is that folder or inside it. */
export function movedPlace<P extends Place>(at: P, folder: FolderPlace, target: FolderPlace): P | FolderPlace {
  if (!isWithin(at, folder)) return at;
  const inParent = placeKey(folder).lastIndexOf('.') + 1;
  return readPlace(`${placeKey(target)}.${placeKey(at).slice(inParent)}`) as FolderPlace;
}

/** Maximum depth of nested folders below a product. */
export const deepest = 3;
/** How many levels a folder and its subfolders span: 1 without subfolders. */
export const heightOf = (folder: Folder): number => 1 + Math.max(0, ...folder.folders.map(heightOf));

/** Where a lesson is; null if it is in no product. */
export function placeOfLesson(lesson: LessonDetail): FolderPlace | null {
  const { product_id: productId, unit_id: unitId, subunit_id: subUnitId, level3_id: level3Id } = lesson;
  if (productId === null) return null;
  if (unitId === null) return { level: 0, productId };
  const inUnit = { productId, unitId, isCustomUnit: lesson.is_custom_unit_folder === 'yes' };
  if (subUnitId === null) return { level: 1, ...inUnit };
  const inSub = { ...inUnit, subUnitId, isCustomSubUnit: lesson.is_custom_subunit_folder === 'yes' };
  return level3Id === null
    ? { level: 2, ...inSub }
    : { level: 3, ...inSub, level3Id, isCustomLevel3: lesson.is_custom_level3_folder === 'yes' };
}
