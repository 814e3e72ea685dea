import type { InputOf } from '../../../contract/kit.ts';
import type { UserData } from '../../../contract/login.ts';
import { notifications, type UserNotification } from '../../../contract/notifications.ts';
import type { Send } from '../kit/client.ts';
import { loadPages, type RecordSource } from '../kit/records.ts';

/** Notifications for many people. Withdrawing one needs no call for its numbers: the row has them. */
export const announcementSource = (send: Send, { userPuid: user_puid }: UserData): RecordSource<UserNotification> => ({
  keyOf: ({ notification_id }) => String(notification_id),
  load: loadPages<UserNotification>(send, notifications.userNotifications, { user_puid }),
  uses: async ({ people, read }) => ({ people, read }),
  remove: ({ notification_id }, stop) => send(notifications.withdrawUserNotification, { user_puid, notification_id }, stop),
  restore: ({ notification_id }, _, stop) => send(notifications.restoreUserNotification, { user_puid, notification_id }, stop),
});

/** What to say to whom. */
export type AnnouncementOrder = Omit<InputOf<typeof notifications.addUserNotification>, 'user_puid'>;

/** Counts whom a notification would reach. */
export const countNotified = (
  send: Send,
  user_puid: number,
  { text_en, text_es, from_date, to_date, ...audience }: AnnouncementOrder,
  signal: AbortSignal,
) => send(notifications.countNotified, { user_puid, ...audience }, { signal });

/** Sends a notification. */
export const sendAnnouncement = (send: Send, user_puid: number, order: AnnouncementOrder, signal: AbortSignal): Promise<UserNotification> =>
  send(notifications.addUserNotification, { user_puid, ...order }, { signal });
