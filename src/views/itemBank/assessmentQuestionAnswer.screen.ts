import { providers } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The catalog's assessments with a time limit, whose questions can be read. */
export const assessmentQuestionAnswer = { path: 'admin/assessmentQuestionAnswer', roles: providers } as const satisfies ScreenAddress;
