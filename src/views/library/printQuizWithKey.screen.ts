import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { assessment } from './assessment.screen.ts';

/** A quiz of the library on paper, with its key. */
export const printQuizWithKey = {
  path: 'content/printQuiz/:value',
  roles: staff,
  ids: 1,
  list: assessment.path,
} as const satisfies ScreenAddress;
