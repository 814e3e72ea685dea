import { useEffect } from 'react';
import { type LessonName, offlineLessonsMachine } from '../../machines/player/offlineLessonsMachine.ts';
import { m } from '../../paraglide/messages.js';
import { offlineLessonsActors } from '../../services/player/offlineLessons.ts';
import { Button } from '../../ui/Button.tsx';
import { IconCheck, IconRefresh } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { announcements, warm } from './savedLesson.ts';

/** Saves a lesson on this device, driven by the `offlineLessons` chart, and reports when it is done. */
export default function SaveLesson({ lesson }: { lesson: LessonName }) {
  const { send, shelf, now } = useApp();
  const user = useUser();
  const chart = useChart(offlineLessonsMachine, {
    actors: offlineLessonsActors({ send, shelf, user, now, warm }),
    announce: announcements,
  });
  const { isIdle, isUnavailable, hasFailed, isFull, isSaved, problem } = useFields(chart, (snapshot) => ({
    isIdle: snapshot.hasTag('idle'),
    isUnavailable: snapshot.hasTag('unavailable'),
    hasFailed: snapshot.hasTag('failed'),
    isFull: snapshot.hasTag('full'),
    isSaved: snapshot.hasTag('saved'),
    problem: snapshot.context.problem,
  }));
  // Mounted by the press that asked for it.
  useEffect(() => {
    if (isIdle) chart.send({ type: 'lesson.chosen', lesson });
  }, [chart, isIdle, lesson]);
  const retry = (
    <Button size="small" icon={IconRefresh} onPress={() => chart.send({ type: 'lessons.retried' })}>
      {m.common_try_again()}
    </Button>
  );
  if (isUnavailable) {
    return (
      <Notice tone="info" action={retry}>
        {m.student_offline_unavailable()}
      </Notice>
    );
  }
  if (hasFailed) {
    return (
      <div data-focus="offline-problem" tabIndex={-1}>
        <Notice tone="error" title={isFull ? m.student_offline_full() : m.student_offline_not_saved()} action={retry}>
          {isFull ? m.student_offline_full_text() : problem ? problemText(problem) : null}
        </Notice>
      </div>
    );
  }
  if (isSaved) {
    return (
      <Button variant="quiet" icon={IconCheck} onPress={() => chart.send({ type: 'lesson.chosen', lesson })}>
        {m.student_offline_kept()}
      </Button>
    );
  }
  return (
    <Button variant="quiet" isPending>
      {m.student_offline_saving()}
    </Button>
  );
}
