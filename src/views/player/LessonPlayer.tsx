import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PlayerResource } from '../../../contract/player.ts';
import { type LessonPlayerInput, lessonPlayerMachine } from '../../machines/player/lessonPlayerMachine.ts';
import { m } from '../../paraglide/messages.js';
import { lessonPlayerSlice } from '../../services/kit/slices/lessonPlayer.ts';
import { byProc, readTab } from '../../services/kit/tabStorage.ts';
import { playerActors } from '../../services/player/player.ts';
import { toMinutes } from '../../ui/dateFormats.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PlayerFrame } from '../../ui/PlayerFrame.tsx';
import { SaveStatus } from '../../ui/SaveStatus.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useChartMeta, useFocusOnChange, useUser } from '../hooks.ts';
import { homeOf } from '../paths.ts';
import { ActingBanner } from '../shell/ActingBanner.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useFields } from '../useFields.ts';
import { useAttention } from './attention.ts';
import { isClosable, useClosing } from './closing.ts';
import { KeepLesson } from './KeepLesson.tsx';
import { useKeptPlace } from './keptPlace.ts';
import { isStageKind } from './kinds.ts';
import { LessonFooter } from './LessonFooter.tsx';
import s from './LessonPlayer.module.css';
import { LessonSummary } from './LessonSummary.tsx';
import { OpenResource } from './OpenResource.tsx';
import { modeOf, openResource, type Player, usePlayerActor } from './playerActor.ts';
import { ResourceList } from './ResourceList.tsx';
import { type ResourceAddress, useAddressed } from './resourceAddress.ts';
import { useSaveState } from './saveState.ts';

const announcements = { player_failed: m.player_failed, player_finished: m.player_finished };

/** What to play: a lesson of an assignment, a lesson in preview, or one item in preview. */
export type Played = Omit<LessonPlayerInput, 'userPuid' | 'kept'>;

/** Index of the history entry, from the router. */
const entryOf = () => (Object(window.history.state) as { idx?: number }).idx ?? 0;

/** Breakpoint below which the resource list is not beside the resource. */
const isNarrow = () => matchMedia('(width < 60rem)').matches;

/** Plays what is given, from the place kept on the device, if that is of the same lesson. */
function usePlayer(played: Played): Player {
  const { send, actor: app, now, persistence } = useApp();
  const { userPuid, role, districtID, state_id } = useUser();
  const logic = useMemo(() => {
    const reader = { userPuid, roleId: role, districtId: districtID, stateId: state_id, isProcUrl: readTab(byProc) !== null };
    return lessonPlayerMachine.provide({ actors: playerActors(send, reader, { app, now }) });
  }, [send, app, now, userPuid, role, districtID, state_id]);
  const [input] = useState((): LessonPlayerInput => {
    const kept = played.mode === 'play' ? persistence()?.read(lessonPlayerSlice) : undefined;
    const isOfThis = kept?.lessonId === played.lessonId && [0, kept.groupAssignmentId].includes(played.groupAssignmentId);
    return { ...played, userPuid, kept: kept && isOfThis ? kept : null };
  });
  const player = usePlayerActor(logic, input);
  useChartMeta(player, announcements);
  return player;
}

/** Leads back to where a preview was opened from. A lesson, and an address opened directly, lead home. */
function useLeave(isPreview: boolean): () => void {
  const navigate = useNavigate();
  const { role } = useUser();
  const [entry] = useState(entryOf);
  return () => void (isPreview && entry > 0 ? navigate(entry - 1 - entryOf()) : navigate(homeOf(role)));
}

/** Whether the resource list is expanded. */
function useExpanded(resource: PlayerResource | undefined, isStage: boolean) {
  const [list, setList] = useState({ resourceId: 0, isExpanded: true });
  // A list that was folded stays folded. A list that covers the stage or a phone folds again with each resource.
  const isExpanded = list.resourceId === resource?.id || !(isStage || isNarrow()) ? list.isExpanded : false;
  return { isExpanded, onExpandedChange: (next: boolean) => setList({ resourceId: resource?.id ?? 0, isExpanded: next }) };
}

