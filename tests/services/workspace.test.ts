import { describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { Call } from '../../contract/kit.ts';
import type { Draft } from '../../src/machines/workspace/draft.ts';
import { emptyDraft } from '../../src/machines/workspace/draft.ts';
import type { FolderPlace, Place } from '../../src/machines/workspace/place.ts';
import type { Send } from '../../src/services/kit/client.ts';
import { lessonBuilderActors } from '../../src/services/workspace/lessonBuilder.ts';
import {
  assignNowActors,
  countUse,
  deleteItem,
  placeParameters,
  restoreItem,
  workspaceActors,
} from '../../src/services/workspace/workspace.ts';

const unit = { productId: 7, unitId: 8, isCustomUnit: false };
const sub = { ...unit, subUnitId: 9, isCustomSubUnit: true };
const deep: FolderPlace = { level: 3, ...sub, level3Id: 10, isCustomLevel3: true };

/** Records calls, and answers each one. */
function recorder() {
  const made: { path: string; input: Record<string, unknown> }[] = [];
  const send = (async (call: Call, input: Record<string, unknown>) => {
    made.push({ path: call.path, input });
    return { lesson_id: 5, version: 1, folder_id: 6 };
  }) as unknown as Send;
  return { send, made };
}

describe('the parameters of a level', () => {
  it.each<[Place, object]>([
    [{ level: 0, productId: 7 }, { product_id: 7 }],
    [
      { level: 1, ...unit },
      { product_id: 7, unit_id: 8, is_custom_unit_folder: 'no' },
    ],
    [
      { level: 2, ...sub },
      { product_id: 7, unit_id: 8, is_custom_unit_folder: 'no', subunit_id: 9, is_custom_subunit_folder: 'yes' },
    ],
    [
      deep,
      {
        product_id: 7,
        unit_id: 8,
        is_custom_unit_folder: 'no',
        subunit_id: 9,
        is_custom_subunit_folder: 'yes',
        level3_id: 10,
        is_custom_level3_folder: 'yes',
      },
    ],
    [{ level: 4, sharedBy: 3 }, { sharedby_user_puid: 3 }],
  ])('%j', (place, parameters) => expect(placeParameters(place)).toEqual(parameters));
});

describe('what is sent', () => {
  const save = async (draft: Draft, place: FolderPlace | null = null) => {
    const { send, made } = recorder();
    const input = { userPuid: 3, lessonId: null, version: null, isAssignment: false, place, draft, sameName: 'ask' as const };
    await toPromise(createActor(lessonBuilderActors(send).saveLesson, { input }).start());
    return made[0]?.input;
  };
  it('for an empty form is “null”, no instructions and no fixed order', async () =>
    expect(await save(emptyDraft)).toEqual({
      user_puid: 3,
      lesson_name: 'null',
      lesson_objective: 'null',
      instructions: '',
      total_time: 'null',
      due_date: 'null',
      product_id: 'null',
      unit_id: 'null',
      subunit_id: 'null',
      level3_id: 'null',
      is_custom_unit_folder: 'null',
      is_custom_subunit_folder: 'null',
      is_custom_level3_folder: 'null',
      is_assignment: 'no',
      enforce_order: false,
      same_name: 'ask',
      lesson_resources: '[]',
    }));
  it('names the folder with its custom flags', async () =>
    expect(await save({ ...emptyDraft, name: ' Rocks ', totalTime: 30 }, deep)).toMatchObject({
      lesson_name: 'Rocks',
      total_time: 30,
      level3_id: 10,
      is_custom_unit_folder: 'no',
      is_custom_level3_folder: 'yes',
    }));
  it('in the background has 15 minutes and the fixed day in 2020', async () => {
    const { send, made } = recorder();
    const resources = [{ itemId: 1, typeId: 1, time: null, remarks: '' }];
    const id = await toPromise(createActor(assignNowActors(send).makeLesson, { input: { userPuid: 3, name: 'Rocks', resources } }).start());
    expect(id).toBe(5);
    expect(made[0]?.input).toMatchObject({ total_time: 15, due_date: '2020-01-01', enforce_order: false });
  });
  it('for a new folder has the order 1, and the product or another folder as its parent', async () => {
    const make = async (parent: FolderPlace) => {
      const { send, made } = recorder();
      const input = { userPuid: 3, naming: { kind: 'create' as const, parent }, name: 'Week 3' };
      await toPromise(createActor(workspaceActors(send).saveFolder, { input }).start());
      return made[0]?.input;
    };
    const folder = { folder_name: 'Week 3', product_id: 7, sort_order: 1 };
    expect(await make({ level: 0, productId: 7 })).toMatchObject({ ...folder, parent_folder_type: 'product', parent_folder_id: 7 });
    expect(await make({ level: 1, ...unit })).toMatchObject({ ...folder, parent_folder_type: 'other', parent_folder_id: 8 });
    expect(await make({ level: 2, ...sub })).toMatchObject({ ...folder, parent_folder_type: 'other', parent_folder_id: 9 });
  });
  it('for a move is the lesson’s own call with move_lesson yes', async () => {
    const { send, made } = recorder();
    await toPromise(
      createActor(workspaceActors(send).moveItem, {
        input: { userPuid: 3, moving: { lessonId: 11, name: 'Rocks', place: deep }, sameName: 'ask' },
      }).start(),
    );
    expect(made).toMatchObject([
      { path: '/lesson/update_lesson', input: { lesson_id: 11, move_lesson: 'yes', unit_id: 8, same_name: 'ask' } },
    ]);
  });
  it('for a folder that moves names what it comes into', async () => {
    const { send, made } = recorder();
    const from: FolderPlace = { level: 0, productId: 9 };
    const input = {
      userPuid: 3,
      moving: { folderId: 21, name: 'Week 3', from, place: { level: 2, ...sub } as FolderPlace },
      sameName: 'keep' as const,
    };
    await toPromise(createActor(workspaceActors(send).moveItem, { input }).start());
    const target = { folder_id: 21, product_id: 7, parent_folder_type: 'other', parent_folder_id: 9, same_name: 'keep' };
    expect(made).toMatchObject([{ path: '/v2/workspace/move_folder', input: target }]);
  });
  it('for deletions are those of the lesson or of the folder', async () => {
    const { send, made } = recorder();
    const { signal } = new AbortController();
    for (const act of [countUse, deleteItem, restoreItem])
      for (const order of [{ lessonId: 11, isAssignment: true }, { folderId: 21 }]) await act(send, order, signal);
    expect(made.map(({ path, input }) => [path.split('/').at(-1), input])).toEqual([
      ['get_lesson_use', { lesson_id: 11 }],
      ['get_folder_use', { folder_id: 21 }],
      ['delete_lesson', { lesson_id: 11, is_assignment: 'yes' }],
      ['delete_folder', { folder_id: 21 }],
      ['restore_lesson', { lesson_id: 11, is_assignment: 'yes' }],
      ['restore_folder', { folder_id: 21 }],
    ]);
  });
});
