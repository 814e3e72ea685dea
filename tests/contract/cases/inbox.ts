import type { inbox } from '../../../contract/inbox.ts';
import { ids } from '../../server/fixtureSchool.ts';
import { ana, type Cases } from './case.ts';

const dan = { user_puid: ids.dan };

export const inboxCases: Cases<keyof typeof inbox> = {
  userMessages: { as: 'dan', input: () => ({ ...dan, state: 'open' as const }), inOtherDistrict: 200, lenient: ['search'] },
  userMessageFile: { as: 'dan', input: ({ message_id }) => ({ ...dan, message_id }) },
  answerUserMessage: { as: 'dan', input: ({ message_id }) => ({ ...dan, message_id, answer_text: 'It is mended.' }) },
  notification: { as: 'ana', input: () => ana, inOtherDistrict: 200 },
  disableNotification: { as: 'ana', input: ({ notification_id }) => ({ ...ana, notification_id }) },
};
