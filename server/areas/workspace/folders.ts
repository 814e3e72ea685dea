import { longestName, mostFolders, type workspace } from '../../../contract/workspace.ts';
import type { Row } from '../../db/schema.ts';
import { insertAll } from '../../db/upsert.ts';
import { assigned, type Db } from '../../kit/access.ts';
import { fieldReason } from '../../kit/fieldReasons.ts';
import { assertSelf, type HandlersOf, notFound, refuse } from '../../kit/handler.ts';
import type { TokenUser } from '../../kit/tokens.ts';
import { transact } from '../../kit/transact.ts';
import { columnsOf, deepest, inside, levelOf, nowhere, ownLessons, type Place, takeTurn } from './places.ts';

type FolderCalls = Pick<typeof workspace, 'createFolder' | 'updateFolder' | 'moveFolder' | 'folderUse' | 'deleteFolder' | 'restoreFolder'>;
type Folder = Row<'folder'>;
/** Parent of a folder: a product, a catalog folder or a folder of the user's own. */
interface Parent {
  product_id: number;
  parent_folder_type: string;
  parent_folder_id: number;
}
/** Contents of a deleted folder: itself first, then its descendants from the top down, each with the lessons directly in it. */
interface DeletionLog {
  folders: (Pick<Folder, 'folder_id' | 'parent_folder_type' | 'parent_folder_id' | 'folder_name' | 'sort_order'> & { lessons: number[] })[];
  product_id: number;
}

/** Maximum ids per statement. */
const mostNamed = 500;
const pieces = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / mostNamed) }, (_, index) => all.slice(index * mostNamed, (index + 1) * mostNamed));

const tooDeep = () => refuse('folderTooDeep', {}, { fields: [fieldReason('parent_folder_id', 'tooDeep')] });

/** All folders of the user, unordered. */
export const foldersOf = (db: Db, user: TokenUser): Promise<Folder[]> =>
  db.selectFrom('folder').selectAll().where('owner_puid', '=', user.user_puid).execute();

/** Where a lesson of the user lies. Cuts the path at the first folder that no longer exists. */
export function nearestPlace(lesson: Place, own: readonly Folder[]): Place {
  const ids = new Set(own.map((folder) => folder.folder_id));
  const place: Place = { ...nowhere, product_id: lesson.product_id };
  for (let level = 1; level <= deepest; level += 1) {
    const [id, isCustom] = columnsOf(level);
    const folder_id = lesson[id];
    if (folder_id === null || (lesson[isCustom] === 1 && !ids.has(folder_id))) return place;
    Object.assign(place, { [id]: folder_id, [isCustom]: lesson[isCustom] });
  }
  return place;
}

function ownOf(own: readonly Folder[], folder_id: number): Folder {
  const folder = own.find((one) => one.folder_id === folder_id);
  if (!folder) throw notFound('folder');
  return folder;
}

/** The place inside a product, a catalog folder or a folder of the user's own; undefined if it does not exist. */
async function placeIn(db: Db, own: readonly Folder[], { parent_folder_type, parent_folder_id: id }: Parent): Promise<Place | undefined> {
  if (parent_folder_type === 'product') {
    const product = await db.selectFrom('product').select('product_id').where('product_id', '=', id).executeTakeFirst();
    return product && { ...nowhere, product_id: id };
  }
  const folder = own.find((one) => one.folder_id === id);
  if (folder) {
    const place = await placeIn(db, own, folder);
    return place && inside(place, id);
  }
  const inUnit = { ...nowhere, is_custom_unit: 0 };
  const unit = await db.selectFrom('unit').select(['unit_id', 'product_id']).where('unit_id', '=', id).executeTakeFirst();
  if (unit) return { ...inUnit, ...unit };
  const inSub = { ...inUnit, is_custom_sub_unit: 0 };
  const subs = db.selectFrom('sub_unit as s').innerJoin('unit as u', 'u.unit_id', 's.unit_id');
  const sub = await subs.select(['u.product_id', 'u.unit_id', 's.sub_unit_id']).where('s.sub_unit_id', '=', id).executeTakeFirst();
  if (sub) return { ...inSub, ...sub };
  const level3 = await subs
    .innerJoin('level3 as l', 'l.sub_unit_id', 's.sub_unit_id')
    .select(['u.product_id', 'u.unit_id', 's.sub_unit_id', 'l.level3_id'])
    .where('l.level3_id', '=', id)
    .executeTakeFirst();
  return level3 && { ...inSub, is_custom_level3: 0, ...level3 };
}

