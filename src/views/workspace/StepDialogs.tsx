import { lazy, Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type Folder, trailTo } from '../../machines/workspace/place.ts';
import type { workspaceMachine } from '../../machines/workspace/workspaceMachine.ts';
import { m } from '../../paraglide/messages.js';
import { useFields } from '../useFields.ts';

const FolderDialog = lazy(async () => ({ default: (await import('./FolderDialog.tsx')).FolderDialog }));
const EqualDialog = lazy(async () => ({ default: (await import('./EqualDialog.tsx')).EqualDialog }));

interface StepDialogsProps {
  workspace: ActorRefFrom<typeof workspaceMachine>;
  folders: readonly Folder[];
}

/** The dialog that a step in the tree needs: a folder name, or the choice when an equal lesson exists. */
export function StepDialogs({ workspace, folders }: StepDialogsProps) {
  const { naming, name, moving, problem, isSaving, isUnnamed } = useFields(workspace, (snapshot) => ({
    naming: snapshot.hasTag('naming') ? snapshot.context.naming : null,
    name: snapshot.context.name,
    moving: snapshot.hasTag('equal') ? snapshot.context.moving : null,
    problem: snapshot.hasTag('folderRefused') ? snapshot.context.problem : null,
    isSaving: snapshot.hasTag('savingFolder'),
    isUnnamed: snapshot.hasTag('unnamed'),
  }));
  const namingParent = naming?.kind === 'create' ? trailTo(folders, naming.parent).at(-1)?.name : undefined;
  return (
    <Suspense>
      {naming ? (
        <FolderDialog
          naming={naming}
          parentName={namingParent ?? ''}
          name={name}
          isSaving={isSaving}
          isUnnamed={isUnnamed}
          problem={problem}
          onChange={(typed) => workspace.send({ type: 'name.changed', name: typed })}
          onSubmit={() => workspace.send({ type: 'folder.submitted' })}
          onClose={() => workspace.send({ type: 'naming.cancelled' })}
        />
      ) : null}
      {moving ? (
        <EqualDialog
          title={m.workspace_equal_title({
            name: moving.name,
            folder: trailTo(folders, moving.place).at(-1)?.name ?? '',
          })}
          leaveLabel={m.workspace_equal_leave()}
          onKeep={() => workspace.send({ type: 'both.kept' })}
          onLeave={() => workspace.send({ type: 'move.dropped' })}
        >
          {'folderId' in moving ? m.workspace_equal_folder() : m.workspace_equal_lesson()}
        </EqualDialog>
      ) : null}
    </Suspense>
  );
}
