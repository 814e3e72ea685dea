import type * as calls from '../contract/workspace.ts';

// Charts do not import the calls, and the calls nothing from the rest of the project. The types keep both at the same numbers.

/** Maximum length of a lesson, assignment or folder name. */
export const longestName: typeof calls.longestName = 200;

/** Maximum resources per lesson. */
export const mostResources: typeof calls.mostResources = 100;

/** Maximum rows per response of a list. */
export const pageLength: typeof calls.pageLength = 100;
