import * as v from 'valibot';
import { call, type DataOf, day, flag, id, idOrZero, line, nothing, offset, quantity, smallId, smallNumber, staff } from './kit.ts';

/** Maximum length of a lesson, assignment or folder name. */
export const longestName = 200;
/** Maximum resources per lesson. */
export const mostResources = 100;
/** Maximum tags in a lesson's instructions. Even pages of text have a tenth of that, and each tag takes time to sanitize. */
export const mostTags = 5_000;
/** Maximum rows per response of a list. */
export const pageLength = 100;
/** Maximum custom folders in one product or folder. */
export const mostFolders = 1_000;
/** Wire value for "nothing" (specification, section 5). */
export const nullText = 'null';
export const yesOrNo = v.picklist(['yes', 'no']);
export type YesOrNo = v.InferOutput<typeof yesOrNo>;

/** A form field that may be "null". */
const orNull = <S extends v.GenericSchema>(schema: S) =>
  v.union([
    v.pipe(
      v.literal(nullText),
      v.transform(() => null),
    ),
    schema,
  ]);
const idOrNull = v.optional(orNull(id), nullText);
const yesNoOrNull = v.optional(orNull(yesOrNo), nullText);

const name = line(longestName);
export const resources = <E extends v.ObjectEntries>(entries: E) =>
  v.pipe(v.string(), v.maxLength(200_000), v.parseJson(), v.pipe(v.array(v.object(entries)), v.maxLength(mostResources)));
export const resourceFields = {
  item_id: id,
  resource_type_id: smallNumber,
  /** Minutes. */
  time: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600))), null),
  sort_order: smallNumber,
  remarks: v.optional(v.pipe(v.string(), v.maxLength(2_000)), ''),
};

/** HTML. The server keeps text, lists, emphasis and links. */
export const instructions = v.pipe(
  v.string(),
  v.maxLength(50_000),
  v.check((html) => html.split('<', mostTags + 2).length <= mostTags + 1, 'tooMuchFormatting'),
);

/** Fields of a lesson in form encoding: "null" for nothing, 0 for no minutes. */
export const lessonFields = {
  lesson_name: name,
  lesson_objective: v.optional(v.pipe(v.string(), v.maxLength(2_000)), nullText),
  instructions: v.optional(instructions, ''),
  total_time: v.optional(orNull(v.pipe(quantity, v.integer(), v.maxValue(6_000))), nullText),
  due_date: v.optional(orNull(day), nullText),
  product_id: idOrNull,
  unit_id: idOrNull,
  subunit_id: idOrNull,
  level3_id: idOrNull,
  is_custom_unit_folder: yesNoOrNull,
  is_custom_subunit_folder: yesNoOrNull,
  is_custom_level3_folder: yesNoOrNull,
  is_assignment: v.optional(yesOrNo, 'no'),
  enforce_order: v.optional(flag, false),
};

/** A lesson or assignment in a list. `position`: its index in the full list. */
export const LessonRow = v.object({
  position: v.number(),
  lesson_id: v.number(),
  lesson_name: v.string(),
  lesson_objective: v.string(),
  is_assignment: yesOrNo,
  total_time: v.nullable(v.number()),
  due_date: v.nullable(v.string()),
  resource_count: v.number(),
  /** Classes and groups that currently have it. */
  assigned_count: v.number(),
  updated_at: v.string(),
  /** Names from the product down to its folder. */
  path: v.array(v.string()),
  /** Null: the user's own. */
  shared_by: v.nullable(v.object({ user_puid: v.number(), name: v.string() })),
});
export type LessonRow = v.InferOutput<typeof LessonRow>;

/** A page of a list. `lessons` and `assignments` hold the rows from `offset` on by type; together they are ordered by `position`. */
export const LessonPage = v.object({ lessons: v.array(LessonRow), assignments: v.array(LessonRow), offset: v.number(), total: v.number() });
export type LessonPage = v.InferOutput<typeof LessonPage>;

