import { account, type OwnSession } from '../../../contract/account.ts';
import type { Problem } from '../../machines/problem.ts';
import type { Send } from '../kit/client.ts';

/** What to end: one session, or null for all others. */
export interface Ending {
  session: OwnSession | null;
}

/** Signs out on one device or on all others; returns the number of ended sessions, 0 if it had already ended. */
export async function endSessions(
  send: Send,
  user_puid: number,
  { session }: Ending,
  { answer, signal }: { answer: string; signal: AbortSignal },
): Promise<{ ended: number }> {
  try {
    const password = answer === '' ? {} : { current_password: answer };
    return await send(account.endOwnSessions, { user_puid, session_id: session?.session_id ?? null, ...password }, { signal });
  } catch (error) {
    const { code, refused } = Object(error) as Partial<Problem>;
    // Only the server itself knows that there is no such session: a gateway's 404 has ended nothing.
    if (refused && code === 404) return { ended: 0 };
    throw error;
  }
}
