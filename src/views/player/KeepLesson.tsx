import { useSelector } from '@xstate/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { PlayerLesson } from '../../../contract/player.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { useSession } from '../hooks.ts';

/** Loads only on request. */
const SaveLesson = lazy(() => import('./SaveLesson.tsx'));

/** Saves the lesson in play on this device for offline use. */
export function KeepLesson({ lesson, isOffline }: { lesson: PlayerLesson; isOffline: boolean }) {
  const isActing = useSelector(useSession(), (snapshot) => snapshot.hasTag('acting'));
  const [isWanted, setWanted] = useState(false);
  const { lesson_id: lessonId, assignment_id: assignmentId, lesson_name: name } = lesson;
  const named = useMemo(() => ({ lessonId, assignmentId, name }), [lessonId, assignmentId, name]);
  const reason = isActing ? m.student_offline_acting() : isOffline ? m.student_offline_needs_connection() : null;
  const button = (
    <Button variant="quiet" icon={IconDownload} reason={reason} isPending={isWanted} onPress={() => setWanted(true)}>
      {m.student_offline_keep()}
    </Button>
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <SaveLesson lesson={named} />
    </Suspense>
  ) : (
    button
  );
}
