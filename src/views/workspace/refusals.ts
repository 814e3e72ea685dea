import type { FolderRefusal } from '../../../contract/workspace.ts';
import type { Problem } from '../../machines/problem.ts';
import { m } from '../../paraglide/messages.js';
import { problemText } from '../shell/problemText.ts';

const words: Readonly<Record<FolderRefusal, () => string>> = {
  intoItself: m.workspace_refused_into_itself,
  tooDeep: m.workspace_refused_too_deep,
  tooMany: m.workspace_refused_too_many,
  sameName: m.workspace_refused_same_name,
  parentGone: m.workspace_refused_parent_gone,
};

/** Why something with a folder failed, in the language of the page where the reason is known. */
export const folderProblem = (problem: Problem): string => words[problem.reason as FolderRefusal]?.() ?? problemText(problem);
