import * as v from 'valibot';
import { administrators, call, everyone, id, nothing } from './kit.ts';
import { pageOf, pageQuery } from './paging.ts';

/** A message to the people who run the product: feedback, a rating of how well it fits, a training request, or an administrator’s request for help. */
export const UserMessage = v.object({
  district_id: v.number(),
  message_id: v.number(),
  kind: v.picklist(['feedback', 'adoption', 'training', 'provider']),
  /** Only for feedback. */
  category: v.nullable(v.picklist(['problem', 'idea', 'praise', 'other'])),
  /** Only for ratings: 1 (does not fit) to 5. */
  rating: v.nullable(v.number()),
  /** Only for training requests. */
  training: v.nullable(
    v.object({
      school_name: v.nullable(v.string()),
      grade_levels: v.array(v.string()),
      primary_use: v.array(v.string()),
      preferred_date: v.nullable(v.string()),
    }),
  ),
  text: v.string(),
  file_name: v.nullable(v.string()),
  sent_at: v.string(),
  sender: v.object({ name: v.string(), role: v.number(), school_name: v.nullable(v.string()), district_name: v.string() }),
  answer: v.nullable(v.object({ text: v.string(), name: v.string(), at: v.string() })),
});
export type UserMessage = v.InferOutput<typeof UserMessage>;

/** Maximum length of an answer to a message. */
export const mostAnswerLetters = 2000;

/** A notification for a person until they dismiss it. */
export const Notification = v.object({
  notification_id: v.number(),
  /** `answer`: reply to their message. `dates`: a lesson of theirs has a new due date. `notice`: for many people. */
  kind: v.picklist(['answer', 'dates', 'notice']),
  /** Beginning of their own message, empty if it had no text; for dates, the lesson. */
  about: v.string(),
  /** For dates: the due instant, or empty if there no longer is one. */
  notification_text: v.string(),
  /** A notice in Spanish; null for the others. */
  translation: v.nullable(v.string()),
  sender_name: v.string(),
  created_at: v.string(),
});
export type Notification = v.InferOutput<typeof Notification>;

/** What the list of messages can be sorted by: its columns. */
export const messageSorts = ['sender', 'text', 'subject', 'school', 'sent', 'answered'] as const;

/** Identifies a message. The district is only needed by people who look after several. */
const oneMessage = { user_puid: id, message_id: id, district_id: v.optional(id) };

export const inbox = {
  userMessages: call({
    backend: 'lms',
    method: 'GET',
    path: '/UserSetup/get_user_messages',
    summary:
      'List messages from other users in the administrator’s school or district, or everywhere, page by page; by default open ones oldest first, answered ones newest first',
    access: administrators,
    right: 'messages',
    query: v.object({ user_puid: id, state: v.picklist(['open', 'answered']), ...pageQuery(messageSorts) }),
    data: pageOf(UserMessage),
    onFailure: 'state',
    origin: 'ours',
  }),
  userMessageFile: call({
    backend: 'lms',
    method: 'POST',
    path: '/UserSetup/get_user_message_file',
    summary: 'Get a download address for a message’s attachment, valid for one minute',
    access: administrators,
    right: 'messages',
    body: v.object(oneMessage),
    data: v.object({ path: v.string() }),
    onFailure: 'state',
    origin: 'ours',
  }),
  answerUserMessage: call({
    backend: 'lms',
    method: 'POST',
    path: '/UserSetup/answer_user_message',
    summary: 'Answer a message once; its sender is notified',
    access: administrators,
    right: 'messages',
    refusedWhileActing: true,
    body: v.object({
      ...oneMessage,
      answer_text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(mostAnswerLetters)),
    }),
    data: UserMessage,
    onFailure: 'state',
    origin: 'ours',
  }),
  notification: call({
    backend: 'lms',
    method: 'GET',
    path: '/UserSetup/get_notification',
    summary: 'List the caller’s notifications that are not dismissed, newest first',
    access: everyone,
    query: v.object({ user_puid: id }),
    data: v.array(Notification),
    onFailure: 'log',
    origin: 'ours',
  }),
  disableNotification: call({
    backend: 'lms',
    method: 'POST',
    path: '/UserSetup/disable_notification',
    summary: 'Dismiss a notification permanently',
    access: everyone,
    refusedWhileActing: true,
    body: v.object({ user_puid: id, notification_id: id }),
    data: nothing,
    onFailure: 'log',
    origin: 'ours',
  }),
};
