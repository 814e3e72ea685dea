import type { FolderUse, LessonUse } from '../../../contract/workspace.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { countUse, type DeletionOrder, deleteItem, restoreItem } from '../../services/workspace/workspace.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import Removal from '../shell/Removal.tsx';
import { useCommand } from '../useCommand.ts';

interface DeletionProps {
  order: DeletionOrder;
  name: string;
  /** The item was deleted or restored, so lists that show it are stale. */
  onChanged: (isBack: boolean) => void;
  onClose: () => void;
}

/** Asks before a deletion, and offers Undo after it. */
export function Deletion({ order, name, onChanged, onClose }: DeletionProps) {
  const { send } = useApp();
  const notices = useNotices();
  const command = useCommand('deletion', (item: DeletionOrder, { signal }) => deleteItem(send, item, signal), {
    order,
    question: { count: (item, { signal }) => countUse(send, item, signal) },
    undo: (item, { signal }) => restoreItem(send, item, signal),
    announce: { done: () => m.workspace_deleted_undo() },
    onDone: () => onChanged(false),
    onUndone: (_, newName) => {
      notices.send({ type: 'notice.posted', kind: 'success', text: m.workspace_restored({ name: newName ?? name }) });
      onChanged(true);
      onClose();
    },
    onLeft: onClose,
  });
  return (
    <Removal
      command={command}
      name={name}
      consequences={(use) => ('folders' in use ? <FolderConsequences use={use} /> : <Consequences use={use} />)}
    />
  );
}

function Consequences({ use }: { use: LessonUse }) {
  return (
    <Stack gap={2}>
      {use.groups === 0 ? (
        <Text>{m.workspace_delete_unassigned()}</Text>
      ) : (
        <Text>
          {m.workspace_delete_groups({ count: use.groups })}{' '}
          {m.workspace_delete_students({ notStarted: use.not_started, inProgress: use.in_progress, completed: use.completed })}
        </Text>
      )}
      {use.shared_with > 0 ? <Text>{m.workspace_delete_shared({ count: use.shared_with })}</Text> : null}
      <Text tone="soft">{m.workspace_delete_undo_hint()}</Text>
    </Stack>
  );
}

function FolderConsequences({ use }: { use: FolderUse }) {
  const parts = [
    use.folders > 0 ? m.workspace_count_folders({ count: use.folders }) : null,
    use.lessons > 0 ? m.workspace_count_lessons({ count: use.lessons }) : null,
    use.assignments > 0 ? m.workspace_count_assignments({ count: use.assignments }) : null,
  ].filter((part) => part !== null);
  const have = { groups: m.workspace_count_classes({ count: use.groups }), students: m.workspace_count_students({ count: use.students }) };
  return (
    <Stack gap={2}>
      <Text>
        {parts.length === 0
          ? m.workspace_delete_folder_empty()
          : m.workspace_delete_folder_holds({ list: new Intl.ListFormat(getLocale()).format(parts) })}
      </Text>
      {use.assigned > 0 ? (
        <Text>{m.workspace_delete_folder_assigned({ count: use.assigned, ...have })}</Text>
      ) : use.lessons + use.assignments > 0 ? (
        <Text>{m.workspace_delete_folder_unassigned()}</Text>
      ) : null}
      {use.shared_with > 0 ? <Text>{m.workspace_delete_folder_shared({ count: use.shared_with })}</Text> : null}
      <Text tone="soft">{m.workspace_delete_undo_hint()}</Text>
    </Stack>
  );
}
