import { createBrowserRouter, type LoaderFunctionArgs, Outlet, type RouteObject, redirect } from 'react-router-dom';
import { actorIds } from '../machines/app/appMachine.ts';
import { byProc, writeTab } from '../services/kit/tabStorage.ts';
import type { App } from './app.ts';
import SignInPage from './login/SignInPage.tsx';
import { homeOf, paths } from './paths.ts';
import { type Session, settled } from './settled.ts';
import { RouteError } from './shell/RouteError.tsx';

/** The single browser router: the public area and its two guards. Everything behind the sign-in loads on first use. */
export function createRouter(app: App) {
  const sessionOf = () => app.actor.system.get(actorIds.session) as Session;

  /**
   * Anyone may open the public pages below `/account`. They wait for the session check, so that a session being restored does not replace
   * them later.
   */
  const onceSettled = async () => {
    await settled(sessionOf());
    return null;
  };
  const onlySignedOut = async ({ request }: LoaderFunctionArgs) => {
    const { search } = new URL(request.url);
    if (search.includes('server=')) {
      const target = (await import('./public/internalPath.ts')).rememberedTarget(search);
      if (target !== null) {
        sessionOf().send({ type: 'route.requested', path: target });
        writeTab(byProc, 'yes');
      }
    }
    const snapshot = await settled(sessionOf());
    return snapshot.hasTag('signedIn') ? redirect(snapshot.context.returnTo ?? homeOf(snapshot.context.user?.role)) : null;
  };
  const onlySignedIn = async ({ request }: LoaderFunctionArgs) => {
    const session = sessionOf();
    const snapshot = await settled(session);
    if (!snapshot.hasTag('signedOut')) return null;
    const { pathname, search } = new URL(request.url);
    session.send({ type: 'route.requested', path: pathname + search });
    return redirect(paths.signIn);
  };

  const toHome = async () => redirect(homeOf((await settled(sessionOf())).context.user?.role));

  const routes: RouteObject[] = [
    {
      element: <Outlet />,
      errorElement: <RouteError />,
      hydrateFallbackElement: <span className="opening" />,
      children: [
        { path: paths.signIn, loader: onlySignedOut, element: <SignInPage /> },
        {
          id: 'authenticated',
          path: '/authenticated',
          loader: onlySignedIn,
          element: <Outlet />,
          // Part of the initial routes: the area's own routes load only for addresses that match nothing yet.
          children: [{ index: true, loader: toHome }],
        },
        { id: 'account', path: '/account', loader: onceSettled, element: <Outlet />, children: [] },
        { id: 'developer', path: '/developer', element: <Outlet />, children: [] },
        { path: '*', lazy: async () => ({ Component: (await import('./shell/NotFoundPage.tsx')).default }) },
      ],
    },
  ];
  return createBrowserRouter(routes, {
    async patchRoutesOnNavigation(wanted) {
      const { path, patch } = wanted;
      if (path.startsWith('/authenticated')) await (await import('./authenticatedRoutes.tsx')).patchArea(wanted, sessionOf);
      if (path.startsWith('/account')) patch('account', (await import('./public/accountRoutes.tsx')).accountRoutes);
      if (path.startsWith('/developer')) patch('developer', (await import('./developerRoutes.tsx')).developerRoutes(app, sessionOf));
    },
  });
}
