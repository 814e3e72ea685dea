import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { longestName } from '../../../common/lessonLimits.ts';
import { type DuplicateInput, duplicateMachine } from '../../machines/workspace/duplicateMachine.ts';
import { m } from '../../paraglide/messages.js';
import { duplicateActors } from '../../services/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Form.tsx';
import { Text } from '../../ui/Layout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { useChartMeta, useNotices } from '../hooks.ts';
import { problemText } from '../shell/problemText.ts';

const announcements = { workspace_duplicate_failed: m.workspace_duplicate_failed };

interface DuplicateDialogProps {
  input: DuplicateInput;
  /** What is copied. */
  name: string;
  onDuplicated: () => void;
  onClose: () => void;
}

/** A copy under way; when its name is taken, the message and a field for another name. */
export function DuplicateDialog({ input, name, onDuplicated, onClose }: DuplicateDialogProps) {
  const { send, actorOptions } = useApp();
  const notices = useNotices();
  const logic = useMemo(() => duplicateMachine.provide({ actors: duplicateActors(send) }), [send]);
  const actor = useActorRef(logic, { ...actorOptions, input });
  useChartMeta(actor, announcements);
  const state = useSelector(actor, (snapshot) => snapshot);
  useEffect(() => {
    const { unsubscribe } = actor.on('lesson.duplicated', (copy) => {
      notices.send({ type: 'notice.posted', kind: 'success', text: m.workspace_duplicated({ name: copy.name }) });
      onDuplicated();
      onClose();
    });
    return unsubscribe;
  }, [actor, notices, onDuplicated, onClose]);
  const isBusy = state.hasTag('busy');
  const { problem } = state.context;
  const submit = () => actor.send({ type: 'duplicate.submitted' });
  const trimmed = state.context.name.trim();
  const isNamed = trimmed !== '' && trimmed.length <= longestName;
  return (
    <Dialog
      size="small"
      title={m.workspace_duplicating({ name })}
      isOpen
      isBusy={isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <>
          <Button onPress={close} reason={isBusy ? m.ui_wait() : null}>
            {m.common_cancel()}
          </Button>
          <Button variant="primary" isPending={isBusy} reason={isNamed ? null : m.workspace_name_wrong()} onPress={submit}>
            {m.workspace_duplicate()}
          </Button>
        </>
      )}
    >
      {problem === null ? (
        <Skeleton shape="row" count={1} />
      ) : (
        <div data-focus="duplicate-problem" tabIndex={-1}>
          <Form onSubmit={submit} isPending={isBusy} error={problemText(problem)}>
            <TextField
              label={m.workspace_duplicate_name()}
              description={m.workspace_duplicate_help()}
              value={state.context.name}
              onChange={(next) => actor.send({ type: 'name.changed', name: next })}
              reason={isBusy ? m.ui_wait() : null}
              error={isNamed ? null : m.workspace_name_wrong()}
            />
          </Form>
        </div>
      )}
      {problem === null ? <Text tone="soft">{state.context.name}</Text> : null}
    </Dialog>
  );
}
