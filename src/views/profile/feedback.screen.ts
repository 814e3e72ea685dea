import { everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** A message to support. */
export const feedback = { path: 'feedbackform', roles: everyone } as const satisfies ScreenAddress;
