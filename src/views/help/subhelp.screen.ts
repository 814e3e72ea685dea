import { everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** A topic (`?topic=start`). */
export const helpTopic = { path: 'help/subhelp', roles: everyone } as const satisfies ScreenAddress;
