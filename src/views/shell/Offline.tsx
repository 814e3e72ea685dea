import { useEffect, useState } from 'react';
import type { DataRouter } from 'react-router-dom';
import { m } from '../../paraglide/messages.js';
import { useApp } from '../app.ts';
import { NoConnection } from './NoConnection.tsx';
import s from './Offline.module.css';
import { useIsUnreachable } from './reach.ts';

/** Paths where work continues without a connection, and the help, which keeps what was read. They show a bar instead of the offline screen. */
const canGoOn = (pathname: string) =>
  /^\/authenticated\/(help|studentDashboard\/(studentLessonPlayer|lessonPlayerPage|StudentLearnosityView|studentQuiz)|workspace\/lessonPlayer)\//.test(
    pathname,
  );

/** The offline screen, word for word (specification, section 2), with the lessons saved here. Over a lesson in play, only a bar. */
export default function Offline({ router }: { router?: DataRouter }) {
  const { actor } = useApp();
  const isKnown = !useIsUnreachable();
  const [pathname, setPathname] = useState(window.location.pathname);
  useEffect(() => router?.subscribe((state) => setPathname(state.location.pathname)), [router]);
  // Until the session is known, only saved lessons are available.
  if (canGoOn(pathname) && isKnown) {
    return (
      <p className={s.bar} role="status">
        {m.common_offline_goes_on()}
      </p>
    );
  }
  const retry = () => navigator.onLine && actor.send({ type: 'connection.restored' });
  return <NoConnection title={m.common_offline()} onRetry={retry} router={router} />;
}
