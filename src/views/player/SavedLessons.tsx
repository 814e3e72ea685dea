import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { StudentResource } from '../../../contract/studentWork.ts';
import { type LessonName, offlineLessonsMachine, type SavedLesson } from '../../machines/player/offlineLessonsMachine.ts';
import { m } from '../../paraglide/messages.js';
import { offlineLessonsActors } from '../../services/player/offlineLessons.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { IconDownload, IconRefresh, IconTrash, IconX } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useSession, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { formatBytes } from './bytes.ts';
import s from './offline.module.css';
import { announcements, warm } from './savedLesson.ts';

/** Number of lessons shown at a time. */
const step = 8;

interface LessonRow extends LessonName {
  group: string;
  saved: SavedLesson | undefined;
}

const keyOf = ({ lessonId, assignmentId }: Pick<LessonName, 'lessonId' | 'assignmentId'>) => `${lessonId}/${assignmentId}`;

/** The student's lessons, to save on this device or remove from it. Driven by the `offlineLessons` chart. */
export function SavedLessons({ resources }: { resources: readonly StudentResource[] }) {
  const { send, shelf, now } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const isActing = useSelector(useSession(), (snapshot) => snapshot.hasTag('acting'));
  const [shown, setShown] = useState(step);
  const chart = useChart(offlineLessonsMachine, {
    actors: offlineLessonsActors({ send, shelf, user, now, warm }),
    announce: announcements,
  });
  const { lessons, target, problem, isBusy, isSaving, isRemoving, isFull, ...seen } = useFields(chart, (snapshot) => ({
    lessons: snapshot.context.lessons,
    target: snapshot.context.target,
    problem: snapshot.context.problem,
    isLoading: snapshot.hasTag('loading'),
    isUnavailable: snapshot.hasTag('unavailable'),
    isBusy: snapshot.hasTag('busy'),
    isSaving: snapshot.hasTag('saving'),
    isRemoving: snapshot.hasTag('removing'),
    hasFailed: snapshot.hasTag('failed'),
    isFull: snapshot.hasTag('full'),
  }));

  const saved = new Map(lessons.map((lesson) => [keyOf(lesson), lesson]));
  const rows = new Map<string, LessonRow>();
  for (const { lesson_id: lessonId, assignment_id: assignmentId, lesson_name: name, group_name: group } of resources) {
    const key = keyOf({ lessonId, assignmentId });
    rows.set(key, { lessonId, assignmentId, name, group, saved: saved.get(key) });
  }
  // Lessons that are no longer assigned stay on the device until removed.
  for (const lesson of lessons) if (!rows.has(keyOf(lesson))) rows.set(keyOf(lesson), { ...lesson, group: '', saved: lesson });

  if (seen.isUnavailable) {
    return (
      <Notice
        tone="info"
        action={
          <Button size="small" icon={IconRefresh} onPress={() => chart.send({ type: 'lessons.retried' })}>
            {m.common_try_again()}
          </Button>
        }
      >
        {m.student_offline_unavailable()}
      </Notice>
    );
  }
  if (seen.isLoading) return <Skeleton shape="row" count={3} />;

  const why = isActing ? m.student_offline_acting() : isBusy ? m.student_offline_wait() : null;
  const isTarget = (row: LessonRow) => target !== null && keyOf(target) === keyOf(row);
  // Saved lessons first, since they can be removed.
  const all = [...rows.values()].toSorted((one, other) => (other.saved?.savedAt ?? 0) - (one.saved?.savedAt ?? 0));
  const stateOf = ({ saved, group }: LessonRow) =>
    saved
      ? m.student_offline_saved_at({
          date: formatMoment(new Date(saved.savedAt).toISOString(), language, user.time_zone),
          size: formatBytes(saved.size, language),
        })
      : group;
  return (
    <>
      {seen.hasFailed ? (
        <div data-focus="offline-problem" tabIndex={-1}>
          <Notice
            tone="error"
            title={isFull ? m.student_offline_full() : m.student_offline_failed()}
            action={
              <Button size="small" icon={IconRefresh} onPress={() => chart.send({ type: 'lessons.retried' })}>
                {m.common_try_again()}
              </Button>
            }
          >
            {isFull ? m.student_offline_full_text() : problem ? problemText(problem) : null}
          </Notice>
        </div>
      ) : null}
      {isSaving && target ? (
        <Notice
          tone="info"
          action={
            <Button size="small" icon={IconX} onPress={() => chart.send({ type: 'saving.cancelled' })}>
              {m.common_cancel()}
            </Button>
          }
        >
          {m.student_offline_saving_lesson({ name: target.name })}
        </Notice>
      ) : null}
      <ul className={s.lessons}>
        {all.slice(0, shown).map((row) => (
          <li key={keyOf(row)}>
            <span className={s.name}>
              <Link href={paths.lesson(row.lessonId, row.assignmentId)}>{row.name}</Link>
              <small>{stateOf(row)}</small>
            </span>
            <Row gap={2}>
              <Button
                variant={row.saved ? 'quiet' : 'secondary'}
                icon={row.saved ? IconRefresh : IconDownload}
                isPending={isSaving && isTarget(row)}
                reason={isTarget(row) && isSaving ? null : why}
                aria-label={row.saved ? m.student_offline_renew_name({ name: row.name }) : m.student_offline_save_name({ name: row.name })}
                onPress={() => chart.send({ type: 'lesson.chosen', lesson: named(row) })}
              >
                {row.saved ? m.student_offline_renew() : m.student_offline_save()}
              </Button>
              {row.saved ? (
                <Button
                  variant="quiet"
                  icon={IconTrash}
                  isPending={isRemoving && isTarget(row)}
                  reason={isTarget(row) && isRemoving ? null : why}
                  aria-label={m.student_offline_remove_name({ name: row.name })}
                  onPress={() => chart.send({ type: 'lesson.dropped', lesson: named(row) })}
                >
                  {m.student_offline_remove()}
                </Button>
              ) : null}
            </Row>
          </li>
        ))}
      </ul>
      {all.length > shown ? (
        <Row>
          <Button onPress={() => setShown(shown + step)}>{m.student_library_more()}</Button>
        </Row>
      ) : null}
      <Text tone="soft" size={2}>
        {m.student_offline_total({
          count: lessons.length,
          size: formatBytes(
            lessons.reduce((sum, { size }) => sum + size, 0),
            language,
          ),
        })}
      </Text>
    </>
  );
}

const named = ({ lessonId, assignmentId, name }: LessonName): LessonName => ({ lessonId, assignmentId, name });
