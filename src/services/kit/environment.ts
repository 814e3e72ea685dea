import type { Configuration } from '../../machines/app/appMachine.ts';
import type { NoticeKind } from '../../machines/app/noticesMachine.ts';
import type { Problem } from '../../machines/problem.ts';

/** The owner of the calls, and whether calls can be made. */
export interface Access {
  /**
   * `open`: calls go out with the token. `paused`: the session has expired, and calls wait until the same user has signed in again.
   * `closed`: nobody is signed in.
   */
  state: 'open' | 'paused' | 'closed';
  token: string | null;
  /** Identifies the user: a response that arrives under another user is dropped. */
  owner: string | null;
}

/** What the services need from the app, and the listeners they notify; wired once in `src/start/environment.ts`. */
export interface Environment {
  configuration: () => Configuration;
  access: () => Access;
  /** The user's id within the district, which calls carry; null if nobody is signed in. */
  userPuid: () => number | null;
  /** Calls the listener whenever the access changes. */
  onAccessChanged: (listener: () => void) => void;
  /** The user's language. */
  language: () => 'en' | 'es';
  /** The device's clock, ms since 1970. It may be wrong by hours, and may jump. */
  now: () => number;
  /** A monotonic clock, in ms; it may stop while the device sleeps. */
  elapsed: () => number;
  /** Resolves after `ms`; rejects when the signal is aborted. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called before each call: an expired token is refreshed first. */
  checkClock: () => void;
  callStarted: () => void;
  callEnded: () => void;
  /** A call with this token got a 401. */
  sessionRejected: (token: string) => void;
  notify: (kind: NoticeKind, text: string) => void;
  problemRaised: (problem: Problem) => void;
  connectionLost: () => void;
  /** A request made at `askedAt` (`elapsed`) got a response. */
  connectionRestored: (askedAt: number) => void;
}
