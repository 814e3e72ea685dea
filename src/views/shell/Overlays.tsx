import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import type { DataRouter } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { useApp } from '../app.ts';
import { useChartMeta, useNotices, useSession, useSpinner } from '../hooks.ts';

const Spinner = lazy(async () => ({ default: (await import('../../ui/SpinnerOverlay.tsx')).SpinnerOverlay }));
const Toasts = lazy(() => import('./Toasts.tsx'));
const ProblemDialog = lazy(() => import('./ProblemDialog.tsx'));
const SessionExpired = lazy(() => import('./SessionExpired.tsx'));
const Unreachable = lazy(() => import('./Unreachable.tsx'));
const Offline = lazy(() => import('./Offline.tsx'));

/** Stays true once it has been: what has loaded for the first time stays mounted, so that it can leave gently. */
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
 * What lies above every screen: spinner, notices, the problem popup, the session's popups, the screens for no connection and no answer.
 * Each loads on first need.
 */
export function Overlays({ router }: { router?: DataRouter }) {
  const spinner = useSpinner();
  const isBusy = useSelector(spinner, (snapshot) => snapshot.hasTag('busy'));
  const hasNotices = useOnce(useSelector(useNotices(), (snapshot) => snapshot.context.notices.length > 0));
  const hasProblem = useOnce(useSelector(useNotices(), (snapshot) => snapshot.context.problem !== null));
  const session = useSession();
  const isExpired = useSelector(session, (snapshot) => snapshot.hasTag('expired'));
  const isUnreachable = useSelector(session, (snapshot) => snapshot.hasTag('unreachable'));
  useChartMeta(session, sessionMessages);
  const isOffline = useSelector(useApp().actor, (snapshot) => snapshot.hasTag('offline'));
  const hasSpinner = useOnce(isBusy);

  return (
    <Suspense>
      {hasSpinner ? <Spinner isBusy={isBusy} /> : null}
      {hasNotices ? <Toasts /> : null}
      {hasProblem ? <ProblemDialog /> : null}
      {isExpired ? <SessionExpired /> : null}
      {isUnreachable && !isOffline ? <Unreachable /> : null}
      {isOffline ? <Offline {...(router ? { router } : {})} /> : null}
    </Suspense>
  );
}
