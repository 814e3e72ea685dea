import { useEffect } from 'react';
import type { PlayerLesson } from '../../../contract/player.ts';
import type { KeptLesson } from '../../machines/player/lessonProgress.ts';
import { lessonPlayerSlice } from '../../services/kit/slices/lessonPlayer.ts';
import { useApp } from '../app.ts';
import type { Player, PlayerState } from './playerActor.ts';

/** Minimum seconds between two saves of the progress on the device; a changed place is saved at once. */
const betweenKeeping = 5;

/** Keeps the student's place in a lesson on the device while it plays. `lesson` is null while there is nothing to keep. */
export function useKeptPlace(player: Player, lesson: PlayerLesson | null): void {
  const { persistence } = useApp();
  useEffect(() => {
    if (!lesson) return;
    const { lesson_id: lessonId, group_assignment_id: groupAssignmentId, lesson_resources: all } = lesson;
    let before = '';
    const keep = ({ context: { seconds, index, progress } }: PlayerState) => {
      const resourceId = all[index]?.id ?? 0;
      const finished = progress.filter(({ percentage }) => percentage >= 100).length;
      const place = [resourceId, progress[index]?.position, finished, Math.floor(seconds / betweenKeeping)].join();
      if (place === before) return;
      before = place;
      const resources: KeptLesson['resources'] = Object.fromEntries(progress.map((one, at) => [all[at]?.id ?? 0, one]));
      persistence()?.write(lessonPlayerSlice, { lessonId, groupAssignmentId, seconds, resourceId, resources });
    };
    keep(player.getSnapshot());
    return player.subscribe(keep).unsubscribe;
  }, [player, lesson, persistence]);
}
