import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type LessonPlayerInput, lessonPlayerMachine } from '../../machines/lessonPlayer/lessonPlayerMachine.ts';
import { m } from '../../paraglide/messages.js';
import { playerActors } from '../../services/player.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconArrowLeft, IconArrowRight, IconCheck } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PlayerFrame } from '../../ui/PlayerFrame.tsx';
import { type SaveState, SaveStatus } from '../../ui/SaveStatus.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { toMinutes } from '../dates.ts';
import { useChartMeta, useFocusOnChange, useUser } from '../hooks.ts';
import { homeOf } from '../paths.ts';
import { ActingBanner } from '../shell/ActingBanner.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useAttention } from './attention.ts';
import { isQuizKind } from './kinds.ts';
import s from './LessonPlayer.module.css';
import { ResourceList } from './ResourceList.tsx';
import { ResourceView } from './ResourceView.tsx';

const announcements = { player_failed: m.player_failed, player_finished: m.player_finished };

/** The player of students and, as a preview without writes, of teachers. */
export function LessonPlayer({ input }: { input: LessonPlayerInput }) {
  const { send, actor: app, now, actorOptions } = useApp();
  const user = useUser();
  const navigate = useNavigate();
  const logic = useMemo(() => lessonPlayerMachine.provide({ actors: playerActors(send) }), [send]);
  const player = useActorRef(logic, { ...actorOptions, input });
  useChartMeta(player, announcements);
  const state = useSelector(player, (snapshot) => snapshot);
  const isOffline = useSelector(app, (snapshot) => snapshot.hasTag('offline'));
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const isSaving = state.hasTag('saving');
  const isUnsaved = state.hasTag('unsaved');
  const { lesson, index, progress } = state.context;
  const isPlaying = state.hasTag('playing');

  useAttention(
    isPlaying,
    useCallback(
      (isPresent) => {
        const event = { type: isPresent ? ('attention.regained' as const) : ('attention.lost' as const) };
        if (player.getSnapshot().can(event)) player.send(event);
      },
      [player],
    ),
  );
  useEffect(() => {
    if (!isOffline && player.getSnapshot().can({ type: 'tracking.retried' })) player.send({ type: 'tracking.retried' });
  }, [isOffline, player]);
  useEffect(() => {
    if (!isSaving && !isUnsaved && player.getSnapshot().context.resourceTrackingId > 0) setSavedAt(now());
  }, [isSaving, isUnsaved, player, now]);

  const waiting = state.context.reports.length;
  const saveState: SaveState = isUnsaved
    ? { kind: isOffline ? 'offline' : 'failed', count: waiting }
    : isSaving
      ? { kind: 'saving' }
      : { kind: 'saved', ...(savedAt === null ? {} : { at: new Date(savedAt) }) };

  const leave = () => void navigate(homeOf(user.role));
  const resource = lesson?.lesson_resources[index];
  useFocusOnChange('resource-title', resource?.id);
  const isSummary = isPlaying && state.matches({ playing: { place: 'summary' } });
  const done = progress.filter(({ percentage }) => percentage >= 100).length;
  const canGo = (to: number) => state.can({ type: 'resource.opened', index: to });
  const go = (to: number) => player.send({ type: 'resource.opened', index: to });
  const isFinished = (progress[index]?.percentage ?? 0) >= 100;
  const isAllDone = state.can({ type: 'summary.opened' });
  const isLast = index === progress.length - 1;
  const finishesItself = resource !== undefined && isQuizKind(resource.resource_type_id);
  const isPreview = input.mode === 'preview';

  const onProgress = useCallback(
    (percentage: number, position: number) => {
      if (player.getSnapshot().hasTag('playing'))
        player.send({ type: 'resource.progressed', percentage: Math.min(percentage, 99), position });
    },
    [player],
  );
  const finish = useCallback(
    (hasMoreToShow: boolean) => {
      const event = { type: 'resource.finished' as const, hasMoreToShow };
      if (player.getSnapshot().can(event)) player.send(event);
    },
    [player],
  );
  const onHandedIn = useCallback(() => finish(true), [finish]);

  const nextReason = isLast ? undefined : canGo(index + 1) ? undefined : m.player_finish_first();

  return (
    <PlayerFrame
      title={lesson?.lesson_name ?? m.player_title()}
      progress={{ at: index + 1, of: Math.max(progress.length, 1), done }}
      time={lesson && !isPreview ? <span className={s.time}>{m.player_minutes({ count: toMinutes(state.context.seconds) })}</span> : null}
      save={
        isPlaying && !isPreview ? (
          <SaveStatus state={saveState} timeZone={user.time_zone} onRetry={() => player.send({ type: 'tracking.retried' })} />
        ) : null
      }
      onLeave={leave}
      banner={
        <>
          <ActingBanner />
          {isPreview ? <Notice tone="info">{m.player_preview()}</Notice> : null}
        </>
      }
      footer={
        isPlaying && !isSummary && (isFinished || !finishesItself || isPreview) ? (
          <div className={s.footer}>
            <Button icon={IconArrowLeft} reason={index === 0 ? m.player_is_first() : null} onPress={() => go(index - 1)}>
              {m.player_back()}
            </Button>
            <div className={s.steps}>
              {finishesItself || isFinished ? null : (
                <Button variant="primary" icon={IconCheck} onPress={() => finish(false)}>
                  {m.player_mark_done()}
                </Button>
              )}
              {isAllDone ? (
                <Button variant="primary" icon={IconCheck} onPress={() => player.send({ type: 'summary.opened' })}>
                  {m.player_finish()}
                </Button>
              ) : isLast ? null : (
                <Button
                  variant={isFinished ? 'primary' : 'secondary'}
                  iconEnd={IconArrowRight}
                  reason={nextReason}
                  onPress={() => go(index + 1)}
                >
                  {m.player_next()}
                </Button>
              )}
            </div>
          </div>
        ) : null
      }
    >
      {state.hasTag('busy') ? <Skeleton shape="text" count={8} /> : null}
      {state.matches('failed') ? (
        <ProblemNotice
          title={m.player_failed()}
          problem={state.context.problem}
          focus="player-problem"
          onRetry={() => player.send({ type: 'lesson.retried' })}
        />
      ) : null}
      {state.matches('empty') ? <EmptyState title={m.player_empty()}>{m.player_empty_text()}</EmptyState> : null}
      {isSummary && lesson ? (
        <EmptyState
          art="done"
          level={1}
          title={
            <span tabIndex={-1} data-focus="summary-title">
              {m.player_finished()}
            </span>
          }
          action={
            <Row>
              <Button onPress={() => player.send({ type: 'summary.closed' })}>{m.player_look_again()}</Button>
              <Button variant="primary" onPress={leave}>
                {m.player_to_home()}
              </Button>
            </Row>
          }
        >
          {m.player_summary({ count: progress.length, minutes: toMinutes(state.context.seconds) })}
        </EmptyState>
      ) : null}
      {isPlaying && !isSummary && lesson && resource ? (
        <div className={s.columns}>
          <ResourceList
            resources={lesson.lesson_resources}
            progress={progress}
            index={index}
            canOpen={(to) => to === index || canGo(to)}
            onOpen={go}
          />
          <ResourceView
            key={resource.id}
            resource={resource}
            position={progress[index]?.position ?? 0}
            isFinished={isFinished}
            isPreview={isPreview}
            lessonId={lesson.lesson_id}
            resourceTrackingId={state.context.resourceTrackingId}
            isTracked={!isSaving && !isUnsaved}
            onProgress={onProgress}
            onHandedIn={onHandedIn}
          />
        </div>
      ) : null}
    </PlayerFrame>
  );
}
