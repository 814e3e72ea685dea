import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconX } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { problemText } from '../shell/problemText.ts';

interface MoveProblemProps {
  name: string;
  problem: Problem;
  onDismiss: () => void;
}

/** Why a row could not be moved. */
export default function MoveProblem({ name, problem, onDismiss }: MoveProblemProps) {
  return (
    <Notice
      tone="error"
      title={m.records_move_failed({ name })}
      action={<IconButton icon={IconX} size="small" label={m.ui_dismiss()} onPress={onDismiss} />}
    >
      {problemText(problem)}
    </Notice>
  );
}
