import { useSelector } from '@xstate/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { getLocale, setLocale } from '../../paraglide/runtime.js';
import { applyTheme } from '../../ui/theme.ts';
import { type App, AppContext } from '../app.ts';

import { Overlays } from './Overlays.tsx';
import { type Preferences, PreferencesContext, storedTheme, storeTheme } from './preferences.ts';

const Misconfigured = lazy(() => import('./Misconfigured.tsx'));

/** The whole page: configuration first, then the router, and what lies above every screen. */
export function Root({ app, router }: { app: App; router: DataRouter }) {
  const [language, setLanguage] = useState(getLocale);
  const [theme, setTheme] = useState(storedTheme);
  const boot = useSelector(app.actor, (snapshot) => snapshot.value.boot);
  applyTheme(theme);
  document.documentElement.lang = language;

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
        <Suspense>
          {boot === 'misconfigured' ? <Misconfigured /> : null}
          {boot === 'ready' ? (
            <>
              <RouterProvider key={language} router={router} />
              <Overlays router={router} />
            </>
          ) : null}
        </Suspense>
      </PreferencesContext>
    </AppContext>
  );
}
