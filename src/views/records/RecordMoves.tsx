import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';

interface RecordMovesProps {
  /** Name of the row. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  isBusy: boolean;
  onMove: (by: 1 | -1) => void;
}

/** Moves a row in the list's own order. */
export default function RecordMoves({ name, isFirst, isLast, isBusy, onMove }: RecordMovesProps) {
  const wait = isBusy ? m.ui_wait() : null;
  return (
    <>
      <IconButton
        icon={IconArrowUp}
        size="small"
        label={m.records_move_up({ name })}
        reason={isFirst ? m.records_is_first() : wait}
        onPress={() => onMove(-1)}
      />
      <IconButton
        icon={IconArrowDown}
        size="small"
        label={m.records_move_down({ name })}
        reason={isLast ? m.records_is_last() : wait}
        onPress={() => onMove(1)}
      />
    </>
  );
}
