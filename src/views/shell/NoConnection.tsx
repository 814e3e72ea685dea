import type { ReactNode } from 'react';
import type { DataRouter } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import s from './Offline.module.css';
import { SavedForOffline } from './SavedForOffline.tsx';

interface NoConnectionProps {
  title: string;
  /** 1: no page is under it, so the title is the heading. */
  level?: 1;
  isRetrying?: boolean;
  onRetry: () => void;
  router?: DataRouter | undefined;
  children?: ReactNode;
}

/** A whole screen without a connection: what is the matter, Try again, and the lessons saved here. */
export function NoConnection({ title, level, isRetrying = false, onRetry, router, children }: NoConnectionProps) {
  return (
    <div className={s.screen}>
      <div role="alert">
        <EmptyState
          art="offline"
          title={title}
          level={level}
          action={
            <Button variant="primary" isPending={isRetrying} onPress={onRetry}>
              {m.common_try_again()}
            </Button>
          }
        >
          {children}
        </EmptyState>
      </div>
      <SavedForOffline router={router} />
    </div>
  );
}
