import { staff } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** What a link in a learning platform will open. A launch leads here. */
export const ltiChoice = { path: 'workspace/chooseForPlatform', roles: staff } as const satisfies ScreenAddress;
