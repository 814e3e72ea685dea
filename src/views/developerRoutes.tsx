import { type RouteObject, redirect } from 'react-router-dom';
import type { App } from './app.ts';
import { mayInspect } from './mayInspect.ts';
import { paths } from './paths.ts';
import { type Session, settled } from './settled.ts';
import { SignedInProviders } from './shell/SignedInProviders.tsx';

/** Pages for developers and readers of the product. */
export const developerRoutes = (app: App, sessionOf: () => Session): RouteObject[] => [
  {
    element: <SignedInProviders isBare />,
    children: [
      { path: 'ui', lazy: async () => ({ Component: (await import('./developer/GalleryPage.tsx')).default }) },
      { path: 'mail', lazy: async () => ({ Component: (await import('./developer/MailPage.tsx')).default }) },
      {
        path: 'statecharts',
        loader: async ({ request }) => {
          const session = sessionOf();
          const snapshot = await settled(session);
          if (snapshot.hasTag('signedOut')) {
            const { pathname, search } = new URL(request.url);
            session.send({ type: 'route.requested', path: pathname + search });
            return redirect(paths.signIn);
          }
          if (!mayInspect(snapshot.context.user?.role, app.actor.getSnapshot().context.configuration))
            throw new Response(null, { status: 403 });
          return null;
        },
        lazy: async () => ({ Component: (await import('./developer/statecharts/StatechartsPage.tsx')).default }),
      },
    ],
  },
];
