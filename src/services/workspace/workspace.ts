import { backgroundLesson } from '../../../common/chosenDay.ts';
import { pageLength } from '../../../common/lessonLimits.ts';
import type { InputOf } from '../../../contract/kit.ts';
import { type FolderUse, type LessonUse, nullText, workspace, type YesOrNo } from '../../../contract/workspace.ts';
import type { AssignNowInput } from '../../machines/assigning/assignNowMachine.ts';
import type { DraftResource } from '../../machines/workspace/draft.ts';
import type { FolderOrder } from '../../machines/workspace/folderNamingMachine.ts';
import type { MoveOrder } from '../../machines/workspace/itemMoveMachine.ts';
import type { ListPage, PageOrder } from '../../machines/workspace/lessonListMachine.ts';
import type { FolderPlace, Place } from '../../machines/workspace/place.ts';
import type { PreviewOrder } from '../../machines/workspace/workspaceMachine.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';

const yesNo = (value: boolean): YesOrNo => (value ? 'yes' : 'no');

/** A place as parameters, which depend on the level (specification, section 4). */
export function placeParameters(place: Place) {
  if (place.level === 4) return { sharedby_user_puid: place.sharedBy };
  return {
    product_id: place.productId,
    ...('unitId' in place ? { unit_id: place.unitId, is_custom_unit_folder: yesNo(place.isCustomUnit) } : {}),
    ...('subUnitId' in place ? { subunit_id: place.subUnitId, is_custom_subunit_folder: yesNo(place.isCustomSubUnit) } : {}),
    ...('level3Id' in place ? { level3_id: place.level3Id, is_custom_level3_folder: yesNo(place.isCustomLevel3) } : {}),
  };
}

/** The parent of a new folder: the product itself, or any other folder. */
function parentOf(place: FolderPlace) {
  const parent_folder_id = [
    place.productId,
    'unitId' in place ? place.unitId : 0,
    'subUnitId' in place ? place.subUnitId : 0,
    'level3Id' in place ? place.level3Id : 0,
  ][place.level] as number;
  return { parent_folder_type: place.level === 0 ? ('product' as const) : ('other' as const), parent_folder_id };
}

/** Every id of a lesson's folder, "null" where there is none (specification, section 5). */
export const placeFields = (place: FolderPlace | null) => ({
  product_id: nullText as typeof nullText,
  unit_id: nullText as typeof nullText,
  subunit_id: nullText as typeof nullText,
  level3_id: nullText as typeof nullText,
  is_custom_unit_folder: nullText as typeof nullText,
  is_custom_subunit_folder: nullText as typeof nullText,
  is_custom_level3_folder: nullText as typeof nullText,
  ...(place === null ? {} : (placeParameters(place) as object)),
});

/** Resources in the form's payload: JSON, in order. */
export const resourceFields = (resources: readonly Omit<DraftResource, 'key' | 'title'>[]): string =>
  JSON.stringify(
    resources.map(({ id, itemId, typeId, time, remarks }, index) => ({
      ...(id === undefined ? {} : { id }),
      item_id: itemId,
      resource_type_id: typeId,
      time,
      sort_order: index + 1,
      remarks,
    })),
  );

/** Calls of the lists (specification, section 7, Teacher workspace). */
export const listActors = (send: Send) => ({
  loadPage: callActor<ListPage, PageOrder>(({ input, signal }) => {
    const { userPuid: user_puid, source, filters, page } = input;
    const window = { user_puid, ...filters, offset: page * pageLength, limit: pageLength };
    // Rows that scroll into view show no spinner: they have placeholders.
    const options = { signal, quiet: page > 0 };
    return source.kind === 'folder'
      ? send(workspace.workspaceData, { ...window, ...placeParameters(source.place) }, options)
      : send(workspace.allLessons, { ...window, is_shared: yesNo(source.kind === 'shared') }, options);
  }),
});

