import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { openingPlace } from '../../services/stalePage.ts';
import { ownerOf } from '../../services/storedSession.ts';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';
import { homeOf, paths } from '../paths.ts';
import { createRouter } from '../routes.tsx';
import { Overlays } from './Overlays.tsx';

/**
 * Every screen that has an address of its own. When a person leaves, or somebody else comes in their place, all of it begins anew: at the
 * sign-in page, or at the home of whoever came.
 */
export default function Routed() {
  const user = useSelector(useSession(), (snapshot) => snapshot.context.user);
  const owner = user ? ownerOf(user) : null;
  const [seen, setSeen] = useState({ owner, changes: 0 });
  // While it is drawn, so that nothing of the first person's is ever drawn without them.
  if (owner !== seen.owner) setSeen({ owner, changes: seen.owner === null ? seen.changes : seen.changes + 1 });
  return <Screens key={seen.changes} isAnew={seen.changes > 0} role={user?.role} />;
}

/** The data router of one person. */
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
      // The guards of the routes look again: the sign-in page leads on to where the person wanted to go.
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
