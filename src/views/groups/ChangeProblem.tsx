import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { Notice } from '../../ui/Notice.tsx';
import { problemText } from '../shell/problemText.ts';

/** Why a change was not saved. */
export function ChangeProblem({ problem, onClose }: { problem: Problem | null; onClose: () => void }) {
  return problem ? (
    <div data-focus="command-problem" tabIndex={-1}>
      <Notice tone="error" title={m.groups_not_saved()} onDismiss={onClose}>
        {problemText(problem)}
      </Notice>
    </div>
  ) : null;
}
