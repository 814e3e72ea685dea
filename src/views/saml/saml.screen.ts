import { wholeRoster } from '../../../contract/kit.ts';
import type { ScreenAddress } from '../screen.ts';

/** The identity providers of a district, for sign-in by SAML. */
export const saml = { path: 'admin/externalTools/saml', roles: wholeRoster } as const satisfies ScreenAddress;
