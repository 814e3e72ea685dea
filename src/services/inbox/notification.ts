import { inbox, type Notification } from '../../../contract/inbox.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';

/** The calls of the `notification` chart. They run in the background, and failures are silent. */
export const notificationActors = (send: Send, user_puid: number) => ({
  loadNotifications: callActor<Notification[]>(({ signal }) => send(inbox.notification, { user_puid }, { signal, quiet: true })),
  disable: callActor<null, { notificationId: number }>(({ input, signal }) =>
    send(inbox.disableNotification, { user_puid, notification_id: input.notificationId }, { signal, quiet: true }),
  ),
});
