import { type ReactNode, useState } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { UiProvider } from '../../../src/ui/UiProvider.tsx';
import { type App, AppContext } from '../../../src/views/app.ts';
import { type Preferences, PreferencesContext } from '../../../src/views/shell/preferences.ts';

/** The router's current location, and a way to another address. */
export const place: { path: string; go: (address: string) => unknown } = { path: '', go: () => {} };

function Links({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  place.path = pathname + search;
  place.go = navigate;
  return (
    <UiProvider language="en" navigate={(path) => void navigate(path)}>
      {children}
    </UiProvider>
  );
}

/** Providers for a public page opened at an address. */
export function AtAddress({ app, address, children }: { app: App; address: string; children: ReactNode }) {
  const [preferences] = useState<Preferences>({ language: 'en', theme: 'light', setLanguage: () => {}, setTheme: () => {} });
  return (
    <AppContext value={app}>
      <PreferencesContext value={preferences}>
        <MemoryRouter initialEntries={[address]}>
          <Links>{children}</Links>
        </MemoryRouter>
      </PreferencesContext>
    </AppContext>
  );
}
