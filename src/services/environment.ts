import type { Configuration } from '../machines/app/appMachine.ts';
import type { NoticeKind } from '../machines/notices/noticesMachine.ts';
import type { Problem } from '../machines/problem.ts';

/** What the services know of the rest, and whom they tell; wired once in `main.tsx`. */
export interface Environment {
  configuration: () => Configuration;
  /** The access token of now, if somebody is signed in. */
  token: () => string | null;
  /** The device's clock, ms since 1970. */
  now: () => number;
  callStarted: () => void;
  callEnded: () => void;
  /** A call with a token was answered 401. */
  sessionRejected: () => void;
  notify: (kind: NoticeKind, text: string) => void;
  problemRaised: (problem: Problem) => void;
  connectionLost: () => void;
  connectionRestored: () => void;
}
