import { type ComponentType, lazy, Suspense } from 'react';
import type { LessonTask } from '../../machines/library/workspaceDialogsMachine.ts';

export interface LessonDialogProps {
  lessonId: number;
  lessonName: string;
  isPrebuilt: boolean;
  dueDate: string | null;
  onClose: () => void;
  /** The workspace shows the lesson and must reload. */
  onOutdated?: () => void;
  /** A student or class got the lesson; `onClose` follows. */
  onAssigned?: () => void;
  /** The lesson was unassigned from a class or from students. */
  onUnassigned?: () => void;
}

const dialogs: Record<LessonTask['kind'], ComponentType<LessonDialogProps>> = {
  assign: lazy(() => import('../assigning/AssignDialog.tsx')),
  link: lazy(() => import('../lessonLink/LinkDialog.tsx')),
  code: lazy(() => import('../lessonCode/CodeDialog.tsx')),
  share: lazy(() => import('../sharing/ShareDialog.tsx')),
};

/** The dialog of a task on a lesson; it loads when first opened. */
export function LessonDialog({
  task: { kind, lessonId, name, isPrebuilt, dueDate },
  ...events
}: { task: LessonTask } & Pick<LessonDialogProps, 'onClose' | 'onOutdated' | 'onAssigned' | 'onUnassigned'>) {
  const Shown = dialogs[kind];
  return (
    <Suspense>
      <Shown lessonId={lessonId} lessonName={name} isPrebuilt={isPrebuilt} dueDate={dueDate} {...events} />
    </Suspense>
  );
}
