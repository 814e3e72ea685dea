import { createContext, use } from 'react';
import type { ActorOptions, AnyActorLogic } from 'xstate';
import type { Challenge, SignedIn } from '../../contract/login.ts';
import type { AppActor } from '../machines/app/appMachine.ts';
import type { Credentials } from '../machines/login/loginMachine.ts';
import type { Session } from '../machines/login/sessionMachine.ts';
import type { Send } from '../services/kit/client.ts';
import type { Persistence } from '../services/kit/persistence.ts';
import type { Shelf } from '../services/player/lessonShelf.ts';
import type { Device } from '../services/quiz/device.ts';

/** What views need from outside: the root actor, the calls, the clock. */
export interface App {
  actor: AppActor;
  /** Calls the API; loads the client on first use. */
  send: Send;
  /** Signs in. The session is not open yet, and a challenge has none until the second step. */
  authenticate: (credentials: Credentials, signal: AbortSignal) => Promise<Session | Challenge>;
  /** Builds the session from the response of any other sign-in method. It is not open yet. */
  toSession: (signedIn: SignedIn) => Promise<Session>;
  /** State kept between visits; undefined until a user has signed in. */
  persistence: () => Persistence | undefined;
  /** Storage of lessons saved for offline use; its library loads on first use. */
  shelf: () => Promise<Shelf>;
  /** Attempts that this device keeps until the server has them, and which tab holds which; loads on first use. */
  device: () => Promise<Device>;
  /** A random number from 0 up to 1. */
  chance: () => number;
  /** Best estimate of the server's time, ms since 1970. */
  now: () => number;
  /** How far the server's clock is ahead of the device's, in ms; 0 until the first response. */
  clockOffset: () => number;
  /** Clock and inspector for the actors that views start; `useChart` passes them. */
  actorOptions: Pick<ActorOptions<AnyActorLogic>, 'clock' | 'inspect'>;
}

export const AppContext = createContext<App | null>(null);

/** The app around this view. */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('This view must be inside AppContext.');
  return app;
}
