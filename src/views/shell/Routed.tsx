import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { openingPlace } from '../../services/kit/stalePage.ts';
import { ownerOf } from '../../services/login/storedSession.ts';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';
import { homeOf, paths } from '../paths.ts';
import { createRouter } from '../routes.tsx';
import { Overlays } from './Overlays.tsx';

/**
 * Every screen with its own address. When the user signs out or another user signs in, everything starts over at the sign-in page or at
 * that user's home.
 */
export default function Routed() {
  const user = useSelector(useSession(), (snapshot) => snapshot.context.user);
  const owner = user ? ownerOf(user) : null;
  const [seen, setSeen] = useState({ owner, changes: 0 });
  // Set during render, so that nothing of the first user is ever drawn for another.
  if (owner !== seen.owner) setSeen({ owner, changes: seen.owner === null ? seen.changes : seen.changes + 1 });
  return <Screens key={seen.changes} isAnew={seen.changes > 0} role={user?.role} />;
}

/** The data router of one user. */
function Screens({ isAnew, role }: { isAnew: boolean; role: number | undefined }) {
  const app = useApp();
  const session = useSession();
  const [router, setRouter] = useState<DataRouter>();
  const home = useRef(homeOf(role));

  useEffect(() => {
    if (isAnew && window.location.pathname !== paths.signIn) window.history.replaceState(null, '', home.current);
    const created = createRouter(app);
    setRouter(created);
    created.subscribe(({ navigation: { location } }) => openingPlace(location ? location.pathname + location.search : null));
    return () => created.dispose();
  }, [app, isAnew]);
  useEffect(() => {
    if (!router) return;
    let wasSignedIn = session.getSnapshot().hasTag('signedIn');
    const watching = session.subscribe((snapshot) => {
      const isSignedIn = snapshot.hasTag('signedIn');
      // Rerun the route guards: the sign-in page leads on to the requested address.
      if (isSignedIn && !wasSignedIn) void router.revalidate();
      wasSignedIn = isSignedIn;
    });
    return () => watching.unsubscribe();
  }, [router, session]);

  return (
    <>
      {router ? <RouterProvider router={router} /> : null}
      <Overlays {...(router ? { router } : {})} />
    </>
  );
}
