import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Deleted, type Task, workspaceDialogsMachine } from '../../machines/library/workspaceDialogsMachine.ts';
import type { Moving } from '../../machines/workspace/itemMoveMachine.ts';
import { type ListFilters, noFilters } from '../../machines/workspace/lessonListMachine.ts';
import {
  type Folder,
  type FolderPlace,
  folderIdOf,
  foldersOf,
  isWithin,
  movedPlace,
  type Place,
  placeKey,
  trailTo,
} from '../../machines/workspace/place.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconFolder, IconFolderPlus } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useNotices } from '../hooks.ts';
import { paths } from '../paths.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart, useEmitted } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { type View, viewPath } from './address.ts';
import type { PrebuiltLesson } from './ContentTab.tsx';
import { type FolderAction, FolderTree } from './FolderTree.tsx';
import { LessonList } from './LessonList.tsx';
import { NewMenu } from './NewMenu.tsx';
import { Sharers } from './Sharers.tsx';
import { StepDialogs } from './StepDialogs.tsx';
import { TaskDialog } from './TaskDialog.tsx';
import { useLostFolder } from './useLostFolder.ts';
import { useWorkspace } from './useWorkspace.ts';
import s from './workspace.module.css';

// Dialogs and the library part load on first use.
const ContentTab = lazy(async () => ({ default: (await import('./ContentTab.tsx')).ContentTab }));
const Deletion = lazy(async () => ({ default: (await import('./Deletion.tsx')).Deletion }));

