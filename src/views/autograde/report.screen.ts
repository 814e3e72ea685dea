import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The quizzes and assessments with answers to grade. */
export const gradeReport = { path: 'autograde/report', roles: staff } as const satisfies ScreenAddress;