const level3Folder = v.object({ level3_id: v.number(), folder_name: v.string(), is_custom: yesOrNo, lesson_count: v.number() });
const subFolder = v.object({
  sub_unit_id: v.number(),
  folder_name: v.string(),
  is_custom: yesOrNo,
  lesson_count: v.number(),
  level3_folders: v.array(level3Folder),
});
/**
 * Products with their folders: the catalog's units and the user's own (custom) folders. `lesson_count` counts only lessons directly in a
 * folder.
 */
export const WorkspaceMeta = v.object({
  products: v.array(
    v.object({
      product_id: v.number(),
      product_name: v.string(),
      lesson_count: v.number(),
      folders: v.array(
        v.object({
          unit_id: v.number(),
          folder_name: v.string(),
          is_custom: yesOrNo,
          lesson_count: v.number(),
          sub_folders: v.array(subFolder),
        }),
      ),
    }),
  ),
  /** People who have shared lessons with the user. */
  shared_by: v.array(v.object({ user_puid: v.number(), name: v.string(), lesson_count: v.number() })),
  /** All of the user's own lessons and assignments, wherever they are. */
  total: v.number(),
});
export type WorkspaceMeta = v.InferOutput<typeof WorkspaceMeta>;

export const lessonKinds = ['all', 'lesson', 'assignment'] as const;
export type LessonKind = (typeof lessonKinds)[number];
export const lessonOrders = ['name', '-updated', 'due'] as const;
export type LessonOrder = (typeof lessonOrders)[number];

/** Filter, order and page of a list. `limit` 0 requests only the total. */
const window = {
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(longestName)), ''),
  kind: v.optional(v.picklist(lessonKinds), 'all'),
  sort: v.optional(v.picklist(lessonOrders), 'name'),
  offset: v.optional(offset, 0),
  limit: v.optional(v.pipe(idOrZero, v.maxValue(pageLength)), pageLength),
};

/** A lesson with everything its form shows. */
export const LessonDetail = v.object({
  lesson_id: v.number(),
  lesson_name: v.string(),
  lesson_objective: v.string(),
  instructions: v.string(),
  total_time: v.nullable(v.number()),
  due_date: v.nullable(v.string()),
  product_id: v.nullable(v.number()),
  unit_id: v.nullable(v.number()),
  subunit_id: v.nullable(v.number()),
  level3_id: v.nullable(v.number()),
  is_custom_unit_folder: v.nullable(yesOrNo),
  is_custom_subunit_folder: v.nullable(yesOrNo),
  is_custom_level3_folder: v.nullable(yesOrNo),
  is_assignment: yesOrNo,
  enforce_order: v.boolean(),
  version: v.number(),
  updated_at: v.string(),
  lesson_resources: v.array(
    v.object({
      id: v.number(),
      item_id: v.number(),
      resource_type_id: v.number(),
      time: v.nullable(v.number()),
      sort_order: v.number(),
      remarks: v.string(),
      title: v.string(),
    }),
  ),
});
export type LessonDetail = v.InferOutput<typeof LessonDetail>;

/** Why a lesson is not ready to be assigned. The first three block assigning. */
export const findingKinds = ['empty', 'notAssignable', 'quizWithoutKey', 'noDueDate', 'dueDatePassed', 'missingAltText'] as const;
export const Finding = v.object({
  kind: v.picklist(findingKinds),
  is_blocking: v.boolean(),
  /** The resource it concerns. */
  item_id: v.nullable(v.number()),
  title: v.string(),
});
export type Finding = v.InferOutput<typeof Finding>;

/** Who has a lesson, how far its students are, and its quizzes in which somebody has worked. */
export const LessonUse = v.object({
  groups: v.number(),
  students: v.number(),
  not_started: v.number(),
  in_progress: v.number(),
  completed: v.number(),
  shared_with: v.number(),
  /** Its quizzes in which somebody has worked. */
  quizzes: v.array(v.object({ item_id: v.number(), title: v.string(), in_progress: v.number(), submitted: v.number() })),
});
export type LessonUse = v.InferOutput<typeof LessonUse>;

