import { useState } from 'react';
import { longestName } from '../../../common/lessonLimits.ts';
import { m } from '../../paraglide/messages.js';
import { type DuplicateOrder, duplicateLesson } from '../../services/workspace/workspace.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Form } from '../../ui/Form.tsx';
import { Text } from '../../ui/Layout.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../app.ts';
import { useNotices } from '../hooks.ts';
import { fieldText } from '../shell/fieldText.ts';
import { problemText } from '../shell/problemText.ts';
import { useCommand } from '../useCommand.ts';

interface DuplicateDialogProps {
  /** The first copy to attempt; its name may be taken. */
  order: DuplicateOrder;
  /** Name of the original. */
  name: string;
  onDuplicated: () => void;
  onClose: () => void;
}

/** A copy in progress. If its name is taken, shows the message and a field for another name. */
export function DuplicateDialog({ order, name, onDuplicated, onClose }: DuplicateDialogProps) {
  const { send } = useApp();
  const notices = useNotices();
  const [first] = useState(order);
  const [typed, setTyped] = useState(order.name);
  const { give, isBusy, problem, ...command } = useCommand(
    'duplicate',
    (copy: DuplicateOrder, { signal }) => duplicateLesson(send, copy, signal),
    {
      order: first,
      announce: { failed: () => m.workspace_duplicate_failed() },
      onDone: (copy) => {
        notices.send({ type: 'notice.posted', kind: 'success', text: m.workspace_duplicated({ name: copy.name }) });
        onDuplicated();
        onClose();
      },
    },
  );
  const trimmed = typed.trim();
  const isNamed = trimmed !== '' && trimmed.length <= longestName;
  const submit = () => {
    if (isNamed) give({ ...first, name: trimmed });
  };
  const isFirstTry = problem === null && command.order === first;
  return (
    <Dialog
      size="small"
      title={m.workspace_duplicating({ name })}
      isOpen
      isBusy={isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <DialogButtons close={close} isBusy={isBusy} reason={isNamed ? null : m.workspace_name_wrong()} onPress={submit}>
          {m.workspace_duplicate()}
        </DialogButtons>
      )}
    >
      {isFirstTry ? (
        <Skeleton shape="row" count={1} />
      ) : (
        <div data-focus="command-problem" tabIndex={-1}>
          <Form onSubmit={submit} isPending={isBusy} error={problem ? problemText(problem) : null}>
            <TextField
              label={m.workspace_duplicate_name()}
              description={m.workspace_duplicate_help()}
              value={typed}
              onChange={setTyped}
              reason={isBusy ? m.ui_wait() : null}
              error={isNamed ? fieldText(problem, 'lesson_name') : m.workspace_name_wrong()}
            />
          </Form>
        </div>
      )}
      {isFirstTry ? <Text tone="soft">{typed}</Text> : null}
    </Dialog>
  );
}
