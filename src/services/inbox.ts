import { inbox, type Notification, type UserMessage } from '../../contract/inbox.ts';
import type { InboxFilter, InboxPage, MessageAnswer } from '../machines/inbox/inboxMachine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';

const nameOf = ({ district_id, message_id }: UserMessage) => ({ district_id, message_id });

/** The calls of the `inbox` chart. */
export const inboxActors = (send: Send, user_puid: number) => ({
  loadMessages: callActor<InboxPage, { filter: InboxFilter; skip: number }>(async ({ input: { filter, skip }, signal }) => {
    const { messages, is_cut } = await send(inbox.userMessages, { user_puid, state: filter, skip }, { signal });
    return { messages, isCut: is_cut };
  }),
  fetchFile: callActor<string, UserMessage | null>(
    async ({ input, signal }) => (await send(inbox.userMessageFile, { user_puid, ...nameOf(input as UserMessage) }, { signal })).path,
  ),
  sendAnswer: callActor<UserMessage, MessageAnswer | null>(({ input, signal }) => {
    const { message, text } = input as MessageAnswer;
    return send(inbox.answerUserMessage, { user_puid, ...nameOf(message), answer_text: text.trim() }, { signal });
  }),
});

/** The calls of the `notification` chart. They run in the background, and failures are silent. */
export const notificationActors = (send: Send, user_puid: number) => ({
  loadNotifications: callActor<Notification[]>(({ signal }) => send(inbox.notification, { user_puid }, { signal, quiet: true })),
  disable: callActor<null, { notificationId: number }>(({ input, signal }) =>
    send(inbox.disableNotification, { user_puid, notification_id: input.notificationId }, { signal, quiet: true }),
  ),
});
