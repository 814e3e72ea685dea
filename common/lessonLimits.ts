import type * as calls from '../contract/workspace.ts';

// Charts do without the calls, and the calls without the rest of the project: the types hold the two to the same numbers.

/** Longest name of a lesson, an assignment or a folder. */
export const longestName: typeof calls.longestName = 200;

/** Most resources that one lesson holds. */
export const mostResources: typeof calls.mostResources = 100;

/** Rows that one answer of a list holds at most. */
export const pageLength: typeof calls.pageLength = 100;
