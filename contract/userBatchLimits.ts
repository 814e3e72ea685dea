/** Most people whom one change of a selection concerns. */
export const mostSelected = 500;
