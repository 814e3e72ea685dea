import { act, cleanup, getConfig, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect } from 'vitest';
import { type ActorRefFrom, type SimulatedClock, waitFor } from 'xstate';
import type { Call } from '../../../contract/kit.ts';
import type { SignedIn } from '../../../contract/login.ts';
import type { Notice, noticesMachine } from '../../../src/machines/app/noticesMachine.ts';
import type { sessionMachine } from '../../../src/machines/login/sessionMachine.ts';
import { startApp } from '../../../src/startApp.ts';
import { prepareDialog } from '../../../src/ui/Dialog.tsx';
import { setCalendar } from '../../../src/ui/dateFormats.ts';
import { type App, AppContext } from '../../../src/views/app.ts';
import { type Preferences, PreferencesContext } from '../../../src/views/shell/preferences.ts';
import { forgetVisit } from '../../kit/page.ts';
import { Links } from './links.tsx';
import { type Network, openNetwork } from './network.ts';

/** A real root actor with the real client, on the test's network. */
export interface Screen {
  app: App;
  network: Network;
  /** Signs in through the backend, and opens the session. */
  signIn: (name: string) => Promise<void>;
  session: () => ActorRefFrom<typeof sessionMachine>;
  /** Notices still on the screen. */
  notices: () => Notice[];
}

interface ScreenOptions {
  clock?: SimulatedClock;
  inspect?: NonNullable<App['actorOptions']['inspect']>;
  held?: readonly (Call | string)[];
  /** Waits until the configuration has loaded; false for tests of the boot itself. */
  isBooted?: boolean;
}

// Loaded up front, since walks check a dialog right after the press that opens it.
await prepareDialog();

/** Starts the product without a page; it stops when the test ends. */
export async function openScreen({ clock, inspect, held = [], isBooted = true }: ScreenOptions = {}): Promise<Screen> {
  const network = await openNetwork(held);
  const app = startApp({ ...(clock ? { clock } : {}), ...(inspect ? { inspect } : {}) });
  // As the signed-in area does. Otherwise dates would show their year by the clock of an earlier test file.
  setCalendar(app.now);
  network.atEnd(() => {
    cleanup();
    app.stop();
    forgetVisit();
  });
  const session: Screen['session'] = () => app.actor.system.get('session') as ActorRefFrom<typeof sessionMachine>;
  if (isBooted) {
    const limit = { timeout: getConfig().asyncUtilTimeout };
    await waitFor(app.actor, () => session() !== undefined, limit);
    await waitFor(session(), (snapshot) => snapshot.hasTag('signedOut'), limit);
  }
  return {
    app,
    network,
    session,
    notices: () => (app.actor.system.get('notices') as ActorRefFrom<typeof noticesMachine>).getSnapshot().context.notices,
    signIn: async (username) => {
      const answer = await app.authenticate({ username, password: 'science-rocks' }, new AbortController().signal);
      const opened = 'challenge' in answer ? await app.toSession((await network.backend.answerChallenge(answer)).data as SignedIn) : answer;
      act(() => session().send({ type: 'session.opened', session: opened }));
      expect(session().getSnapshot().hasTag('signedIn')).toBe(true);
    },
  };
}

const unsaid = { ignore: '[aria-live] *, script, style' };
/** The element that shows a text. Text only announced to screen readers does not count. */
export const shown = (text: string | RegExp) => screen.getByText(text, unsaid);
/** The same, once it is there. */
export const found = (text: string | RegExp) => screen.findByText(text, unsaid);
/** The same; null if nothing shows it. */
export const shownIfAny = (text: string | RegExp) => screen.queryByText(text, unsaid);

/** Providers for a screen of the signed-in area. */
export function Around({ app, language = 'en', children }: { app: App; language?: Preferences['language']; children: ReactNode }) {
  const [preferences] = useState<Preferences>({ language, theme: 'light', setLanguage: () => {}, setTheme: () => {} });
  return (
    <AppContext value={app}>
      <PreferencesContext value={preferences}>
        <MemoryRouter>
          <Links>{children}</Links>
        </MemoryRouter>
      </PreferencesContext>
    </AppContext>
  );
}
