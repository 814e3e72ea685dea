import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The teacher's games, and a form to open another. */
export const teacherGames = { path: 'quizsmart/teacherReportCard', roles: staff } as const satisfies ScreenAddress;
