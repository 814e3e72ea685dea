import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The board of a game, from the lobby to the winners. */
export const teacherReportCard = { path: 'quizsmart/teacherReportCard/:value', roles: staff, ids: 1 } as const satisfies ScreenAddress;
