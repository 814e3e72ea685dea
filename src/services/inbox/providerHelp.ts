import type { UserData } from '../../../contract/login.ts';
import { type ProviderRequest, providerHelp } from '../../../contract/providerHelp.ts';
import type { Send } from '../kit/client.ts';
import { loadPages, type RecordSource } from '../kit/records.ts';

/** Requests for help to the provider. */
export const requestSource = (send: Send, { userPuid: user_puid }: UserData): RecordSource<ProviderRequest> => ({
  keyOf: ({ request_id }) => String(request_id),
  load: loadPages<ProviderRequest>(send, providerHelp.providerRequests, { user_puid }),
});

/** What to ask, with a file. */
export interface RequestOrder {
  text: string;
  file: File | null;
}

/** Asks the provider for help. */
export const askProvider = (send: Send, user_puid: number, { text, file }: RequestOrder, signal: AbortSignal) =>
  send(providerHelp.askProvider, { user_puid, request_text: text, ...(file ? { file } : {}) }, { signal });
