import { useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { destinations, type TreeNode } from './treeMoves.ts';

interface MoveDialogProps {
  node: TreeNode;
  items: readonly TreeNode[];
  onClose: () => void;
  onMove: (target: string | null) => void;
}

/** Moves an item without dragging: lists every folder that can take it, by path. */
export default function TreeMoveDialog({ node, items, onClose, onMove }: MoveDialogProps) {
  const [target, setTarget] = useState<string | null>(null);
  const places = destinations(items, node.key);
  return (
    <Dialog
      title={m.ui_tree_move_title({ name: node.label })}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      footer={(close) => (
        <>
          <Button onPress={close}>{m.ui_cancel()}</Button>
          <Button
            variant="primary"
            reason={target === null ? m.ui_tree_move_first() : null}
            onPress={() => onMove(target === TOP ? null : target)}
          >
            {m.ui_tree_move()}
          </Button>
        </>
      )}
    >
      <RadioGroup
        label={m.ui_tree_move_where()}
        value={target ?? ''}
        onChange={setTarget}
        options={[{ key: TOP, label: m.ui_tree_top() }, ...places.map(({ key, path }) => ({ key, label: path.join(' › ') }))]}
      />
    </Dialog>
  );
}

/** Not a key of a node: stands for the top level in the list of places. */
const TOP = '\u0000top';
