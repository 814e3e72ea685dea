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

/** A message and a link to the user's home, in place of a screen in the frame. */
export function Message({ art, title, children }: MessagePageProps) {
  const role = useSelector(useSession(), (snapshot) => snapshot.context.user?.role);
  return (
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
  );
}

/** A page with only a message and a link to the user's home. */
export function MessagePage(props: MessagePageProps) {
  const navigate = useNavigate();
  const { language } = usePreferences();
  return (
    <UiProvider language={language} navigate={(path) => void navigate(path)}>
      <main>
        <Message {...props} />
      </main>
    </UiProvider>
  );
}
