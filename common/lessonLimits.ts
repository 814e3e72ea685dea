/** Longest name of a lesson, an assignment or a folder. */
export const longestName = 200;

/** Most resources that one lesson holds. */
export const mostResources = 100;

/** Rows that one answer of a list holds at most. */
export const pageLength = 100;
