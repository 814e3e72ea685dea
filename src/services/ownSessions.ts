import { account, type OwnSessions } from '../../contract/account.ts';
import type { Ending } from '../machines/ownSessions/ownSessionsMachine.ts';
import { callActor } from './callActor.ts';
import type { Send } from './client.ts';

/** The calls of the `ownSessions` chart. */
export const ownSessionsActors = (send: Send, user_puid: number) => ({
  loadSessions: callActor<OwnSessions>(({ signal }) => send(account.ownSessions, { user_puid }, { signal })),
  endSessions: callActor<{ ended: number }, { ending: Ending | null; password: string }>(({ input: { ending, password }, signal }) =>
    send(
      account.endOwnSessions,
      { user_puid, session_id: ending?.session?.session_id ?? null, ...(password === '' ? {} : { current_password: password }) },
      { signal },
    ),
  ),
});
