import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SnapshotFrom } from 'xstate';
import { type KeptLesson, type LessonPlayerInput, lessonPlayerMachine } from '../../machines/player/lessonPlayerMachine.ts';
import { m } from '../../paraglide/messages.js';
import { lessonPlayerSlice } from '../../services/kit/slices/lessonPlayer.ts';
import { byProc, readTab } from '../../services/kit/tabStorage.ts';
import { playerActors } from '../../services/player/player.ts';
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
import { useFields } from '../useFields.ts';
import { keepAttention, useAttention } from './attention.ts';
import { Closed, pathTo } from './Closed.tsx';
import { isClosable, useClosing } from './closing.ts';
import { KeepLesson } from './KeepLesson.tsx';
import { isStageKind } from './kinds.ts';
import { LessonIntro } from './LessonIntro.tsx';
import s from './LessonPlayer.module.css';
import { NextActivity } from './NextActivity.tsx';
import { usePlayerActor } from './playerActor.ts';
import { ResourceList } from './ResourceList.tsx';
import { ResourceView } from './ResourceView.tsx';

const announcements = { player_failed: m.player_failed, player_finished: m.player_finished };

/** What to play: a lesson of an assignment, a lesson in preview, or one item in preview. */
export type Played = Omit<LessonPlayerInput, 'userPuid' | 'kept'>;

type PlayerState = SnapshotFrom<typeof lessonPlayerMachine>;

/** The open resource in the page's address. */
export interface ResourceAddress {
  /** `PlayerResource.id`; 0 if the address has none. */
  resourceId: number;
  /** `isSame`: replaces the history entry, so that Back does not lead to the old address. */
  write: (resourceId: number, isSame: boolean) => void;
}

/** Index of the history entry, from the router. */
const entryOf = () => (Object(window.history.state) as { idx?: number }).idx ?? 0;

/** Breakpoint below which the resource list is not beside the resource. */
const isNarrow = () => matchMedia('(width < 60rem)').matches;

/** Minimum seconds between two saves of the progress on the device; a changed place is saved at once. */
const betweenKeeping = 5;

