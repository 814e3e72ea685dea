import { createContext, use } from 'react';
import type { ActorOptions, AnyActorLogic } from 'xstate';
import type { Challenge, SignedIn } from '../../contract/login.ts';
import type { AppActor } from '../machines/app/appMachine.ts';
import type { Credentials } from '../machines/login/loginMachine.ts';
import type { Session } from '../machines/session/sessionMachine.ts';
import type { Send } from '../services/client.ts';
import type { Device } from '../services/device.ts';
import type { Shelf } from '../services/lessonShelf.ts';
import type { Persistence } from '../services/persistence.ts';

/** What every view may need from outside: the root actor, the calls, the clock. */
export interface App {
  actor: AppActor;
  /** Makes a call of the contract; loads the client on first use. */
  send: Send;
  /** Signs in; the session is not open yet, and there is none while a second step is wanted. */
  authenticate: (credentials: Credentials, signal: AbortSignal) => Promise<Session | Challenge>;
  /** The session of an answer to any other way in; it is not open yet. */
  toSession: (signedIn: SignedIn) => Promise<Session>;
  /** What is kept of the state between visits; undefined until somebody has signed in. */
  persistence: () => Persistence | undefined;
  /** Where lessons that are saved for offline stand; its library loads on first use. */
  shelf: () => Promise<Shelf>;
  /** What the device keeps of attempts until the server has it, and which tab has which; loads on first use. */
  device: () => Promise<Device>;
  /** A number from 0 up to 1, by chance. */
  chance: () => number;
  /** Server's time as well as it is known, ms since 1970. */
  now: () => number;
  /** How far the server's clock is ahead of the device's, ms; 0 until the first answer. */
  clockOffset: () => number;
  /** Clock and inspector for the actors that views start; `useChart` gives them. */
  actorOptions: Pick<ActorOptions<AnyActorLogic>, 'clock' | 'inspect'>;
}

export const AppContext = createContext<App | null>(null);

/** The app around this view. */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('This view must be inside AppContext.');
  return app;
}
