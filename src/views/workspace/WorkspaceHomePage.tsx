import { useSelector } from '@xstate/react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { chosenDay } from '../../../common/chosenDay.ts';
import type { LessonKind, LessonOrder, LessonRow, WorkspaceMeta } from '../../../contract/workspace.ts';
import { type ListFilters, lessonListMachine, noFilters } from '../../machines/workspace/lessonListMachine.ts';
import {
  type Folder,
  type FolderPlace,
  foldersOf,
  isWithin,
  movedPlace,
  type Place,
  placeKey,
  readPlace,
  sameFolder,
  trailTo,
} from '../../machines/workspace/place.ts';
import { type FirstView, type Moving, type WorkspaceTab, workspaceMachine } from '../../machines/workspace/workspaceMachine.ts';
import { m } from '../../paraglide/messages.js';
import { workspaceSlice } from '../../services/slices/workspace.ts';
import { listActors, workspaceActors } from '../../services/workspace.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Crumb } from '../../ui/Breadcrumbs.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import {
  IconCopy,
  IconDotsVertical,
  IconEdit,
  IconEye,
  IconFolder,
  IconFolderPlus,
  IconFolderSymlink,
  IconPlus,
  IconReportAnalytics,
  IconSend,
  IconTrash,
} from '../../ui/icons.ts';
import { Row, Stack } from '../../ui/Layout.tsx';
import { Link } from '../../ui/Link.tsx';
import { Menu, type MenuAction } from '../../ui/Menu.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useApp } from '../app.ts';
import { formatDay } from '../dates.ts';
import { useChartMeta, useNotices, useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { LessonDialog, type LessonTask } from '../sharing/LessonDialog.tsx';
import { lessonActions } from '../sharing/LessonMenu.tsx';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart, useEmitted } from '../useChart.ts';
import { readFilters, readView, type View, viewKey, viewPath } from './address.ts';
import type { PrebuiltLesson } from './ContentTab.tsx';
import { FolderDialog } from './FolderDialog.tsx';
import { type FolderAction, FolderTree } from './FolderTree.tsx';
import { LessonRows } from './LessonRows.tsx';
import s from './workspace.module.css';

// What opens above the lists, and the part of the library, load with their first use.
const ContentTab = lazy(async () => ({ default: (await import('./ContentTab.tsx')).ContentTab }));
const Deletion = lazy(async () => ({ default: (await import('./Deletion.tsx')).Deletion }));
const DuplicateDialog = lazy(async () => ({ default: (await import('./DuplicateDialog.tsx')).DuplicateDialog }));
const EqualDialog = lazy(async () => ({ default: (await import('./EqualDialog.tsx')).EqualDialog }));
const MoveDialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));

const workspaceMessages = { workspace_name_wrong: m.workspace_name_wrong };
const listMessages = { common_load_failed: m.common_load_failed, common_may_be_old: m.common_may_be_old };

/** Noon of a calendar day, so that no zone makes it another day. */
const noon = (day: string) => `${day}T12:00:00Z`;

/** What one row, or one lesson of the library, is to be done with. */
type Task =
  | LessonTask
  | { kind: 'duplicate'; lessonId: number; name: string; type: 'lesson' | 'assignment' }
  | { kind: 'move'; lessonId: number; name: string }
  | { kind: 'moveFolder'; folder: Folder; parent: Folder };

/** A lesson, an assignment or a folder that is being deleted, or was a moment ago. */
type Deleted = { key: string; name: string } & ({ lessonId: number; isAssignment: boolean } | { folderId: number; place: FolderPlace });

