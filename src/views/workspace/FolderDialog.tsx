import { longestName } from '../../../common/lessonLimits.ts';
import type { Problem } from '../../machines/problem.ts';
import type { FolderNaming } from '../../machines/workspace/folderNamingMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogButtons } from '../../ui/DialogButtons.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { problemText } from '../shell/problemText.ts';

interface FolderDialogProps {
  naming: FolderNaming;
  /** Name of the parent folder. */
  parentName: string;
  name: string;
  isSaving: boolean;
  isUnnamed: boolean;
  problem: Problem | null;
  onChange: (name: string) => void;
  onSubmit: () => void;
  onClose: () => void;
}

/** Names a new folder, or renames one of the user's own. */
export function FolderDialog({ naming, parentName, name, isSaving, isUnnamed, problem, onChange, onSubmit, onClose }: FolderDialogProps) {
  return (
    <Dialog
      size="small"
      title={naming.kind === 'rename' ? m.workspace_rename_title({ name: naming.name }) : m.workspace_new_folder_in({ name: parentName })}
      isOpen
      isBusy={isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <DialogButtons close={close} isBusy={isSaving} onPress={onSubmit}>
          {naming.kind === 'rename' ? m.workspace_save() : m.workspace_create()}
        </DialogButtons>
      )}
    >
      <Form onSubmit={onSubmit} isPending={isSaving} error={problem ? problemText(problem) : null}>
        <TextField
          label={m.workspace_name()}
          description={m.workspace_name_help({ count: longestName })}
          value={name}
          onChange={onChange}
          autoFocus
          error={isUnnamed ? m.workspace_name_wrong() : fieldText(problem, 'folder_name')}
        />
      </Form>
    </Dialog>
  );
}
