import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { type DeletionInput, deletionMachine, type FolderUse, type LessonUse } from '../../machines/workspace/deletionMachine.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { deletionActors } from '../../services/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconX } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useChartMeta, useNotices } from '../hooks.ts';
import { folderProblem } from './refusals.ts';

const announcements = { workspace_deleted_undo: m.workspace_deleted_undo };

interface DeletionProps {
  input: DeletionInput;
  name: string;
  /** It is deleted, or back: what shows it is old. */
  onChanged: (isBack: boolean) => void;
  onClose: () => void;
}

/** The question before a deletion, and Undo after it. */
export function Deletion({ input, name, onChanged, onClose }: DeletionProps) {
  const { send, actorOptions } = useApp();
  const notices = useNotices();
  const logic = useMemo(() => deletionMachine.provide({ actors: deletionActors(send) }), [send]);
  const actor = useActorRef(logic, { ...actorOptions, input });
  useChartMeta(actor, announcements);
  const state = useSelector(actor, (snapshot) => snapshot);
  const isOver = state.status === 'done';
  useEffect(() => {
    const deleted = actor.on('item.deleted', () => onChanged(false));
    const restored = actor.on('item.restored', ({ name: newName }) => {
      notices.send({ type: 'notice.posted', kind: 'success', text: m.workspace_restored({ name: newName ?? name }) });
      onChanged(true);
    });
    return () => {
      deleted.unsubscribe();
      restored.unsubscribe();
    };
  }, [actor, notices, name, onChanged]);
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);

  const { use, problem } = state.context;
  if (state.hasTag('undoable')) {
    const isRestoring = state.matches('restoring');
    return (
      <Notice
        tone={state.hasTag('failed') ? 'error' : 'success'}
        title={m.workspace_deleted({ name })}
        action={
          <Row gap={1} noWrap>
            <Button size="small" isPending={isRestoring} onPress={() => actor.send({ type: 'deletion.undone' })}>
              {m.workspace_undo()}
            </Button>
            {isRestoring ? null : (
              <IconButton icon={IconX} size="small" label={m.ui_dismiss()} onPress={() => actor.send({ type: 'deletion.dismissed' })} />
            )}
          </Row>
        }
      >
        {!state.hasTag('failed') ? m.workspace_delete_undo_hint() : problem?.reason ? folderProblem(problem) : m.workspace_restore_failed()}
      </Notice>
    );
  }
  if (!state.hasTag('asking')) return null;
  const isUncounted = state.matches('uncounted');
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={m.workspace_delete_title({ name })}
      confirmLabel={isUncounted ? m.common_try_again() : m.workspace_delete()}
      isPending={state.matches('deleting')}
      onConfirm={() => {
        const event = { type: isUncounted ? ('deletion.retried' as const) : ('deletion.confirmed' as const) };
        if (state.can(event)) actor.send(event);
      }}
      onOpenChange={(isOpen) => {
        if (!isOpen && state.can({ type: 'deletion.cancelled' })) actor.send({ type: 'deletion.cancelled' });
      }}
      error={problem ? folderProblem(problem) : null}
    >
      {isUncounted ? (
        <Text>{m.workspace_delete_uncounted()}</Text>
      ) : use ? (
        'folders' in use ? (
          <FolderConsequences use={use} />
        ) : (
          <Consequences use={use} />
        )
      ) : (
        <>
          <Text tone="soft">{m.workspace_delete_counting()}</Text>
          <Skeleton shape="row" count={1} />
        </>
      )}
    </ConfirmDialog>
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
