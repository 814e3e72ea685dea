import { useMemo } from 'react';
import type { WorkspaceMeta } from '../../../contract/workspace.ts';
import { type Folder, type FolderPlace, foldersOf, type Place, placeKey, readPlace, trailTo } from '../../machines/workspace/place.ts';
import { m } from '../../paraglide/messages.js';
import { IconBook2, IconEdit, IconFolderPlus, IconFolderSymlink, IconListCheck, IconTrash } from '../../ui/icons.ts';
import type { MenuAction } from '../../ui/Menu.tsx';
import { Tree } from '../../ui/Tree.tsx';
import type { TreeNode } from '../../ui/treeMoves.ts';

/** Data type of a dragged lesson. */
export const dragType = 'application/x-orrery-lesson';

/** Key of the row for all lessons. */
const allKey = 'all';

const nodeOf = (folder: Folder, without: string): TreeNode => ({
  key: placeKey(folder.place),
  label: folder.name,
  children: folder.folders.filter((one) => placeKey(one.place) !== without).map((one) => nodeOf(one, without)),
  ...(folder.place.level === 0 ? { icon: IconBook2 } : {}),
  ...(folder.lessonCount > 0 ? { detail: String(folder.lessonCount) } : {}),
});

export type FolderAction = 'create' | 'rename' | 'move' | 'delete';

interface FolderTreeProps {
  meta: WorkspaceMeta;
  /** The open folder; `all` for every lesson. */
  current: Place | 'all' | null;
  expanded: ReadonlySet<string>;
  onExpandedChange: (expanded: ReadonlySet<string>) => void;
  onOpen: (place: FolderPlace | 'all') => void;
  /** A folder to leave out, with its contents. */
  without?: Folder | undefined;
  /** Absent when a folder is only being chosen. */
  manage?: {
    /** Handles an action on a folder. Creating puts a folder inside it; the other actions need a folder of the user's own. */
    onAct: (action: FolderAction, folder: Folder) => void;
    onReceive: (data: string, place: FolderPlace) => void;
  };
}

/** Products with their folders. */
export function FolderTree({ meta, current, expanded, onExpandedChange, onOpen, without, manage }: FolderTreeProps) {
  const folders = useMemo(() => foldersOf(meta), [meta]);
  const items = useMemo(
    (): TreeNode[] => [
      ...(manage ? [{ key: allKey, label: m.workspace_all(), icon: IconListCheck, detail: String(meta.total) }] : []),
      ...folders.map((folder) => nodeOf(folder, without ? placeKey(without.place) : '')),
    ],
    [folders, meta.total, manage, without],
  );
  const folderAt = (key: string) => {
    const place = readPlace(key);
    return place && trailTo(folders, place).at(-1);
  };
  const actions = (node: TreeNode): MenuAction[] => {
    const folder = folderAt(node.key);
    if (!folder || !manage) return [];
    return [
      ...(folder.place.level < 3 ? [{ key: 'create', label: m.workspace_new_folder_here(), icon: IconFolderPlus }] : []),
      ...(folder.isCustom
        ? [
            { key: 'rename', label: m.workspace_rename(), icon: IconEdit },
            { key: 'move', label: m.workspace_move(), icon: IconFolderSymlink },
            { key: 'delete', label: m.workspace_delete(), icon: IconTrash, isDanger: true },
          ]
        : []),
    ];
  };
  return (
    <Tree
      label={m.workspace_folders()}
      items={items}
      expanded={expanded}
      onExpandedChange={onExpandedChange}
      selectionMode="single"
      selected={new Set(current === null ? [] : [current === 'all' ? allKey : placeKey(current)])}
      onSelectedChange={(keys) => {
        const [key] = keys;
        if (key === undefined) return;
        const place = readPlace(key);
        if (key === allKey) onOpen('all');
        else if (place && place.level !== 4) onOpen(place);
      }}
      {...(manage
        ? {
            actions,
            onAction: (action: string, key: string) => {
              const folder = folderAt(key);
              if (folder) manage.onAct(action as FolderAction, folder);
            },
            receives: {
              type: dragType,
              onReceive: (data: string, key: string) => {
                const place = readPlace(key);
                if (place && place.level !== 4) manage.onReceive(data, place);
              },
            },
          }
        : {})}
    />
  );
}
