import * as v from 'valibot';
import { call, everyone, flag, id, nothing } from './kit.ts';

/** A photo as inline data. It has no URL, so that user content is never opened as a page. */
export const Photo = v.object({
  media_type: v.picklist(['image/png', 'image/jpeg', 'image/webp']),
  content: v.pipe(v.string(), v.base64()),
});
export type Photo = v.InferOutput<typeof Photo>;

/** Calls of every signed-in page about its user. Only a few, since they load with the first screen. */
export const shell = {
  userPhoto: call({
    backend: 'lms',
    method: 'GET',
    path: '/UserSetup/get_user_photo',
    summary: 'Get the caller’s photo; null if there is none',
    access: everyone,
    query: v.object({ user_puid: id }),
    data: v.nullable(Photo),
    onFailure: 'log',
    origin: 'ours',
  }),
  userOverlay: call({
    backend: 'lms',
    method: 'GET',
    path: '/v2/overlay/get_user_overlay_detail',
    summary: 'List the first-visit hints that the caller has dismissed',
    access: everyone,
    query: v.object({ user_puid: id }),
    data: v.array(v.object({ overlay_key: v.string(), is_seen: v.boolean() })),
    onFailure: 'log',
  }),
  updateUserOverlay: call({
    backend: 'lms',
    method: 'POST',
    path: '/v2/overlay/update_user_overlay_detail',
    summary: 'Dismiss or restore a hint',
    access: everyone,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, overlay_key: v.pipe(v.string(), v.regex(/^\w{1,60}$/, 'word')), is_seen: flag }),
    data: nothing,
    onFailure: 'log',
    origin: 'ours',
  }),
};
