import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { fieldText } from '../shell/fieldText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';

/** Why a command failed. `field`: name of the field whose error is shown beside it instead. */
export function CommandProblem({ problem, field }: { problem: Problem | null; field?: string }) {
  if (!problem || (field !== undefined && fieldText(problem, field) !== null)) return null;
  return <ProblemNotice title={m.rostering_command_failed()} problem={problem} />;
}
