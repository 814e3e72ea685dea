import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { type Addition, additionMachine } from '../../machines/workspace/additionMachine.ts';
import { assignCheckMachine } from '../../machines/workspace/assignCheckMachine.ts';
import { type Draft, withResource } from '../../machines/workspace/draft.ts';
import { lessonBuilderMachine } from '../../machines/workspace/lessonBuilderMachine.ts';
import { lessonConflictMachine } from '../../machines/workspace/lessonConflictMachine.ts';
import type { LessonBuilderInput } from '../../machines/workspace/lessonOrders.ts';
import { readPlace } from '../../machines/workspace/place.ts';
import { saveQuestionMachine } from '../../machines/workspace/saveQuestionMachine.ts';
import { m } from '../../paraglide/messages.js';
import { draftsSlice } from '../../services/kit/slices/workspace.ts';
import { type LessonFormActors, lessonBuilderActors } from '../../services/workspace/lessonBuilder.ts';
import { playlistOf } from '../../services/workspace/playlist.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader, Section } from '../../ui/Page.tsx';
import { SaveStatus } from '../../ui/SaveStatus.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useNotices, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { fieldText } from '../shell/fieldText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { type Chart, useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { useLeaveGuard } from '../useLeaveGuard.ts';
import { BuilderHeader } from './BuilderHeader.tsx';
import { BuilderSteps } from './BuilderSteps.tsx';
import { isEditable, useIsSaving } from './builderState.ts';
import { LessonFields } from './LessonFields.tsx';
import { ResourceEditor } from './ResourceEditor.tsx';
import s from './workspace.module.css';

/** Beside the form, so that the form does not wait for it. */
const LibraryPanel = lazy(() => import('./LibraryPanel.tsx'));
const EqualDialog = lazy(async () => ({ default: (await import('./EqualDialog.tsx')).EqualDialog }));

const announcements = {
  common_load_failed: m.common_load_failed,
  builder_incomplete: m.builder_incomplete,
  builder_save_failed: m.builder_save_failed,
};

/** The calls for the form's chart and for the charts that it runs. */
const chartActors = (actors: LessonFormActors) => ({
  loadLesson: actors.loadLesson,
  saveLesson: actors.saveLesson,
  saveQuestion: saveQuestionMachine.provide({ actors }),
  lessonConflict: lessonConflictMachine.provide({ actors }),
  assignCheck: assignCheckMachine.provide({ actors }),
});

/** What the form of a prebuilt lesson does differently. It has no dates, and a teacher assigns it elsewhere. */
export interface PrebuiltForm {
  actors: LessonFormActors;
  title: string;
  crumbs: readonly { label: string; href: string }[];
}

interface LessonBuilderProps {
  kind: 'lesson' | 'assignment';
  prebuilt?: PrebuiltForm;
  /** Null for a new lesson. */
  lessonId: number | null;
  /** The new lesson was saved and has an id. */
  onCreated: (lessonId: number) => void;
}

/** The form with the library beside it, driven by the `lessonBuilder` chart. */
export function LessonBuilder({ kind, prebuilt, lessonId, onCreated }: LessonBuilderProps) {
  const { send, now } = useApp();
  const user = useUser();
  const notices = useNotices();
  const draftKey = (id: number | null) => `${prebuilt ? 'prebuilt' : kind}:${id ?? 'new'}`;
  const [input, repeated] = useFirstInput(kind, lessonId, draftKey(lessonId));
  useEffect(() => {
    // The form has them now.
    if (input.playlist.length + repeated.length > 0) playlistOf(user.userPuid).clear();
  }, [input, repeated, user]);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const forgetNew = useKeptDraft(draftKey(null));
  const builder = useChart(lessonBuilderMachine, {
    actors: chartActors(prebuilt?.actors ?? lessonBuilderActors(send)),
    input,
    announce: announcements,
    on: {
      'lesson.saved': ({ lessonId: id }) => {
        setSavedAt(now());
        if (lessonId !== null) return;
        forgetNew(null);
        onCreated(id);
      },
      'lesson.copied': ({ name }) => notices.send({ type: 'notice.posted', kind: 'success', text: m.builder_conflict_copied({ name }) }),
    },
  });
  const { draft, version, problem, isOpen, isUnsaved, ...shown } = useFields(builder, (snapshot) => ({
    draft: snapshot.context.draft,
    lessonId: snapshot.context.lessonId,
    version: snapshot.context.version,
    problem: snapshot.context.problem,
    wasRestored: snapshot.context.wasRestored,
    isOpen: snapshot.hasTag('form'),
    isUnsaved: snapshot.hasTag('unsaved'),
    isFailed: snapshot.hasTag('failed'),
    isIncomplete: snapshot.hasTag('incomplete'),
    isRefused: snapshot.hasTag('refused'),
    isUnchecked: snapshot.hasTag('unchecked'),
    isEditable: isEditable(snapshot),
  }));
  const change = (next: Draft, field: string, isTyped: boolean) => builder.send({ type: 'draft.changed', draft: next, field, isTyped });
  const addition = useChart(additionMachine, {
    input: { repeated },
    on: {
      'resources.added': ({ resources }) => {
        change(resources.reduce(withResource, draft), 'resources', false);
        for (const { title } of resources) announce(m.builder_added({ name: title }));
      },
    },
  });

  const keepDraft = useKeptDraft(draftKey(shown.lessonId));
  useEffect(() => {
    // While the lesson is loading, and if loading fails, the draft of an earlier visit stays.
    if (isOpen) keepDraft(isUnsaved ? { draft, version } : null);
  }, [keepDraft, isOpen, isUnsaved, draft, version]);

  const blocker = useLeaveGuard(isUnsaved, isNewSaved);

  const titles = {
    lesson: [m.builder_title_lesson, m.builder_title_edit_lesson],
    assignment: [m.builder_title_assignment, m.builder_title_edit_assignment],
  } as const;
  const title = prebuilt?.title ?? titles[kind][shown.lessonId === null ? 0 : 1]();
  const crumbs = prebuilt?.crumbs ?? [{ label: m.workspace_title(), href: paths.workspace }];

  if (!isOpen)
    return (
      <Page width="wide">
        <PageHeader title={title} breadcrumbs={crumbs} />
        {shown.isFailed ? (
          <ProblemNotice problem={problem} focus="builder-problem" onRetry={() => builder.send({ type: 'lesson.retried' })} />
        ) : (
          <Skeleton shape="card" count={2} />
        )}
      </Page>
    );

  const failure = shown.isRefused ? m.builder_save_failed() : shown.isUnchecked ? m.builder_check_failed() : null;
  const refusal = shown.isRefused ? problem : null;
  const resourcesError = fieldText(refusal, 'lesson_resources');
  return (
    <Page width="wide">
      <BuilderHeader
        builder={builder}
        title={title}
        breadcrumbs={crumbs}
        isAssignable={!prebuilt}
        badge={<SaveState builder={builder} savedAt={savedAt} timeZone={user.time_zone} />}
      />
      {shown.wasRestored ? (
        <Notice
          tone="info"
          action={
            <Button size="small" reason={shown.isEditable ? null : m.ui_wait()} onPress={() => builder.send({ type: 'draft.discarded' })}>
              {m.builder_discard()}
            </Button>
          }
        >
          {m.builder_restored()}
        </Notice>
      ) : null}
      {failure ? <ProblemNotice title={failure} problem={problem} focus="builder-problem" /> : null}
      {shown.isIncomplete ? <Notice tone="error">{m.builder_incomplete()}</Notice> : null}
      <div className={s.builder}>
        <Stack gap={5}>
          <LessonFields builder={builder} hasDueDate={!prebuilt} />
          <Section title={m.builder_resources()}>
            {resourcesError ? <Text tone="danger">{resourcesError}</Text> : null}
            <ResourceEditor draft={draft} problem={refusal} onChange={change} />
          </Section>
        </Stack>
        <Suspense fallback={<Skeleton shape="row" count={5} />}>
          <LibraryPanel
            has={new Set(draft.resources.map((one) => one.itemId))}
            count={draft.resources.length}
            onAdd={(item) => {
              const resource = { itemId: item.item_id, typeId: item.item_type_id, title: item.title, minutes: item.minutes };
              const isThere = draft.resources.some((one) => one.itemId === item.item_id);
              addition.send({ type: 'resource.chosen', resource, isThere });
            }}
          />
        </Suspense>
      </div>
      {shown.isEditable ? <RepeatedQuestion addition={addition} /> : null}
      <BuilderSteps builder={builder} kind={kind} />
      <ConfirmDialog
        isOpen={blocker.state === 'blocked'}
        onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
        title={m.builder_leave_title()}
        confirmLabel={m.builder_leave()}
        cancelLabel={m.builder_stay()}
        onConfirm={() => blocker.proceed?.()}
      >
        <Text>{m.builder_leave_text()}</Text>
      </ConfirmDialog>
    </Page>
  );
}

/** The form's input, and the playlist resources that the draft of an earlier visit already has. */
function useFirstInput(kind: LessonBuilderProps['kind'], lessonId: number | null, key: string) {
  const { persistence } = useApp();
  const user = useUser();
  const [params] = useSearchParams();
  const [first] = useState((): [LessonBuilderInput, Addition[]] => {
    const place = readPlace(params.get('in') ?? '');
    const kept = persistence()?.read(draftsSlice)?.[key] ?? null;
    const playlist = (lessonId === null ? playlistOf(user.userPuid).read() : []).map((one) => ({
      itemId: one.item_id,
      typeId: one.item_type_id,
      title: one.title,
      minutes: one.minutes,
      sortOrder: one.sort_order,
    }));
    // The draft of an earlier visit may already have some of them.
    const isThere = ({ itemId }: Addition) => kept?.draft.resources.some((one) => one.itemId === itemId) ?? false;
    const builderInput = {
      userPuid: user.userPuid,
      lessonId,
      isAssignment: kind === 'assignment',
      place: place === undefined || place.level === 4 ? null : place,
      kept,
      playlist: playlist.filter((one) => !isThere(one)),
    };
    return [builderInput, playlist.filter(isThere)];
  });
  return first;
}

/** Stores a draft on this device under a key, or removes it. */
function useKeptDraft(key: string): (kept: LessonBuilderInput['kept']) => void {
  const { persistence } = useApp();
  return useCallback(
    (kept) => {
      const store = persistence();
      if (!store) return;
      if (kept === null && store.read(draftsSlice)?.[key] === undefined) return;
      // Keep drafts that another tab stored for other lessons.
      store.update(draftsSlice, (drafts) => {
        const { [key]: _, ...others } = drafts ?? {};
        return kept ? { ...others, [key]: kept } : others;
      });
      // Remove a saved draft at once. If the lesson were reopened a moment later, it would differ from the draft.
      if (kept === null) store.flush();
    },
    [persistence, key],
  );
}

/** Going from `new` to the new id is not leaving. */
const isNewSaved = (from: string, to: string) => from.endsWith('/new') && isForm(to);
const isForm = (pathname: string) => /\/addnewlesson\/(lesson|assignment)\/(?!new$)[^/]+$/.test(pathname);

/** Asks whether resources that the lesson already has are added once more. */
function RepeatedQuestion({ addition }: { addition: Chart<typeof additionMachine> }) {
  const { repeated, isAsking } = useFields(addition, (snapshot) => ({
    repeated: snapshot.context.repeated,
    isAsking: snapshot.hasTag('asking'),
  }));
  const [first] = repeated;
  if (!isAsking || !first) return null;
  return (
    <Suspense>
      <EqualDialog
        title={repeated.length === 1 ? m.builder_equal_title({ name: first.title }) : m.builder_equal_several({ count: repeated.length })}
        leaveLabel={m.builder_equal_skip()}
        onKeep={() => addition.send({ type: 'both.kept' })}
        onLeave={() => addition.send({ type: 'repeated.skipped' })}
      >
        {repeated.length > 1 ? <Text>{repeated.map((one) => one.title).join(' · ')}</Text> : null}
        <Text>{m.builder_equal_text()}</Text>
      </EqualDialog>
    </Suspense>
  );
}

interface SaveStateProps {
  builder: ActorRefFrom<typeof lessonBuilderMachine>;
  savedAt: number | null;
  timeZone: string;
}

/** The save state of the form. */
function SaveState({ builder, savedAt, timeZone }: SaveStateProps) {
  const isSaving = useIsSaving(builder);
  const is = useFields(builder, (snapshot) => ({
    conflict: snapshot.hasTag('conflict'),
    refused: snapshot.hasTag('refused'),
    unsaved: snapshot.hasTag('unsaved'),
    new: snapshot.context.lessonId === null,
  }));
  if (isSaving) return <SaveStatus state={{ kind: 'saving' }} />;
  if (is.conflict) return <SaveStatus state={{ kind: 'conflict' }} />;
  if (is.refused) return <SaveStatus state={{ kind: 'failed', count: 1 }} onRetry={() => builder.send({ type: 'save.submitted' })} />;
  if (is.unsaved)
    return (
      <Row gap={1}>
        <Text tone="soft" size={2} as="span">
          {m.builder_state_dirty()}
        </Text>
      </Row>
    );
  if (savedAt !== null) return <SaveStatus state={{ kind: 'saved', at: new Date(savedAt) }} timeZone={timeZone} />;
  return (
    <Text tone="soft" size={2} as="span">
      {is.new ? m.builder_state_new() : m.builder_state_pristine()}
    </Text>
  );
}
