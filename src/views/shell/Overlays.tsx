'use no memo'; // Cheap to draw: see decision 011.

import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { DataRouter } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { useApp } from '../app.ts';
import { useChartMeta, useNotices, useSession, useSpinner } from '../hooks.ts';
import { Fallible } from './Fallible.tsx';

const Spinner = lazy(async () => ({ default: (await import('../../ui/SpinnerOverlay.tsx')).SpinnerOverlay }));
const Toasts = lazy(() => import('./Toasts.tsx'));
const parts = {
  problem: () => import('./ProblemDialog.tsx'),
  expired: () => import('./SessionExpired.tsx'),
  unreachable: () => import('./Unreachable.tsx'),
  offline: () => import('./Offline.tsx'),
};
const ProblemDialog = lazy(parts.problem);
const SessionExpired = lazy(parts.expired);
const Unreachable = lazy(parts.unreachable);
const Offline = lazy(parts.offline);

/** When to prefetch the screens for a lost connection after sign-in, in ms. The first screen goes first, also on a slow line. */
const untilSpare = 3_000;

/** Prefetches the screens for a lost connection, because they cannot be loaded once it is lost. */
function useSpareParts(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setTimeout(() => {
      for (const load of Object.values(parts)) load().catch(() => undefined);
    }, untilSpare);
    return () => clearTimeout(timer);
  }, [isNeeded]);
}

/** Stays true once it was true: a part that has loaded stays mounted, so that it can animate out. */
function useOnce(isNeeded: boolean): boolean {
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return wasNeeded;
}

const sessionMessages = {
  common_unreachable: m.common_unreachable,
  common_session_expired: m.common_session_expired,
  common_acting_started: m.common_acting_started,
};

/**
 * Everything above the screens: spinner, notices, the problem popup, the session's popups, the screens for no connection and no response.
 * Each loads on first need.
 */
export function Overlays({ router }: { router?: DataRouter }) {
  const spinner = useSpinner();
  const isBusy = useSelector(spinner, (snapshot) => snapshot.hasTag('busy'));
  const hasNotices = useOnce(useSelector(useNotices(), (snapshot) => snapshot.context.notices.length > 0));
  const hasProblem = useOnce(useSelector(useNotices(), (snapshot) => snapshot.context.problem !== null));
  const session = useSession();
  const isExpired = useSelector(session, (snapshot) => snapshot.hasTag('expired'));
  const hasUnreachable = useOnce(useSelector(session, (snapshot) => snapshot.hasTag('unreachable')));
  useChartMeta(session, sessionMessages);
  const isOffline = useSelector(useApp().actor, (snapshot) => snapshot.hasTag('offline'));
  const hasSpinner = useOnce(isBusy);
  useSpareParts(useSelector(session, (snapshot) => snapshot.hasTag('signedIn')));

  return (
    <Suspense>
      <Fallible>{hasSpinner ? <Spinner isBusy={isBusy} /> : null}</Fallible>
      <Fallible>{hasNotices ? <Toasts /> : null}</Fallible>
      <Fallible>{hasProblem ? <ProblemDialog /> : null}</Fallible>
      <Fallible>{isExpired ? <SessionExpired /> : null}</Fallible>
      <Fallible>{hasUnreachable && !isOffline ? <Unreachable /> : null}</Fallible>
      {isOffline ? (
        <Fallible fallback={<p role="alert">{m.common_offline()}</p>}>
          <Offline {...(router ? { router } : {})} />
        </Fallible>
      ) : null}
    </Suspense>
  );
}
