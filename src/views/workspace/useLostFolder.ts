import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { foldersOf, placeKey, readPlace, sameFolder } from '../../machines/workspace/place.ts';
import { m } from '../../paraglide/messages.js';
import { useNotices } from '../hooks.ts';
import { viewPath } from './address.ts';
import type { useWorkspace } from './useWorkspace.ts';

type Shown = Pick<ReturnType<typeof useWorkspace>, 'list' | 'allList' | 'isAll' | 'meta' | 'ownFolder' | 'forgetKept'>;

/** Follows the open folder when it was moved elsewhere, and goes to all lessons when it was deleted. */
export function useLostFolder({ list, allList, isAll, meta, ownFolder, forgetKept }: Shown) {
  const notices = useNotices();
  const navigate = useNavigate();
  /** The open folder when the server does not know it, because it was moved or deleted elsewhere. */
  const lost = useSelector(list, ({ context: { source, problem } }) =>
    problem?.code === 404 && source?.kind === 'folder' && source.place.level !== 4 ? placeKey(source.place) : null,
  );
  useEffect(() => {
    // Loading all lessons also loads the current folders.
    if (lost !== null && lost === ownFolder)
      void navigate(viewPath({ tab: 'assignment', place: 'all' }), { replace: true, state: { lost } });
  }, [lost, ownFolder, navigate]);
  const { state: visit } = useLocation();
  const sought = (visit as { lost?: string } | null)?.lost;
  const isAllThere = useSelector(allList, (snapshot) => snapshot.hasTag('ready')) && isAll;
  useEffect(() => {
    const from = sought === undefined ? undefined : readPlace(sought);
    if (!isAllThere || !meta || !from || from.level === 4) return;
    const now = sameFolder(foldersOf(meta), from);
    if (!now) {
      notices.send({ type: 'notice.posted', kind: 'info', text: m.workspace_folder_gone() });
      forgetKept();
    }
    void navigate(viewPath({ tab: 'assignment', place: now?.place ?? 'all' }), { replace: true });
  }, [sought, isAllThere, meta, navigate, notices, forgetKept]);
}
