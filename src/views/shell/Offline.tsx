import { useEffect, useState } from 'react';
import type { DataRouter } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useApp } from '../app.ts';
import s from './Offline.module.css';

/** Paths where work goes on without a connection: a bar says so instead of the offline screen. */
const canGoOn = (pathname: string) => /^\/authenticated\/(studentDashboard\/studentLessonPlayer|workspace\/lessonPlayer)\//.test(pathname);

/** The offline screen, word for word (specification, section 2); over a lesson in play, a bar. */
export default function Offline({ router }: { router?: DataRouter }) {
  const { actor } = useApp();
  const [pathname, setPathname] = useState(window.location.pathname);
  useEffect(() => router?.subscribe((state) => setPathname(state.location.pathname)), [router]);
  const text = m.common_offline();
  if (canGoOn(pathname)) {
    return (
      <p className={s.bar} role="status">
        {text}
      </p>
    );
  }
  return (
    <div className={s.screen} role="alert">
      <EmptyState
        art="offline"
        title={text}
        action={
          <Button variant="primary" onPress={() => navigator.onLine && actor.send({ type: 'connection.restored' })}>
            {m.common_try_again()}
          </Button>
        }
      />
    </div>
  );
}
