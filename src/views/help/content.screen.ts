import { everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** An article (`?article=sign-in`), or that of the screen at an address (`?page=/authenticated/…`). */
export const helpContent = { path: 'help/content', roles: everyone } as const satisfies ScreenAddress;
