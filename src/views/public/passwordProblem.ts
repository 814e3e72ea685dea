import { weakPassword } from '../../../common/weakPassword.ts';
import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { problemText } from '../shell/problemText.ts';

/** Refusals that have words of ours in each language. */
const known: ReadonlyMap<string, () => string> = new Map([
  [weakPassword.names, m.account_password_names],
  [weakPassword.common, m.account_password_common],
]);

/** As `problemText`, where a new password may have been refused. */
export const passwordProblemText = (problem: Problem): string => known.get(problem.message)?.() ?? problemText(problem);
