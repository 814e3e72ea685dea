import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import type { DataRouter } from 'react-router-dom';
import type { ShelvedLesson } from '../../services/lessonShelf.ts';
import { ownerOf, readStoredSession } from '../../services/storedSession.ts';
import { useSession } from '../hooks.ts';
import { paths } from '../paths.ts';
import { Fallible } from './Fallible.tsx';
import s from './Offline.module.css';

const OfflineShelf = lazy(() => import('../student/OfflineShelf.tsx'));
const OfflineLesson = lazy(() => import('../student/OfflineLesson.tsx'));

/**
 * Saved lessons under the screens for no connection and no answer. Who is signed in goes on in the player. Where nobody could be asked who
 * is here, the lessons of the person that this browser remembers open to read: nothing of theirs is tracked, and signing out takes them away.
 */
export function SavedForOffline({ router }: { router?: DataRouter | undefined }) {
  const user = useSelector(useSession(), (snapshot) => snapshot.context.user);
  const [open, setOpen] = useState<ShelvedLesson | null>(null);
  const remembered = readStoredSession()?.userPuid;
  const isOwner = (owner: string) => (user ? owner === ownerOf(user) : remembered !== undefined && owner.endsWith(`.${remembered}`));
  const onOpen = (lesson: ShelvedLesson) => {
    if (user && router) void router.navigate(paths.lesson(lesson.saved.lessonId, lesson.saved.assignmentId));
    else setOpen(lesson);
  };
  return (
    <Fallible>
      <Suspense>
        <OfflineShelf isOwner={isOwner} onOpen={onOpen} />
        {open ? (
          <div className={s.lesson}>
            <OfflineLesson lesson={open} onLeave={() => setOpen(null)} />
          </div>
        ) : null}
      </Suspense>
    </Fallible>
  );
}
