import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

const base = 'content/writeQuiz';

/** The form of a user's own quiz: `new`, or the encoded id of a saved one. One route for both, so that a new quiz stays mounted. */
export const quizEditor = { path: `${base}/:value`, list: `${base}/new`, roles: staff } as const satisfies ScreenAddress;
