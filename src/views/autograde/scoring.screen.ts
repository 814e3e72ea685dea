import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { gradeReport } from './report.screen.ts';

/** How the answers to a question are scored; its ids are the item, its type and the question. */
export const questionScoring = {
  path: 'autograde/scoring/:value',
  roles: staff,
  ids: 3,
  list: gradeReport.path,
} as const satisfies ScreenAddress;
