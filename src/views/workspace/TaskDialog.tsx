import { lazy, Suspense } from 'react';
import type { WorkspaceMeta } from '../../../contract/workspace.ts';
import type { ResourceTask, Task } from '../../machines/library/workspaceDialogsMachine.ts';
import type { Moving } from '../../machines/workspace/itemMoveMachine.ts';
import { folderIdOf, type Place } from '../../machines/workspace/place.ts';
import { m } from '../../paraglide/messages.js';
import { useUser } from '../hooks.ts';
import { LessonDialog } from './LessonDialog.tsx';
import type { MoveDialogProps } from './MoveDialog.tsx';

const DuplicateDialog = lazy(async () => ({ default: (await import('./DuplicateDialog.tsx')).DuplicateDialog }));
const MoveDialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));

/** The name of a copy, truncated to the maximum length. */
const copyName = (name: string) => {
  const numbered = /^(.*) \((?:copy|copia)(?: (\d{1,3}))?\)$/s.exec(name);
  const base = (numbered?.[1] ?? name).slice(0, 180);
  return numbered
    ? m.workspace_copy_name_number({ name: base, number: Number(numbered[2] ?? 1) + 1 })
    : m.workspace_copy_name({ name: base });
};

interface TaskDialogProps {
  task: Exclude<Task, ResourceTask>;
  /** The folders; null until loaded. */
  meta: WorkspaceMeta | null;
  /** Place of the visible list; null if it has no folder. */
  from: Place | null;
  expanded: ReadonlySet<string>;
  onClose: () => void;
  onMove: (moving: Moving) => void;
  onDuplicated: () => void;
  onAssigned: () => void;
  onUnassigned: (isPrebuilt: boolean) => void;
}

/** The dialog of a task. */
export function TaskDialog({ task, meta, from, expanded, onClose, onMove, onDuplicated, onAssigned, onUnassigned }: TaskDialogProps) {
  const { userPuid } = useUser();
  const move = (moving: Moving) => {
    onMove(moving);
    onClose();
  };
  const moving = (what: Pick<MoveDialogProps, 'name' | 'folder' | 'from' | 'onMove'>) =>
    meta ? (
      <Suspense>
        <MoveDialog {...what} meta={meta} expanded={expanded} onClose={onClose} />
      </Suspense>
    ) : null;
  if (task.kind === 'duplicate')
    return (
      <Suspense>
        <DuplicateDialog
          order={{ userPuid, lessonId: task.lessonId, type: task.type, name: copyName(task.name) }}
          name={task.name}
          onDuplicated={onDuplicated}
          onClose={onClose}
        />
      </Suspense>
    );
  if (task.kind === 'move')
    return moving({ name: task.name, from, onMove: (place) => move({ lessonId: task.lessonId, name: task.name, place }) });
  if (task.kind === 'moveFolder') {
    const { name, place } = task.folder;
    return moving({
      name,
      folder: task.folder,
      from: task.parent.place,
      onMove: (to) => move({ folderId: folderIdOf(place), name, from: place, place: to }),
    });
  }
  return <LessonDialog task={task} onClose={onClose} onOutdated={onAssigned} onUnassigned={() => onUnassigned(task.isPrebuilt)} />;
}
