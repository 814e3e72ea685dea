import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import type { DataRouter } from 'react-router-dom';
import { ownerOf, readStoredSession } from '../../services/login/storedSession.ts';
import type { ShelvedLesson } from '../../services/player/lessonShelf.ts';
import { useSession, type Worker } from '../hooks.ts';
import { paths } from '../paths.ts';
import { Fallible } from './Fallible.tsx';
import s from './Offline.module.css';

const UnsentAnswers = lazy(() => import('../quiz/UnsentAnswers.tsx'));
const OfflineHelp = lazy(() => import('../help/OfflineHelp.tsx'));
const OfflineShelf = lazy(() => import('../player/OfflineShelf.tsx'));
const OfflineLesson = lazy(() => import('../player/OfflineLesson.tsx'));

/** The user whose work this browser remembers, before the session is known. */
function rememberedWorker(): Worker | null {
  const { userPuid, districtID } = readStoredSession() ?? {};
  if (userPuid === undefined || districtID === undefined) return null;
  return { userPuid, districtID, first_name: '', last_name: '', time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

/**
 * Saved lessons, unsent answers and help that was read, under the screens for no connection and no response. A signed-in user continues in the player. If the
 * session could not be checked, they belong to the user that this browser remembers until sign-out. Lessons can be read and quizzes taken
 * without tracking, and answers downloaded.
 */
export function SavedForOffline({ router }: { router?: DataRouter | undefined }) {
  const user = useSelector(useSession(), (snapshot) => snapshot.context.user);
  const [open, setOpen] = useState<ShelvedLesson | null>(null);
  const [remembered] = useState(rememberedWorker);
  const worker = user ?? remembered;
  const onOpen = (lesson: ShelvedLesson) => {
    if (user && router) void router.navigate(paths.lesson(lesson.saved.lessonId, lesson.saved.assignmentId));
    else setOpen(lesson);
  };
  if (worker === null) return null;
  const owner = ownerOf(worker);
  return (
    <Fallible>
      <Suspense>
        <div className={s.saved}>
          <OfflineShelf owner={owner} onOpen={onOpen} />
          <UnsentAnswers owner={owner} />
          <OfflineHelp owner={owner} />
        </div>
        {open ? (
          <div className={s.lesson}>
            <OfflineLesson lesson={open} worker={worker} onLeave={() => setOpen(null)} />
          </div>
        ) : null}
      </Suspense>
    </Fallible>
  );
}
