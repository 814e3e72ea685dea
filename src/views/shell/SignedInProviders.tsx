import { Outlet, ScrollRestoration, useNavigate } from 'react-router-dom';
import { UiProvider } from '../../ui/UiProvider.tsx';
import { ActingBanner } from './ActingBanner.tsx';
import { usePreferences } from './preferences.ts';

/** Language, links and announcements of the component library, around everything after sign-in; `isBare`: the pages have no frame of ours. */
export function SignedInProviders({ isBare = false }: { isBare?: boolean }) {
  const navigate = useNavigate();
  const { language } = usePreferences();
  return (
    <UiProvider language={language} navigate={(path) => void navigate(path)}>
      {isBare ? <ActingBanner /> : null}
      <Outlet />
      <ScrollRestoration />
    </UiProvider>
  );
}
