import { providers } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The questions of an assessment of the catalog. */
export const assessmentQuestions = {
  path: 'admin/assessmentQuestionAnswer/:value',
  roles: providers,
  ids: 1,
} as const satisfies ScreenAddress;
