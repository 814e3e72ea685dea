import { useSelector } from '@xstate/react';
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { getLocale, setLocale } from '../../paraglide/runtime.js';
import { readStoredSession } from '../../services/login/storedSession.ts';
import { LanguageContext } from '../../ui/compilerRuntime.ts';
import { loadDateLocale } from '../../ui/dateLocale.ts';
import { applyTheme } from '../../ui/theme.ts';
import { type App, AppContext, useApp } from '../app.ts';
import SignInPage from '../login/SignInPage.tsx';
import { followHeading } from './documentTitle.ts';
import { Overlays } from './Overlays.tsx';
import { type Preferences, PreferencesContext, storedTheme, storeTheme } from './preferences.ts';

const Misconfigured = lazy(() => import('./Misconfigured.tsx'));

/** The whole page: the screens and the overlays above them. */
export function Root({ app }: { app: App }) {
  const [language, setLanguage] = useState(getLocale);
  const wanted = useRef(language);
  const [theme, setTheme] = useState(storedTheme);
  const boot = useSelector(app.actor, (snapshot) => snapshot.value.boot);
  applyTheme(theme);
  document.documentElement.lang = language;

  useEffect(followHeading, []);

  const preferences = useMemo<Preferences>(
    () => ({
      language,
      theme,
      setLanguage: (next) => {
        wanted.current = next;
        void loadDateLocale(next).then(() => {
          // The user may have changed their mind while it loaded.
          if (wanted.current !== next) return;
          void setLocale(next, { reload: false });
          setLanguage(next);
        });
      },
      setTheme: (next) => {
        storeTheme(next);
        setTheme(next);
      },
    }),
    [language, theme],
  );

  return (
    <AppContext value={app}>
      <PreferencesContext value={preferences}>
        <LanguageContext value={language}>
          <Suspense>{boot === 'misconfigured' ? <Misconfigured /> : <Screens />}</Suspense>
        </LanguageContext>
      </PreferencesContext>
    </AppContext>
  );
}

/**
 * Draws the sign-in page at `/` without the router, which saves a quarter of the first screen's bytes. If this browser knows of no session,
 * it does so before the configuration has loaded; the form waits for that.
 * Any other address, one that asks to remember a place (`?server=`), and a signed-in user get the router and keep it.
 */
function Screens() {
  // There is no session before the configuration has loaded.
  const session = useSelector(useApp().actor, (snapshot) => snapshot.children.session);
  const isPending = useSelector(session, (snapshot) => snapshot?.hasTag('pending') ?? true);
  const isSignedOut = useSelector(session, (snapshot) => snapshot?.hasTag('signedOut') ?? false);
  const [isKnown] = useState(() => readStoredSession() !== null);
  const [isRouted, setRouted] = useState(window.location.pathname !== '/' || window.location.search.includes('server='));
  if (!isRouted && !isSignedOut && !isPending) setRouted(true);
  const Routed = useRouted(isRouted);
  if (isRouted) return session && Routed ? <Routed /> : null;
  return (
    <>
      {isSignedOut || (isPending && !isKnown) ? <SignInPage /> : null}
      {session ? <Overlays /> : null}
    </>
  );
}

/**
 * Loads the router's part of the product alongside the configuration, once it is needed. Without `lazy`: React delays what a boundary
 * reveals until 300 ms after the last fallback, and each visit would start with that wait.
 */
function useRouted(isWanted: boolean): ComponentType | undefined {
  const [Routed, setRouted] = useState<ComponentType>();
  useEffect(() => {
    if (!isWanted) return;
    Promise.all([import('./Routed.tsx'), loadDateLocale(getLocale())]).then(
      ([module]) => setRouted(() => module.default),
      (error) =>
        setRouted(() => {
          throw error;
        }),
    );
  }, [isWanted]);
  return Routed;
}