/** Calls of the workspace and of its commands. */
export const workspaceActors = (send: Send) => ({
  saveFolder: callActor<null, FolderOrder>(async ({ input, signal }) => {
    const { userPuid: user_puid, naming, name: folder_name } = input;
    if (naming.kind === 'rename') return send(workspace.updateFolder, { user_puid, folder_id: naming.folderId, folder_name }, { signal });
    const { parent } = naming;
    await send(
      workspace.createFolder,
      { user_puid, folder_name, product_id: parent.productId, ...parentOf(parent), sort_order: 1 },
      { signal },
    );
    return null;
  }),
  moveItem: callActor<string, MoveOrder>(async ({ input, signal }) => {
    const { userPuid: user_puid, moving, sameName: same_name } = input;
    const { name, place } = moving;
    if ('folderId' in moving) {
      const target = { folder_id: moving.folderId, product_id: place.productId, ...parentOf(place) };
      return (await send(workspace.moveFolder, { user_puid, ...target, same_name }, { signal })).folder_name;
    }
    const lesson = { user_puid, lesson_id: moving.lessonId, move_lesson: 'yes' as const };
    await send(workspace.updateLesson, { ...lesson, ...placeFields(place), same_name }, { signal });
    return name;
  }),
  previewLesson: callActor<number, PreviewOrder>(({ input, signal }) =>
    send(workspace.previewLesson, { user_puid: input.userPuid, lesson_id: input.lessonId }, { signal }),
  ),
});

/** A copy of a lesson or an assignment. */
export interface DuplicateOrder {
  userPuid: number;
  lessonId: number;
  type: 'lesson' | 'assignment';
  /** Name of the copy. */
  name: string;
}

/** Copies a lesson or an assignment (specification, sections 4 and 5). */
export async function duplicateLesson(send: Send, order: DuplicateOrder, signal: AbortSignal): Promise<void> {
  const { userPuid: user_puid, lessonId: lesson_id, type, name: lesson_name } = order;
  await send(workspace.duplicateLesson, { user_puid, lesson_id, type, lesson_name }, { signal });
}

/** A lesson or assignment, or one of the user's own folders with its contents. */
export type DeletionOrder = { lessonId: number; isAssignment: boolean } | { folderId: number };

const deletionFields = ({ lessonId, isAssignment }: { lessonId: number; isAssignment: boolean }) => ({
  lesson_id: lessonId,
  is_assignment: yesNo(isAssignment),
});

/** Counts who loses something in a deletion, and the contents of a folder. */
export const countUse = (send: Send, order: DeletionOrder, signal: AbortSignal): Promise<LessonUse | FolderUse> =>
  'folderId' in order
    ? send(workspace.folderUse, { folder_id: order.folderId }, { signal })
    : send(workspace.lessonUse, { lesson_id: order.lessonId }, { signal });

/** Deletes a lesson, an assignment or a folder. */
export const deleteItem = (send: Send, order: DeletionOrder, signal: AbortSignal): Promise<null> =>
  'folderId' in order
    ? send(workspace.deleteFolder, { folder_id: order.folderId }, { signal })
    : send(workspace.deleteLesson, deletionFields(order), { signal });

/** Restores a deleted item. Returns its new name, or null if it kept its name. */
export const restoreItem = async (send: Send, order: DeletionOrder, signal: AbortSignal): Promise<string | null> =>
  'folderId' in order
    ? (await send(workspace.restoreFolder, { folder_id: order.folderId }, { signal })).folder_name
    : send(workspace.restoreLesson, deletionFields(order), { signal });

/** A lesson that the teacher never sees in a form: 15 minutes, and the fixed day in 2020 (specification, sections 5 and 9). */
export const assignNowActors = (send: Send) => ({
  makeLesson: callActor<number, AssignNowInput>(async ({ input, signal }) => {
    const fields: InputOf<typeof workspace.createLesson> = {
      user_puid: input.userPuid,
      lesson_name: input.name,
      lesson_objective: nullText,
      instructions: '',
      ...backgroundLesson,
      ...placeFields(null),
      is_assignment: 'no',
      enforce_order: false,
      lesson_resources: resourceFields(input.resources),
    };
    const { lesson_id } = await send(workspace.createLesson, fields, { signal });
    return lesson_id;
  }),
});
