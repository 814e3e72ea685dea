import { lazy, Suspense } from 'react';
import type { ActorRefFrom, AnyStateMachine } from 'xstate';
import type { folderNamingMachine } from '../../machines/workspace/folderNamingMachine.ts';
import type { itemMoveMachine } from '../../machines/workspace/itemMoveMachine.ts';
import { type Folder, type Place, trailTo } from '../../machines/workspace/place.ts';
import type { workspaceMachine } from '../../machines/workspace/workspaceMachine.ts';
import { m } from '../../paraglide/messages.js';
import { useChartMeta } from '../hooks.ts';
import { useFields } from '../useFields.ts';

const FolderDialog = lazy(async () => ({ default: (await import('./FolderDialog.tsx')).FolderDialog }));
const EqualDialog = lazy(async () => ({ default: (await import('./EqualDialog.tsx')).EqualDialog }));

const announcements = { workspace_name_wrong: m.workspace_name_wrong };

const nameOf = (folders: readonly Folder[], place: Place) => trailTo(folders, place).at(-1)?.name ?? '';

interface Step<Machine extends AnyStateMachine> {
  actor: ActorRefFrom<Machine>;
  folders: readonly Folder[];
}

interface StepDialogsProps {
  workspace: ActorRefFrom<typeof workspaceMachine>;
  folders: readonly Folder[];
}

/** The dialog that a command needs: a folder's name, or the choice when an equal item exists. */
export function StepDialogs({ workspace, folders }: StepDialogsProps) {
  const { folderNaming, itemMove } = useFields(workspace, ({ children }) => children as Partial<typeof children>);
  useChartMeta(folderNaming, announcements);
  return (
    <Suspense>
      {folderNaming ? <NamingStep actor={folderNaming} folders={folders} /> : null}
      {itemMove ? <MoveStep actor={itemMove} folders={folders} /> : null}
    </Suspense>
  );
}

function NamingStep({ actor, folders }: Step<typeof folderNamingMachine>) {
  const { naming, name, problem, isSaving, isUnnamed } = useFields(actor, (snapshot) => ({
    naming: snapshot.context.naming,
    name: snapshot.context.name,
    problem: snapshot.hasTag('refused') ? snapshot.context.problem : null,
    isSaving: snapshot.hasTag('busy'),
    isUnnamed: snapshot.hasTag('unnamed'),
  }));
  return (
    <FolderDialog
      naming={naming}
      parentName={naming.kind === 'create' ? nameOf(folders, naming.parent) : ''}
      name={name}
      isSaving={isSaving}
      isUnnamed={isUnnamed}
      problem={problem}
      onChange={(typed) => actor.send({ type: 'name.changed', name: typed })}
      onSubmit={() => actor.send({ type: 'folder.submitted' })}
      onClose={() => actor.send({ type: 'naming.cancelled' })}
    />
  );
}

function MoveStep({ actor, folders }: Step<typeof itemMoveMachine>) {
  const { moving } = useFields(actor, (snapshot) => ({ moving: snapshot.hasTag('equal') ? snapshot.context.moving : null }));
  if (!moving) return null;
  return (
    <EqualDialog
      title={m.workspace_equal_title({ name: moving.name, folder: nameOf(folders, moving.place) })}
      leaveLabel={m.workspace_equal_leave()}
      onKeep={() => actor.send({ type: 'both.kept' })}
      onLeave={() => actor.send({ type: 'move.dropped' })}
    >
      {'folderId' in moving ? m.workspace_equal_folder() : m.workspace_equal_lesson()}
    </EqualDialog>
  );
}