/** The teacher's workspace: folders and lessons, what colleagues have shared, and the science library. */
export default function WorkspaceHomePage() {
  const notices = useNotices();
  const navigate = useNavigate();
  const shownNow = useWorkspace();
  const { workspace, view, filters, tab, isAll, isEveryone, list, meta, kept } = shownNow;
  const { sharedBy, problem, isUnassigned } = useFields(workspace, (snapshot) => ({
    sharedBy: snapshot.context.place?.level === 4 ? snapshot.context.place.sharedBy : null,
    problem: snapshot.hasTag('stepRefused') ? snapshot.context.problem : null,
    isUnassigned: snapshot.hasTag('unassigned'),
  }));
  useLostFolder(shownNow);

  const dialogs = useChart(workspaceDialogsMachine, {});
  const { task, deletions, isTreeOpen } = useFields(dialogs, (snapshot) => ({
    task: snapshot.context.task,
    deletions: snapshot.context.deletions,
    isTreeOpen: snapshot.hasTag('tree'),
  }));
  const openTask = (next: Task) => dialogs.send({ type: 'task.opened', task: next });
  const close = useCallback(
    (event: { type: 'task.closed' } | { type: 'tree.closed' }) => {
      if (dialogs.getSnapshot().can(event)) dialogs.send(event);
    },
    [dialogs],
  );
  const folders = useMemo(() => (meta ? foldersOf(meta) : []), [meta]);
  const place: Place | 'all' | null = view.tab === 'content' ? null : view.place;
  const trail = place === null || place === 'all' ? [] : trailTo(folders, place);
  const [expanded, setExpanded] = useOpenBranches(trail);

  // If the open folder was moved, stay in it.
  const follow = (moving: Moving) => {
    if (!('from' in moving) || place === null || place === 'all') return;
    const now = movedPlace(place, moving.from, moving.place);
    if (now !== place) void navigate(viewPath({ tab: 'assignment', place: now }, filters), { replace: true });
  };
  const post = (text: string) => notices.send({ type: 'notice.posted', kind: 'success', text });
  useEmitted(workspace, {
    'folder.saved': ({ name }) => post(m.workspace_folder_saved({ name })),
    'item.arrived': ({ moving, name }) => {
      post(m.workspace_moved({ name }));
      follow(moving);
    },
    'player.opened': ({ lessonId }) => void navigate(paths.preview(lessonId)),
  });

  const closeTask = useCallback(() => close({ type: 'task.closed' }), [close]);
  const noteDuplicated = useCallback(() => workspace.send({ type: 'lesson.duplicated' }), [workspace]);
  const noteAssigned = useCallback(() => workspace.send({ type: 'lesson.assigned', isPrebuilt: false }), [workspace]);

  const go = (next: View, withFilters: ListFilters = noFilters) => void navigate(viewPath(next, withFilters));
  const openPlace = (next: FolderPlace | 'all') => {
    close({ type: 'tree.closed' });
    go({ tab: 'assignment', place: next });
  };
  const move = (moving: Moving) => workspace.send({ type: 'item.moved', moving });
  const askFolder = (parent: Folder) => workspace.send({ type: 'folder.createAsked', parent: parent.place });
  const addDeletion = (deletion: Deleted) => dialogs.send({ type: 'deletion.asked', deletion });
  const act = (action: FolderAction, folder: Folder) => {
    const { place: at, name } = folder;
    const folderId = folderIdOf(at);
    const parent = trailTo(folders, at).at(-2);
    if (action === 'create') askFolder(folder);
    else if (action === 'rename') workspace.send({ type: 'folder.renameAsked', folderId, name });
    else if (action === 'delete') addDeletion({ key: `folder ${folderId}`, name, folderId, place: at });
    else if (parent) openTask({ kind: 'moveFolder', folder, parent });
  };
  const noteDeleted = (one: Deleted, isBack: boolean) => {
    // If the open folder was deleted, go to its parent, which also loads the folders.
    const parent = 'place' in one && place !== 'all' && place && isWithin(place, one.place) && trailTo(folders, one.place).at(-2);
    if (parent && !isBack) go({ tab: 'assignment', place: parent.place });
    else workspace.send({ type: 'lesson.deleted' });
  };

  const here = trail.at(-1);
  const title = tab === 'content' ? m.workspace_content() : m.workspace_title();
  const lead = { assignment: m.workspace_lead, shared: m.workspace_lead_shared, content: m.workspace_lead_content }[tab]();
  const tree = meta ? (
    <FolderTree
      meta={meta}
      current={place}
      expanded={expanded}
      onExpandedChange={setExpanded}
      onOpen={openPlace}
      manage={{
        onAct: act,
        onReceive: (data, to) => {
          const { lessonId, lessonName } = JSON.parse(data) as { lessonId: number; lessonName: string };
          move({ lessonId, name: lessonName, place: to });
        },
      }}
    />
  ) : (
    <Skeleton shape="row" count={6} />
  );

  const lessons = (
    <LessonList
      list={list}
      filters={filters}
      isShared={tab === 'shared'}
      hasPath={isAll}
      emptyKind={tab === 'shared' ? 'shared' : isAll ? 'all' : 'folder'}
      onFilters={(next) => void navigate(viewPath(view, next), { replace: true })}
      onPreview={(lessonId) => workspace.send({ type: 'lesson.previewed', lessonId })}
      onTask={openTask}
      onDelete={({ lesson_id: lessonId, lesson_name: name, is_assignment }) =>
        addDeletion({ key: `lesson ${lessonId}`, name, lessonId, isAssignment: is_assignment === 'yes' })
      }
    />
  );

  const shown = {
    assignment: (
      <div className={s.columns}>
        <div className={s.tree}>{tree}</div>
        <div className={s.treeButton}>
          <Button icon={IconFolder} onPress={() => dialogs.send({ type: 'tree.opened' })}>
            {m.workspace_folder_open({ name: here?.name ?? m.workspace_all() })}
          </Button>
        </div>
        {lessons}
      </div>
    ),
    shared: (
      <div className={s.columns}>
        <Sharers people={meta?.shared_by ?? []} current={isEveryone ? null : sharedBy} />
        {lessons}
      </div>
    ),
    content: (
      <Suspense fallback={<Skeleton shape="row" count={8} />}>
        <ContentTab
          onPreview={(lessonId) => workspace.send({ type: 'lesson.previewed', lessonId })}
          onAssign={(lesson: PrebuiltLesson) =>
            openTask({ kind: 'assign', lessonId: lesson.lesson_id, name: lesson.lesson_name, isPrebuilt: true, dueDate: null })
          }
          onDuplicate={(lesson: PrebuiltLesson) =>
            openTask({ kind: 'duplicate', lessonId: lesson.lesson_id, name: lesson.lesson_name, type: 'lesson' })
          }
        />
      </Suspense>
    ),
  };
  const ownPlace: View = { tab: 'assignment', place: kept ?? 'all' };
  const tabs = [
    { key: 'assignment', label: m.workspace_tab_assignment(), href: viewPath(tab === 'assignment' ? view : ownPlace) },
    { key: 'shared', label: m.workspace_tab_shared(), href: viewPath({ tab: 'shared', place: null }) },
    { key: 'content', label: m.workspace_tab_content(), href: viewPath({ tab: 'content' }) },
  ].map((one) => ({ ...one, content: one.key === tab ? shown[tab] : null }));

  return (
    <Page width="wide">
      <PageHeader
        title={title}
        breadcrumbs={crumbsOf(trail)}
        lead={here ? here.name : lead}
        badge={isUnassigned ? <Badge>{m.workspace_unassigned()}</Badge> : null}
        more={
          tab === 'assignment' ? (
            <Button
              icon={IconFolderPlus}
              reason={here ? (here.place.level === 3 ? m.workspace_folder_three_deep() : null) : m.workspace_choose_folder()}
              onPress={() => here && askFolder(here)}
            >
              {m.workspace_new_folder()}
            </Button>
          ) : null
        }
        action={<NewMenu inFolder={here ? placeKey(here.place) : null} />}
      />
      {problem ? (
        <div data-focus="workspace-problem" tabIndex={-1}>
          <Notice tone="error" title={m.workspace_step_failed()} onDismiss={() => workspace.send({ type: 'problem.closed' })}>
            {problemText(problem)}
          </Notice>
        </div>
      ) : null}
      {deletions.map((one) => (
        <Suspense key={one.key}>
          <Deletion
            order={one}
            name={one.name}
            onChanged={(isBack) => noteDeleted(one, isBack)}
            onClose={() => dialogs.send({ type: 'deletion.closed', key: one.key })}
          />
        </Suspense>
      ))}
      <Tabs label={m.workspace_tabs()} selected={tab} items={tabs} />
      {isTreeOpen ? (
        <Dialog title={m.workspace_folders()} isOpen onOpenChange={(isOpen) => !isOpen && close({ type: 'tree.closed' })}>
          {tree}
        </Dialog>
      ) : null}
      <StepDialogs workspace={workspace} folders={folders} />
      {task && task.kind !== 'resource' ? (
        <TaskDialog
          task={task}
          meta={meta}
          from={isAll || place === 'all' ? null : place}
          expanded={expanded}
          onClose={closeTask}
          onMove={move}
          onDuplicated={noteDuplicated}
          onAssigned={noteAssigned}
          onUnassigned={(isPrebuilt) => workspace.send({ type: 'lesson.unassigned', isPrebuilt })}
        />
      ) : null}
    </Page>
  );
}

/** Keys of the expanded branches of the tree. */
function useOpenBranches(trail: readonly Folder[]) {
  const branches = useState<ReadonlySet<string>>(new Set());
  const [, setExpanded] = branches;
  const trailKeys = trail.map((folder) => placeKey(folder.place)).join(' ');
  useEffect(() => {
    // Expand the path to the open folder.
    setExpanded((open) => new Set([...open, ...trailKeys.split(' ')]));
  }, [trailKeys]);
  return branches;
}

const crumbsOf = (trail: readonly Folder[]): Crumb[] =>
  trail.length === 0
    ? []
    : [
        { label: m.workspace_all(), href: viewPath({ tab: 'assignment', place: 'all' }) },
        ...trail.slice(0, -1).map((folder) => ({ label: folder.name, href: viewPath({ tab: 'assignment', place: folder.place }) })),
      ];
