import { providers } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The catalog's quizzes without a time limit, whose questions can be read. */
export const questionAnswer = { path: 'admin/questionAnswer', roles: providers } as const satisfies ScreenAddress;
