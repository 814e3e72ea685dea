import { useSelector } from '@xstate/react';
import type { ComponentProps, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { UiProvider } from '../../ui/UiProvider.tsx';
import { useSession } from '../hooks.ts';
import { homeOf } from '../paths.ts';
import { usePreferences } from './preferences.ts';

interface MessagePageProps {
  art: ComponentProps<typeof EmptyState>['art'];
  title: string;
  children: ReactNode;
}

/** A page with only a message and a link to the user's home. */
export function MessagePage({ art, title, children }: MessagePageProps) {
  const navigate = useNavigate();
  const { language } = usePreferences();
  const role = useSelector(useSession(), (snapshot) => snapshot.context.user?.role);
  return (
    <UiProvider language={language} navigate={(path) => void navigate(path)}>
      <main>
        <EmptyState
          {...(art ? { art } : {})}
          title={title}
          level={1}
          action={
            <LinkButton variant="primary" href={homeOf(role)}>
              {m.common_back_home()}
            </LinkButton>
          }
        >
          {children}
        </EmptyState>
      </main>
    </UiProvider>
  );
}