/** Like {@link placeIn} for a requested parent. Throws 404 if it does not exist or is not in that product. */
async function targetOf(db: Db, own: readonly Folder[], parent: Parent): Promise<Place> {
  const place = await placeIn(db, own, parent);
  if (place?.product_id !== parent.product_id) throw notFound('folder');
  return place;
}

const siblingsIn = (own: readonly Folder[], parent: Omit<Parent, 'product_id'>) =>
  own.filter((one) => one.parent_folder_type === parent.parent_folder_type && one.parent_folder_id === parent.parent_folder_id);

/** A folder with all its descendants, level by level. */
function branchOf(own: readonly Folder[], root: Folder): Folder[][] {
  const branch: Folder[][] = [];
  for (let level = [root]; level.length > 0; ) {
    branch.push(level);
    const ids = new Set(level.map((folder) => folder.folder_id));
    level = own.filter((folder) => folder.parent_folder_type === 'other' && ids.has(folder.parent_folder_id));
  }
  return branch;
}

function assertFree(siblings: readonly Folder[], folder_name: string) {
  if (siblings.some((one) => one.folder_name === folder_name)) throw refuse('folderNameTaken', { name: folder_name });
}

function assertRoom(siblings: readonly Folder[]) {
  if (siblings.length >= mostFolders) throw refuse('folderFull', { most: mostFolders });
}

/** The name itself, or with the first number that makes it unique. */
function freeName(siblings: readonly Folder[], folder_name: string): string {
  const taken = new Set(siblings.map((one) => one.folder_name));
  for (let number = 2, name = folder_name; ; number += 1) {
    if (!taken.has(name)) return name;
    const ending = ` (${number})`;
    name = folder_name.slice(0, longestName - ending.length).toWellFormed() + ending;
  }
}

/** Level of the folder itself, 1 to 3. Throws 404 if its parent has left the catalog. */
async function levelIn(db: Db, own: readonly Folder[], folder: Folder): Promise<number> {
  const place = await placeIn(db, own, folder);
  if (!place) throw notFound('folder');
  return levelOf(place) + 1;
}

const sameParent = (a: Omit<Parent, 'product_id'>, b: Omit<Parent, 'product_id'>) =>
  a.parent_folder_type === b.parent_folder_type && a.parent_folder_id === b.parent_folder_id;

/** The user's own lessons in a folder of this level, at any depth. */
function lessonsIn(db: Db, user: TokenUser, folder_id: number, level: number) {
  const [id, isCustom] = columnsOf(level);
  return ownLessons(db, user).where(`l.${id}`, '=', folder_id).where(`l.${isCustom}`, '=', 1);
}

/** Moves the lessons of a folder to another place and level. Includes deleted ones, since they may be restored. */
async function moveLessons(trx: Db, user: TokenUser, folder_id: number, from: number, target: Place) {
  const to = levelOf(target) + 1;
  const [id, isCustom] = columnsOf(from);
  await trx
    .updateTable('lesson')
    .set((eb) => {
      const place: Record<string, unknown> = { ...inside(target, folder_id) };
      for (let level = to + 1; level <= deepest; level += 1) {
        const source = level - to + from;
        for (const part of [0, 1] as const) place[columnsOf(level)[part]] = source <= deepest ? eb.ref(columnsOf(source)[part]) : null;
      }
      return place;
    })
    .where('owner_puid', '=', user.user_puid)
    .where(id, '=', folder_id)
    .where(isCustom, '=', 1)
    .execute();
}

