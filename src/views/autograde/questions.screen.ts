import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { gradeReport } from './report.screen.ts';

/** The answers to a quiz, question by question; its ids are the item and its type. */
export const gradeQuestions = {
  path: 'autograde/questions/:value',
  roles: staff,
  ids: 2,
  list: gradeReport.path,
} as const satisfies ScreenAddress;
