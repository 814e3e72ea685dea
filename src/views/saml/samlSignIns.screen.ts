import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** What became of the responses of identity providers. */
export const samlSignIns = { path: 'admin/externalTools/samlSignIns', roles: wholeRoster } as const satisfies ScreenAddress;
