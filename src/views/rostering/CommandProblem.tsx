import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { Notice } from '../../ui/Notice.tsx';
import { fieldText } from '../shell/fieldText.ts';
import { problemText } from '../shell/problemText.ts';

/** Why a command failed. `field`: name of the field whose error is shown beside it instead. */
export function CommandProblem({ problem, field }: { problem: Problem | null; field?: string }) {
  if (!problem || (field !== undefined && fieldText(problem, field) !== null)) return null;
  return (
    <div data-focus="problem" tabIndex={-1}>
      <Notice tone="error" title={m.rostering_command_failed()}>
        {problemText(problem)}
      </Notice>
    </div>
  );
}
