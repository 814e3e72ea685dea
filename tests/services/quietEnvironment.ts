import type { Environment } from '../../src/services/kit/environment.ts';

const nothing = () => {};

/** What a client needs of the program around it, for tests that look elsewhere. */
export const quietEnvironment = {
  onAccessChanged: nothing,
  language: () => 'es',
  now: () => 0,
  elapsed: () => 0,
  pause: async () => {},
  checkClock: nothing,
  callStarted: nothing,
  callEnded: nothing,
  sessionRejected: nothing,
  notify: nothing,
  problemRaised: nothing,
  connectionLost: nothing,
  connectionRestored: nothing,
} satisfies Partial<Environment>;
