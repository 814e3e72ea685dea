import { inbox, type UserMessage } from '../../../contract/inbox.ts';
import type { UserData } from '../../../contract/login.ts';
import type { MessageAnswer } from '../../machines/inbox/messageMachine.ts';
import { callActor } from '../kit/callActor.ts';
import type { Send } from '../kit/client.ts';
import { loadPages, type RecordSource } from '../kit/records.ts';

const nameOf = ({ district_id, message_id }: UserMessage) => ({ district_id, message_id });

/** The list of messages. */
export const messageSource = (send: Send, { userPuid }: UserData): RecordSource<UserMessage> => ({
  keyOf: ({ district_id, message_id }) => `${district_id}.${message_id}`,
  load: ({ list, ...query }, count, signal) =>
    loadPages<UserMessage>(send, inbox.userMessages, { user_puid: userPuid, state: list })(query, count, signal),
});

/** The calls of the `message` chart. */
export const messageActors = (send: Send, user_puid: number) => ({
  fetchFile: callActor<string, UserMessage | null>(
    async ({ input, signal }) => (await send(inbox.userMessageFile, { user_puid, ...nameOf(input as UserMessage) }, { signal })).path,
  ),
  sendAnswer: callActor<UserMessage, MessageAnswer | null>(({ input, signal }) => {
    const { message, text } = input as MessageAnswer;
    return send(inbox.answerUserMessage, { user_puid, ...nameOf(message), answer_text: text.trim() }, { signal });
  }),
});
