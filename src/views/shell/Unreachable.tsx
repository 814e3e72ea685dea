import { useSelector } from '@xstate/react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useSession } from '../hooks.ts';
import s from './Offline.module.css';
import { useIsUnreachable } from './reach.ts';
import { SavedForOffline } from './SavedForOffline.tsx';

/** The server did not respond at start, so the session is unknown. The address stays, and the app retries. */
export default function Unreachable() {
  const session = useSession();
  const isAsking = useSelector(session, (snapshot) => !snapshot.hasTag('unreachable'));
  if (!useIsUnreachable()) return null;
  return (
    <div className={s.screen}>
      <div role="alert">
        <EmptyState
          art="offline"
          title={m.common_unreachable()}
          action={
            <Button variant="primary" isPending={isAsking} onPress={() => session.send({ type: 'session.retried' })}>
              {m.common_try_again()}
            </Button>
          }
        >
          {m.common_unreachable_text()}
        </EmptyState>
      </div>
      <SavedForOffline />
    </div>
  );
}
