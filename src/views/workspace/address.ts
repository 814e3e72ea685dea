import { longestName } from '../../../common/lessonLimits.ts';
import { type LessonKind, type LessonOrder, lessonKinds, lessonOrders } from '../../../contract/workspace.ts';
import { type ListFilters, noFilters } from '../../machines/workspace/lessonListMachine.ts';
import { type Place, placeKey, readPlace } from '../../machines/workspace/place.ts';
import type { WorkspaceTab } from '../../machines/workspace/workspaceMachine.ts';
import { paths } from '../paths.ts';

/** The workspace view in the address: a folder, all lessons, everything shared (`place` null), or the content tab. */
export type View =
  | { tab: 'assignment'; place: Place }
  | { tab: 'assignment'; place: 'all' }
  | { tab: 'shared'; place: Place | null }
  | { tab: 'content' };

/** Reads the view from the address; undefined if it names none, which means the view of the last visit. */
export function readView(params: URLSearchParams): View | undefined {
  const tab = params.get('tab') as WorkspaceTab | null;
  const at = params.get('at');
  const place = at === null ? undefined : readPlace(at);
  if (tab === 'content') return { tab };
  if (tab === 'shared') return { tab, place: place?.level === 4 ? place : null };
  if (at === 'all') return { tab: 'assignment', place: 'all' };
  if (place) return place.level === 4 ? { tab: 'shared', place } : { tab: 'assignment', place };
  return undefined;
}

/** A unique key per view. */
export const viewKey = (view: View): string =>
  view.tab === 'content' ? 'content' : `${view.tab}:${view.place === null || view.place === 'all' ? view.place : placeKey(view.place)}`;

/** Reads filters and sort order; omits the ones that are not set. */
export function readFilters(params: URLSearchParams): ListFilters {
  const kind = params.get('kind') as LessonKind;
  const sort = params.get('sort') as LessonOrder;
  return {
    search: (params.get('q') ?? '').slice(0, longestName),
    kind: lessonKinds.includes(kind) ? kind : noFilters.kind,
    sort: lessonOrders.includes(sort) ? sort : noFilters.sort,
  };
}

/** The address of a view with its filters and sort order. */
export function viewPath(view: View, filters: ListFilters = noFilters): string {
  const params = new URLSearchParams();
  if (view.tab !== 'assignment') params.set('tab', view.tab);
  if (view.tab !== 'content' && view.place !== null) params.set('at', view.place === 'all' ? 'all' : placeKey(view.place));
  if (filters.search !== '') params.set('q', filters.search);
  if (filters.kind !== noFilters.kind) params.set('kind', filters.kind);
  if (filters.sort !== noFilters.sort) params.set('sort', filters.sort);
  return `${paths.workspace}?${params}`;
}
