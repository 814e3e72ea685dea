import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type Folder, trailTo } from '../../machines/workspace/place.ts';
import type { workspaceMachine } from '../../machines/workspace/workspaceMachine.ts';
import { m } from '../../paraglide/messages.js';
import { FolderDialog } from './FolderDialog.tsx';

const EqualDialog = lazy(async () => ({ default: (await import('./EqualDialog.tsx')).EqualDialog }));

interface StepDialogsProps {
  workspace: ActorRefFrom<typeof workspaceMachine>;
  folders: readonly Folder[];
}

/** The dialog that a step in the tree needs: a folder name, or the choice when an equal lesson exists. */
export function StepDialogs({ workspace, folders }: StepDialogsProps) {
  const state = useSelector(workspace, (snapshot) => snapshot);
  const { context } = state;
  const { naming } = context;
  const namingParent = naming?.kind === 'create' ? trailTo(folders, naming.parent).at(-1)?.name : undefined;
  return (
    <>
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
    </>
  );
}