/** The teacher's workspace: folders and lessons, what colleagues have shared, and the science library. */
export default function WorkspaceHomePage() {
  const { send, persistence } = useApp();
  const user = useUser();
  const notices = useNotices();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [kept, setKept] = useState(() => {
    const text = persistence()?.read(workspaceSlice)?.place ?? '';
    const place = readPlace(text);
    return place === undefined || place.level === 4 ? undefined : place;
  });
  const view: View = readView(params) ?? (kept ? { tab: 'assignment', place: kept } : { tab: 'assignment', place: 'all' });
  const filters = readFilters(params);
  const workspace = useChart(workspaceMachine, {
    actors: { ...workspaceActors(send), lessonList: lessonListMachine.provide({ actors: listActors(send) }) },
    input: { userPuid: user.userPuid, view: firstView(view), filters },
    announce: workspaceMessages,
  });
  const state = useSelector(workspace, (snapshot) => snapshot);
  const { context } = state;
  const tab: WorkspaceTab = state.matches({ view: 'content' }) ? 'content' : state.matches({ view: 'shared' }) ? 'shared' : 'assignment';
  const isAll = state.matches({ view: { assignment: 'all' } });
  const isEveryone = state.matches({ view: { shared: 'everyone' } });
  const list = isAll ? context.allList : isEveryone ? context.sharedList : context.folderList;
  useChartMeta(list, listMessages);
  const meta = useNewestMeta([list, context.folderList, context.allList, context.sharedList]);

  const before = useRef({ view: viewKey(view), filters: JSON.stringify(filters) });
  useEffect(() => {
    const now = { view: viewKey(view), filters: JSON.stringify(filters) };
    const { view: oldView, filters: oldFilters } = before.current;
    before.current = now;
    if (now.view !== oldView) {
      if (view.tab === 'content') workspace.send({ type: 'tab.chosen', tab: 'content', filters });
      else if (view.place === null) workspace.send({ type: 'tab.chosen', tab: 'shared', filters });
      else if (view.place === 'all') workspace.send({ type: 'all.opened', filters });
      else workspace.send({ type: 'folder.opened', place: view.place, filters });
    } else if (now.filters !== oldFilters && list.getSnapshot().can({ type: 'filters.changed', filters })) {
      list.send({ type: 'filters.changed', filters });
    }
  });

  const ownFolder = view.tab === 'assignment' && view.place !== 'all' ? placeKey(view.place) : null;
  useEffect(() => {
    if (ownFolder !== null) persistence()?.write(workspaceSlice, { place: ownFolder });
  }, [ownFolder, persistence]);

  /** The open folder, when the server does not know it: it was moved or deleted elsewhere. */
  const lost = useSelector(list, ({ context: { source, problem } }) =>
    problem?.code === 404 && source?.kind === 'folder' && source.place.level !== 4 ? placeKey(source.place) : null,
  );
  useEffect(() => {
    // All lessons bring the folders as they are now.
    if (lost !== null && lost === ownFolder)
      void navigate(viewPath({ tab: 'assignment', place: 'all' }), { replace: true, state: { lost } });
  }, [lost, ownFolder, navigate]);
  const { state: visit } = useLocation();
  const sought = (visit as { lost?: string } | null)?.lost;
  const isAllThere = useSelector(context.allList, (snapshot) => snapshot.hasTag('ready')) && isAll;
  useEffect(() => {
    const from = sought === undefined ? undefined : readPlace(sought);
    if (!isAllThere || !meta || !from || from.level === 4) return;
    const now = sameFolder(foldersOf(meta), from);
    if (!now) {
      notices.send({ type: 'notice.posted', kind: 'info', text: m.workspace_folder_gone() });
      persistence()?.write(workspaceSlice, { place: '' });
      setKept(undefined);
    }
    void navigate(viewPath({ tab: 'assignment', place: now?.place ?? 'all' }), { replace: true });
  }, [sought, isAllThere, meta, navigate, notices, persistence]);

  const [task, setTask] = useState<Task | null>(null);
  const [deletions, setDeletions] = useState<readonly Deleted[]>([]);
  const [isTreeOpen, setTreeOpen] = useState(false);
  const folders = useMemo(() => (meta ? foldersOf(meta) : []), [meta]);
  const place: Place | 'all' | null = view.tab === 'content' ? null : view.place;
  const trail = place === null || place === 'all' ? [] : trailTo(folders, place);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const trailKeys = trail.map((folder) => placeKey(folder.place)).join(' ');
  useEffect(() => {
    // The way to the open folder is open.
    setExpanded((open) => new Set([...open, ...trailKeys.split(' ')]));
  }, [trailKeys]);

  // Whoever looks into a folder that has moved goes along.
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

  const closeTask = useCallback(() => setTask(null), []);
  const noteDuplicated = useCallback(() => workspace.send({ type: 'lesson.duplicated' }), [workspace]);
  const noteAssigned = useCallback(() => workspace.send({ type: 'lesson.assigned', isPrebuilt: false }), [workspace]);

  const go = (next: View, withFilters: ListFilters = noFilters) => void navigate(viewPath(next, withFilters));
  const openPlace = (next: FolderPlace | 'all') => {
    setTreeOpen(false);
    go({ tab: 'assignment', place: next });
  };
  const move = (moving: Moving) => workspace.send({ type: 'item.moved', moving });
  const askFolder = (parent: Folder) => workspace.send({ type: 'folder.createAsked', parent: parent.place });
  const addDeletion = (one: Deleted) => setDeletions((all) => [...all.filter(({ key }) => key !== one.key), one]);
  const act = (action: FolderAction, folder: Folder) => {
    const { place: at, name } = folder;
    const folderId = folderIdOf(at);
    const parent = trailTo(folders, at).at(-2);
    if (action === 'create') askFolder(folder);
    else if (action === 'rename') workspace.send({ type: 'folder.renameAsked', folderId, name });
    else if (action === 'delete') addDeletion({ key: `folder ${folderId}`, name, folderId, place: at });
    else if (parent) setTask({ kind: 'moveFolder', folder, parent });
    if (action === 'move' || action === 'delete') setTreeOpen(false);
  };
  const noteDeleted = (one: Deleted, isBack: boolean) => {
    // Whoever looks into a folder that is gone is led to the one that it was in, which loads the folders, too.
    const parent = 'place' in one && place !== 'all' && place && isWithin(place, one.place) && trailTo(folders, one.place).at(-2);
    if (parent && !isBack) go({ tab: 'assignment', place: parent.place });
    else workspace.send({ type: 'lesson.deleted' });
  };

  const here = trail.at(-1);
  const title = tab === 'content' ? m.workspace_content() : m.workspace_title();
  const lead = { assignment: m.workspace_lead, shared: m.workspace_lead_shared, content: m.workspace_lead_content }[tab]();
  const newIn = here ? `?in=${placeKey(here.place)}` : '';
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
    <Lessons
      list={list}
      filters={filters}
      isShared={tab === 'shared'}
      hasPath={isAll}
      emptyKind={tab === 'shared' ? 'shared' : isAll ? 'all' : 'folder'}
      onFilters={(next) => void navigate(viewPath(view, next), { replace: true })}
      onPreview={(lessonId) => workspace.send({ type: 'lesson.previewed', lessonId })}
      onTask={setTask}
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
          <Button icon={IconFolder} onPress={() => setTreeOpen(true)}>
            {m.workspace_folder_open({ name: here?.name ?? m.workspace_all() })}
          </Button>
        </div>
        {lessons}
      </div>
    ),
    shared: (
      <div className={s.columns}>
        <nav className={s.people} aria-label={m.workspace_tab_shared()}>
          <ul>
            <li>
              <Link href={viewPath({ tab: 'shared', place: null })} look="plain" aria-current={isEveryone ? 'page' : undefined}>
                {m.workspace_everyone()}
              </Link>
            </li>
            {meta?.shared_by.map((person) => (
              <li key={person.user_puid}>
                <Link
                  href={viewPath({ tab: 'shared', place: { level: 4, sharedBy: person.user_puid } })}
                  look="plain"
                  aria-current={
                    context.place?.level === 4 && context.place.sharedBy === person.user_puid && !isEveryone ? 'page' : undefined
                  }
                >
                  {person.name} ({person.lesson_count})
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {lessons}
      </div>
    ),
    content: (
      <Suspense fallback={<Skeleton shape="row" count={8} />}>
        <ContentTab
          onPreview={(lessonId) => workspace.send({ type: 'lesson.previewed', lessonId })}
          onAssign={(lesson: PrebuiltLesson) =>
            setTask({ kind: 'assign', lessonId: lesson.lesson_id, name: lesson.lesson_name, isPrebuilt: true, dueDate: null })
          }
          onDuplicate={(lesson: PrebuiltLesson) =>
            setTask({ kind: 'duplicate', lessonId: lesson.lesson_id, name: lesson.lesson_name, type: 'lesson' })
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

  const { naming } = context;
  const namingParent = naming?.kind === 'create' ? trailTo(folders, naming.parent).at(-1)?.name : undefined;
  return (
    <Page width="wide">
      <PageHeader
        title={title}
        breadcrumbs={crumbsOf(trail)}
        lead={here ? here.name : lead}
        badge={state.hasTag('unassigned') ? <Badge>{m.workspace_unassigned()}</Badge> : null}
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
        action={
          <Menu
            trigger={
              <Button variant="primary" icon={IconPlus}>
                {m.workspace_new()}
              </Button>
            }
            label={m.workspace_new()}
            placement="bottom end"
            groups={[
              {
                key: 'new',
                items: [
                  { key: 'lesson', label: m.workspace_new_lesson(), href: `${paths.lessonForm('lesson')}${newIn}` },
                  { key: 'assignment', label: m.workspace_new_assignment(), href: `${paths.lessonForm('assignment')}${newIn}` },
                ],
              },
            ]}
          />
        }
      />
      {state.matches({ command: 'refused' }) && context.problem ? (
        <div data-focus="workspace-problem" tabIndex={-1}>
          <Notice tone="error" title={m.workspace_step_failed()} onDismiss={() => workspace.send({ type: 'problem.closed' })}>
            {problemText(context.problem)}
          </Notice>
        </div>
      ) : null}
      {deletions.map((one) => (
        <Suspense key={one.key}>
          <Deletion
            order={one}
            name={one.name}
            onChanged={(isBack) => noteDeleted(one, isBack)}
            onClose={() => setDeletions((all) => all.filter(({ key }) => key !== one.key))}
          />
        </Suspense>
      ))}
      <Tabs label={m.workspace_tabs()} selected={tab} items={tabs} />
      {isTreeOpen ? (
        <Dialog title={m.workspace_folders()} isOpen onOpenChange={setTreeOpen}>
          {tree}
        </Dialog>
      ) : null}
      {state.hasTag('naming') && naming ? (
        <FolderDialog
          naming={naming}
          parentName={namingParent ?? ''}
          name={context.name}
          isSaving={state.matches({ command: 'savingFolder' })}
          isUnnamed={state.matches({ command: { naming: 'unnamed' } })}
          problem={state.matches({ command: { naming: 'refused' } }) ? context.problem : null}
          onChange={(name) => workspace.send({ type: 'name.changed', name })}
          onSubmit={() => workspace.send({ type: 'folder.submitted' })}
          onClose={() => workspace.send({ type: 'naming.cancelled' })}
        />
      ) : null}
      {task && task.kind !== 'duplicate' && task.kind !== 'move' && task.kind !== 'moveFolder' ? (
        <LessonDialog
          task={task}
          onClose={closeTask}
          onOutdated={noteAssigned}
          onUnassigned={() => workspace.send({ type: 'lesson.unassigned', isPrebuilt: task.isPrebuilt })}
        />
      ) : null}
      {task?.kind === 'duplicate' ? (
        <Suspense>
          <DuplicateDialog
            order={{ userPuid: user.userPuid, lessonId: task.lessonId, type: task.type, name: copyName(task.name) }}
            name={task.name}
            onDuplicated={noteDuplicated}
            onClose={closeTask}
          />
        </Suspense>
      ) : null}
      {task?.kind === 'move' && meta ? (
        <Suspense>
          <MoveDialog
            name={task.name}
            meta={meta}
            from={isAll || place === 'all' ? null : place}
            expanded={expanded}
            onClose={closeTask}
            onMove={(to) => {
              move({ lessonId: task.lessonId, name: task.name, place: to });
              closeTask();
            }}
          />
        </Suspense>
      ) : null}
      {task?.kind === 'moveFolder' && meta ? (
        <Suspense>
          <MoveDialog
            name={task.folder.name}
            folder={task.folder}
            meta={meta}
            from={task.parent.place}
            expanded={expanded}
            onClose={closeTask}
            onMove={(to) => {
              const { name, place: from } = task.folder;
              move({ folderId: folderIdOf(from), name, from, place: to });
              closeTask();
            }}
          />
        </Suspense>
      ) : null}
      {state.hasTag('equal') && context.moving ? (
        <Suspense>
          <EqualDialog
            title={m.workspace_equal_title({
              name: context.moving.name,
              folder: trailTo(folders, context.moving.place).at(-1)?.name ?? '',
            })}
            leaveLabel={m.workspace_equal_leave()}
            onKeep={() => workspace.send({ type: 'both.kept' })}
            onLeave={() => workspace.send({ type: 'move.dropped' })}
          >
            {'folderId' in context.moving ? m.workspace_equal_folder() : m.workspace_equal_lesson()}
          </EqualDialog>
        </Suspense>
      ) : null}
    </Page>
  );
}

const firstView = (view: View): FirstView => {
  if (view.tab === 'content') return { kind: 'content' };
  if (view.place === null) return { kind: 'shared' };
  return view.place === 'all' ? { kind: 'all' } : { kind: 'folder', place: view.place };
};

type ListActor = ActorRefFrom<typeof lessonListMachine>;

/** The folders as the list that is shown has them, or another one that was opened. */
function useNewestMeta([shown, ...others]: readonly [ListActor, ...ListActor[]]): WorkspaceMeta | null {
  const of = (actor: ListActor) => actor.getSnapshot().context.meta;
  const own = useSelector(shown, (snapshot) => snapshot.context.meta);
  return own ?? others.map(of).find((meta) => meta !== null) ?? null;
}

/** The name of a copy, cut where it would be too long. */
const copyName = (name: string) => {
  const numbered = /^(.*) \((?:copy|copia)(?: (\d{1,3}))?\)$/s.exec(name);
  const base = (numbered?.[1] ?? name).slice(0, 180);
  return numbered
    ? m.workspace_copy_name_number({ name: base, number: Number(numbered[2] ?? 1) + 1 })
    : m.workspace_copy_name({ name: base });
};

const folderIdOf = (place: FolderPlace): number =>
  'level3Id' in place ? place.level3Id : 'subUnitId' in place ? place.subUnitId : 'unitId' in place ? place.unitId : place.productId;

const crumbsOf = (trail: readonly Folder[]): Crumb[] =>
  trail.length === 0
    ? []
    : [
        { label: m.workspace_all(), href: viewPath({ tab: 'assignment', place: 'all' }) },
        ...trail.slice(0, -1).map((folder) => ({ label: folder.name, href: viewPath({ tab: 'assignment', place: folder.place }) })),
      ];

interface LessonsProps {
  list: ListActor;
  filters: ListFilters;
  isShared: boolean;
  /** Rows say in which folder they are. */
  hasPath: boolean;
  emptyKind: 'folder' | 'all' | 'shared';
  onFilters: (filters: ListFilters) => void;
  onPreview: (lessonId: number) => void;
  onTask: (task: Task) => void;
  onDelete: (row: LessonRow) => void;
}

const empty = {
  folder: [m.workspace_empty, m.workspace_empty_text],
  all: [m.workspace_empty_all, m.workspace_empty_all_text],
  shared: [m.workspace_empty_shared, m.workspace_empty_shared_text],
} as const;

/** The list with what narrows and orders it. */
function Lessons({ list, filters, isShared, hasPath, emptyKind, onFilters, onPreview, onTask, onDelete }: LessonsProps) {
  const user = useUser();
  const { language } = usePreferences();
  const state = useSelector(list, (snapshot) => snapshot);
  const { rows, total, problem } = state.context;
  const isNarrowed = filters.search !== '' || filters.kind !== 'all';
  const kinds: { key: LessonKind; label: string }[] = [
    { key: 'all', label: m.workspace_kind_all() },
    { key: 'lesson', label: m.workspace_kind_lessons() },
    { key: 'assignment', label: m.workspace_kind_assignments() },
  ];
  const orders: { key: LessonOrder; label: string }[] = [
    { key: 'name', label: m.workspace_sort_name() },
    { key: '-updated', label: m.workspace_sort_updated() },
    { key: 'due', label: m.workspace_sort_due() },
  ];
  const [emptyTitle, emptyText] = empty[emptyKind];
  const facts = (row: LessonRow) =>
    [
      row.is_assignment === 'yes' ? m.workspace_kind_assignment() : m.workspace_kind_lesson(),
      m.workspace_resources({ count: row.resource_count }),
      row.total_time === null ? null : m.workspace_minutes({ count: row.total_time }),
      chosenDay(row.due_date) === null ? null : m.workspace_due({ day: formatDay(noon(row.due_date as string), language, 'UTC') }),
      row.assigned_count > 0 ? m.workspace_assigned_to({ count: row.assigned_count }) : null,
      row.shared_by ? m.workspace_from({ name: row.shared_by.name }) : null,
      filters.sort === '-updated' ? m.workspace_changed({ day: formatDay(row.updated_at, language, user.time_zone) }) : null,
    ].filter((fact) => fact !== null);
  return (
    <Stack gap={3}>
      <div className={s.tools}>
        <div className={s.search}>
          <SearchField
            label={m.workspace_search()}
            isLabelHidden
            placeholder={m.workspace_search()}
            value={filters.search}
            maxLength={200}
            onChange={(search) => onFilters({ ...filters, search })}
          />
        </div>
        <SegmentedControl
          label={m.workspace_kind()}
          options={kinds}
          value={filters.kind}
          onChange={(kind) => onFilters({ ...filters, kind })}
        />
        <div className={s.sort}>
          <Select
            label={m.workspace_sort()}
            isLabelHidden
            options={orders}
            value={filters.sort}
            onChange={(sort) => onFilters({ ...filters, sort: sort as LessonOrder })}
          />
        </div>
        <span className={s.count} role="status">
          {state.hasTag('ready') ? m.workspace_count({ count: total }) : null}
        </span>
      </div>
      {state.hasTag('failed') ? (
        <ProblemNotice
          title={m.common_load_failed()}
          problem={problem}
          focus="list-problem"
          onRetry={() => list.send({ type: 'list.retried' })}
        />
      ) : null}
      {state.hasTag('stale') ? (
        <ProblemNotice
          title={state.matches('ready') ? m.workspace_cut() : m.common_may_be_old()}
          problem={problem}
          onRetry={() => list.send({ type: 'list.retried' })}
        />
      ) : null}
      {state.hasTag('busy') && !state.hasTag('ready') ? <Skeleton shape="row" count={6} /> : null}
      {state.hasTag('ready') && total === 0 ? (
        isNarrowed ? (
          <EmptyState
            art="search"
            title={m.workspace_filtered_away()}
            action={<Button onPress={() => onFilters({ ...filters, search: '', kind: 'all' })}>{m.workspace_filters_clear()}</Button>}
          >
            {m.workspace_filtered_away_text()}
          </EmptyState>
        ) : (
          <EmptyState art="flask" title={emptyTitle()}>
            {emptyText()}
          </EmptyState>
        )
      ) : null}
      {state.hasTag('ready') && total > 0 ? (
        <LessonRows
          rows={rows}
          total={total}
          isMovable={!isShared}
          onWanted={(page) => {
            const event = { type: 'page.wanted' as const, page };
            if (list.getSnapshot().can(event)) list.send(event);
          }}
          render={(row) => (
            <LessonLine
              row={row}
              facts={facts(row)}
              hasPath={hasPath}
              isShared={isShared}
              onPreview={onPreview}
              onTask={onTask}
              onDelete={onDelete}
            />
          )}
        />
      ) : null}
    </Stack>
  );
}

interface LessonLineProps extends Pick<LessonsProps, 'hasPath' | 'isShared' | 'onPreview' | 'onTask' | 'onDelete'> {
  row: LessonRow;
  facts: readonly string[];
}

function LessonLine({ row, facts, hasPath, isShared, onPreview, onTask, onDelete }: LessonLineProps) {
  const type = row.is_assignment === 'yes' ? 'assignment' : 'lesson';
  const named = { lessonId: row.lesson_id, name: row.lesson_name, dueDate: chosenDay(row.due_date) };
  const form = paths.lessonForm(type, row.lesson_id);
  const actions: MenuAction[] = [
    { key: 'preview', label: m.workspace_preview(), icon: IconEye },
    ...(row.assigned_count > 0
      ? [{ key: 'results', label: m.teacher_results(), icon: IconReportAnalytics, href: paths.lessonResult(row.lesson_id) }]
      : []),
    ...(isShared ? [] : [{ key: 'edit', label: m.workspace_edit(), icon: IconEdit, href: form }]),
    ...lessonActions(!isShared),
    { key: 'duplicate', label: isShared ? m.workspace_copy_to_mine() : m.workspace_duplicate(), icon: IconCopy },
    ...(isShared
      ? []
      : [
          { key: 'move', label: m.workspace_move(), icon: IconFolderSymlink },
          { key: 'delete', label: m.workspace_delete(), icon: IconTrash, isDanger: true },
        ]),
  ];
  const act = (key: string) => {
    if (key === 'preview') onPreview(row.lesson_id);
    else if (key === 'link' || key === 'code' || key === 'share') onTask({ kind: key, ...named, isPrebuilt: false });
    else if (key === 'duplicate') onTask({ kind: 'duplicate', ...named, type });
    else if (key === 'move') onTask({ kind: 'move', lessonId: row.lesson_id, name: row.lesson_name });
    else if (key === 'delete') onDelete(row);
  };
  return (
    <>
      <div className={s.what}>
        <p className={s.name}>
          <Link href={isShared ? paths.preview(row.lesson_id) : form} look="plain">
            <bdi>{row.lesson_name}</bdi>
          </Link>
        </p>
        {hasPath && row.path.length > 0 ? <p className={s.path}>{row.path.join(' › ')}</p> : null}
        <p className={s.facts}>{facts.join(' · ')}</p>
      </div>
      <Row gap={1} noWrap>
        <IconButton
          icon={IconSend}
          label={`${m.workspace_assign()}: ${row.lesson_name}`}
          onPress={() => onTask({ kind: 'assign', ...named, isPrebuilt: false })}
        />
        <Menu
          trigger={<IconButton icon={IconDotsVertical} label={m.workspace_actions({ name: row.lesson_name })} />}
          label={m.workspace_actions({ name: row.lesson_name })}
          placement="bottom end"
          groups={[{ key: 'actions', items: actions }]}
          onAction={act}
        />
      </Row>
    </>
  );
}
