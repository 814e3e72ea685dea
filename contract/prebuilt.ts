import * as v from 'valibot';
import { call, id, line, nothing, providers, smallId, wholeRoster } from './kit.ts';
import { LessonDetail, LessonUse, lessonFields, longestName, resourceFields, resources, sameName, saved } from './workspace.ts';

/** Where a prebuilt lesson comes from: the course, another district that the provider's administrators published it from, or the district. */
export const prebuiltOrigins = ['course', 'published', 'own'] as const;

/** A prebuilt lesson, as its administrators see it. */
export const PrebuiltLesson = v.object({
  lesson_id: v.number(),
  version: v.number(),
  lesson_name: v.string(),
  unit_id: v.number(),
  unit_name: v.string(),
  product_name: v.string(),
  language_id: v.number(),
  /** Resources in it. Teachers are not offered a lesson without any. */
  resource_count: v.number(),
  /** Minutes. */
  total_time: v.nullable(v.number()),
  /** Classes and groups that currently have it. */
  groups: v.number(),
  origin: v.picklist(prebuiltOrigins),
  /** The district has changed it since it came. Neither the course nor the provider overwrites it any longer. */
  is_changed: v.boolean(),
  updated_at: v.string(),
});
export type PrebuiltLesson = v.InferOutput<typeof PrebuiltLesson>;

/** What a district has of a lesson: nothing, this version, an older one, or one that it changed itself. */
export const copyStates = ['none', 'current', 'older', 'changed'] as const;
export const PrebuiltCopy = v.object({ district_id: v.number(), name: v.string(), state: v.picklist(copyStates) });
export type PrebuiltCopy = v.InferOutput<typeof PrebuiltCopy>;

/** Maximum districts per call. */
export const mostCopies = 500;

const one = { user_puid: id, lesson_id: id };
const ours = { backend: 'lms', access: wholeRoster, onFailure: 'state', origin: 'ours' } as const;
const read = { ...ours, method: 'GET' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;

export const prebuilt = {
  prebuiltList: call({
    ...read,
    path: '/v2/content/get_prebuilt_lessons',
    summary: 'List the district’s prebuilt lessons with their origin and the number of classes that have them',
    query: v.object({ user_puid: id }),
    data: v.array(PrebuiltLesson),
  }),
  prebuiltLesson: call({
    ...read,
    path: '/v2/content/get_prebuilt_lesson',
    summary: 'Get a prebuilt lesson with its resources in order',
    query: v.object(one),
    data: LessonDetail,
  }),
  prebuiltRow: call({
    ...read,
    path: '/v2/content/get_prebuilt_lesson_row',
    summary: 'Get a prebuilt lesson as the list shows it',
    query: v.object(one),
    data: PrebuiltLesson,
  }),
  prebuiltUse: call({
    ...read,
    path: '/v2/content/get_prebuilt_lesson_use',
    summary: 'Get the use of a prebuilt lesson before changing or deleting it',
    query: v.object(one),
    data: LessonUse,
  }),
  savePrebuilt: call({
    ...change,
    path: '/v2/content/save_prebuilt_lesson',
    summary:
      'Add a prebuilt lesson to a unit, or change one: without lesson_id, a new one; with version, 409 if someone else has changed it in the meantime. lesson_resources is JSON text.',
    body: v.object({
      user_puid: id,
      lesson_id: v.optional(id),
      version: v.optional(smallId),
      same_name: sameName,
      ...lessonFields,
      lesson_resources: v.optional(resources({ ...resourceFields, id: v.optional(id) }), '[]'),
    }),
    bodyType: 'multipart',
    data: saved,
  }),
  placePrebuilt: call({
    ...change,
    path: '/v2/content/place_prebuilt_lesson',
    summary: 'Rename a prebuilt lesson or put it into another unit; refused if someone else has changed it in the meantime',
    body: v.object({ ...one, version: smallId, lesson_name: line(longestName), unit_id: id }),
    data: PrebuiltLesson,
  }),
  deletePrebuilt: call({
    ...change,
    path: '/v2/content/delete_prebuilt_lesson',
    summary: 'Delete a prebuilt lesson; students no longer see it. It can be restored.',
    body: v.object(one),
    data: nothing,
  }),
  restorePrebuilt: call({
    ...change,
    path: '/v2/content/restore_prebuilt_lesson',
    summary: 'Restore a deleted prebuilt lesson with its assignments',
    body: v.object(one),
    data: nothing,
  }),
  prebuiltCopies: call({
    ...read,
    access: providers,
    path: '/v2/content/get_prebuilt_copies',
    summary: 'List the other districts and what each has of a prebuilt lesson',
    query: v.object(one),
    data: v.array(PrebuiltCopy),
  }),
  publishPrebuilt: call({
    ...change,
    access: providers,
    path: '/v2/content/publish_prebuilt_lesson',
    summary:
      'Copy a prebuilt lesson into other districts, or bring their copies up to date. Copies that a district changed stay as they are.',
    body: v.object({ ...one, district_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(mostCopies)) }),
    data: v.object({
      /** Districts that have this version now, and did not before. */
      published: v.number(),
      /** Districts whose copy was left alone, because they changed it. */
      changed: v.number(),
    }),
  }),
};
