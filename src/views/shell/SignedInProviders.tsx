import { lazy, Suspense, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigate } from 'react-router-dom';
import { setCalendar } from '../../ui/dateFormats.ts';
import { UiProvider } from '../../ui/UiProvider.tsx';
import { useApp } from '../app.ts';
import { useLater } from '../hooks.ts';
import { ActingBanner } from './ActingBanner.tsx';
import { Fallible } from './Fallible.tsx';
import { usePreferences } from './preferences.ts';

const AfterSignIn = lazy(() => import('./AfterSignIn.tsx'));
/** Work left over from earlier visits can wait for the first page. In ms. */
const waits = 2_000;

/**
 * Language, links and announcements of the component library, around everything after sign-in. `isBare`: the pages bring their own frame.
 */
export function SignedInProviders({ isBare = false }: { isBare?: boolean }) {
  const { now } = useApp();
  // Must run before anything draws a date.
  useState(() => setCalendar(now));
  const navigate = useNavigate();
  const { language } = usePreferences();
  const isDue = useLater(waits);
  return (
    <UiProvider language={language} navigate={(path) => void navigate(path)}>
      {isBare ? <ActingBanner /> : null}
      {isDue ? (
        <Fallible>
          <Suspense>
            <AfterSignIn />
          </Suspense>
        </Fallible>
      ) : null}
      <Outlet />
      <ScrollRestoration />
    </UiProvider>
  );
}