export const folders: HandlersOf<FolderCalls> = {
  createFolder: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return transact(ports.db, async (trx) => {
      await takeTurn(trx, user);
      const own = await foldersOf(trx, user);
      if (levelOf(await targetOf(trx, own, query)) >= deepest) throw tooDeep();
      const siblings = siblingsIn(own, query);
      assertFree(siblings, query.folder_name);
      assertRoom(siblings);
      const { folder_name, product_id, parent_folder_type, parent_folder_id } = query;
      const folder_id = ports.newId();
      await trx
        .insertInto('folder')
        .values({
          district_id: user.district_id,
          folder_id,
          owner_puid: user.user_puid,
          product_id,
          parent_folder_type,
          parent_folder_id,
          folder_name,
          sort_order: 1,
        })
        .execute();
      return { folder_id };
    });
  },

  updateFolder: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    await transact(ports.db, async (trx) => {
      await takeTurn(trx, user);
      const own = await foldersOf(trx, user);
      const folder = ownOf(own, query.folder_id);
      const others = siblingsIn(own, folder).filter((one) => one !== folder);
      assertFree(others, query.folder_name);
      await trx.updateTable('folder').set({ folder_name: query.folder_name }).where('folder_id', '=', folder.folder_id).execute();
    });
    return null;
  },

  moveFolder: async ({ query }, { ports, user }) => {
    assertSelf(user, query.user_puid);
    return transact(ports.db, async (trx) => {
      await takeTurn(trx, user);
      const own = await foldersOf(trx, user);
      const folder = ownOf(own, query.folder_id);
      const branch = branchOf(own, folder);
      if (query.parent_folder_type === 'other' && branch.flat().some((one) => one.folder_id === query.parent_folder_id))
        throw refuse('folderIntoItself');
      const target = await targetOf(trx, own, query);
      if (sameParent(folder, query)) return { folder_name: folder.folder_name };
      if (levelOf(target) + branch.length > deepest) throw tooDeep();
      const siblings = siblingsIn(own, query);
      assertRoom(siblings);
      if (query.same_name === 'ask') assertFree(siblings, folder.folder_name);
      const folder_name = freeName(siblings, folder.folder_name);
      const { product_id, parent_folder_type, parent_folder_id } = query;
      const level = await levelIn(trx, own, folder);
      const rows = trx.updateTable('folder');
      await rows.set({ folder_name, parent_folder_type, parent_folder_id }).where('folder_id', '=', folder.folder_id).execute();
      if (product_id !== folder.product_id)
        for (const some of pieces(branch.flat().map((one) => one.folder_id)))
          await rows.set({ product_id }).where('folder_id', 'in', some).execute();
      await moveLessons(trx, user, folder.folder_id, level, target);
      return { folder_name };
    });
  },

  folderUse: async ({ query }, { ports, user }) => {
    const { db } = ports;
    const own = await foldersOf(db, user);
    const folder = ownOf(own, query.folder_id);
    const inIt = () => lessonsIn(db, user, folder.folder_id, level);
    const level = await levelIn(db, own, folder);
    const kinds = await inIt()
      .select('l.is_assignment')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .groupBy('l.is_assignment')
      .execute();
    const countOf = (is_assignment: number) => Number(kinds.find((row) => row.is_assignment === is_assignment)?.count ?? 0);
    const given = await inIt()
      .innerJoin('group_assignment as ga', (join) => join.onRef('ga.lesson_id', '=', 'l.lesson_id').on('ga.unassigned_at', 'is', null))
      .select((eb) => [
        eb.fn.count<number>('ga.lesson_id').distinct().as('lessons'),
        eb.fn.count<number>('ga.group_puid').distinct().as('groups'),
      ])
      .executeTakeFirstOrThrow();
    const students = await assigned(db)
      .where('ga.lesson_id', 'in', inIt().select('l.lesson_id'))
      .select((eb) => eb.fn.count<number>('e.user_puid').distinct().as('count'))
      .executeTakeFirstOrThrow();
    const shared = await inIt()
      .innerJoin('lesson_share as s', 's.lesson_id', 'l.lesson_id')
      .select((eb) => eb.fn.count<number>('s.user_puid').distinct().as('count'))
      .executeTakeFirstOrThrow();
    return {
      folders: branchOf(own, folder).flat().length - 1,
      lessons: countOf(0),
      assignments: countOf(1),
      assigned: Number(given.lessons),
      groups: Number(given.groups),
      students: Number(students.count),
      shared_with: Number(shared.count),
    };
  },

  deleteFolder: async ({ query }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      await takeTurn(trx, user);
      const own = await foldersOf(trx, user);
      const folder = ownOf(own, query.folder_id);
      const branch = branchOf(own, folder).flat();
      const lessons = await lessonsIn(trx, user, folder.folder_id, await levelIn(trx, own, folder))
        .select(['l.lesson_id', 'l.unit_id', 'l.sub_unit_id', 'l.level3_id'])
        .execute();
      const lessonsOf = Map.groupBy(lessons, (lesson) => lesson.level3_id ?? lesson.sub_unit_id ?? lesson.unit_id);
      const log: DeletionLog = {
        product_id: folder.product_id,
        folders: branch.map(({ folder_id, parent_folder_type, parent_folder_id, folder_name, sort_order }) => ({
          folder_id,
          parent_folder_type,
          parent_folder_id,
          folder_name,
          sort_order,
          lessons: (lessonsOf.get(folder_id) ?? []).map((lesson) => lesson.lesson_id),
        })),
      };
      const deleted_at = ports.now();
      // Assignments stay: students keep what was assigned to them, and their work.
      for (const some of pieces(lessons.map((lesson) => lesson.lesson_id)))
        await trx.updateTable('lesson').set({ deleted_at }).where('lesson_id', 'in', some).execute();
      for (const some of pieces(branch.map((one) => one.folder_id)))
        await trx.deleteFrom('folder').where('folder_id', 'in', some).execute();
      await trx
        .insertInto('folder_deletion')
        .values({
          district_id: user.district_id,
          folder_id: folder.folder_id,
          owner_puid: user.user_puid,
          deleted_at,
          log: JSON.stringify(log),
        })
        .execute();
      return null;
    }),

  restoreFolder: async ({ query }, { ports, user }) =>
    transact(ports.db, async (trx) => {
      await takeTurn(trx, user);
      const own = await foldersOf(trx, user);
      const deletion = await trx
        .selectFrom('folder_deletion')
        .select(['folder_id', 'deleted_at', 'log'])
        .where('owner_puid', '=', user.user_puid)
        .where('folder_id', '=', query.folder_id)
        .executeTakeFirst();
      // Already restored, from another tab or by a call whose response got lost.
      if (!deletion) return { folder_name: ownOf(own, query.folder_id).folder_name };
      const log = JSON.parse(deletion.log) as DeletionLog;
      const [first] = log.folders;
      const target = first && (await placeIn(trx, own, { product_id: log.product_id, ...first }));
      if (!first || target?.product_id == null) throw refuse('folderParentGone');
      const { product_id } = target;
      const common = { district_id: user.district_id, owner_puid: user.user_puid, product_id };
      const folder_name = freeName(siblingsIn(own, first), first.folder_name);
      const rows = log.folders.map(({ lessons: _, ...row }, index) => ({ ...row, ...common, ...(index === 0 ? { folder_name } : {}) }));
      const root = rows.find((row) => row.folder_id === first.folder_id) as Folder;
      // Its parent may be deeper now.
      if (levelOf(target) + branchOf(rows, root).length > deepest) throw tooDeep();
      await insertAll(trx, 'folder', rows);
      for (const { folder_id, lessons } of log.folders) {
        if (lessons.length === 0) continue;
        const place = inside((await placeIn(trx, [...own, ...rows], ownOf(rows, folder_id))) as Place, folder_id);
        for (const some of pieces(lessons))
          await trx
            .updateTable('lesson')
            .set({ ...place, deleted_at: null })
            .where('owner_puid', '=', user.user_puid)
            .where('lesson_id', 'in', some)
            // Skips lessons that were restored separately or deleted again.
            .where('deleted_at', '=', deletion.deleted_at)
            .execute();
      }
      await trx.deleteFrom('folder_deletion').where('folder_id', '=', deletion.folder_id).execute();
      return { folder_name };
    }),
};
