import { providers } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { questionAnswer } from './questionAnswer.screen.ts';

/** One question: its quiz and its id. */
export const viewQuestionAnswer = {
  path: 'admin/viewQuestionAnswer/:value',
  roles: providers,
  ids: 2,
  list: questionAnswer.path,
} as const satisfies ScreenAddress;
