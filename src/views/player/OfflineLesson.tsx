import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { isHandedIn, ResourceType } from '../../../contract/content.ts';
import type { PlayerResource } from '../../../contract/player.ts';
import { m } from '../../paraglide/messages.js';
import type { Send } from '../../services/kit/client.ts';
import type { ShelvedLesson } from '../../services/player/lessonShelf.ts';
import { Button } from '../../ui/Button.tsx';
import { IconArrowLeft, IconArrowRight } from '../../ui/icons.ts';
import { Row, Stack } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Section } from '../../ui/Page.tsx';
import { PlayerFrame } from '../../ui/PlayerFrame.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AppContext, useApp } from '../app.ts';
import { RememberedWorker, type Worker } from '../hooks.ts';
import { ItemPreview } from '../student/ItemPreview.tsx';
import { Closed } from './Closed.tsx';
import { useClosing } from './closing.ts';
import { isQuizKind } from './kinds.ts';
import { LessonIntro } from './LessonIntro.tsx';

const LessonCheck = lazy(() => import('../quiz/LessonCheck.tsx'));
const QuizView = lazy(() => import('../quiz/QuizView.tsx'));

/** The session is unknown before the start has finished: only the device's data counts. */
const noConnection: Send = () => Promise.reject({ code: 0, message: '' });

interface OfflineLessonProps {
  lesson: ShelvedLesson;
  /** The lesson's owner, for whom answers are kept. */
  worker: Worker;
  onLeave: () => void;
}

/**
 * A saved lesson after a start without a connection: to read, to try out, and with its quizzes. Nothing is tracked, since the session is
 * unknown. Answers are kept for the user that this browser remembers, and sent when that user is back.
 */
export default function OfflineLesson(props: OfflineLessonProps) {
  const app = useApp();
  const offline = useMemo(() => ({ ...app, send: noConnection }), [app]);
  return (
    <AppContext value={offline}>
      <RememberedWorker value={props.worker}>
        <Opened {...props} />
      </RememberedWorker>
    </AppContext>
  );
}

function Opened({ lesson: shelved, worker, onLeave }: OfflineLessonProps) {
  const { saved, lesson, contents } = shelved;
  const [index, setIndex] = useState(0);
  const resources = lesson.lesson_resources;
  /** By `PlayerResource.id`: resources finished here. */
  const [done, setDone] = useState<ReadonlySet<number>>(
    () => new Set(resources.filter(({ percentage_completed }) => percentage_completed >= 100).map(({ id }) => id)),
  );
  const resource = resources[index];
  const known = contents.find(({ item_details }) => item_details.item_id === resource?.item_id);
  const id = resource?.id ?? 0;
  const finish = useCallback(() => setDone((before) => (before.has(id) ? before : new Set([...before, id]))), [id]);
  const { running, isKnown } = useClosing();
  const content = resource && !isQuizKind(resource.resource_type_id) ? known : undefined;
  const isClosed = content !== undefined && running !== null;
  const assessment = running ? resources.findIndex((one) => one.id === running.lesson_resource_id) : -1;
  const goOn = () => {
    // Moving on does not finish resources that must be submitted, or closed ones.
    if (resource && !isHandedIn(resource.resource_type_id) && !isClosed) finish();
    setIndex(index + 1);
  };
  const isLocked = lesson.enforce_order && index !== assessment && resources.slice(0, index).some((earlier) => !done.has(earlier.id));
  return (
    <PlayerFrame
      title={saved.name}
      progress={{ at: index + 1, of: Math.max(resources.length, 1), done: done.size }}
      onLeave={onLeave}
      banner={<Notice tone="info">{m.student_offline_reading()}</Notice>}
      footer={
        <Row justify="between">
          <Button icon={IconArrowLeft} reason={index === 0 ? m.player_is_first() : null} onPress={() => setIndex(index - 1)}>
            {m.player_back()}
          </Button>
          {index < resources.length - 1 ? (
            <Button variant={isClosed ? 'secondary' : 'primary'} iconEnd={IconArrowRight} onPress={goOn}>
              {m.player_next()}
            </Button>
          ) : null}
        </Row>
      }
    >
      {isClosed ? null : (
        <LessonIntro
          key={index === 0 ? 'start' : 'later'}
          objective={lesson.lesson_objective}
          instructions={lesson.instructions}
          isOpen={index === 0}
        />
      )}
      {content && resource ? (
        !isKnown ? (
          <Skeleton shape="text" count={8} />
        ) : running ? (
          <Closed running={running} onBack={assessment < 0 ? null : () => setIndex(assessment)} />
        ) : (
          <Stack gap={5} key={resource.id}>
            <ItemPreview known={{ ...content, item_details: { ...content.item_details, quiz_id: null } }} remarks={resource.remarks} />
            {resource.resource_type_id === ResourceType.termSet ? <Notice tone="info">{m.termSets_needs_connection()}</Notice> : null}
            {resource.quiz_id === null ? null : (
              <Section title={m.player_check_yourself()}>
                <Suspense fallback={<Skeleton shape="text" count={4} />}>
                  <LessonCheck
                    input={{
                      userPuid: worker.userPuid,
                      quizId: resource.quiz_id,
                      lessonId: lesson.lesson_id,
                      resourceTrackingId: 0,
                      groupAssignmentId: lesson.group_assignment_id,
                      kind: resource.resource_type_id === ResourceType.leveledReader ? 'reader' : 'quiz',
                    }}
                    onHandedIn={finish}
                  />
                </Suspense>
              </Section>
            )}
          </Stack>
        )
      ) : resource ? (
        <Stack gap={4} key={resource.id}>
          <h1>{resource.title}</h1>
          {isLocked ? (
            <Notice tone="info">{m.player_finish_first()}</Notice>
          ) : (
            <OfflineQuiz resource={resource} lesson={shelved} worker={worker} onHandedIn={finish} />
          )}
        </Stack>
      ) : null}
    </PlayerFrame>
  );
}

interface OfflineQuizProps extends Pick<OfflineLessonProps, 'lesson' | 'worker'> {
  resource: PlayerResource;
  onHandedIn: () => void;
}

/** Resources to submit: a quiz opens, anything else explains why it does not. */
function OfflineQuiz({
  resource: { resource_type_id, is_learnosity_enabled, quiz_id },
  lesson: { lesson, quizzes },
  worker,
  onHandedIn,
}: OfflineQuizProps) {
  if (is_learnosity_enabled || resource_type_id === ResourceType.providerAssessment)
    return <Notice tone="info">{m.player_provider_needs_connection()}</Notice>;
  if (quizzes.find((quiz) => quiz.quiz_id === quiz_id)?.is_timed) return <Notice tone="info">{m.quiz_timed_needs_connection()}</Notice>;
  if (resource_type_id !== ResourceType.quiz || quiz_id === null)
    return <Notice tone="info">{m.student_offline_needs_connection()}</Notice>;
  return (
    <Suspense fallback={<Skeleton shape="text" count={4} />}>
      <QuizView
        input={{
          userPuid: worker.userPuid,
          quizId: quiz_id,
          lessonId: lesson.lesson_id,
          resourceTrackingId: 0,
          groupAssignmentId: lesson.group_assignment_id,
          kind: 'quiz',
        }}
        onHandedIn={onHandedIn}
      />
    </Suspense>
  );
}