/** What to do if the name is already taken at the destination: `ask` refuses with `folderNameTaken` or `lessonNameTaken`. */
export const sameName = v.optional(v.picklist(['ask', 'keep']), 'keep');
const inFolder = { product_id: id, parent_folder_type: v.picklist(['product', 'other']), parent_folder_id: id };

export const saved = v.object({ lesson_id: v.number(), version: v.number() });
const isAssignment = { is_assignment: yesOrNo };

export const workspace = {
  workspaceData: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/workspace/get_workspace_data',
    summary:
      'List the lessons and assignments of one folder. Level 0 is given by product_id, 1 by unit_id, 2 by subunit_id, 3 by level3_id, each with whether it is custom; level 4 by sharedby_user_puid. meta comes with offset 0.',
    access: staff,
    query: v.object({
      user_puid: id,
      product_id: v.optional(id),
      unit_id: v.optional(id),
      is_custom_unit_folder: v.optional(yesOrNo),
      subunit_id: v.optional(id),
      is_custom_subunit_folder: v.optional(yesOrNo),
      level3_id: v.optional(id),
      is_custom_level3_folder: v.optional(yesOrNo),
      sharedby_user_puid: v.optional(id),
      ...window,
    }),
    data: v.object({ ...LessonPage.entries, meta: v.nullable(WorkspaceMeta) }),
    onFailure: 'state',
    origin: 'ours',
  }),
  allLessons: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/workspace/get_all_lessons',
    summary: 'List the caller’s lessons and assignments, or those shared with the caller. meta comes with offset 0.',
    access: staff,
    query: v.object({ user_puid: id, is_shared: v.optional(yesOrNo, 'no'), ...window }),
    data: v.object({ ...LessonPage.entries, meta: v.nullable(WorkspaceMeta) }),
    onFailure: 'state',
    origin: 'ours',
  }),
  createFolder: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/create_folder',
    summary: 'Create a folder in a product, unit or sub-unit',
    access: staff,
    query: v.object({
      user_puid: id,
      folder_name: name,
      ...inFolder,
      sort_order: v.union([v.literal(1), v.literal('1')]),
    }),
    data: v.object({ folder_id: v.number() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  updateFolder: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/update_folder',
    summary: 'Rename a folder',
    access: staff,
    query: v.object({ user_puid: id, folder_id: id, folder_name: name }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  moveFolder: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/move_folder',
    summary: 'Move a folder with its contents. Returns its name, with a number if the name was taken.',
    access: staff,
    query: v.object({ user_puid: id, folder_id: id, ...inFolder, same_name: sameName }),
    data: v.object({ folder_name: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  folderUse: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/workspace/get_folder_use',
    summary: 'Count everything in a folder, at any depth, and who has it, before deleting it',
    access: staff,
    query: v.object({ folder_id: id }),
    data: v.object({
      /** Subfolders. */
      folders: v.number(),
      lessons: v.number(),
      assignments: v.number(),
      /** Its lessons and assignments that are assigned to classes, and the number of classes and students. */
      assigned: v.number(),
      groups: v.number(),
      students: v.number(),
      /** Colleagues with whom something in it is shared. */
      shared_with: v.number(),
    }),
    onFailure: 'state',
    origin: 'ours',
  }),
  deleteFolder: call({
    backend: 'lms',
    method: 'DELETE',
    path: '/v2/workspace/delete_folder',
    summary: 'Delete a folder with its contents. Students keep their assignments. It can be restored for 30 days.',
    access: staff,
    query: v.object({ folder_id: id }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  restoreFolder: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/workspace/restore_folder',
    summary: 'Restore a deleted folder. Returns its name, with a number if the old name is taken.',
    access: staff,
    query: v.object({ folder_id: id }),
    data: v.object({ folder_name: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  createLesson: call({
    backend: 'lms',
    method: 'POST',
    path: '/lesson/create_lesson',
    summary: 'Create a lesson or assignment. lesson_resources is JSON text.',
    access: staff,
    body: v.object({
      user_puid: id,
      same_name: sameName,
      ...lessonFields,
      lesson_resources: v.optional(resources(resourceFields), '[]'),
    }),
    bodyType: 'multipart',
    data: saved,
    onFailure: 'state',
    origin: 'ours',
  }),
  updateLesson: call({
    backend: 'lms',
    method: 'POST',
    path: '/lesson/update_lesson',
    summary:
      'Update a lesson. With move_lesson yes, only its folder changes. With version, 409 if someone else has changed it in the meantime; lesson_resources keep their id.',
    access: staff,
    body: v.object({
      user_puid: id,
      lesson_id: id,
      move_lesson: yesOrNo,
      /** Applies to a move, or to a new name or kind. */
      same_name: sameName,
      version: v.optional(smallId),
      ...lessonFields,
      lesson_name: v.optional(name, nullText),
      lesson_resources: v.optional(resources({ ...resourceFields, id: v.optional(id) }), '[]'),
    }),
    bodyType: 'multipart',
    data: saved,
    onFailure: 'state',
    origin: 'ours',
  }),
  getLesson: call({
    backend: 'lms',
    method: 'GET',
    path: '/lesson/get_lesson',
    summary: 'Get one of the caller’s lessons or assignments with its resources in order',
    access: staff,
    query: v.object({ lesson_id: id, isAssignment: flag }),
    data: LessonDetail,
    onFailure: 'state',
    origin: 'ours',
  }),
  lessonUse: call({
    backend: 'lms',
    method: 'GET',
    path: '/lesson/get_lesson_use',
    summary: 'Get the use of a lesson before changing or deleting it: its classes, their students’ progress, and the quizzes with work',
    access: staff,
    query: v.object({ lesson_id: id }),
    data: LessonUse,
    onFailure: 'state',
    origin: 'ours',
  }),
  checkLesson: call({
    backend: 'lms',
    method: 'GET',
    path: '/lesson/check_lesson',
    summary: 'Check whether a lesson can be assigned, and get warnings',
    access: staff,
    query: v.object({ lesson_id: id }),
    data: v.array(Finding),
    onFailure: 'state',
    origin: 'ours',
  }),
  deleteLesson: call({
    backend: 'lms',
    method: 'DELETE',
    path: '/lesson/delete_lesson',
    summary: 'Delete a lesson or assignment; students no longer see it. It can be restored.',
    access: staff,
    query: v.object({ lesson_id: id, ...isAssignment }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  restoreLesson: call({
    backend: 'lms',
    method: 'POST',
    path: '/lesson/restore_lesson',
    summary: 'Restore a deleted lesson with its assignments',
    access: staff,
    query: v.object({ lesson_id: id, ...isAssignment }),
    data: nothing,
    onFailure: 'state',
    origin: 'ours',
  }),
  duplicateLesson: call({
    backend: 'lms',
    method: 'POST',
    path: '/lesson/duplicate_lesson',
    summary: 'Copy a lesson. Fails if the name is taken in the folder.',
    access: staff,
    query: v.object({
      user_puid: id,
      lesson_id: id,
      type: v.picklist(['lesson', 'assignment']),
      lesson_name: v.optional(name),
    }),
    data: v.object({ lesson_id: v.number(), lesson_name: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  startLesson: call({
    backend: 'lms',
    method: 'POST',
    path: '/lesson/start_lesson',
    summary: 'Start a lesson in front of the class; returns the start id',
    access: staff,
    query: v.object({ user_puid: id, lesson_id: id }),
    data: v.number(),
    onFailure: 'state',
    origin: 'ours',
  }),
  previewLesson: call({
    backend: 'lms',
    method: 'POST',
    path: '/lesson/preview_lesson',
    summary: 'Preview a lesson as students see it; returns the start id',
    access: staff,
    query: v.object({ user_puid: id, lesson_id: id }),
    data: v.number(),
    onFailure: 'state',
    origin: 'ours',
  }),
};

/** Contents of a folder, and who uses any of it. */
export type FolderUse = DataOf<typeof workspace.folderUse>;
