import * as v from 'valibot';
import { administrators, call, day, id, line, nothing, smallId } from './kit.ts';
import { pageOf, pageQuery } from './paging.ts';

/** Maximum length of a notification in one language. */
export const mostNotificationLetters = 500;
/** To whom a notification goes: everyone with a role, a school, a class, or one person. */
export const audiences = ['role', 'school', 'group', 'user'] as const;
export type Audience = (typeof audiences)[number];

const words = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(mostNotificationLetters));

/** A notification that an administrator has written, and how far it has come. */
export const UserNotification = v.object({
  notification_id: v.number(),
  text_en: v.string(),
  text_es: v.string(),
  audience: v.picklist(audiences),
  /** The role of the audience; null for the others, which have a name. */
  role_id: v.nullable(v.number()),
  audience_name: v.nullable(v.string()),
  from_date: v.nullable(v.string()),
  to_date: v.nullable(v.string()),
  state: v.picklist(['shown', 'later', 'over', 'withdrawn']),
  /** People whom it concerns today; of everybody so far, those to whom it was shown, and those who have put it away. */
  people: v.number(),
  read: v.number(),
  put_away: v.number(),
  written_by: v.string(),
  written_at: v.string(),
});
export type UserNotification = v.InferOutput<typeof UserNotification>;
export const notificationSorts = ['text', 'state', 'from', 'until', 'by', 'at'] as const;

/** Names the audience: the field of its kind is needed, the others are not read. */
const audience = {
  audience: v.picklist(audiences),
  role_id: v.optional(smallId),
  school_id: v.optional(id),
  group_puid: v.optional(id),
  user_name: v.optional(line(100)),
};
const ours = { backend: 'lms', access: administrators, right: 'notifications', onFailure: 'state', origin: 'ours' } as const;
const change = { ...ours, method: 'POST', refusedWhileActing: true } as const;
const oneNotification = { user_puid: id, notification_id: id };

export const notifications = {
  userNotifications: call({
    ...ours,
    method: 'GET',
    path: '/UserSetup/get_user_notifications',
    summary: 'List the notifications that were written for the users in the caller’s scope, page by page, with how many have read them',
    query: v.object({ user_puid: id, ...pageQuery(notificationSorts) }),
    data: pageOf(UserNotification),
  }),
  countNotified: call({
    ...ours,
    method: 'GET',
    path: '/UserSetup/count_notified',
    summary: 'Count the people whom a notification would reach',
    query: v.object({ user_puid: id, ...audience }),
    data: v.object({ people: v.number() }),
  }),
  addUserNotification: call({
    ...change,
    path: '/UserSetup/add_user_notification',
    summary: 'Show a notification in two languages to an audience with lower roles, for some days or until it is withdrawn',
    body: v.object({
      user_puid: id,
      ...audience,
      text_en: words,
      text_es: words,
      from_date: v.nullable(day),
      to_date: v.nullable(day),
    }),
    data: UserNotification,
  }),
  withdrawUserNotification: call({
    ...change,
    path: '/UserSetup/withdraw_user_notification',
    summary: 'Withdraw a notification, so that nobody sees it anymore; it can be restored',
    body: v.object(oneNotification),
    data: nothing,
  }),
  restoreUserNotification: call({
    ...change,
    path: '/UserSetup/restore_user_notification',
    summary: 'Show a withdrawn notification again',
    body: v.object(oneNotification),
    data: UserNotification,
  }),
};
