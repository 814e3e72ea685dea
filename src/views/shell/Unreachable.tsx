import { useSelector } from '@xstate/react';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../hooks.ts';
import { NoConnection } from './NoConnection.tsx';
import { useIsUnreachable } from './reach.ts';

/** The server did not respond at start, so the session is unknown. The address stays, and the app retries. */
export default function Unreachable() {
  const session = useSession();
  const isAsking = useSelector(session, (snapshot) => !snapshot.hasTag('unreachable'));
  if (!useIsUnreachable()) return null;
  return (
    <NoConnection level={1} title={m.common_unreachable()} isRetrying={isAsking} onRetry={() => session.send({ type: 'session.retried' })}>
      {m.common_unreachable_text()}
    </NoConnection>
  );
}
