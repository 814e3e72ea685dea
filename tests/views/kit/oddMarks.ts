/** Marks of eight further students in a quiz of eight questions, from all right to almost all wrong. The second question is missed by the best. */
export const oddMarks = [
  [1, 0, 1, 1, 1, 3, 2, 2],
  [1, 0, 1, 1, 1, 3, 2, 0],
  [1, 0, 1, 1, 1, 3, 0, 0],
  [1, 2, 1, 1, 1, 0, 0, 0],
  [1, 2, 1, 1, 0, 0, 0, 0],
  [1, 2, 1, 0, 0, 0, 0, 0],
  [1, 2, 0, 0, 0, 0, 0, 0],
  [1, 2, 0, 0, 0, 0, 0, 0],
];
