import { providers } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';
import { questionAnswer } from './questionAnswer.screen.ts';

/** The form of a quiz or an assessment of the catalog: the item that has its questions. */
export const editQuestionAnswer = {
  path: 'admin/editQuestionAnswer/:value',
  roles: providers,
  ids: 1,
  list: questionAnswer.path,
} as const satisfies ScreenAddress;