/** The player for students and, as a preview without writes, for teachers. */
export function LessonPlayer({ played, address }: { played: Played; address?: ResourceAddress }) {
  const { send, actor: app, now, persistence } = useApp();
  const user = useUser();
  const { userPuid, role, districtID, state_id } = user;
  const navigate = useNavigate();
  const logic = useMemo(() => {
    const reader = { userPuid, roleId: role, districtId: districtID, stateId: state_id, isProcUrl: readTab(byProc) !== null };
    return lessonPlayerMachine.provide({ actors: playerActors(send, reader) });
  }, [send, userPuid, role, districtID, state_id]);
  const [input] = useState((): LessonPlayerInput => {
    const kept = played.mode === 'play' ? persistence()?.read(lessonPlayerSlice) : undefined;
    const isOfThis = kept?.lessonId === played.lessonId && [0, kept.groupAssignmentId].includes(played.groupAssignmentId);
    return { ...played, userPuid, kept: kept && isOfThis ? kept : null };
  });
  const player = usePlayerActor(logic, input);
  useChartMeta(player, announcements);
  const { lesson, index, progress, problem, resourceTrackingId, minutes, ...at } = useFields(player, (state) => ({
    lesson: state.context.lesson,
    index: state.context.index,
    progress: state.context.progress,
    problem: state.context.problem,
    resourceTrackingId: state.context.resourceTrackingId,
    minutes: toMinutes(state.context.seconds),
    isBusy: state.hasTag('busy'),
    isUnavailable: state.hasTag('unavailable'),
    isEmpty: state.hasTag('empty'),
    isPlaying: state.hasTag('playing'),
    isSummary: state.hasTag('finished'),
    isSaving: state.hasTag('saving'),
    isUnsaved: state.hasTag('unsaved'),
    isAllDone: state.can({ type: 'summary.opened' }),
  }));
  const { isPlaying, isSummary, isSaving, isUnsaved, isAllDone } = at;
  const openable = useFields(player, (state) => state.context.progress.map((_, to) => state.can({ type: 'resource.opened', index: to })));
  const isOffline = useSelector(app, (snapshot) => snapshot.hasTag('offline'));
  const [savedAt, setSavedAt] = useState<number | null>(null);

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

  const saveState: SaveState = isUnsaved
    ? { kind: isOffline ? 'offline' : 'failed' }
    : isSaving
      ? { kind: 'saving' }
      : { kind: 'saved', ...(savedAt === null ? {} : { at: new Date(savedAt) }) };

  const isPreview = input.mode === 'preview';
  const isOneItem = input.itemId > 0;
  // Back to where a preview was opened from; an address opened directly leads home.
  const [entry] = useState(entryOf);
  const leave = () => void (isPreview && entry > 0 ? navigate(entry - 1 - entryOf()) : navigate(homeOf(user.role)));
  const resource = lesson?.lesson_resources[index];
  const isStage = resource !== undefined && isStageKind(resource.resource_type_id);
  const [list, setList] = useState({ resourceId: 0, isExpanded: true });
  // A list that was folded stays folded. A list that covers the stage or a phone folds again with each resource.
  const isListExpanded = list.resourceId === resource?.id || !(isStage || isNarrow()) ? list.isExpanded : false;
  useFocusOnChange('resource-title', resource?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new resource starts at its top
  useEffect(() => {
    // In new browsers it returns a promise, which must not become the effect's cleanup.
    window.scrollTo(0, 0);
  }, [resource?.id]);
  const written = useRef(address?.resourceId ?? 0);
  const isWritten = useRef(false);
  const openId = isPlaying ? (resource?.id ?? 0) : 0;
  const addressed = address?.resourceId ?? 0;
  const write = address?.write;
  useEffect(() => {
    if (!write || openId === 0) return;
    const isByAddress = addressed !== 0 && addressed !== written.current;
    written.current = addressed;
    if (addressed === openId) {
      isWritten.current = true;
      return;
    }
    const { context } = player.getSnapshot();
    const to = context.lesson?.lesson_resources.findIndex(({ id }) => id === addressed) ?? -1;
    if (isByAddress && player.getSnapshot().can({ type: 'summary.closed' })) player.send({ type: 'summary.closed' });
    // Back, forward or a link: open the resource, if that is allowed.
    if (isByAddress && to >= 0 && player.getSnapshot().can({ type: 'resource.opened', index: to })) {
      player.send({ type: 'resource.opened', index: to });
      return;
    }
    write(openId, isByAddress || !isWritten.current);
    written.current = openId;
    isWritten.current = true;
  }, [player, openId, addressed, write]);
  const done = progress.filter(({ percentage }) => percentage >= 100).length;
  const canGo = (to: number) => openable[to] ?? false;
  const go = (to: number) => player.send({ type: 'resource.opened', index: to });
  const isFinished = (progress[index]?.percentage ?? 0) >= 100;
  // After the last one, continue with unfinished resources.
  const next = index < progress.length - 1 ? index + 1 : progress.findIndex(({ percentage }, at) => at !== index && percentage < 100);
  const finishesItself = resource?.is_handed_in ?? false;
  const closing = useClosing();
  const { running, look } = closing;
  const isClosed = running !== null && resource !== undefined && isClosable(resource.resource_type_id);
  const isUndecided = !closing.isKnown && resource !== undefined && isClosable(resource.resource_type_id);
  const goToAssessment = () => {
    if (!running) return;
    const at =
      running.lesson_id === lesson?.lesson_id ? lesson.lesson_resources.findIndex(({ id }) => id === running.lesson_resource_id) : -1;
    if (at >= 0 && canGo(at)) go(at);
    else void navigate(pathTo(running));
  };

  const keptFor = isPlaying && !isPreview ? lesson : null;
  useEffect(() => {
    if (!keptFor) return;
    const { lesson_id: lessonId, group_assignment_id: groupAssignmentId, lesson_resources: all } = keptFor;
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
  }, [player, keptFor, persistence]);

  const onProgress = useCallback(
    (percentage: number, position: number) => {
      keepAttention();
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
  const onHandedIn = useCallback(() => {
    finish(true);
    look();
  }, [finish, look]);

  const nextReason = next === -1 || canGo(next) ? undefined : m.player_finish_first();

  return (
    <PlayerFrame
      title={lesson?.lesson_name ?? m.player_title()}
      progress={isOneItem ? null : { at: index + 1, of: Math.max(progress.length, 1), done }}
      time={lesson && !isPreview ? <span className={s.time}>{m.player_minutes({ count: minutes })}</span> : null}
      save={
        isPlaying && !isPreview ? (
          <SaveStatus state={saveState} timeZone={user.time_zone} onRetry={() => player.send({ type: 'tracking.retried' })} />
        ) : null
      }
      onLeave={leave}
      isWide={isPlaying && !isSummary && isStage}
      banner={
        <>
          <ActingBanner />
          {isPreview ? <Notice tone="info">{isOneItem ? m.player_preview_item() : m.player_preview()}</Notice> : null}
        </>
      }
      footer={
        isPlaying && !isSummary && !isOneItem && (isFinished || !finishesItself || isPreview || isClosed) ? (
          <div className={s.footer}>
            <Button icon={IconArrowLeft} reason={index === 0 ? m.player_is_first() : null} onPress={() => go(index - 1)}>
              {m.player_back()}
            </Button>
            <div className={s.steps}>
              {(finishesItself && !isPreview) || isFinished || isClosed ? null : (
                <Button variant="primary" icon={IconCheck} onPress={() => finish(false)}>
                  {m.player_mark_done()}
                </Button>
              )}
              {isAllDone ? (
                <Button variant="primary" icon={IconCheck} onPress={() => player.send({ type: 'summary.opened' })}>
                  {m.player_finish()}
                </Button>
              ) : next === -1 ? null : (
                <Button
                  variant={isFinished ? 'primary' : 'secondary'}
                  iconEnd={IconArrowRight}
                  reason={nextReason}
                  onPress={() => go(next)}
                >
                  {m.player_next()}
                </Button>
              )}
            </div>
          </div>
        ) : null
      }
    >
      {at.isBusy ? <Skeleton shape="text" count={8} /> : null}
      {at.isUnavailable ? (
        <ProblemNotice
          title={m.player_failed()}
          problem={problem}
          focus="player-problem"
          onRetry={() => player.send({ type: 'lesson.retried' })}
        />
      ) : null}
      {at.isEmpty ? <EmptyState title={m.player_empty()}>{m.player_empty_text()}</EmptyState> : null}
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
          {m.player_summary({ count: progress.length, minutes })}
          {isPreview ? null : <NextActivity lesson={lesson} />}
        </EmptyState>
      ) : null}
      {isPlaying && !isSummary && lesson && resource ? (
        <div className={isOneItem ? undefined : s.columns} data-stage={isStage || undefined}>
          {isOneItem ? null : (
            <ResourceList
              resources={lesson.lesson_resources}
              progress={progress}
              index={index}
              canOpen={(to) => to === index || canGo(to)}
              onOpen={go}
              isClosed={({ resource_type_id }) => running !== null && isClosable(resource_type_id)}
              isExpanded={isListExpanded}
              onExpandedChange={(isExpanded) => setList({ resourceId: resource.id, isExpanded })}
            >
              {isPreview || running ? null : <KeepLesson lesson={lesson} isOffline={isOffline} />}
            </ResourceList>
          )}
          <div className={s.place}>
            {isOneItem || isClosed ? null : (
              <LessonIntro
                key={index === 0 ? 'start' : 'later'}
                objective={lesson.lesson_objective}
                instructions={lesson.instructions}
                isOpen={index === 0}
              />
            )}
            {isUndecided ? <Skeleton shape="text" count={8} /> : null}
            {isClosed ? <Closed key={resource.id} running={running} onBack={goToAssessment} onShown={look} /> : null}
            {isUndecided || isClosed ? null : (
              <ResourceView
                key={resource.id}
                resource={resource}
                position={progress[index]?.position ?? 0}
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
        </div>
      ) : null}
    </PlayerFrame>
  );
}
