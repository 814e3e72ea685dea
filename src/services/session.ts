import { jwtDecode } from 'jwt-decode';
import { login, type SignedIn } from '../../contract/login.ts';
import type { Credentials } from '../machines/login/loginMachine.ts';
import type { Session } from '../machines/session/sessionMachine.ts';
import type { Client } from './client.ts';
import type { Environment } from './environment.ts';
import { readStoredSession, writeStoredSession } from './storedSession.ts';

/** How long before its expiry a token is refreshed (specification, section 9), and the least time between two refreshes, in ms. */
const refreshAhead = 80_000;
const leastPause = 5_000;

/** Session calls; `SignedIn` of the contract becomes the `Session` of the charts. */
export function createSessionService(client: Client, environment: Environment) {
  const toSession = ({ token, userData }: SignedIn): Session => {
    const { exp = 0 } = jwtDecode(token);
    const serverNow = environment.now() + client.clockOffset();
    return { token, user: userData, refreshIn: Math.max(exp * 1000 - serverNow - refreshAhead, leastPause) };
  };
  const remember = (session: Session): Session => {
    writeStoredSession({ v: 1, userPuid: session.user.userPuid });
    return session;
  };

  return {
    authenticate: async (credentials: Credentials, signal: AbortSignal): Promise<Session> =>
      remember(
        toSession(
          await client.send(credentials.district_id === undefined ? login.loginWithoutDistrict : login.login, credentials, { signal }),
        ),
      ),

    restore: async (signal: AbortSignal): Promise<Session | null> => {
      const stored = readStoredSession();
      try {
        return remember(toSession(await client.send(login.extend, stored ? { user_puid: stored.userPuid } : {}, { signal, quiet: true })));
      } catch (error) {
        const { code } = error as { code?: number };
        if (code === 401 || code === 409) return null;
        throw error;
      }
    },

    refresh: async (userPuid: number, signal: AbortSignal): Promise<Session> =>
      remember(toSession(await client.send(login.extend, { user_puid: userPuid }, { signal, quiet: true }))),

    signOut: async (signal: AbortSignal): Promise<null> => {
      localStorage.clear();
      sessionStorage.clear();
      return client.send(login.logout, {}, { signal });
    },
  };
}
