import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Items by topic. */
export const learning = { path: 'home/teacherDashboardLearning', roles: staff } as const satisfies ScreenAddress;
