import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { WorkspaceMeta } from '../../../contract/workspace.ts';
import { folderNamingMachine } from '../../machines/workspace/folderNamingMachine.ts';
import { itemMoveMachine } from '../../machines/workspace/itemMoveMachine.ts';
import { lessonListMachine } from '../../machines/workspace/lessonListMachine.ts';
import { placeKey, readPlace } from '../../machines/workspace/place.ts';
import { type FirstView, type WorkspaceTab, workspaceMachine } from '../../machines/workspace/workspaceMachine.ts';
import { m } from '../../paraglide/messages.js';
import type { Send } from '../../services/kit/client.ts';
import { workspaceSlice } from '../../services/kit/slices/workspace.ts';
import { listActors, workspaceActors } from '../../services/workspace/workspace.ts';
import { useApp } from '../app.ts';
import { useChartMeta, useUser } from '../hooks.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { readFilters, readView, type View, viewKey } from './address.ts';

const listMessages = { common_load_failed: m.common_load_failed, common_may_be_old: m.common_may_be_old };

const firstView = (view: View): FirstView => {
  if (view.tab === 'content') return { kind: 'content' };
  if (view.place === null) return { kind: 'shared' };
  return view.place === 'all' ? { kind: 'all' } : { kind: 'folder', place: view.place };
};

/** The calls of the workspace's chart and of the charts that it runs. */
function chartActors(send: Send) {
  const { previewLesson, ...actors } = workspaceActors(send);
  return {
    previewLesson,
    lessonList: lessonListMachine.provide({ actors: listActors(send) }),
    folderNaming: folderNamingMachine.provide({ actors: { saveFolder: actors.saveFolder } }),
    itemMove: itemMoveMachine.provide({ actors: { moveItem: actors.moveItem } }),
  };
}

type ListActor = ActorRefFrom<typeof lessonListMachine>;

/** The folders from the visible list, or from another list that has loaded them. */
function useNewestMeta([shown, ...others]: readonly [ListActor, ...ListActor[]]): WorkspaceMeta | null {
  const of = (actor: ListActor) => actor.getSnapshot().context.meta;
  const own = useSelector(shown, (snapshot) => snapshot.context.meta);
  return own ?? others.map(of).find((meta) => meta !== null) ?? null;
}

/** Runs the workspace charts and keeps them in sync with the page's address, which holds the view and its filters. */
export function useWorkspace() {
  const { send, persistence } = useApp();
  const user = useUser();
  const [params] = useSearchParams();
  /** The folder open at the last visit. */
  const [kept, setKept] = useState(() => {
    const text = persistence()?.read(workspaceSlice)?.place ?? '';
    const place = readPlace(text);
    return place === undefined || place.level === 4 ? undefined : place;
  });
  const view: View = readView(params) ?? (kept ? { tab: 'assignment', place: kept } : { tab: 'assignment', place: 'all' });
  const filters = readFilters(params);
  const workspace = useChart(workspaceMachine, {
    actors: chartActors(send),
    input: { userPuid: user.userPuid, view: firstView(view), filters },
  });
  const { isAll, isEveryone, isSharedTab, isContentTab, lists } = useFields(workspace, (snapshot) => ({
    isAll: snapshot.hasTag('all'),
    isEveryone: snapshot.hasTag('everyone'),
    isSharedTab: snapshot.hasTag('sharedTab'),
    isContentTab: snapshot.hasTag('contentTab'),
    lists: snapshot.context.lists,
  }));
  const tab: WorkspaceTab = isContentTab ? 'content' : isSharedTab ? 'shared' : 'assignment';
  const list = lists[isAll ? 'all' : isEveryone ? 'shared' : 'folder'];
  useChartMeta(list, listMessages);
  const meta = useNewestMeta([list, ...Object.values(lists)]);

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
  const forgetKept = useCallback(() => {
    persistence()?.write(workspaceSlice, { place: '' });
    setKept(undefined);
  }, [persistence]);
  return { workspace, view, filters, tab, isAll, isEveryone, list, allList: lists.all, meta, ownFolder, kept, forgetKept };
}
