import { providers } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { assessmentQuestionAnswer } from './assessmentQuestionAnswer.screen.ts';

/** One question of an assessment: the assessment and the question's id. */
export const viewAssessmentQuestionAnswer = {
  path: 'admin/viewAssessmentQuestionAnswer/:value',
  roles: providers,
  ids: 2,
  list: assessmentQuestionAnswer.path,
} as const satisfies ScreenAddress;
