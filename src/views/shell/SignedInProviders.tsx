import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration, useNavigate } from 'react-router-dom';
import { students } from '../../../contract/kit.ts';
import { UiProvider } from '../../ui/UiProvider.tsx';
import { useLater, useSession } from '../hooks.ts';
import { ActingBanner } from './ActingBanner.tsx';
import { Fallible } from './Fallible.tsx';
import { usePreferences } from './preferences.ts';

const Outbox = lazy(() => import('../quiz/Outbox.tsx'));
/** What waits from earlier sittings has waited for long; the page that somebody looks at comes first. In ms. */
const outboxAfter = 2_000;

/** Language, links and announcements of the component library, around everything after sign-in; `isBare`: the pages have no frame of ours. */
export function SignedInProviders({ isBare = false }: { isBare?: boolean }) {
  const navigate = useNavigate();
  const { language } = usePreferences();
  const isStudent = useSelector(useSession(), ({ context: { user, administrator } }) =>
    Boolean(user && !administrator && students.some((role) => role === user.role)),
  );
  const isOutboxDue = useLater(outboxAfter);
  return (
    <UiProvider language={language} navigate={(path) => void navigate(path)}>
      {isBare ? <ActingBanner /> : null}
      {isStudent && isOutboxDue ? (
        <Fallible>
          <Suspense>
            <Outbox />
          </Suspense>
        </Fallible>
      ) : null}
      <Outlet />
      <ScrollRestoration />
    </UiProvider>
  );
}
