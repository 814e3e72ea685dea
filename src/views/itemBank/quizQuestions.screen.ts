import { providers } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The questions of a quiz of the catalog. */
export const quizQuestions = { path: 'admin/questionAnswer/:value', roles: providers, ids: 1 } as const satisfies ScreenAddress;
