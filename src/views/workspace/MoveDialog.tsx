import { useState } from 'react';
import type { LessonRow, WorkspaceMeta } from '../../../contract/workspace.ts';
import { type FolderPlace, type Place, placeKey } from '../../machines/workspace/place.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { FolderTree } from './FolderTree.tsx';

interface MoveDialogProps {
  row: LessonRow;
  meta: WorkspaceMeta;
  /** Where it is; null where that is not known. */
  from: Place | null;
  expanded: ReadonlySet<string>;
  onMove: (place: FolderPlace) => void;
  onClose: () => void;
}

/** The way to move a lesson without dragging. */
export function MoveDialog({ row, meta, from, expanded, onMove, onClose }: MoveDialogProps) {
  const [to, setTo] = useState<FolderPlace | null>(null);
  const [open, setOpen] = useState(expanded);
  const isElsewhere = to !== null && (from === null || placeKey(to) !== placeKey(from));
  return (
    <Dialog
      title={m.workspace_move_title({ name: row.lesson_name })}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <>
          <Button onPress={close}>{m.common_cancel()}</Button>
          <Button variant="primary" reason={isElsewhere ? null : m.workspace_move_first()} onPress={() => to && onMove(to)}>
            {m.workspace_move_do()}
          </Button>
        </>
      )}
    >
      <Stack gap={3}>
        <Text>{m.workspace_move_where()}</Text>
        <FolderTree
          meta={meta}
          current={to ?? from}
          expanded={open}
          onExpandedChange={setOpen}
          onOpen={(place) => place !== 'all' && setTo(place)}
        />
      </Stack>
    </Dialog>
  );
}