/** The player for students and, as a preview without writes, for teachers. */
export function LessonPlayer({ played, address }: { played: Played; address?: ResourceAddress }) {
  const { actor: app } = useApp();
  const { time_zone: timeZone } = useUser();
  const player = usePlayer(played);
  const { lesson, index, progress, problem, minutes, isPreview, isOneItem, ...at } = useFields(player, (state) => ({
    lesson: state.context.lesson,
    index: state.context.index,
    progress: state.context.progress,
    problem: state.context.problem,
    minutes: toMinutes(state.context.seconds),
    isBusy: state.hasTag('busy'),
    isUnavailable: state.hasTag('unavailable'),
    isEmpty: state.hasTag('empty'),
    isPlaying: state.hasTag('playing'),
    isSummary: state.hasTag('finished'),
    ...modeOf(state),
  }));
  const { isPlaying, isSummary } = at;
  const openable = useFields(player, (state) => state.context.progress.map((_, to) => state.can({ type: 'resource.opened', index: to })));
  const isOffline = useSelector(app, (snapshot) => snapshot.hasTag('offline'));
  const leave = useLeave(isPreview);
  const resource = lesson?.lesson_resources[index];
  const isStage = resource !== undefined && isStageKind(resource.resource_type_id);
  const expanded = useExpanded(resource, isStage);

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
  const saveState = useSaveState(player, isOffline);
  useFocusOnChange('resource-title', resource?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new resource starts at its top
  useEffect(() => {
    // In new browsers it returns a promise, which must not become the effect's cleanup.
    window.scrollTo(0, 0);
  }, [resource?.id]);
  useAddressed(player, address, isPlaying ? (resource?.id ?? 0) : 0);
  const closing = useClosing();
  useKeptPlace(player, isPlaying && !isPreview ? lesson : null);

  const done = progress.filter(({ percentage }) => percentage >= 100).length;
  const isFinished = (progress[index]?.percentage ?? 0) >= 100;
  const isClosed = closing.running !== null && resource !== undefined && isClosable(resource.resource_type_id);
  const isOpen = isPlaying && !isSummary;
  // What is handed in leads on only then.
  const leadsOn = isFinished || !resource?.is_handed_in || isPreview || isClosed;

  return (
    <PlayerFrame
      title={lesson?.lesson_name ?? m.player_title()}
      progress={isOneItem ? null : { at: index + 1, of: Math.max(progress.length, 1), done }}
      time={lesson && !isPreview ? <span className={s.time}>{m.player_minutes({ count: minutes })}</span> : null}
      save={
        isPlaying && !isPreview ? (
          <SaveStatus
            state={saveState}
            timeZone={timeZone}
            {...(isOffline ? {} : { onRetry: () => player.send({ type: 'delivery.retried' }) })}
          />
        ) : null
      }
      onLeave={leave}
      isWide={isOpen && isStage}
      banner={
        <>
          <ActingBanner />
          {isPreview ? <Notice tone="info">{isOneItem ? m.player_preview_item() : m.player_preview()}</Notice> : null}
        </>
      }
      footer={isOpen && !isOneItem && leadsOn ? <LessonFooter player={player} isClosed={isClosed} /> : null}
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
        <LessonSummary
          lesson={lesson}
          minutes={minutes}
          isPreview={isPreview}
          onLookAgain={() => player.send({ type: 'summary.closed' })}
          onLeave={leave}
        />
      ) : null}
      {isOpen && lesson && resource ? (
        <div className={isOneItem ? undefined : s.columns} data-stage={isStage || undefined}>
          {isOneItem ? null : (
            <ResourceList
              resources={lesson.lesson_resources}
              progress={progress}
              index={index}
              canOpen={(to) => to === index || openable[to] === true}
              onOpen={(to) => openResource(player, to)}
              isClosed={({ resource_type_id }) => closing.running !== null && isClosable(resource_type_id)}
              {...expanded}
            >
              {isPreview || closing.running ? null : <KeepLesson lesson={lesson} isOffline={isOffline} />}
            </ResourceList>
          )}
          <OpenResource player={player} lesson={lesson} resource={resource} closing={closing} />
        </div>
      ) : null}
    </PlayerFrame>
  );
}
