import { useSelector } from '@xstate/react';
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { getLocale, setLocale } from '../../paraglide/runtime.js';
import { readStoredSession } from '../../services/storedSession.ts';
import { LanguageContext } from '../../ui/compilerRuntime.ts';
import { applyTheme } from '../../ui/theme.ts';
import { type App, AppContext, useApp } from '../app.ts';
import SignInPage from '../public/SignInPage.tsx';
import { followHeading } from './documentTitle.ts';
import { Overlays } from './Overlays.tsx';
import { type Preferences, PreferencesContext, storedTheme, storeTheme } from './preferences.ts';

const Misconfigured = lazy(() => import('./Misconfigured.tsx'));

/** The whole page: the screens, and what lies above them. */
export function Root({ app }: { app: App }) {
  const [language, setLanguage] = useState(getLocale);
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
        void setLocale(next, { reload: false });
        setLanguage(next);
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
 * The sign-in page at `/` is drawn without the router, which is a quarter of the bytes that the first screen would need; and, where this
 * browser knows of no session, before the configuration is there, which the form waits for.
 * Any other address, one that asks to remember a place (`?server=`), and whoever is signed in, gets the router, from then on for good.
 */
function Screens() {
  // There is none before the configuration.
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
 * The router's part of the product, beside the configuration, once it is wanted. Without `lazy`: React holds back what a boundary reveals
 * until 300 ms after the last fallback, and each visit would begin with that wait.
 */
function useRouted(isWanted: boolean): ComponentType | undefined {
  const [Routed, setRouted] = useState<ComponentType>();
  useEffect(() => {
    if (!isWanted) return;
    import('./Routed.tsx').then(
      (module) => setRouted(() => module.default),
      (error) =>
        setRouted(() => {
          throw error;
        }),
    );
  }, [isWanted]);
  return Routed;
}
