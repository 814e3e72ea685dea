import { administrators } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** Privacy of a district: how long data is kept, erasures that wait, and the archive of the district. */
export const privacyHome = { path: 'admin/privacy', roles: administrators } as const satisfies ScreenAddress;
