import { isFinal } from '../../../common/retry.ts';
import { type Challenge, login, type SignedIn } from '../../../contract/login.ts';
import type { Credentials } from '../../machines/login/loginMachine.ts';
import type { Session } from '../../machines/login/sessionMachine.ts';
import type { Problem } from '../../machines/problem.ts';
import { type Client, unreadableAnswer } from '../kit/client.ts';
import type { Environment } from '../kit/environment.ts';
import type { TabMessage, Tabs } from '../kit/tabs.ts';
import { clearStorage, ownerOf, readStoredSession, writeStoredSession } from './storedSession.ts';
import { createTokenClock } from './tokenClock.ts';

/** How long a tab that finds a newer session waits for the tab that holds it, in ms. */
const patience = 2_000;

/** Session calls, made by one tab for all. Turns the contract's `SignedIn` into the charts' `Session`. */
export function createSessionService(client: Client, environment: Environment, tabs: Tabs) {
  const clock = createTokenClock(environment);
  /** Sequence of this tab's newest session. */
  let own = 0;
  const isStored = () => environment.configuration().token === 'storage';

  const toSession = ({ token, userData }: SignedIn): Session => {
    try {
      return { token, user: userData, refreshIn: clock.start(token, client.clockOffset()) };
    } catch {
      console.error('The access token is no JWT.');
      throw { code: unreadableAnswer, message: '' } satisfies Problem;
    }
  };
  const remember = ({ token, user: { userPuid, districtID } }: Session) =>
    writeStoredSession({ v: 1, userPuid, districtID, ...(isStored() ? { token } : {}) });

  /** Run inside the lock. Tells the other tabs about a session; a tab that missed it sees a newer sequence. */
  const announce = async (session: Session): Promise<Session> => {
    remember(session);
    own = Math.max(own, (await tabs.read())?.sequence ?? 0) + 1;
    await tabs.write({ v: 1, owner: ownerOf(session.user), sequence: own });
    const signedIn: SignedIn = { token: session.token, userData: session.user };
    tabs.tell({ type: 'opened', signedIn, refreshAt: clock.dueAt(session.token), sequence: own });
    return session;
  };

  const extend = async (userPuid: number | undefined, signal: AbortSignal): Promise<Session> => {
    const { token } = environment.access();
    const input = userPuid === undefined ? {} : { user_puid: userPuid };
    const signedIn = await client.send(login.extend, input, { signal, quiet: true, ...(isStored() && token ? { token } : {}) });
    return announce(toSession(signedIn));
  };

  /** A refusal means that this browser has no session (any more). */
  const orNull = (error: unknown): null => {
    if (isFinal(error as Problem)) return null;
    throw error;
  };

  const restoreStored = async (token: string, userPuid: number, signal: AbortSignal): Promise<Session | null> => {
    const user = await client.send(login.userInfo, { user_puid: userPuid }, { signal, quiet: true, token }).catch(orNull);
    return user && announce(toSession({ token, userData: user }));
  };

  return {
    /** The session of any sign-in response; it is not open yet. */
    toSession,

    authenticate: async (credentials: Credentials, signal: AbortSignal): Promise<Session | Challenge> => {
      const call = credentials.district_id === undefined ? login.loginWithoutDistrict : login.login;
      const answer = await client.send(call, credentials, { signal });
      return 'challenge' in answer ? answer : toSession(answer);
    },

    /** Shares a successful sign-in with this browser's other tabs. */
    share: (session: Session): Promise<Session> => tabs.exclusively(() => announce(session)),

    restore: (signal: AbortSignal): Promise<Session | null> =>
      tabs.exclusively(async () => {
        const stored = readStoredSession();
        if (stored?.token !== undefined && isStored()) return restoreStored(stored.token, stored.userPuid, signal);
        return extend(undefined, signal).catch(orNull);
      }, signal),

    refresh: (userPuid: number, signal: AbortSignal): Promise<Session> =>
      tabs.exclusively(async () => {
        const newest = await tabs.read();
        // Another tab was first. Its session is on the way and will end this state of the chart.
        if (newest && newest.sequence > own) await environment.pause(patience, signal);
        return extend(userPuid, signal);
      }, signal),

    /** Ends impersonation on the server, then resumes the administrator's own session. */
    leaveActing: async (userPuid: number, signal: AbortSignal): Promise<Session> => {
      const { token } = environment.access();
      if (token !== null) {
        await client.send(login.stopLoginAsUser, {}, { signal, token }).catch((error: unknown) => {
          // The token is no longer valid: impersonation has already ended.
          if (!isFinal(error as Problem)) throw error;
        });
      }
      return tabs.exclusively(() => extend(userPuid, signal), signal);
    },

    signOut: (signal: AbortSignal): Promise<null> => {
      const { owner } = environment.access();
      clearStorage();
      own += 1;
      // Told before taking the lock, so that a refreshing tab gives up its lock.
      if (owner !== null) tabs.tell({ type: 'closed', owner, sequence: own });
      return tabs.exclusively(async () => {
        own = Math.max(own, (await tabs.read())?.sequence ?? 0) + 1;
        await tabs.write({ v: 1, owner: null, sequence: own });
        const elsewhere = isStored() ? null : await client.send(login.logout, {}, { signal });
        if (elsewhere) window.location.assign(elsewhere.url);
        return null;
      }, signal);
    },

    /** Another tab's message as an event of the session chart; undefined if it is older than this tab's session. */
    eventOf: (message: TabMessage) => {
      if (message.sequence < own) return undefined;
      own = message.sequence;
      if (message.type === 'closed') return { type: 'session.closedElsewhere' } as const;
      const { token, userData } = message.signedIn;
      const session: Session = { token, user: userData, refreshIn: clock.follow(token, message.refreshAt) };
      return { type: 'session.openedElsewhere', session } as const;
    },

    /** Whether another tab has signed out, or another user has signed in, while this tab was asleep. */
    hasEnded: async (owner: string): Promise<boolean> => {
      const newest = await tabs.read();
      return newest !== undefined && newest.sequence > own && newest.owner !== owner;
    },

    /** Milliseconds until the token should be refreshed; negative if overdue. */
    remaining: (token: string): number => clock.remaining(token),
  };
}
