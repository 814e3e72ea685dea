import { useState } from 'react';
import type { WorkspaceMeta } from '../../../contract/workspace.ts';
import { deepest, type Folder, type FolderPlace, heightOf, type Place, placeKey } from '../../machines/workspace/place.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { FolderTree } from './FolderTree.tsx';

export interface MoveDialogProps {
  name: string;
  /** The folder to move. Absent when a lesson or an assignment is moved. */
  folder?: Folder;
  meta: WorkspaceMeta;
  /** Current place; null when unknown. */
  from: Place | null;
  expanded: ReadonlySet<string>;
  onMove: (place: FolderPlace) => void;
  onClose: () => void;
}

/** Moves a lesson without dragging, or a folder. */
export function MoveDialog({ name, folder, meta, from, expanded, onMove, onClose }: MoveDialogProps) {
  const [to, setTo] = useState<FolderPlace | null>(null);
  const [open, setOpen] = useState(expanded);
  const isElsewhere = to !== null && (from === null || placeKey(to) !== placeKey(from));
  const isTooDeep = to !== null && folder !== undefined && to.level + heightOf(folder) > deepest;
  const reason = !isElsewhere ? m.workspace_move_first() : isTooDeep ? m.workspace_refused_too_deep() : null;
  return (
    <Dialog
      title={m.workspace_move_title({ name })}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <>
          <Button onPress={close}>{m.common_cancel()}</Button>
          <Button variant="primary" reason={reason} onPress={() => to && onMove(to)}>
            {m.workspace_move_do()}
          </Button>
        </>
      )}
    >
      <Stack gap={3}>
        <Text>{m.workspace_move_where()}</Text>
        <FolderTree
          meta={meta}
          without={folder}
          current={to ?? from}
          expanded={open}
          onExpandedChange={setOpen}
          onOpen={(place) => place !== 'all' && setTo(place)}
        />
      </Stack>
    </Dialog>
  );
}
