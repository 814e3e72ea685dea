import { type ReactNode, useState } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, useLocation, useNavigate } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { UiProvider } from '../../../src/ui/UiProvider.tsx';
import { type App, AppContext } from '../../../src/views/app.ts';
import { type Preferences, PreferencesContext } from '../../../src/views/shell/preferences.ts';

/** The router's current location, and ways to another one: a link, or Back. */
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
  /** The initial address. */
  address: string;
  /** The path of the screen. All other paths show nothing. */
  path: string;
  children: ReactNode;
}

/** Providers for a screen that reads its address or asks before it is left: a data router, as in the product. */
export function AtRoute({ app, address, path, children }: AtRouteProps) {
  const [preferences] = useState<Preferences>({ language: 'en', theme: 'light', setLanguage: () => {}, setTheme: () => {} });
  const [router] = useState(() => {
    const screens = [
      { path, element: children },
      { path: '*', element: null },
    ];
    const created = createMemoryRouter([{ element: <Links />, children: screens }], { initialEntries: [address] });
    // It listens to the window that many tests share.
    onTestFinished(() => created.dispose());
    return created;
  });
  return (
    <AppContext value={app}>
      <PreferencesContext value={preferences}>
        <RouterProvider router={router} />
      </PreferencesContext>
    </AppContext>
  );
}
