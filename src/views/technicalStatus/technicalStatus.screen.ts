import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** How the integrations of a district stand. */
export const technicalStatus = { path: 'admin/externalTools/technicalStatus', roles: wholeRoster } as const satisfies ScreenAddress;
