import { type ReactNode, useState } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, useLocation, useNavigate } from 'react-router-dom';
import { UiProvider } from '../../../src/ui/UiProvider.tsx';
import { type App, AppContext } from '../../../src/views/app.ts';
import { type Preferences, PreferencesContext } from '../../../src/views/shell/preferences.ts';

/** Where the router is now, and the way elsewhere: a link, Back, or the address itself. */
export const route: { path: string; go: (path: string) => void; back: () => void } = { path: '', go: () => {}, back: () => {} };

function Links() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  route.path = pathname + search;
  route.go = (path) => void navigate(path);
  route.back = () => void navigate(-1);
  return (
    <UiProvider language="en" navigate={(path) => void navigate(path)}>
      <Outlet />
    </UiProvider>
  );
}

interface AtRouteProps {
  app: App;
  /** Where it opens. */
  address: string;
  /** The path of the screen; every other one shows nothing. */
  path: string;
  children: ReactNode;
}

/** What stands around a screen that reads the address, or asks before it is left: a router with data, as the product has. */
export function AtRoute({ app, address, path, children }: AtRouteProps) {
  const [preferences] = useState<Preferences>({ language: 'en', theme: 'light', setLanguage: () => {}, setTheme: () => {} });
  const [router] = useState(() =>
    createMemoryRouter(
      [
        {
          element: <Links />,
          children: [
            { path, element: children },
            { path: '*', element: null },
          ],
        },
      ],
      { initialEntries: [address] },
    ),
  );
  return (
    <AppContext value={app}>
      <PreferencesContext value={preferences}>
        <RouterProvider router={router} />
      </PreferencesContext>
    </AppContext>
  );
}
