import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PlayerLesson, PlayerResource } from '../../../contract/player.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useFields } from '../useFields.ts';
import { keepAttention } from './attention.ts';
import { Closed, pathTo } from './Closed.tsx';
import { type Closing, isClosable } from './closing.ts';
import { LessonIntro } from './LessonIntro.tsx';
import s from './LessonPlayer.module.css';
import { finishResource, modeOf, openResource, type Player } from './playerActor.ts';
import { ResourceView } from './ResourceView.tsx';

interface OpenResourceProps {
  player: Player;
  lesson: PlayerLesson;
  resource: PlayerResource;
  closing: Closing;
}

/** The open resource of a lesson, or the way to the timed assessment that closes it. */
export function OpenResource({ player, lesson, resource, closing }: OpenResourceProps) {
  const { running, isKnown, look } = closing;
  const navigate = useNavigate();
  const { isFirst, position, isFinished, resourceTrackingId, isSaving, isPreview, isOneItem } = useFields(player, (state) => {
    const { index, progress, resourceTrackingId } = state.context;
    return {
      isFirst: index === 0,
      position: progress[index]?.position ?? 0,
      isFinished: (progress[index]?.percentage ?? 0) >= 100,
      resourceTrackingId,
      isSaving: state.hasTag('saving'),
      ...modeOf(state),
    };
  });
  const canClose = isClosable(resource.resource_type_id);
  const isClosed = running !== null && canClose;
  const isUndecided = !isKnown && canClose;

  const goToAssessment = () => {
    if (!running) return;
    const at =
      running.lesson_id === lesson.lesson_id ? lesson.lesson_resources.findIndex(({ id }) => id === running.lesson_resource_id) : -1;
    if (at >= 0 && player.getSnapshot().can({ type: 'resource.opened', index: at })) openResource(player, at);
    else void navigate(pathTo(running));
  };
  const onProgress = useCallback(
    (percentage: number, position: number) => {
      keepAttention();
      if (player.getSnapshot().hasTag('playing'))
        player.send({ type: 'resource.progressed', percentage: Math.min(percentage, 99), position });
    },
    [player],
  );
  const onHandedIn = useCallback(() => {
    finishResource(player, true);
    look();
  }, [player, look]);

  return (
    <div className={s.place}>
      {isOneItem || isClosed ? null : (
        <LessonIntro
          key={isFirst ? 'start' : 'later'}
          objective={lesson.lesson_objective}
          instructions={lesson.instructions}
          isOpen={isFirst}
        />
      )}
      {isUndecided ? <Skeleton shape="text" count={8} /> : null}
      {isClosed ? <Closed key={resource.id} running={running} onBack={goToAssessment} onShown={look} /> : null}
      {isUndecided || isClosed ? null : (
        <ResourceView
          key={resource.id}
          resource={resource}
          position={position}
          isFinished={isFinished}
          isPreview={isPreview}
          {...(isPreview ? { previewOf: lesson.lesson_name } : {})}
          lessonId={lesson.lesson_id}
          assignmentId={lesson.assignment_id}
          groupAssignmentId={lesson.group_assignment_id}
          isContentTracked={!isPreview || isOneItem}
          resourceTrackingId={resourceTrackingId}
          isTracked={!isSaving}
          onProgress={onProgress}
          onHandedIn={onHandedIn}
          onClosed={look}
        />
      )}
    </div>
  );
}
