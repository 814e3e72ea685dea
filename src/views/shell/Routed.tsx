import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';
import { homeOf, paths } from '../paths.ts';
import { createRouter } from '../routes.tsx';
import { Overlays } from './Overlays.tsx';

/** Every screen that has an address of its own, under the data router. */
export default function Routed() {
  const app = useApp();
  const session = useSession();
  const [router] = useState(() => createRouter(app));

  useEffect(() => {
    const go = (path: string) => void router.navigate(path, { replace: true });
    let wasSignedIn = session.getSnapshot().hasTag('signedIn');
    const watching = session.subscribe((snapshot) => {
      const isSignedIn = snapshot.hasTag('signedIn');
      // The guards of the routes look again: the sign-in page leads on to where the person wanted to go.
      if (isSignedIn && !wasSignedIn) void router.revalidate();
      wasSignedIn = isSignedIn;
    });
    const ended = session.on('session.ended', () => go(paths.signIn));
    const changed = session.on('user.changed', () => go(homeOf(session.getSnapshot().context.user?.role)));
    return () => {
      for (const subscription of [watching, ended, changed]) subscription.unsubscribe();
    };
  }, [router, session]);
  useEffect(() => () => router.dispose(), [router]);

  return (
    <>
      <RouterProvider router={router} />
      <Overlays router={router} />
    </>
  );
}
