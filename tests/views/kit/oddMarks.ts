import { m } from '../../../src/paraglide/messages.js';

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

/** The table of the options that these students chose, which their attempts do not say. */
export const optionsOfOddClass = [
  ['No.', 'Option', 'Correct', 'Chosen', 'Top 27%', 'Middle', 'Bottom 27%', m.reports_misconception()],
  ['1', 'ice', 'no', '0', '0%', '0%', '0%', 'MISCONCEPTION ice'],
  ['1', 'steam', 'yes', '0', '0%', '0%', '0%', '–'],
  ['1', 'water', 'no', '0', '0%', '0%', '0%', 'MISCONCEPTION water'],
  ['2', 'gold', 'yes', '0', '0%', '0%', '0%', '–'],
  ['2', 'air', 'no', '0', '0%', '0%', '0%', 'MISCONCEPTION air'],
  ['2', 'iron', 'yes', '0', '0%', '0%', '0%', '–'],
  ['2', 'soup', 'no', '0', '0%', '0%', '0%', 'MISCONCEPTION soup'],
  ['3', 'True', 'no', '0', '0%', '0%', '0%', 'MISCONCEPTION True'],
  ['3', 'False', 'yes', '0', '0%', '0%', '0%', '–'],
];
