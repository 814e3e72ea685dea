import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { gradeReport } from './report.screen.ts';

/** The answers of one student to all questions; its ids are the item, its type and the result. */
export const gradeStudent = {
  path: 'autograde/student/:value',
  roles: staff,
  ids: 3,
  list: gradeReport.path,
} as const satisfies ScreenAddress;
