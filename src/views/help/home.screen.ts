import { everyone } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

export const helpHome = { path: 'help/home', roles: everyone } as const satisfies ScreenAddress;
