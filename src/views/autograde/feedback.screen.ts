import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** One answer with its comments. */
export const gradeFeedback = { path: 'autograde/feedback', roles: staff } as const satisfies ScreenAddress;
