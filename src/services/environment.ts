import type { Configuration } from '../machines/app/appMachine.ts';
import type { NoticeKind } from '../machines/notices/noticesMachine.ts';
import type { Problem } from '../machines/problem.ts';

/** Whose calls these are, and whether they can be made. */
export interface Access {
  /**
   * `open`: calls go out with the token. `paused`: the session has expired, calls wait until the same person has signed in again.
   * `closed`: nobody is signed in.
   */
  state: 'open' | 'paused' | 'closed';
  token: string | null;
  /** Names the person: an answer that comes when somebody else is there is for nobody. */
  owner: string | null;
}

/** What the services know of the rest, and whom they tell; wired once in `src/start/environment.ts`. */
export interface Environment {
  configuration: () => Configuration;
  access: () => Access;
  /** The person's id within the district, which calls carry; null while there is nobody. */
  userPuid: () => number | null;
  /** Calls the listener whenever the access is not what it was. */
  onAccessChanged: (listener: () => void) => void;
  /** In which the person reads. */
  language: () => 'en' | 'es';
  /** The device's clock, ms since 1970. It may be wrong by hours, and may jump. */
  now: () => number;
  /** A clock that only goes forward, in ms; it may stand still while the device sleeps. */
  elapsed: () => number;
  /** Resolves after `ms`; rejects when the signal is aborted. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A call is about to be made: a token that is past its time is refreshed first. */
  checkClock: () => void;
  callStarted: () => void;
  callEnded: () => void;
  /** A call with this token was answered 401. */
  sessionRejected: (token: string) => void;
  notify: (kind: NoticeKind, text: string) => void;
  problemRaised: (problem: Problem) => void;
  connectionLost: () => void;
  /** A request made at `askedAt` (`elapsed`) was answered. */
  connectionRestored: (askedAt: number) => void;
}
